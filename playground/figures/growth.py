"""The held-out loss of a model over its own training, with a marker where one stands."""

from collections.abc import Sequence

import plotly.graph_objects as go

from playground.analysis.growth import Growth, Measure
from playground.figures import theme
from playground.figures.formatting import format_count


def growth_figure(
    data: Growth,
    *,
    current: Measure,
    even_loss: float,
    step_title: str,
    loss_title: str,
    even_name: str,
    tokens_name: str,
) -> go.Figure:
    """Loss in nats a token over steps on a logarithmic axis; the start, which has no place on one,
    stands half of the first step to the left.

    current: the moment that is marked; even_loss: what an even guess costs, drawn as a line.
    """
    origin = _origin(data)
    return go.Figure(
        data=[
            _points(data.curve, origin, "lines", hoverinfo="skip", line=_LINE),
            _points(data.moments, origin, "markers", marker=_MOMENT)
            .update(hovertext=[_hover(each, step_title, tokens_name) for each in data.moments])
            .update(hoverinfo="text"),
            _points([current], origin, "markers", hoverinfo="skip", marker=_CURRENT),
        ],
        layout=_layout(data, even_loss, step_title, loss_title, even_name),
    )


_LINE = {"color": theme.ACCENT, "width": 2}
_MOMENT = {"color": theme.ACCENT, "size": 9, "line": {"width": 0}}
_CURRENT = {
    "color": theme.ACCENT_PALE,
    "size": 24,
    "line": {"color": theme.ACCENT, "width": 3},
}


def _origin(data: Growth) -> float:
    """Where step 0 is drawn."""
    return min(each.step for each in data.curve if each.step) / 2


def _points(measures: Sequence[Measure], origin: float, mode: str, **looks: object) -> go.Scatter:
    return go.Scatter(
        x=[each.step or origin for each in measures],
        y=[each.nats_per_token for each in measures],
        mode=mode,
        **looks,
    )


def _hover(measure: Measure, step_title: str, tokens_name: str) -> str:
    where = theme.plain(f"{step_title}: {measure.step:,}")
    seen = theme.plain(f"{tokens_name}: {format_count(measure.tokens)}")
    return f"<b>{measure.nats_per_token:.3f}</b><br>{where}<br>{seen}"


def _layout(
    data: Growth, even_loss: float, step_title: str, loss_title: str, even_name: str
) -> dict[str, object]:
    steps = [each.step for each in data.moments]
    return {
        "template": theme.TEMPLATE,
        "height": 340,
        "margin": {"l": 8, "r": 16, "t": 8, "b": 8},
        "showlegend": False,
        "xaxis": {
            "title": {"text": theme.plain(step_title)},
            "type": "log",
            "tickvals": [step or _origin(data) for step in steps],
            "ticktext": [f"{step:,}" for step in steps],
        },
        "yaxis": {"title": {"text": theme.plain(loss_title)}, "range": (0, 1.12 * even_loss)},
        "shapes": [
            {
                "type": "line",
                "xref": "paper",
                "x0": 0,
                "x1": 1,
                "y0": even_loss,
                "y1": even_loss,
                "line": {"color": theme.GREY, "width": 1.5, "dash": "dash"},
            }
        ],
        "annotations": [
            {
                "text": theme.plain(even_name),
                "xref": "paper",
                "x": 1,
                "xanchor": "right",
                "y": even_loss,
                "yanchor": "bottom",
                "showarrow": False,
                "font": {"size": 12},
            }
        ],
    }
