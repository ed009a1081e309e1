"""What holds for every figure: escaped and colourless text, few bytes, steady traces."""

import json
import re
from collections.abc import Iterator
from typing import Any

import plotly.graph_objects as go
import pytest

OWN_MARKUP = re.compile(r"</?b>|<br>|<extra></extra>")
MOST_BYTES = {
    "parameters": 7_000,
    "mask": 13_000,
    "attention": 33_000,
    "next token": 13_000,
    "growth": 5_000,
    "beam": 36_000,
    "draw place": 6_000,
    "cells": 20_000,
    "row of attention": 10_000,
    "race": 30_000,
    "draws": 10_000,
    "stages": 6_000,
}


def walk(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value inside a figure's JSON with the path to it."""
    yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from walk(inner, f"{path}/{key}")
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from walk(inner, f"{path}/{place}")


def test_a40_no_word_or_label_is_left_as_markup(all_figures: dict[str, go.Figure]) -> None:
    escaped = 0
    for name, figure in all_figures.items():
        for path, value in walk(json.loads(figure.to_json())):
            if isinstance(value, str):
                text = OWN_MARKUP.sub("", value)
                assert "<" not in text, (name, path, value)
                assert not re.search(r"&(?!(amp|lt|gt);)", text), (name, path, value)
                escaped += "&lt;" in text
    assert escaped > 100


def test_text_leaves_its_colour_to_the_page(all_figures: dict[str, go.Figure]) -> None:
    fonts = 0
    for name, figure in all_figures.items():
        for path, value in walk(json.loads(figure.to_json())):
            if path.lower().endswith("font") and "/hoverlabel/" not in path:
                fonts += 1
                assert "color" not in value, (name, path)
    assert fonts > 20


def test_backgrounds_are_transparent_and_heights_are_set(
    all_figures: dict[str, go.Figure],
) -> None:
    for figure in all_figures.values():
        style = figure.layout.template.layout
        assert style.paper_bgcolor == style.plot_bgcolor == "rgba(0, 0, 0, 0)"
        assert 100 < figure.layout.height <= 700
        assert figure.layout.width is None


@pytest.mark.parametrize("family", MOST_BYTES)
def test_the_same_traces_whatever_the_data(family: str, all_figures: dict[str, go.Figure]) -> None:
    traces = {
        tuple((trace.type, trace.name) for trace in figure.data)
        for name, figure in all_figures.items()
        if name.startswith(family)
    }
    assert len(traces) == 1


@pytest.mark.parametrize("family", MOST_BYTES)
def test_payloads_are_small(family: str, all_figures: dict[str, go.Figure]) -> None:
    sizes = {n: len(f.to_json()) for n, f in all_figures.items() if n.startswith(family)}
    assert max(sizes.values()) < MOST_BYTES[family], sizes


def test_drawing_twice_gives_the_same_figure(draw_mask: Any) -> None:
    assert draw_mask(["a", "b"]).to_json() == draw_mask(["a", "b"]).to_json()
