"""The tree of a beam search, which grows downwards from the prompt.

Depth runs down and not to the right, since labels are wide and low: twelve columns of them would
not fit on a phone.
"""

import math

import plotly.graph_objects as go

from playground.analysis.beam import BeamPoint, BeamPoints
from playground.figures import theme
from playground.figures.formatting import format_share

ROW_HEIGHT = 48
"""Pixels a depth."""
PHONE_WIDTH = 300
"""Pixels that all columns share on a narrow screen."""
LETTER_WIDTH, GAP, MARKER = 7, 2, 8
"""Pixels of a column of text, between two labels, and from a token's place to its label."""
STRAIGHT = 0.25
"""Share of a depth that a link runs straight down at either end, beside the labels."""


def beam_figure(
    data: BeamPoints,
    *,
    depth_title: str,
    beam_title: str,
    probability_name: str,
    log_probability_name: str,
    total_name: str,
    score_name: str,
) -> go.Figure:
    """A point a token with its label beside it; squares end a text, and the best text is thick.

    The names go before the numbers of a token on hover: its probability, the logarithm of it, the
    sum of the logarithms up to the token, and their mean.
    """
    names = probability_name, log_probability_name, total_name, score_name
    others = [point for point in data.points if not point.on_best]
    best = [point for point in data.points if point.on_best]
    return go.Figure(
        data=[
            _lines(data, others, theme.GREY, 1),
            _lines(data, best, theme.ACCENT, 4),
            _tokens(data, names),
        ],
        layout=_layout(data, depth_title, beam_title),
    )


def _lines(data: BeamPoints, ends: list[BeamPoint], color: str, width: int) -> go.Scatter:
    """From the parents of `ends` to them; plotly finds fault with no points, so there is always a
    gap. A link leaves and enters a token straight, so that it crosses no label beside it."""
    x: list[float | None] = [None]
    y: list[float | None] = [None]
    for end in ends:
        column, depth = _start(data, end)
        if column == end.column:
            x += [column, column, None]
            y += [depth, end.depth, None]
        else:
            x += [column, column, end.column, end.column, None]
            y += [depth, depth + STRAIGHT, end.depth - STRAIGHT, end.depth, None]
    return go.Scatter(
        x=x, y=y, mode="lines", line={"color": color, "width": width}, hoverinfo="skip"
    )


def _start(data: BeamPoints, end: BeamPoint) -> tuple[int, int]:
    if end.parent is None:
        return 0, 0
    parent = data.points[end.parent]
    return parent.column, parent.depth


def _tokens(data: BeamPoints, names: tuple[str, ...]) -> go.Scatter:
    points = data.points
    room = (PHONE_WIDTH // data.columns - MARKER - GAP) // LETTER_WIDTH
    return go.Scatter(
        x=[point.column for point in points],
        y=[point.depth for point in points],
        mode="markers+text",
        text=[theme.short(point.label, min(room, theme.LABEL_WIDTH)) for point in points],
        textposition="middle right",
        textfont={"size": 11},
        cliponaxis=False,
        marker={
            "color": [theme.ACCENT if point.on_best else theme.GREY for point in points],
            "symbol": ["square" if point.ended else "circle" for point in points],
            "size": 9,
            "opacity": 1,
        },
        hovertext=[_hover(point, names) for point in points],
        hoverinfo="text",
    )


def _hover(point: BeamPoint, names: tuple[str, ...]) -> str:
    numbers = (
        format_share(math.exp(point.log_probability)),
        f"{point.log_probability:.2f}",
        f"{point.total:.2f}",
        f"{point.score:.2f}",
    )
    lines = [theme.plain(f"{name}: {n}") for name, n in zip(names, numbers, strict=True)]
    return f"<b>{theme.plain(point.label)}</b><br>" + "<br>".join(lines)


def _layout(data: BeamPoints, depth_title: str, beam_title: str) -> dict[str, object]:
    return {
        "template": theme.TEMPLATE,
        "height": ROW_HEIGHT * data.depth + 80,
        "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
        "showlegend": False,
        "xaxis": {
            "title": {"text": theme.plain(beam_title)},
            "range": (-0.1, data.columns - 0.1),
            "showgrid": False,
            "showticklabels": False,
        },
        "yaxis": {
            "title": {"text": theme.plain(depth_title)},
            "range": (data.depth + 0.4, -0.1),
            "tickvals": list(range(1, data.depth + 1)),
            "showgrid": False,
        },
    }
