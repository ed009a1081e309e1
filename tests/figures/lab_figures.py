"""Figures of the lab, built as the page builds them, with labels that plotly could misread."""

from collections.abc import Sequence

import plotly.graph_objects as go
import torch

from playground.analysis.draw_place import Piece
from playground.analysis.draws import draws
from playground.decoding.sampling import SamplingParams, filtered
from playground.figures.attention_row import attention_row_figure
from playground.figures.cells import cells_figure
from playground.figures.draw_place import draw_place_figure
from playground.figures.draws import draws_figure
from playground.figures.race import race_figure
from playground.figures.stages import stages_figure

BITING = (
    "1e5",
    "2024-01-01",
    " ",
    "Infinity",
    "␣the",
    "␣the",
    "<b>",
    "a<br>b",
    "&amp;",
    "%{text}",
    "\ufffd",
    "⟨E4 BD⟩",
    "小猫咪喜欢吃鱼吗真的",
    "␣" + "very" * 40,
)
"""Numbers, dates, blanks, equals, markup, templates, half a character, and very long ones."""


def lab_labels(count: int) -> list[str]:
    return [BITING[place % len(BITING)] for place in range(count)]


def pieces(count: int) -> list[Piece]:
    """Ids 0, 10, 20, ..., each as wide as the others, with as much again between them."""
    width = 1 / (2 * count)
    return [Piece(10 * place, 2 * place * width, (2 * place + 1) * width) for place in range(count)]


def draw_pieces(
    shown: Sequence[Piece], labels: Sequence[str], drawn_id: int = 0, uniform: float | None = None
) -> go.Figure:
    return draw_place_figure(
        shown,
        labels,
        drawn_id=drawn_id,
        uniform=uniform,
        axis_title="number <&>",
        uniform_name="drawn <&>",
    )


def draw_cells(
    values: Sequence[Sequence[float | None]], labels: Sequence[str], row_height: int = 46
) -> go.Figure:
    """Row by row, each cell carries the next label."""
    width = len(values[0])
    texts = [list(labels[n * width : (n + 1) * width]) for n in range(len(values))]
    return cells_figure(
        values,
        texts,
        [f"Layer <&> {n + 1}" for n in range(len(values))],
        [f"{n + 1}e5" for n in range(width)],
        row_title="row <&>",
        column_title="column <&>",
        hover=texts,
        row_height=row_height,
    )


def guesses(rows: int, columns: int = 3) -> list[list[float | None]]:
    """Rising from 0 on, cell by cell, to 1."""
    count = rows * columns
    return [[(n * columns + m) / max(1, count - 1) for m in range(columns)] for n in range(rows)]


def draw_row(labels: Sequence[str]) -> go.Figure:
    """Weights 1, 2, 3, ..., normalised."""
    whole = len(labels) * (len(labels) + 1) / 2
    return attention_row_figure(
        [(n + 1) / whole for n in range(len(labels))],
        labels,
        key_title="key <&>",
        weight_title="weight <&>",
    )


def draw_race(count: int) -> go.Figure:
    """From position 5 on: 1.5 ms with the cache, as many ms as positions without it."""
    positions = range(5, 5 + count)
    return race_figure(
        positions,
        [1.5] * count,
        [float(place) for place in positions],
        cached_name="cached <&>",
        plain_name="plain <&>",
        position_title="position <&>",
        time_title="ms <&>",
    )


def draw_draws(count: int) -> go.Figure:
    choice = filtered(torch.arange(count + 5.0).flip(0) / 3, SamplingParams())
    return draws_figure(
        draws(choice, 1000, 0, count),
        lab_labels(count),
        expected_name="due <&>",
        observed_name="drawn <&>",
        key_name="observed ± 2 errors",
        probability_title="probability <&>",
    )


def draw_stages(cuts: Sequence[tuple[str, int]]) -> go.Figure:
    return stages_figure(
        [(1, 0.5), (10, 1e-3), (1000, 0.0)],
        cuts,
        rank_title="rank <&>",
        probability_title="probability <&>",
    )


def lab_figures() -> dict[str, go.Figure]:
    """Every figure in its plain and in its extreme forms."""
    many = len(BITING)
    return {
        "draw place": draw_pieces(pieces(many), BITING, drawn_id=10, uniform=0.4999),
        "draw place, one wide piece": draw_pieces([Piece(0, 0.0, 1.0)], BITING[-1:], uniform=0.0),
        "draw place, at the end": draw_pieces(pieces(2), BITING[:2], uniform=1 - 2**-53),
        "draw place, no draw": draw_pieces(pieces(4), BITING[-4:]),
        "cells": draw_cells(guesses(6, 6), lab_labels(36)),
        "cells of one": draw_cells([[0.0]], [""], row_height=32),
        "cells, one without a value": draw_cells([[0.0, None], [0.0, 0.0]], BITING[:4]),
        "cells of 12 layers": draw_cells(guesses(12), lab_labels(36), row_height=32),
        "cells of 48 layers": draw_cells(guesses(48), lab_labels(144), row_height=32),
        "row of attention": draw_row(BITING),
        "row of attention, one token": draw_row(BITING[:1]),
        "row of attention, 64 tokens": draw_row(lab_labels(64)),
        "race": draw_race(128),
        "race of one lap": draw_race(1),
        "draws": draw_draws(12),
        "draws of three tokens": draw_draws(3),
        "stages": draw_stages([("top <&>", 40), ("min <&>", 1)]),
        "stages without cuts": draw_stages([]),
        "stages, cuts with long names": draw_stages(
            [("top-k filter <&> = 900: 900 tokens left", 900), ("top-p = 0.95: 1 token left", 1)]
        ),
    }
