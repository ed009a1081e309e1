"""A number and a text in each cell of a grid."""

from collections.abc import Sequence

import plotly.graph_objects as go

from playground.figures import theme

ROW_HEIGHT = 46
LEAST_HEIGHT, MOST_HEIGHT = 64, 640
"""Pixels of all rows together; in less, plotly writes the titles over the labels."""
PHONE_LETTERS = 30
"""Letters that all cells of a row share on a narrow screen; the text of a cell is cut to its part,
since plotly writes all of them as small as the longest needs."""
LEAST_LETTERS = 5
ROW_LABELS = 24
"""Most labels of rows; beyond it every second, third, ... is written."""


def cells_figure(
    values: Sequence[Sequence[float | None]],
    texts: Sequence[Sequence[str]],
    row_labels: Sequence[str],
    column_labels: Sequence[str],
    *,
    row_title: str,
    column_title: str,
    hover: Sequence[Sequence[str]],
    row_height: int = ROW_HEIGHT,
) -> go.Figure:
    """The first row on top; the larger a value, the stronger its colour, and None leaves a cell
    without any. texts are written into the cells, hover shows where one is pointed at."""
    letters = max(LEAST_LETTERS, PHONE_LETTERS // max(1, len(column_labels)))
    most = max((each for row in values for each in row if each is not None), default=0.0)
    cells = go.Heatmap(
        z=[list(row) for row in values],
        zmin=0,
        zmax=most or 1,
        colorscale=theme.EVEN,
        showscale=False,
        xgap=2,
        ygap=2,
        text=[[theme.short(each, letters) for each in row] for row in texts],
        texttemplate="%{text}",
        hovertext=[[theme.plain(each) for each in row] for row in hover],
        hoverinfo="text",
    )
    return go.Figure(
        [cells],
        {
            "template": theme.TEMPLATE,
            "height": min(MOST_HEIGHT, max(LEAST_HEIGHT, row_height * len(row_labels))) + 60,
            "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
            "xaxis": {
                **_axis(column_labels, column_title),
                "range": (-0.5, len(column_labels) - 0.5),
            },
            "yaxis": {**_axis(row_labels, row_title), "range": (len(row_labels) - 0.5, -0.5)},
        },
    )


def _axis(labels: Sequence[str], title: str) -> dict[str, object]:
    marked = range(len(labels))[:: -(-len(labels) // ROW_LABELS) or 1]
    return {
        "title": {"text": theme.plain(title)},
        "tickvals": list(marked),
        "ticktext": [theme.short(labels[place]) for place in marked],
        "showgrid": False,
    }
