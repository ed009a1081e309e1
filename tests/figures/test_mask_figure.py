"""The mask figure: a triangle of bytes, told apart by a hatch."""

from collections.abc import Callable, Sequence

import numpy as np
import plotly.graph_objects as go
import pytest

from playground.figures import grid

Draw = Callable[[Sequence[str]], go.Figure]


def test_a39_the_first_query_is_at_the_top_of_a_lower_left_triangle(draw_mask: Draw) -> None:
    figure = draw_mask(["a", "b", "c", "d"])
    assert figure.data[0].z.tolist() == [[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]]
    assert figure.layout.yaxis.range == (3.5, -0.5)
    assert figure.layout.xaxis.range == (-0.5, 3.5)
    assert figure.layout.yaxis.title.text == "query &lt;&amp;&gt;"
    assert figure.layout.xaxis.title.text == "key &lt;&amp;&gt;"


def test_cells_are_single_bytes(draw_mask: Draw) -> None:
    assert draw_mask(["a"] * 64).data[0].z.dtype == np.uint8


def test_blocked_cells_are_hatched_without_help_of_colour(draw_mask: Draw) -> None:
    cells, allowed, blocked = draw_mask(["a", "b", "c"]).data
    assert (allowed.name, blocked.name) == ("allowed &lt;&amp;&gt;", "blocked &lt;&amp;&gt;")
    assert blocked.fillpattern.shape == "/"
    outline = list(zip(blocked.x, blocked.y, strict=True))
    assert outline == [
        (0.5, -0.5), (0.5, 0.5), (1.5, 0.5), (1.5, 1.5), (2.5, 1.5), (2.5, -0.5),
    ]  # fmt: skip
    assert area(outline) == 3 == (cells.z == 0).sum()


def area(outline: list[tuple[float, float]]) -> float:
    pairs = zip(outline, outline[1:] + outline[:1], strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2


def test_one_token_blocks_nothing(draw_mask: Draw) -> None:
    cells, _, blocked = draw_mask(["a"]).data
    assert cells.z.tolist() == [[1]]
    assert area(list(zip(blocked.x, blocked.y, strict=True))) == 0


def test_a37_equal_labels_keep_their_own_places(draw_mask: Draw) -> None:
    axis = draw_mask(["the", "the", "the"]).layout.xaxis
    assert axis.labelalias == {"0": "the", "1": "the", "2": "the"}


def test_a40_labels_are_escaped(draw_mask: Draw, markup_labels: tuple[str, ...]) -> None:
    layout = draw_mask(markup_labels).layout
    for axis in (layout.xaxis, layout.yaxis):
        assert axis.labelalias["0"] == "&lt;b&gt;"
        assert axis.labelalias["2"] == "&amp;amp;"


def test_long_axes_write_some_labels_and_know_all(draw_mask: Draw) -> None:
    layout = draw_mask([f"t{place}" for place in range(64)]).layout
    assert (layout.xaxis.dtick, layout.yaxis.dtick) == (4, 2)
    assert (layout.xaxis.tick0, layout.yaxis.tick0) == (31 % 4, 31 % 2)
    assert layout.yaxis.labelalias["63"] == "t63"
    short = draw_mask(["a"] * 16).layout
    assert (short.xaxis.dtick, short.yaxis.dtick) == (1, 1)


def test_no_tokens_make_an_empty_figure(draw_mask: Draw) -> None:
    assert draw_mask([]).data[0].z.size == 0


def test_more_cells_than_a_browser_draws_quickly_are_refused() -> None:
    assert grid.layout(("a",) * 128, "query", "key", query=0, key=0)["height"] == 680
    with pytest.raises(ValueError, match="129 cells a side; at most 128"):
        grid.layout(("a",) * 129, "query", "key", query=0, key=0)
