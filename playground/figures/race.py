"""Time for each token with and without a cache."""

from collections.abc import Sequence

import plotly.graph_objects as go

from playground.figures import theme


def race_figure(
    positions: Sequence[int],
    cached_ms: Sequence[float],
    plain_ms: Sequence[float],
    *,
    cached_name: str,
    plain_name: str,
    position_title: str,
    time_title: str,
) -> go.Figure:
    """Two lines over the position of the token; milliseconds."""
    return go.Figure(
        [
            _line(positions, plain_ms, plain_name, theme.GREY, position_title),
            _line(positions, cached_ms, cached_name, theme.ACCENT, position_title),
        ],
        {
            "template": theme.TEMPLATE,
            "height": 320,
            "margin": {"l": 8, "r": 8, "t": 40, "b": 8},
            "showlegend": True,
            "xaxis": {"title": {"text": theme.plain(position_title)}},
            "yaxis": {"title": {"text": theme.plain(time_title)}, "rangemode": "tozero"},
        },
    )


def _line(
    positions: Sequence[int], times_ms: Sequence[float], name: str, colour: str, title: str
) -> go.Scatter:
    return go.Scatter(
        x=list(positions),
        y=list(times_ms),
        mode="lines+markers",
        name=theme.plain(name),
        line={"color": colour, "width": 2},
        marker={"size": 5},
        hovertext=[
            f"<b>{each:.2f} ms</b><br>{theme.plain(f'{title}: {place}')}"
            for place, each in zip(positions, times_ms, strict=True)
        ],
        hoverinfo="text",
    )
