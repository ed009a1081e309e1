"""The square of query rows and key columns on which mask and attention are drawn."""

import plotly.graph_objects as go

from playground.figures import theme

HEIGHT = 480
"""Pixels of a square figure, at least."""
MOST_CELLS = 128
"""A side of any figure: as bytes or 4-byte numbers, quick to send and to draw."""
ROW_LABELS = 36
COLUMN_LABELS = 16
"""Most tick labels: as many rows as a screen is high, as many columns as a phone is wide. Beyond it
every second, third, ... is written, the one that is spoken of among them."""
LABEL_HEIGHT = 15
"""Pixels of a row with a label; a figure is as high as they need."""
MARGINS = 140
"""Pixels above and below the rows."""
MANY_TOKENS = 32
"""From here on the cells touch: gaps would take up most of them."""


def layout(
    labels: tuple[str, ...], query_title: str, key_title: str, *, query: int, key: int
) -> dict[str, object]:
    """Layout with the first query at the top and the first key at the left.

    Positions are integers, so equal labels stay apart. The labels are aliases of the positions:
    hover shows them all, though a long axis writes only some: `query` and `key`, the row and the
    column that the words of the view speak of, always. Raises ValueError beyond MOST_CELLS.
    """
    if len(labels) > MOST_CELLS:
        raise ValueError(f"{len(labels)} cells a side; at most {MOST_CELLS} are drawn")
    return {
        "template": theme.TEMPLATE,
        "height": max(HEIGHT, LABEL_HEIGHT * min(len(labels), ROW_LABELS) + MARGINS),
        "xaxis": {
            **_axis(labels, key_title, COLUMN_LABELS, key),
            "range": (-0.5, len(labels) - 0.5),
        },
        "yaxis": {
            **_axis(labels, query_title, ROW_LABELS, query),
            "range": (len(labels) - 0.5, -0.5),
        },
    }


def _axis(labels: tuple[str, ...], title: str, most: int, named: int) -> dict[str, object]:
    every = -(-len(labels) // most)
    return {
        "title": {"text": theme.plain(title)},
        "tickfont": {"size": 12},
        "tickmode": "linear",
        "tick0": named % max(1, every),
        "dtick": every,
        "tickformat": "d",
        "labelalias": {str(place): theme.short(label) for place, label in enumerate(labels)},
        "showgrid": False,
    }


def hover(query_title: str, key_title: str, value: str) -> str:
    """Hover text of a cell: both tokens by name, then `value`."""
    query, key = theme.plain(query_title), theme.plain(key_title)
    return f"{query}: <b>%{{y}}</b><br>{key}: <b>%{{x}}</b><br>{value}<extra></extra>"


def gap(size: int) -> int:
    """Pixels between cells."""
    return 1 if size < MANY_TOKENS else 0


def future(size: int) -> go.Scatter:
    """The cells after the diagonal, hatched: one staircase outline however many cells there are."""
    x: list[float] = [0.5]
    y: list[float] = [-0.5]
    for query in range(size - 1):
        x += [query + 0.5, query + 1.5]
        y += [query + 0.5, query + 0.5]
    x += [size - 0.5]
    y += [-0.5]
    return go.Scatter(
        x=x,
        y=y,
        mode="none",
        fill="toself",
        fillcolor="rgba(0, 0, 0, 0)",
        fillpattern={"shape": "/", "fgcolor": theme.GREY, "size": 7, "solidity": 0.2},
        hoverinfo="skip",
    )
