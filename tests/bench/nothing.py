"""The reference of the slider benchmark: a Gradio page whose one event does nothing."""

import argparse

import gradio as gr

from playground.app import launch_settings


def build() -> gr.Blocks:
    """A slider whose value goes to the server and comes back as it is."""
    with gr.Blocks(analytics_enabled=False) as blocks:
        slider = gr.Slider(0, 2, 0.8, step=0.05, buttons=[], elem_id="temperature")
        echo = gr.HTML(elem_id="echo")
        gr.on(
            [slider.input, slider.release],
            str,
            slider,
            echo,
            trigger_mode="always_last",
            show_progress="hidden",
        )
    blocks.queue(max_size=64, default_concurrency_limit=None)
    return blocks


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    build().launch(**launch_settings(), server_port=parser.parse_args().port, quiet=True)
