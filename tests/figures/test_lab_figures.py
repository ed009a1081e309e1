"""Figures of one token of a text and of a race: a bar or a cell for each token, in its place."""

import pytest

from playground.analysis.draw_place import Piece
from playground.figures import theme
from playground.figures.attention_row import attention_row_figure
from playground.figures.stages import LEAST, stages_figure
from tests.figures.lab_figures import (
    BITING,
    draw_cells,
    draw_pieces,
    draw_race,
    draw_row,
    guesses,
    lab_labels,
    pieces,
)

LONG = BITING.index("␣" + "very" * 40)
WRITTEN = tuple(theme.plain(label) for label in BITING[:LONG])
"""All but the last ones, which are cut."""


def test_every_piece_is_a_bar_in_its_place() -> None:
    shown = pieces(len(BITING))
    rest, bars = draw_pieces(shown, BITING).data
    assert bars.base == tuple(piece.start for piece in shown)
    ends = [start + width for start, width in zip(bars.base, bars.x, strict=True)]
    assert ends == pytest.approx([piece.end for piece in shown])
    assert set(bars.y) == {0}
    assert (rest.x, rest.y, rest.base) == ((1,), (0,), None)


def test_a_piece_tells_its_label_and_its_share() -> None:
    (_, bars) = draw_pieces([Piece(3, 0.0, 0.125), Piece(9, 0.5, 1.0)], ["<b>", "%{text}"]).data
    assert bars.hovertext == ("<b>&lt;b&gt;</b><br>12.5%", "<b>%{text}</b><br>50.0%")
    assert bars.text == ("&lt;b&gt;", "%{text}")
    (_, bars) = draw_pieces(pieces(len(BITING)), BITING).data
    assert bars.text[: LONG - 1] == WRITTEN[: LONG - 1]
    assert bars.text[LONG] == "␣veryveryvery…"
    assert bars.hovertext[LONG].startswith(f"<b>{BITING[LONG]}</b>")


def test_the_drawn_piece_alone_has_the_accent() -> None:
    (_, bars) = draw_pieces(pieces(4), BITING[:4], drawn_id=20).data
    pale = theme.ACCENT_PALE
    assert bars.marker.color == (pale, pale, theme.ACCENT, pale)
    (_, bars) = draw_pieces(pieces(2), BITING[:2], drawn_id=7).data
    assert set(bars.marker.color) == {pale}


@pytest.mark.parametrize("uniform", [0.0, 0.25, 0.75, 1 - 2**-53])
def test_a_line_stands_at_the_number_and_its_name_has_room(uniform: float) -> None:
    layout = draw_pieces(pieces(2), BITING[:2], uniform=uniform).layout
    (line,), (name,) = layout.shapes, layout.annotations
    assert (line.x0, line.x1, name.x) == (uniform,) * 3
    assert name.xanchor == ("left" if uniform < 0.5 else "right")
    assert name.text == f"drawn &lt;&amp;&gt; {uniform:.4f}"
    assert layout.xaxis.range == (0, 1)


def test_without_a_draw_there_is_no_line() -> None:
    layout = draw_pieces(pieces(2), BITING[:2]).layout
    assert (layout.shapes, layout.annotations) == ((), ())


def test_cells_are_in_the_order_of_rows_and_columns() -> None:
    figure = draw_cells(guesses(4, 3), lab_labels(12))
    (cells,) = figure.data
    assert list(cells.z) == guesses(4, 3)
    letters = 10  # of 30 for three columns
    wanted = [theme.short(label, letters) for label in lab_labels(12)]
    assert [text for row in cells.text for text in row] == wanted
    hovers = [text for row in cells.hovertext for text in row]
    assert hovers == [theme.plain(label) for label in lab_labels(12)]
    assert figure.layout.xaxis.tickvals == (0, 1, 2)
    assert figure.layout.xaxis.ticktext == ("1e5", "2e5", "3e5")
    assert figure.layout.yaxis.range == (3.5, -0.5)
    assert figure.layout.yaxis.ticktext[0] == "Layer &lt;&amp;&gt; 1"


def test_the_strongest_cell_has_the_strongest_colour() -> None:
    (cells,) = draw_cells([[0.5, 4.0], [None, 2.0]], BITING[:4]).data
    assert (cells.zmin, cells.zmax) == (0, 4)
    assert cells.z[1][0] is None
    for nothing in ([[0.0, 0.0]], [[None, None]]):
        (cells,) = draw_cells(nothing, BITING[:2]).data  # type: ignore[arg-type]
        assert (cells.zmin, cells.zmax) == (0, 1)


@pytest.mark.parametrize(("rows", "height"), [(1, 124), (2, 124), (3, 156), (12, 444), (48, 700)])
def test_many_rows_stay_on_the_screen_and_one_has_room_for_titles(rows: int, height: int) -> None:
    figure = draw_cells(guesses(rows), lab_labels(3 * rows), row_height=32)
    assert figure.layout.height == height
    marked = figure.layout.yaxis.tickvals
    assert len(marked) == min(rows, 24)
    assert figure.layout.yaxis.ticktext[-1] == f"Layer &lt;&amp;&gt; {marked[-1] + 1}"


def test_every_token_that_is_looked_at_has_a_bar() -> None:
    (bars,) = draw_row(BITING).data
    count = len(BITING)
    assert bars.x == tuple(range(count))
    assert bars.y == pytest.approx([2 * (n + 1) / (count * (count + 1)) for n in range(count)])
    assert [text.split("</b>")[0] for text in bars.hovertext] == [
        f"<b>{theme.plain(label)}" for label in BITING
    ]
    assert bars.hovertext[-1].endswith("<br>13.3%")
    axis = draw_row(BITING).layout.xaxis
    assert axis.tickvals == tuple(range(count))
    assert axis.ticktext[: LONG - 1] == WRITTEN[: LONG - 1]


@pytest.mark.parametrize("count", [1, 15, 16, 17, 33, 64])
def test_the_last_token_is_always_named_and_no_more_than_can_be_read(count: int) -> None:
    labels = [f"t{n}" for n in range(count)]
    axis = draw_row(labels).layout.xaxis
    assert axis.tickvals[-1] == count - 1
    assert axis.ticktext == tuple(labels[place] for place in axis.tickvals)
    steps = {later - one for one, later in zip(axis.tickvals, axis.tickvals[1:], strict=False)}
    assert len(steps) <= 1
    assert 8 < len(axis.tickvals) <= 16 or count < 9
    assert axis.range == (-0.6, count - 0.4)


def test_as_many_labels_as_weights() -> None:
    with pytest.raises(ValueError, match="zip"):
        attention_row_figure([1.0], ["a", "b"], key_title="", weight_title="")


def test_a_race_has_a_point_a_token_on_both_lines() -> None:
    figure = draw_race(3)
    plain, cached = figure.data
    assert (plain.name, cached.name) == ("plain &lt;&amp;&gt;", "cached &lt;&amp;&gt;")
    assert plain.x == cached.x == (5, 6, 7)
    assert (plain.y, cached.y) == ((5, 6, 7), (1.5, 1.5, 1.5))
    assert cached.line.color == theme.ACCENT
    assert plain.line.color == theme.GREY
    assert cached.hovertext[1] == "<b>1.50 ms</b><br>position &lt;&amp;&gt;: 6"
    assert figure.layout.yaxis.rangemode == "tozero"


def test_the_curve_of_ranks_ends_where_its_axis_does() -> None:
    """What has less is not drawn, least of all as a line that is level."""
    curve = [(1, 0.9), (2, 0.1), (10, 1e-13), (100, 1e-20), (1000, 0.0)]
    figure = stages_figure(curve, [], rank_title="rank", probability_title="probability")
    (line,) = figure.data
    assert (line.x, line.y) == ((1, 2, 10), (0.9, 0.1, LEAST))
    assert len(line.hovertext) == 3
    assert figure.layout.xaxis.range[1] >= 3  # of all 1,000 ranks, on a logarithmic axis
    whole = stages_figure(curve[:2], [], rank_title="rank", probability_title="probability")
    assert whole.data[0].y == (0.9, 0.1)
