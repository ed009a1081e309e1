"""The next-token figure: pairs of bars, one pair a token."""

from collections.abc import Callable

import plotly.graph_objects as go

from playground.analysis.next_token import NextToken

Draw = Callable[..., go.Figure]
Choice = Callable[..., NextToken]


def test_before_and_after_stand_side_by_side(draw_next_token: Draw, choice: Choice) -> None:
    before, after, removed = draw_next_token(choice(["a", "b", "c"], kept=2)).data
    assert before.x == (0.5, 0.25, None)
    assert after.x == (2 / 3, 1 / 3, 0)
    assert removed.x == (None, None, 0.125)
    assert before.offsetgroup == removed.offsetgroup != after.offsetgroup
    assert before.text == ("50.0%", "25.0%", "")
    assert after.text == ("66.7%", "33.3%", "0%")
    assert removed.text == ("", "", "12.5%")
    assert [trace.name for trace in (before, after, removed)] == [
        "before &lt;&amp;&gt;",
        "after &lt;&amp;&gt;",
        "removed &lt;&amp;&gt;",
    ]


def test_removed_bars_are_grey_and_the_others_are_not(
    draw_next_token: Draw, choice: Choice
) -> None:
    before, after, removed = draw_next_token(choice(["a", "b"], kept=1)).data
    assert removed.marker.color not in (before.marker.color, after.marker.color)
    assert before.marker.color != after.marker.color


def test_a37_equal_labels_are_two_bars(draw_next_token: Draw, choice: Choice) -> None:
    figure = draw_next_token(choice(["�", "�"], kept=2))
    assert figure.data[0].y == (0, 1)
    assert figure.data[0].x == (0.5, 0.25)
    assert figure.layout.yaxis.tickvals == (0, 1)
    assert figure.layout.yaxis.ticktext == ("�", "�")


def test_a39_the_most_probable_token_is_at_the_top(draw_next_token: Draw, choice: Choice) -> None:
    layout = draw_next_token(choice(["a", "b", "c"], kept=3)).layout
    assert layout.yaxis.range == (2.5, -0.5)
    assert layout.xaxis.range[0] == 0
    assert layout.xaxis.range[1] > 0.5
    assert layout.xaxis.title.text == "probability &lt;&amp;&gt;"
    assert layout.yaxis.title.text == "token &lt;&amp;&gt;"


def test_a40_labels_and_hover_are_escaped(
    draw_next_token: Draw, choice: Choice, markup_labels: tuple[str, ...]
) -> None:
    figure = draw_next_token(choice(markup_labels, kept=1))
    assert figure.layout.yaxis.ticktext[:4] == ("&lt;b&gt;", "a&lt;br&gt;b", "&amp;amp;", "&lt;/")
    assert figure.data[0].hovertext[0] == (
        "<b>&lt;b&gt;</b> · id 0<br>before &lt;&amp;&gt;: 50.0%<br>after &lt;&amp;&gt;: 100%"
    )
    assert figure.data[2].hovertext[1] == (
        "<b>a&lt;br&gt;b</b> · id 10<br>before &lt;&amp;&gt;: 25.0%<br>removed &lt;&amp;&gt;"
    )


def test_the_drawn_token_is_marked(draw_next_token: Draw, choice: Choice) -> None:
    figure = draw_next_token(choice(["a", "b"], kept=2), drawn_id=10)
    assert figure.layout.yaxis.ticktext == ("a", "<b>▸ b</b>")


def test_tiny_probabilities_are_written_as_such(draw_next_token: Draw, choice: Choice) -> None:
    figure = draw_next_token(choice(["a"] * 20, kept=20))
    assert figure.data[0].text[19] == "&lt;0.01%"
