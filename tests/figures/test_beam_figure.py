"""The tree of a beam search: lines that do not cross, the best text, the ends, awkward labels."""

import itertools
from collections.abc import Callable

import plotly.graph_objects as go
import pytest

from playground.figures import theme

Draw = Callable[..., go.Figure]
Line = tuple[float, float, float, float]
BITING = ("1e5", "2024-01-01", " ", "Infinity", "␣the", "␣the", "<b>")


def lines(trace: go.Scatter) -> list[Line]:
    """(x, y) of the start and of the end of each."""
    ends = list(zip(trace.x, trace.y, strict=True))
    assert all(gap == (None, None) for gap in ends[::3])
    return [(*start, *end) for start, end in zip(ends[1::3], ends[2::3], strict=True)]


@pytest.mark.parametrize(("width", "depth"), [(1, 1), (2, 5), (5, 12), (10, 12)])
def test_every_token_hangs_on_its_parent_and_no_lines_cross(
    draw_beam: Draw, width: int, depth: int
) -> None:
    figure = draw_beam(["a"], width, depth)
    grey, accent, tokens = figure.data
    drawn = lines(grey) + lines(accent)
    assert len(drawn) == len(tokens.x) == width * depth
    assert {(x, y + 0.5) for _, _, x, y in drawn} == set(zip(tokens.x, tokens.y, strict=True))
    for one, other in itertools.combinations(drawn, 2):
        if one[3] == other[3]:
            assert (one[0] - other[0]) * (one[2] - other[2]) >= 0, (one, other)


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
    assert tokens.text == ("1e5", "2024…", " ", "Infi…", "␣the", "␣the", "&lt;b&gt;")
    assert sorted(tokens.x) == list(range(7))
    assert tokens.hovertext[1].startswith("<b>2024-01-01</b><br>")
    assert tokens.hovertext[6].startswith("<b>&lt;b&gt;</b><br>")


def test_labels_are_the_shorter_the_more_stand_side_by_side(draw_beam: Draw) -> None:
    shown = [draw_beam(["a" * 40], n, 1).data[2].text[0] for n in (1, 3, 5, 10)]
    assert [len(text) for text in shown] == [14, 13, 8, 3]
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
