"""The candidates for the next token before and after the filters, as paired bars."""

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from playground.analysis.next_token import NextToken, Row
from playground.figures import theme
from playground.figures.formatting import format_share

ROW_HEIGHT = 28
"""Pixels a token."""
ROOM_FOR_TEXT = 1.22
"""Length of the axis in units of the longest bar, so that its number fits behind it."""


def next_token_figure(
    data: NextToken,
    *,
    before_name: str,
    after_name: str,
    probability_title: str,
    token_title: str,
    removed_name: str,
    drawn_id: int | None = None,
    id_name: str = "id",
) -> go.Figure:
    """Two bars a token, the most probable token on top; removed tokens keep a grey bar.

    The page writes the key to the three kinds of bars itself, which is quicker than a legend.
    `drawn_id` marks the token that was drawn. `id_name` names the number of a token in the hover.
    """
    before_kept = [row.before if row.kept else None for row in data.rows]
    before_removed = [None if row.kept else row.before for row in data.rows]
    after = [row.after for row in data.rows]
    hover = [_hover(row, before_name, after_name, removed_name, id_name) for row in data.rows]
    return go.Figure(
        data=[
            _bars(theme.plain(before_name), "before", before_kept, hover, _BEFORE),
            _bars(theme.plain(after_name), "after", after, hover, _AFTER),
            _bars(theme.plain(removed_name), "before", before_removed, hover, _REMOVED),
        ],
        layout=_layout(data, probability_title, token_title, drawn_id),
    )


_BEFORE = {"color": theme.ACCENT_PALE, "line": {"color": theme.ACCENT, "width": 1}}
_AFTER = {"color": theme.ACCENT}
_REMOVED = {"color": theme.GREY_PALE, "line": {"color": theme.GREY, "width": 1}}


def _bars(
    name: str,
    group: str,
    values: Sequence[float | None],
    hover: list[str],
    marker: Mapping[str, object],
) -> go.Bar:
    return go.Bar(
        x=values,
        y=list(range(len(values))),
        orientation="h",
        offsetgroup=group,
        name=name,
        text=["" if value is None else theme.plain(format_share(value)) for value in values],
        textposition="outside",
        textfont={"size": 11},
        constraintext="none",
        cliponaxis=False,
        hovertext=hover,
        hoverinfo="text",
        marker=marker,
    )


def _layout(
    data: NextToken, probability_title: str, token_title: str, drawn_id: int | None
) -> dict[str, object]:
    size = len(data.rows)
    longest = max(max(row.before, row.after) for row in data.rows)
    return {
        "template": theme.TEMPLATE,
        "height": ROW_HEIGHT * size + 70,
        "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
        "showlegend": False,
        "barmode": "group",
        "bargap": 0.18,
        "bargroupgap": 0,
        "xaxis": {
            "title": {"text": theme.plain(probability_title)},
            "range": (0, ROOM_FOR_TEXT * longest),
            "tickformat": "~%",
            "nticks": 5,
            "ticklabeloverflow": "allow",
            "zeroline": True,
        },
        "yaxis": {
            "title": {"text": theme.plain(token_title)},
            "range": (size - 0.5, -0.5),
            "tickvals": list(range(size)),
            "ticktext": [_tick(row, drawn_id) for row in data.rows],
            "showgrid": False,
            "ticklabeloverflow": "allow",  # there is room; looking for it would take a third longer
        },
    }


def _tick(row: Row, drawn_id: int | None) -> str:
    label = theme.short(row.label)
    return f"<b>▸ {label}</b>" if row.id == drawn_id else label


def _hover(row: Row, before_name: str, after_name: str, removed_name: str, id_name: str) -> str:
    before = f"{before_name}: {format_share(row.before)}"
    after = f"{after_name}: {format_share(row.after)}" if row.kept else removed_name
    lines = theme.plain(f"{id_name} {row.id}"), theme.plain(before), theme.plain(after)
    return f"<b>{theme.plain(row.label)}</b> · " + "<br>".join(lines)
