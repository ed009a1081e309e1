"""The tree of a beam search: lines that do not cross, the best text, the ends, awkward labels."""

import itertools
from collections.abc import Callable

import numpy as np
import plotly.graph_objects as go
import pytest

from playground.figures import theme

Draw = Callable[..., go.Figure]
Line = tuple[float, float, float, float]
BITING = ("1e5", "2024-01-01", " ", "Infinity", "␣the", "␣the", "<b>")


def paths(trace: go.Scatter) -> list[list[tuple[float, float]]]:
    """The corners (x, y) of each link, which a gap goes before and after."""
    corners = list(zip(trace.x, trace.y, strict=True))
    gaps = [place for place, corner in enumerate(corners) if corner == (None, None)]
    assert (gaps[0], gaps[-1]) == (0, len(corners) - 1)
    return [corners[one + 1 : other] for one, other in itertools.pairwise(gaps)]


def lines(trace: go.Scatter) -> list[Line]:
    """(x, y) of the start and of the end of each."""
    return [(*path[0], *path[-1]) for path in paths(trace)]


@pytest.mark.parametrize(("width", "depth"), [(1, 1), (2, 5), (5, 12), (10, 12)])
def test_every_token_hangs_on_its_parent_and_no_lines_cross(
    draw_beam: Draw, width: int, depth: int
) -> None:
    figure = draw_beam(["a"], width, depth)
    grey, accent, tokens = figure.data
    drawn = lines(grey) + lines(accent)
    assert len(drawn) == len(tokens.x) == width * depth
    places = set(zip(tokens.x, tokens.y, strict=True))
    assert {(x, y) for _, _, x, y in drawn} == places
    assert {(x, y) for x, y, _, _ in drawn} <= places | {(0, 0)}
    for one, other in itertools.combinations(drawn, 2):
        if one[3] == other[3]:
            assert (one[0] - other[0]) * (one[2] - other[2]) >= 0, (one, other)


@pytest.mark.parametrize("width", [2, 3, 5])
def test_links_cross_no_label_and_meet_only_where_they_begin(draw_beam: Draw, width: int) -> None:
    """A label lies to the right of its token, a sixth of a depth high to either side."""
    grey, accent, _ = draw_beam(["a"], width, 5).data
    for path in paths(grey) + paths(accent):
        (first_x, first_y), (last_x, last_y) = path[0], path[-1]
        heights = [y for _, y in path]
        assert heights == sorted(heights)
        for x, y in path:
            assert x == first_x or y - first_y >= 0.25
            assert x == last_x or last_y - y >= 0.25
    for depth in range(5):
        level = [path for path in paths(grey) + paths(accent) if path[0][1] == depth]
        for one, other in itertools.combinations(level, 2):
            apart = [here - there for here, there in zip(across(one), across(other), strict=True)]
            assert all(each > 0 for each in apart) or all(each < 0 for each in apart)


def across(path: list[tuple[float, float]]) -> list[float]:
    """Where a link is at some heights beyond its straight beginning."""
    heights = [path[0][1] + share for share in (0.4, 0.6, 0.8, 1)]
    return np.interp(heights, [y for _, y in path], [x for x, _ in path]).tolist()


def test_the_best_text_is_a_straight_thick_line_at_the_edge(draw_beam: Draw) -> None:
    grey, accent, tokens = draw_beam(["a"], 3, 4).data
    assert [(start, end) for start, _, end, _ in lines(accent)] == [(0, 0)] * 4
    assert accent.line.color == theme.ACCENT
    assert grey.line.color == theme.GREY
    assert accent.line.width > 2 * grey.line.width
    colors = dict(zip(zip(tokens.x, tokens.y, strict=True), tokens.marker.color, strict=True))
    best = {at for at, color in colors.items() if color == theme.ACCENT}
    assert best == {(0, 1), (0, 2), (0, 3), (0, 4)}


def test_tokens_that_end_a_text_are_squares(draw_beam: Draw) -> None:
    tokens = draw_beam(["a"], 3, 4).data[2]
    symbols = ["circle"] * 3 + ["circle", "circle", "square"] + ["circle"] * 3 + ["square"] * 3
    assert list(tokens.marker.symbol) == symbols


def test_awkward_labels_stay_what_they_are(draw_beam: Draw) -> None:
    figure = draw_beam(BITING, 7, 1)
    tokens = figure.data[2]
    assert tokens.text == ("1e5", "202…", " ", "Inf…", "␣the", "␣the", "&lt;b&gt;")
    assert sorted(tokens.x) == list(range(7))
    assert tokens.hovertext[1].startswith("<b>2024-01-01</b><br>")
    assert tokens.hovertext[6].startswith("<b>&lt;b&gt;</b><br>")


def test_labels_are_the_shorter_the_more_stand_side_by_side(draw_beam: Draw) -> None:
    shown = [draw_beam(["a" * 40], n, 1).data[2].text[0] for n in (1, 3, 5, 10)]
    assert [len(text) for text in shown] == [14, 12, 7, 2]
    assert all(text.endswith("…") for text in shown)


def test_a_token_tells_its_numbers(draw_beam: Draw) -> None:
    assert draw_beam(["a"], 2, 2).data[2].hovertext[3] == (
        "<b>a</b><br>probability &lt;&amp;&gt;: 36.8%<br>logarithm &lt;&amp;&gt;: -1.00"
        "<br>sum &lt;&amp;&gt;: -1.50<br>mean &lt;&amp;&gt;: -0.75"
    )


def test_depths_have_numbers_and_run_down(draw_beam: Draw) -> None:
    axis = draw_beam(["a"], 2, 3).layout.yaxis
    assert axis.tickvals == (1, 2, 3)
    assert axis.range[0] > axis.range[1]
    assert axis.title.text == "depth &lt;&amp;&gt;"
