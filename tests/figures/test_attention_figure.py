"""The attention figure: the weights, and nothing where the mask blocks."""

from collections.abc import Callable, Sequence

import numpy as np
import plotly.graph_objects as go
import pytest

Draw = Callable[[Sequence[str]], go.Figure]


def test_cells_hold_the_weights_and_the_future_is_blank(draw_attention: Draw) -> None:
    cells = draw_attention(["a", "b", "c"]).data[0]
    nan = float("nan")
    expected = [[1, nan, nan], [1 / 3, 2 / 3, nan], [1 / 6, 2 / 6, 3 / 6]]
    assert cells.z.dtype == np.float32
    assert cells.z.tolist() == [pytest.approx(row, nan_ok=True) for row in expected]


def test_colour_runs_from_none_to_all_whatever_the_data(draw_attention: Draw) -> None:
    cells = draw_attention(["a", "b", "c"]).data[0]
    assert (cells.zmin, cells.zmax) == (0, 1)
    stops = [position for position, _ in cells.colorscale]
    assert stops == sorted(stops)
    assert (stops[0], stops[-1]) == (0, 1)
    assert cells.colorbar.title.text == "weight &lt;&amp;&gt;"


def test_a39_the_first_query_is_at_the_top(draw_attention: Draw) -> None:
    layout = draw_attention(["a", "b", "c"]).layout
    assert layout.yaxis.range == (2.5, -0.5)
    assert layout.yaxis.title.text == "query &lt;&amp;&gt;"
    assert layout.xaxis.title.text == "key &lt;&amp;&gt;"
