"""Where the parameters are, as horizontal bars in the order in which data flows."""

from collections.abc import Mapping

import plotly.graph_objects as go

from playground.analysis.parameters import ParameterBreakdown, Part
from playground.figures import theme
from playground.figures.formatting import format_count, format_share

ROW_HEIGHT = 42
"""Pixels a part."""
NAME_ABOVE = 0.42
"""Rows by which a name stands above the middle of its bar: a phone has no room beside it."""
ROOM_FOR_TEXT = 1.4
"""Length of the axis in units of the longest bar, so that its numbers fit behind it."""


def parameters_figure(
    breakdown: ParameterBreakdown,
    *,
    part_names: Mapping[str, str],
    count_title: str,
    share_title: str,
    shared_note: str,
    part_title: str = "",
) -> go.Figure:
    """One bar a part, input at the top and head at the bottom, with count and share.

    `part_names` names every key of the breakdown. A tied head is a hatched outline as long as the
    token embedding, whose numbers it uses, with `shared_note` in or behind it.
    """
    embedding = breakdown.part("token_embedding").count
    counted = [None if part.shared else part.count for part in breakdown.parts]
    shared = [embedding if part.shared else None for part in breakdown.parts]
    hover = [_hover(part, part_names, share_title, shared_note) for part in breakdown.parts]
    return go.Figure(
        data=[
            _bars(counted, [_numbers(part) for part in breakdown.parts], hover, "outside", _SOLID),
            _bars(shared, [theme.plain(shared_note)] * len(hover), hover, "auto", _HATCHED),
            _names([theme.plain(part_names[part.key]) for part in breakdown.parts]),
        ],
        layout=_layout(breakdown, count_title, part_title),
    )


_SOLID = {"color": theme.ACCENT}
_HATCHED = {
    "color": "rgba(0, 0, 0, 0)",
    "line": {"color": theme.ACCENT, "width": 1.5},
    "pattern": {"shape": "/", "fgcolor": theme.ACCENT_PALE, "size": 7, "solidity": 0.25},
}


def _bars(
    counts: list[int | None],
    texts: list[str],
    hover: list[str],
    textposition: str,
    marker: Mapping[str, object],
) -> go.Bar:
    return go.Bar(
        x=counts,
        y=list(range(len(counts))),
        orientation="h",
        text=texts,
        textposition=textposition,
        cliponaxis=False,
        hovertext=hover,
        hoverinfo="text",
        marker=marker,
        showlegend=False,
    )


def _names(names: list[str]) -> go.Scatter:
    """Names as text above the bars. Tick labels inside the plot would hide the grid below them."""
    return go.Scatter(
        x=[0] * len(names),
        y=[row - NAME_ABOVE for row in range(len(names))],
        mode="text",
        text=names,
        textposition="middle right",
        cliponaxis=False,
        hoverinfo="skip",
        showlegend=False,
    )


def _layout(breakdown: ParameterBreakdown, count_title: str, part_title: str) -> dict[str, object]:
    rows = len(breakdown.parts)
    longest = max(part.count for part in breakdown.parts)
    return {
        "template": theme.TEMPLATE,
        "height": ROW_HEIGHT * rows + 70,
        "margin": {"t": 12, "b": 8, "l": 8, "r": 8},
        "barmode": "overlay",
        "bargap": 0.55,
        "xaxis": {
            "title": {"text": theme.plain(count_title)},
            "range": (0, ROOM_FOR_TEXT * longest),
            "nticks": 6,
            "zeroline": True,
        },
        "yaxis": {
            "title": {"text": theme.plain(part_title)},
            "range": (rows - 0.5, -0.7),
            "showticklabels": False,
            "showgrid": False,
        },
    }


def _numbers(part: Part) -> str:
    return f"<b>{format_count(part.count)}</b> · {theme.plain(format_share(part.share))}"


def _hover(part: Part, names: Mapping[str, str], share_title: str, shared_note: str) -> str:
    lines = [f"<b>{theme.plain(names[part.key])}</b>"]
    if part.shared:
        lines.append(theme.plain(shared_note))
    elif part.formula == str(part.count):
        lines.append(part.formula)
    else:
        lines.append(f"{part.formula} = {part.count:,}")
    lines.append(theme.plain(f"{share_title}: {format_share(part.share)}"))
    return "<br>".join(lines)
