"""The looks that all figures share, on a light and on a dark page alike.

Text has no colour here, except on hover: the page colours it (`var(--body-text-color)`). Data
colours have a contrast of at least 3 on white and on the page's dark ground, which a test checks.
"""

import html
import unicodedata

import plotly.graph_objects as go

ACCENT = "#3a7cf5"
"""The one accent: what the model may use, or what is drawn from."""
ACCENT_PALE = "rgba(58, 124, 245, 0.25)"
GREY = "#868e9c"
"""What is removed, blocked or shared."""
GREY_PALE = "rgba(134, 142, 156, 0.35)"
SEQUENTIAL = [
    (0, "rgba(58, 124, 245, 0.06)"),
    (0.05, "rgba(58, 124, 245, 0.2)"),
    (0.2, "rgba(58, 124, 245, 0.5)"),
    (0.5, "rgba(58, 124, 245, 0.8)"),
    (1, ACCENT),
]
"""None to all. Steeper at the start, since most attention weights are small."""
EVEN = [(0, "rgba(58, 124, 245, 0.06)"), (1, "rgba(58, 124, 245, 0.6)")]
"""None to all, pale enough for a number on it."""
GRID = "rgba(134, 142, 156, 0.22)"

HOVER_GROUND = "#1e293b"
"""Behind hover text, the one text that does not stand on the page."""

FONT = (
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', "
    "'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans CJK SC', "
    "'Noto Sans SC', 'WenQuanYi Micro Hei', sans-serif"
)
LABEL_WIDTH = 14
"""Most columns of a token label in a figure; a Chinese character takes two."""

_AXIS = {
    "autotypenumbers": "strict",
    "automargin": True,
    "gridcolor": GRID,
    "zeroline": False,
    "zerolinecolor": GREY_PALE,
    "showline": False,
    "ticks": "",
    "fixedrange": True,
    "title": {"standoff": 8, "font": {"size": 13}},
}

TEMPLATE = go.layout.Template(
    layout={
        "autotypenumbers": "strict",
        "paper_bgcolor": "rgba(0, 0, 0, 0)",
        "plot_bgcolor": "rgba(0, 0, 0, 0)",
        "colorway": [ACCENT, "#c2780c", "#0f9a78", "#b45fc4", GREY],
        "font": {"family": FONT, "size": 13},
        "xaxis": _AXIS,
        "yaxis": _AXIS,
        "margin": {"l": 8, "r": 8, "t": 40, "b": 8},
        "legend": {
            "orientation": "h",
            "xref": "container",
            "x": 0,
            "xanchor": "left",
            "yref": "container",
            "y": 1,
            "yanchor": "top",
            "font": {"size": 12},
            "itemclick": False,
            "itemdoubleclick": False,
        },
        "dragmode": False,
        "hoverlabel": {
            "align": "left",
            "bgcolor": HOVER_GROUND,
            "bordercolor": HOVER_GROUND,
            "font": {"family": FONT, "size": 14, "color": "#ffffff"},
        },
    }
)


def plain(text: str) -> str:
    """`text` so that plotly, which reads a kind of HTML, shows it letter by letter.

    Only the three characters that plotly understands as entities are written as such: it would
    show `&quot;` as it stands.
    """
    return html.escape(text, quote=False)


def short(label: str, width: int = LABEL_WIDTH) -> str:
    """`plain(label)`, cut to `width` columns with an ellipsis where it is longer."""
    if sum(map(_columns, label)) <= width:
        return plain(label)
    kept, used = "", 1
    for character in label:
        used += _columns(character)
        if used > width:
            break
        kept += character
    return plain(kept) + "…"


def _columns(character: str) -> int:
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
