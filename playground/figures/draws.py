"""Shares that were drawn, with error bars, over the shares that were due."""

from collections.abc import Sequence

import plotly.graph_objects as go

from playground.analysis.draws import Draws, Tally
from playground.figures import theme
from playground.figures.formatting import format_share

ROW_HEIGHT = 26
"""Pixels a token."""
LEGEND_HEIGHT = 56
"""Pixels of two lines, which a phone needs."""
ROOM = 1.15
"""Length of the axis in units of what reaches furthest."""


def draws_figure(
    data: Draws,
    labels: Sequence[str],
    *,
    expected_name: str,
    observed_name: str,
    key_name: str,
    probability_title: str,
) -> go.Figure:
    """A bar a token, the likeliest on top, and a point for what was drawn; its error bar is two
    standard errors to each side. key_name: of the points, in the legend."""
    places = list(range(len(data.tallies)))
    hover = [
        _hover(each, label, expected_name, observed_name)
        for each, label in zip(data.tallies, labels, strict=True)
    ]
    reach = max(max(each.expected, each.observed + 2 * each.error) for each in data.tallies)
    return go.Figure(
        data=[
            go.Bar(
                x=[each.expected for each in data.tallies],
                y=places,
                orientation="h",
                name=theme.plain(expected_name),
                marker={"color": theme.ACCENT_PALE, "line": {"color": theme.ACCENT, "width": 1}},
                hovertext=hover,
                hoverinfo="text",
            ),
            go.Scatter(
                x=[each.observed for each in data.tallies],
                y=places,
                mode="markers",
                name=theme.plain(key_name),
                marker={"color": theme.ACCENT, "size": 8},
                error_x={"array": [2 * each.error for each in data.tallies], "width": 5},
                hovertext=hover,
                hoverinfo="text",
            ),
        ],
        layout={
            "template": theme.TEMPLATE,
            "height": ROW_HEIGHT * len(places) + LEGEND_HEIGHT + 54,
            "margin": {"l": 8, "r": 8, "t": LEGEND_HEIGHT, "b": 8},
            "showlegend": True,
            "xaxis": {
                "title": {"text": theme.plain(probability_title)},
                "range": (0, ROOM * reach),
                "tickformat": "~%",
                "nticks": 5,
            },
            "yaxis": {
                "range": (len(places) - 0.5, -0.5),
                "tickvals": places,
                "ticktext": [theme.short(label) for label in labels],
                "showgrid": False,
            },
        },
    )


def _hover(tally: Tally, label: str, expected_name: str, observed_name: str) -> str:
    expected = theme.plain(f"{expected_name}: {format_share(tally.expected)}")
    observed = theme.plain(f"{observed_name}: {format_share(tally.observed)}")
    return f"<b>{theme.plain(label)}</b><br>{expected}<br>{observed}"
