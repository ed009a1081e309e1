"""How much a page is sent: texts ten times a second, a chart once a text, the last slider value."""

import inspect
import json
from collections.abc import Callable
from itertools import pairwise
from time import monotonic
from typing import Any

import pytest

from playground.app import build_app
from playground.figures.grid import MOST_CELLS
from playground.serving.engine.local import local_engine
from playground.serving.models import ModelStore
from playground.ui.scene import SAMPLING_FIELDS
from tests.ui.api_visitor import ApiVisitor
from tests.ui.reading import plain_text, view_of

NewVisitor = Callable[[], ApiVisitor]
VIEWS = ("parameters-figure", "mask-figure", "attention-figure", "next-figure", "growth-figure")


@pytest.fixture
def events(visitor: NewVisitor) -> list[tuple[set[str], dict[str, Any]]]:
    """All events of the page; with each the elem_ids of what it is listened for."""
    config = visitor().config
    names = {each["id"]: each["props"].get("elem_id") for each in config["components"]}
    return [
        ({str(names.get(target)) for target, _ in each["targets"]}, each)
        for each in config["dependencies"]
    ]


def test_a_text_is_sent_ten_times_a_second_and_its_chart_once(visitor: NewVisitor) -> None:
    someone, texts, charts, started = visitor(), [""], [], monotonic()
    for _ in someone.follow("generate", "click", seed="3", max_new_tokens=256):
        texts.append(plain_text(someone.shown("text")))
        charts.append(someone.shown("next-figure"))
    seconds = monotonic() - started
    assert "256 tokens" in plain_text(someone.shown("facts"))
    grown = sum(later != earlier for earlier, later in pairwise(texts))
    assert grown > 3
    assert grown <= 3 + 10 * seconds  # beside the prompt alone, the first token and the end
    assert len(set(charts)) == 2  # as it was, and with the first token marked


def test_moving_controls_send_their_last_value_and_generate_starts_once(
    events: list[tuple[set[str], dict[str, Any]]],
) -> None:
    def modes(wanted: str) -> set[str]:
        return {each["trigger_mode"] for names, each in events if wanted in names}

    for name in (*SAMPLING_FIELDS, "d_model", "num_layers", "num_heads", "layer", "head", "preset"):
        assert modes(name) == {"always_last"}, name
    assert modes("generate") == {"once"}


def test_texts_only_wait_on_the_engine_and_take_no_thread() -> None:
    store = ModelStore()
    engine = local_engine(store)
    blocks = build_app(store, engine)
    (button,) = (id_ for id_, each in blocks.blocks.items() if each.elem_id == "generate")
    generating = [
        each for each in blocks.fns.values() if any(target == button for target, _ in each.targets)
    ]
    engine.close()
    assert len(generating) == 1
    assert inspect.isasyncgenfunction(generating[0].fn)
    assert generating[0].concurrency_limit is None


def test_no_figure_is_larger_than_the_limit_whatever_the_prompt(visitor: NewVisitor) -> None:
    someone = visitor()
    someone.fire("preset", "input", preset="gpt2-xl")  # room for 1,024 tokens, counted only
    someone.fire("prompt", "change", prompt="word " * 3000)
    sides = [_sides(someone, name) for name in ("mask-figure",)]
    someone.fire("preset", "input", preset="story")
    sides += [_sides(someone, name) for name in ("mask-figure", "attention-figure")]
    assert all(1 < side <= MOST_CELLS for side in sides), sides
    sizes = {name: len(someone.shown(name) or "") for name in VIEWS}
    assert max(sizes.values()) < 100_000, sizes


def _sides(someone: ApiVisitor, name: str) -> int:
    """Cells a side; the heatmap is sent as bytes, with its type and shape."""
    cells = view_of(someone.shown(name))["figure"]["data"][0]["z"]
    assert cells["dtype"] in ("u1", "f4"), json.dumps(cells)[:80]
    rows, columns = map(int, cells["shape"].split(","))
    assert rows == columns
    return rows
