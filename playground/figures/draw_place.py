"""The candidates of one draw side by side, and the number that chose among them."""

from collections.abc import Sequence

import plotly.graph_objects as go

from playground.analysis.draw_place import Piece
from playground.figures import theme
from playground.figures.formatting import format_share

HEIGHT = 150
SMALLEST_TEXT = 11
"""Pixels. A label that would have to be smaller to fit into its piece is left to the hover."""


def draw_place_figure(
    pieces: Sequence[Piece],
    labels: Sequence[str],
    *,
    drawn_id: int,
    uniform: float | None,
    axis_title: str,
    uniform_name: str,
) -> go.Figure:
    """Pieces of a bar from 0 to 1; what is grey between them belongs to tokens that are not named.
    A line stands at `uniform`, where there was a draw."""
    widths = [piece.end - piece.start for piece in pieces]
    bars = go.Bar(
        x=widths,
        base=[piece.start for piece in pieces],
        y=[0] * len(pieces),
        orientation="h",
        width=0.8,
        text=[theme.short(label) for label in labels],
        textposition="inside",
        insidetextanchor="middle",
        textangle=0,
        hovertext=[
            f"<b>{theme.plain(label)}</b><br>{theme.plain(format_share(width))}"
            for label, width in zip(labels, widths, strict=True)
        ],
        hoverinfo="text",
        marker={
            "color": [theme.ACCENT if p.id == drawn_id else theme.ACCENT_PALE for p in pieces],
            "line": {"color": theme.ACCENT, "width": 1},
        },
    )
    rest = go.Bar(
        x=[1],
        y=[0],
        orientation="h",
        width=0.8,
        marker={"color": theme.GREY_PALE},
        hoverinfo="skip",
    )
    return go.Figure(
        [rest, bars],
        {
            "template": theme.TEMPLATE,
            "height": HEIGHT,
            "margin": {"l": 16, "r": 16, "t": 34, "b": 8},
            "barmode": "overlay",
            "uniformtext": {"mode": "hide", "minsize": SMALLEST_TEXT},
            "showlegend": False,
            "xaxis": {"title": {"text": theme.plain(axis_title)}, "range": (0, 1), "nticks": 6},
            "yaxis": {"visible": False, "range": (-0.5, 0.5)},
            "shapes": [] if uniform is None else [_line(uniform)],
            "annotations": [] if uniform is None else [_name(uniform, uniform_name)],
        },
    )


def _line(uniform: float) -> dict[str, object]:
    stroke = {"color": theme.GREY, "width": 3}
    return {"type": "line", "yref": "paper", "x0": uniform, "x1": uniform, "y0": 0, "y1": 1,
            "line": stroke}  # fmt: skip


def _name(uniform: float, name: str) -> dict[str, object]:
    side = "left" if uniform < 0.5 else "right"
    return {"text": theme.plain(f"{name} {uniform:.4f}"), "x": uniform, "yref": "paper", "y": 1,
            "yanchor": "bottom", "xanchor": side, "showarrow": False}  # fmt: skip
