"""Where one token looks: a bar for every token that it may look at."""

from collections.abc import Sequence

import plotly.graph_objects as go

from playground.figures import theme
from playground.figures.formatting import format_share

HEIGHT = 260
MOST_LABELS = 16


def attention_row_figure(
    weights: Sequence[float], labels: Sequence[str], *, key_title: str, weight_title: str
) -> go.Figure:
    """weights: of one query, 0 to 1, in the order of the tokens; labels: one for each."""
    places = list(range(len(labels)))
    step = -(-len(labels) // MOST_LABELS)
    marked = places[::-1][::step][::-1]
    return go.Figure(
        [
            go.Bar(
                x=places,
                y=list(weights),
                marker={"color": theme.ACCENT},
                hovertext=[
                    f"<b>{theme.plain(label)}</b><br>{theme.plain(format_share(weight))}"
                    for label, weight in zip(labels, weights, strict=True)
                ],
                hoverinfo="text",
            )
        ],
        {
            "template": theme.TEMPLATE,
            "height": HEIGHT,
            "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
            "xaxis": {
                "title": {"text": theme.plain(key_title)},
                "tickvals": marked,
                "ticktext": [theme.short(labels[place]) for place in marked],
                "range": (-0.6, len(labels) - 0.4),
                "showgrid": False,
            },
            "yaxis": {
                "title": {"text": theme.plain(weight_title)},
                "tickformat": "~%",
                "rangemode": "tozero",
            },
        },
    )
