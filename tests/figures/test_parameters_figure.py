"""The parameters figure: one bar a part, in the order of the data."""

from collections.abc import Callable

import plotly.graph_objects as go

from playground.gpt.config import GPTConfig

Draw = Callable[[GPTConfig], go.Figure]


def test_bars_hold_the_counts_in_the_order_of_the_data(draw_parameters: Draw) -> None:
    counted, shared, names = draw_parameters(GPTConfig()).data
    assert counted.x == (
        38_597_376, 786_432, 21_261_312, 7_087_104, 28_348_416, 28_320_768, 38_400, None,
    )  # fmt: skip
    assert counted.y == tuple(range(8))
    assert names.text[0] == "token_embedding &lt;&amp;&gt;"
    assert names.text[-1] == "head &lt;&amp;&gt;"
    assert [round(row - place, 2) for place, row in enumerate(names.y)] == [-0.42] * 8
    assert counted.text[0] == "<b>38.6M</b> · 31.0%"
    assert shared.x[:7] == (None,) * 7


def test_a18_a_tied_head_is_an_outline_as_long_as_the_token_embedding(
    draw_parameters: Draw,
) -> None:
    counted, shared, _ = draw_parameters(GPTConfig()).data
    assert (shared.x[7], counted.x[7]) == (38_597_376, None)
    assert shared.marker.pattern.shape == "/"
    assert shared.text[7] == "shared &lt;&amp;&gt;"


def test_an_untied_head_is_counted(draw_parameters: Draw) -> None:
    counted, shared, _ = draw_parameters(GPTConfig(weight_tying=False)).data
    assert counted.x[7] == 38_597_376
    assert shared.x == (None,) * 8


def test_hover_tells_formula_count_and_share(draw_parameters: Draw) -> None:
    counted, shared, _ = draw_parameters(GPTConfig()).data
    assert counted.hovertext[2] == (
        "<b>attention_qkv &lt;&amp;&gt;</b><br>12 × (768 × 2,304 + 2,304) = 21,261,312"
        "<br>share &lt;&amp;&gt;: 17.1%"
    )
    assert "shared &lt;&amp;&gt;" in shared.hovertext[7]


def test_the_input_is_at_the_top_and_the_axis_starts_at_zero(draw_parameters: Draw) -> None:
    layout = draw_parameters(GPTConfig()).layout
    assert layout.yaxis.range[0] > 7 > 0 > layout.yaxis.range[1]
    assert layout.xaxis.range[0] == 0
    assert layout.xaxis.range[1] > 38_597_376
    assert layout.xaxis.title.text == "count &lt;&amp;&gt;"
    assert layout.yaxis.title.text == "part &lt;&amp;&gt;"


def test_a_count_of_zero_has_no_formula(draw_parameters: Draw) -> None:
    counted = draw_parameters(GPTConfig(position="sinusoidal")).data[0]
    assert counted.x[1] == 0
    assert counted.hovertext[1].split("<br>")[1] == "0"
