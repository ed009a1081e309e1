"""The attention weights of one head as a square of cells."""

import numpy as np
import plotly.graph_objects as go

from playground.analysis.attention import AttentionMap
from playground.figures import grid, theme


def attention_figure(
    attention: AttentionMap, *, query_title: str, key_title: str, weight_title: str
) -> go.Figure:
    """One cell a pair of tokens: the stronger the colour, the more the query looks at the key."""
    weights = np.array(attention.weights, dtype=np.float32)  # (T, T), None becomes NaN
    cells = go.Heatmap(
        z=weights,
        zmin=0,
        zmax=1,
        colorscale=theme.SEQUENTIAL,
        colorbar=_key(weight_title),
        xgap=grid.gap(len(attention.labels)),
        ygap=grid.gap(len(attention.labels)),
        hoverongaps=False,
        hovertemplate=grid.hover(
            query_title, key_title, f"{theme.plain(weight_title)}: %{{z:.1%}}"
        ),
    )
    labels = attention.labels
    layout = grid.layout(
        labels, query_title, key_title, query=len(labels) - 1, key=attention.strongest
    )
    return go.Figure([cells], {**layout, "margin": {"t": 8, "l": 8, "r": 8, "b": 8}})


def _key(title: str) -> dict[str, object]:
    """A thin colour bar above the cells."""
    return {
        "orientation": "h",
        "x": 0,
        "xanchor": "left",
        "y": 1,
        "yanchor": "bottom",
        "len": 0.6,
        "ypad": 0,
        "thickness": 8,
        "outlinewidth": 0,
        "tickfont": {"size": 11},
        "tickformat": ".0%",
        "tickvals": [0, 1],
        "title": {"text": theme.plain(title), "side": "right", "font": {"size": 12}},
    }
