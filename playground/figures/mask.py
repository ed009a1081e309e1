"""The causal mask as a square of cells."""

import numpy as np
import plotly.graph_objects as go

from playground.analysis.mask import Mask
from playground.figures import grid, theme


def mask_figure(
    mask: Mask, *, query_title: str, key_title: str, allowed_name: str, blocked_name: str
) -> go.Figure:
    """One cell a pair of tokens: filled where the query may look at the key, hatched where not."""
    size = len(mask.labels)
    cells = go.Heatmap(
        z=np.array(mask.allowed, dtype=np.uint8),  # (T, T)
        zmin=0,
        zmax=1,
        colorscale=[(0, "rgba(0, 0, 0, 0)"), (1, theme.ACCENT)],
        showscale=False,
        xgap=grid.gap(size),
        ygap=grid.gap(size),
        hovertemplate=grid.hover(query_title, key_title, f"{theme.plain(allowed_name)}: %{{z}}"),
    )
    blocked = grid.future(size).update(name=theme.plain(blocked_name), showlegend=True)
    return go.Figure(
        data=[cells, _key(theme.plain(allowed_name)), blocked],
        layout=grid.layout(mask.labels, query_title, key_title, query=mask.middle, key=mask.middle),
    )


def _key(name: str) -> go.Scatter:
    """A legend entry for the filled cells."""
    return go.Scatter(
        x=[None],
        y=[None],
        mode="markers",
        marker={"symbol": "square", "size": 13, "color": theme.ACCENT},
        name=name,
        showlegend=True,
    )
