"""The page with one more slider, whose event does nothing: the reference of the benchmark."""

import argparse

import gradio as gr

from playground.app import build_app, launch_settings
from playground.serving.engine.local import local_engine
from playground.serving.models import ModelStore

STORE = ModelStore()
ENGINE = local_engine(STORE)


def build() -> gr.Blocks:
    """The whole app; at its end a slider whose value goes to the server and comes back as it is."""
    blocks = build_app(STORE, ENGINE)
    with blocks:
        slider = gr.Slider(0, 2, 0.8, step=0.05, buttons=[], elem_id="idle")
        echo = gr.HTML(elem_id="echo")
        gr.on(
            slider.change,
            str,
            slider,
            echo,
            trigger_mode="always_last",
            show_progress="hidden",
        )
    return blocks


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    port = parser.parse_args().port
    build().launch(**launch_settings(STORE, ENGINE), server_port=port, quiet=True)
