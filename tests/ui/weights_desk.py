"""A page whose visitors load real weights from a Hub on this machine.

A small stand-in takes the place of DistilGPT-2; everything else is the real thing.
"""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import gradio as gr
import pytest

from playground.errors import PlaygroundError
from playground.gpt.config import GPTConfig
from playground.gpt.gpt2_folder import gpt2_files
from playground.gpt.model import GPTModel, count_parameters
from playground.gpt.presets import PRESETS
from playground.serving.engine.local import local_engine
from playground.serving.models import ModelStore
from playground.serving.real_weights import RealWeights
from playground.ui.page import Page
from playground.ui.scene import read_scene
from tests.serving.hub_server import HubServer
from tests.ui.reading import text_in

NAME = "distilgpt2"
TAKEN = (NAME,)
CONFIG = GPTConfig(50257, 16, d_model=8, num_heads=2, num_layers=1, dropout=0.0)
MODEL = GPTModel(CONFIG, seed=3)
FILES = gpt2_files(MODEL)


@dataclass
class Desk:
    """A page, its models, and the Hub that it asks."""

    page: Page
    store: ModelStore
    hub: HubServer

    def press(self, values: dict[str, Any]) -> Generator[dict[Any, Any], None, None]:
        """Press the button: one update after the other. Closing it is leaving the page."""
        yield from self.page.take_weights(values)

    def load(self, values: dict[str, Any]) -> list[dict[Any, Any]]:
        """Press the button and wait: all updates."""
        return list(self.press(values))

    def until_error(
        self, values: dict[str, Any]
    ) -> tuple[list[dict[Any, Any]], PlaygroundError | None]:
        """Press the button and wait: all updates, and what was raised behind them."""
        updates: list[dict[Any, Any]] = []
        try:
            updates.extend(self.press(values))
        except PlaygroundError as error:
            return updates, error
        return updates, None

    def afterwards(self, values: dict[str, Any]) -> dict[Any, Any]:
        """What the end of the loading makes the page draw, which shows `values` by then."""
        return self.page.draw_weights({**values, "shown": read_scene(values), "loading": None})

    def note(self, updates: dict[Any, Any]) -> str:
        return text_in(updates, self.page.controls.weights.note)

    def button(self, updates: dict[Any, Any]) -> str:
        """What the button says; "" where there is none."""
        shown = updates[self.page.controls.weights.load]
        return str(shown["value"]) if shown["visible"] else ""

    def taken(self, updates: list[dict[Any, Any]]) -> Any:
        """The presets that the visitor takes at the end; None where nothing was said of them."""
        return updates[-1].get(self.page.controls.weights.taken)


@contextmanager
def a_desk(cache: Path, patch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """A new page, a cache that is empty, and a Hub that works."""
    for name in ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"):
        patch.delenv(name, raising=False)
    small = replace(PRESETS[NAME], config=CONFIG, published=count_parameters(MODEL))
    patch.setitem(PRESETS, NAME, small)
    with HubServer(FILES) as hub, gr.Blocks(analytics_enabled=False):
        patch.setenv("HF_ENDPOINT", hub.url)
        store = ModelStore(real_weights=RealWeights(cache=cache))
        engine = local_engine(store)
        yield Desk(Page(store, engine), store, hub)
        engine.close()
