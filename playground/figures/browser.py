"""What a browser needs to draw: a figure as JSON, and plotly.js, the copy inside plotly.py."""

from pathlib import Path

import plotly
import plotly.graph_objects as go

PLOTLY_JS_FOLDER = Path(plotly.__file__).parent / "package_data"
PLOTLY_JS = "plotly.min.js"
_NO_ISOLATES = dict.fromkeys(map(ord, "\u2068\u2069"))


def figure_json(figure: go.Figure, summary: str) -> str:
    """The figure for `Plotly.react`; `summary` rides along and is read out in place of it, without
    the invisible characters that keep its pieces apart."""
    figure.layout.meta = summary.translate(_NO_ISOLATES)
    return str(figure.to_json())
