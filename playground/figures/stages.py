"""Probabilities from the likeliest token to the last, with the places where filters cut."""

import math
from collections.abc import Sequence

import plotly.graph_objects as go

from playground.figures import theme
from playground.figures.formatting import format_share

LEAST = 1e-12
"""Where the axis ends, and the line at the first that has less."""


_TICKS = {1: "100%", 1e-2: "1%", 1e-4: "0.01%", 1e-6: "10⁻⁶", 1e-8: "10⁻⁸", 1e-10: "10⁻¹⁰",
          1e-12: "10⁻¹²"}  # fmt: skip


def stages_figure(
    curve: Sequence[tuple[int, float]],
    cuts: Sequence[tuple[str, int]],
    *,
    rank_title: str,
    probability_title: str,
) -> go.Figure:
    """curve: (rank, probability), falling, on two logarithmic axes; cuts: the name of each filter
    that took something out, and how many tokens it left."""
    size = curve[-1][0]
    shown = sum(share >= LEAST for _, share in curve) + 1
    line = go.Scatter(
        x=[rank for rank, _ in curve[:shown]],
        y=[max(share, LEAST) for _, share in curve[:shown]],
        mode="lines",
        line={"color": theme.ACCENT, "width": 3},
        hovertext=[
            f"{rank:,} · {theme.plain(format_share(share))}" for rank, share in curve[:shown]
        ],
        hoverinfo="text",
    )
    return go.Figure(
        data=[line],
        layout={
            "template": theme.TEMPLATE,
            "height": 340,
            "margin": {"l": 8, "r": 16, "t": 8 + 18 * len(cuts), "b": 8},
            "showlegend": False,
            "xaxis": {
                "title": {"text": theme.plain(rank_title)},
                "type": "log",
                "dtick": 1,
                "range": (-0.03 * math.log10(size), 1.03 * math.log10(size)),
            },
            "yaxis": {
                "title": {"text": theme.plain(probability_title)},
                "type": "log",
                "tickvals": list(_TICKS),
                "ticktext": list(_TICKS.values()),
            },
            "shapes": [_line(count) for _, count in cuts],
            "annotations": [
                _name(name, count, row, size) for row, (name, count) in enumerate(cuts)
            ],
        },
    )


def _line(count: int) -> dict[str, object]:
    place = count + 0.5
    stroke = {"color": theme.GREY, "width": 1.5, "dash": "dash"}
    return {"type": "line", "yref": "paper", "x0": place, "x1": place, "y0": 0, "y1": 1,
            "line": stroke}  # fmt: skip


def _name(name: str, count: int, row: int, size: int) -> dict[str, object]:
    """Above the figure, each in a row of its own and on the side of its line that has more room;
    the axis, which ends at `size`, is logarithmic, and so is the place."""
    return {
        "text": theme.plain(name),
        "x": math.log10(count + 0.5),
        "yref": "paper",
        "y": 1,
        "yanchor": "bottom",
        "yshift": 18 * row,
        "xanchor": "left" if count**2 < size else "right",
        "showarrow": False,
        "font": {"size": 12},
    }
