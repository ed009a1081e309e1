"""The loss curve: where each point stands, and which one is marked."""

from collections.abc import Callable

import plotly.graph_objects as go

Draw = Callable[..., go.Figure]


def test_every_measure_is_on_the_curve_and_every_moment_a_point(draw_growth: Draw) -> None:
    line, moments, current = draw_growth(8).data
    assert line.mode == "lines"
    assert list(zip(line.x, line.y, strict=True)) == [(1, 4.0), (2, 3.5), (4, 3.0), (8, 2.5)]
    assert list(zip(moments.x, moments.y, strict=True)) == [(1, 4.0), (2, 3.5), (8, 2.5)]
    assert (current.x, current.y) == ((8,), (2.5,))


def test_the_start_stands_left_of_the_first_step_and_is_called_0(draw_growth: Draw) -> None:
    figure = draw_growth(0)
    assert figure.data[2].x == (1,)
    assert figure.layout.xaxis.type == "log"
    assert figure.layout.xaxis.tickvals == (1, 2, 8)
    assert figure.layout.xaxis.ticktext == ("0", "2", "8")


def test_an_even_guess_is_a_line_with_its_name(draw_growth: Draw) -> None:
    layout = draw_growth(2).layout
    assert (layout.shapes[0].y0, layout.shapes[0].y1) == (4.2, 4.2)
    assert layout.annotations[0].y == 4.2
    assert layout.annotations[0].text == "even &lt;&amp;&gt;"
    low, high = layout.yaxis.range
    assert low == 0
    assert high > 4.2


def test_a_point_tells_its_numbers(draw_growth: Draw) -> None:
    moments = draw_growth(2).data[1]
    assert moments.hovertext[2] == (
        "<b>2.500</b><br>step &lt;&amp;&gt;: 8<br>tokens &lt;&amp;&gt;: 800"
    )
    assert moments.hoverinfo == "text"
