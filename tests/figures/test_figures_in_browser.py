"""The figures in real Chromium, drawn by the plotly.js that plotly.py itself brings."""

import itertools
import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest
from playwright.sync_api import Browser, Page

from playground.analysis.next_token import NextToken
from playground.figures.browser import PLOTLY_JS, PLOTLY_JS_FOLDER, figure_json
from playground.text.encoding import encoding_named
from playground.text.labels import token_label
from tests.figures.lab_figures import (
    BITING,
    draw_cells,
    draw_pieces,
    draw_row,
    guesses,
    lab_labels,
    pieces,
)

TYPED_ARRAY = "must be linked to an array container"
"""What plotly.js says of every array that plotly.py packs; it draws them all the same."""

DRAW = """async json => {
    const figure = JSON.parse(json);
    const config = {responsive: true, displayModeBar: false};
    await Plotly.react(document.getElementById("figure"), figure.data, figure.layout, config);
    return (Plotly.validate(figure.data, figure.layout) || []).map(fault => fault.msg);
}"""
BARS = """() => document.getElementById("figure").calcdata.map(
    bars => bars.map(bar => ({value: bar.s, place: bar.p})))"""
CELLS = """() => Array.from(document.getElementById("figure").calcdata[0][0].z,
    row => Array.from(row, cell => cell === undefined ? null : cell))"""
TEXTS = """selector => Array.from(document.querySelectorAll("#figure " + selector), text => ({
    text: text.textContent,
    top: text.getBoundingClientRect().top,
    bottom: text.getBoundingClientRect().bottom,
    left: text.getBoundingClientRect().left,
    right: text.getBoundingClientRect().right}))"""
HOVER = """async target => {
    const figure = document.getElementById("figure");
    await new Promise(done => setTimeout(done, 100));  // plotly ignores hovers in quick succession
    Plotly.Fx.hover(figure, target);
    const text = document.querySelector("#figure .hovertext .nums");
    return Array.from(text.querySelectorAll("tspan.line"), line => line.textContent);
}"""


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[Page]:
    """One page 390 pixels wide with one figure that is drawn again and again."""
    page = browser.new_page(viewport={"width": 390, "height": 800})
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: faults.append(request.url))
    page.set_content('<div style="margin: 0 16px"><div id="figure"></div></div>')
    page.add_script_tag(content=(PLOTLY_JS_FOLDER / PLOTLY_JS).read_text(encoding="utf-8"))
    yield page
    page.close()
    assert faults == []


def draw(page: Page, figure: go.Figure) -> list[str]:
    faults: list[str] = page.evaluate(DRAW, figure_json(figure, "summary"))
    return [fault for fault in faults if TYPED_ARRAY not in fault]


def texts(page: Page, selector: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(TEXTS, selector)
    return found


def test_plotly_finds_no_fault_in_any_figure(
    phone: Page, all_figures: dict[str, go.Figure]
) -> None:
    for name, figure in all_figures.items():
        assert draw(phone, figure) == [], name


def test_no_text_leaves_a_phone(phone: Page, all_figures: dict[str, go.Figure]) -> None:
    for name, figure in all_figures.items():
        draw(phone, figure)
        for text in texts(phone, "text"):
            assert 0 <= text["left"] <= text["right"] <= 390, (name, text)


@pytest.mark.parametrize(("width", "depth"), [(1, 1), (3, 12), (5, 12), (8, 12)])
def test_no_text_of_a_beam_search_overlaps_another(
    phone: Page, draw_beam: Callable[..., go.Figure], width: int, depth: int
) -> None:
    labels = ["␣something", "2024-01-01", "小猫咪喜欢", "␣the", "1e5", "␣neverthelessness", "<b>"]
    draw(phone, draw_beam(labels, width, depth))
    boxes = texts(phone, "text")
    assert len(boxes) == width * depth + depth + 2  # tokens, ticks, titles
    require_apart(boxes)


def require_apart(boxes: list[dict[str, Any]]) -> None:
    for one, other in itertools.combinations(boxes, 2):
        apart = (
            one["right"] <= other["left"]
            or other["right"] <= one["left"]
            or one["bottom"] <= other["top"] + 2
            or other["bottom"] <= one["top"] + 2
        )
        assert apart, (one, other)


def test_a41_bars_show_the_values(
    phone: Page, choice: Callable[..., NextToken], draw_next_token: Callable[..., go.Figure]
) -> None:
    figure = draw_next_token(choice(["a", "b", "c"], kept=2))
    draw(phone, figure)
    shown = phone.evaluate(BARS)
    for trace, bars in zip(figure.data, shown, strict=True):
        expected = [(place, x) for place, x in enumerate(trace.x) if x is not None]
        drawn = [(round(b["place"]), b["value"]) for b in bars if b["value"] is not None]
        assert drawn == expected


def test_a41_cells_show_the_values(
    phone: Page, draw_mask: Callable[..., go.Figure], draw_attention: Callable[..., go.Figure]
) -> None:
    draw(phone, draw_mask(["a", "b", "c"]))
    assert phone.evaluate(CELLS) == [[1, 0, 0], [1, 1, 0], [1, 1, 1]]
    draw(phone, draw_attention(["a", "b", "c"]))
    shown = phone.evaluate(CELLS)
    blank = [[cell is None or math.isnan(cell) for cell in row] for row in shown]
    assert blank == [[False, True, True], [False, False, True], [False, False, False]]
    assert shown[2] == np.float32([1 / 6, 2 / 6, 3 / 6]).tolist()


def test_a37_equal_labels_stay_two_bars(
    phone: Page, choice: Callable[..., NextToken], draw_next_token: Callable[..., go.Figure]
) -> None:
    draw(phone, draw_next_token(choice(["�", "�"], kept=2)))
    assert [bar["value"] for bar in phone.evaluate(BARS)[0]] == [0.5, 0.25]
    ticks = texts(phone, ".ytick text")
    assert [tick["text"] for tick in ticks] == ["�", "�"]
    assert ticks[0]["top"] < ticks[1]["top"]


def test_a38_whitespace_tokens_are_visible_and_different(
    phone: Page, choice: Callable[..., NextToken], draw_next_token: Callable[..., go.Figure]
) -> None:
    encoding = encoding_named("gpt2")
    tokens = [encoding.encode(text) for text in (" ", "\n", "\n\n", "\t", "\x00")]
    labels = [token_label(encoding, ids[0]) for ids in tokens]
    assert [len(ids) for ids in tokens] == [1] * 5
    draw(phone, draw_next_token(choice(labels, kept=5)))
    shown = [tick["text"] for tick in texts(phone, ".ytick text")]
    assert shown == labels
    assert len({text.strip() for text in shown} - {""}) == 5


def test_a39_the_first_query_is_drawn_above_the_last(
    phone: Page, draw_mask: Callable[..., go.Figure]
) -> None:
    draw(phone, draw_mask(["a", "b", "c", "d"]))
    rows = sorted(texts(phone, ".ytick text"), key=lambda tick: tick["top"])
    columns = sorted(texts(phone, ".xtick text"), key=lambda tick: tick["left"])
    assert [tick["text"] for tick in rows] == ["a", "b", "c", "d"]
    assert [tick["text"] for tick in columns] == ["a", "b", "c", "d"]


def test_a40_markup_is_shown_letter_by_letter(
    phone: Page,
    choice: Callable[..., NextToken],
    draw_next_token: Callable[..., go.Figure],
    draw_mask: Callable[..., go.Figure],
    markup_labels: tuple[str, ...],
) -> None:
    draw(phone, draw_next_token(choice(markup_labels, kept=8)))
    assert [tick["text"] for tick in texts(phone, ".ytick text")] == list(markup_labels)
    for place, label in enumerate(markup_labels):
        lines = phone.evaluate(HOVER, [{"curveNumber": 0, "pointNumber": place}])
        assert lines[0] == f"{label} · id {10 * place}"
        assert len(lines) == 3
    draw(phone, draw_mask(markup_labels))
    for selector in (".ytick text", ".xtick text"):
        assert {tick["text"] for tick in texts(phone, selector)} == set(markup_labels)
    lines = phone.evaluate(HOVER, {"xval": 1, "yval": 2})
    assert lines == ["query <&>: &amp;", "key <&>: a<br>b", "allowed <&>: 1"]


def test_hover_names_tokens_whose_labels_are_left_out(
    phone: Page, draw_mask: Callable[..., go.Figure]
) -> None:
    draw(phone, draw_mask([f"t{place}" for place in range(64)]))
    assert len(texts(phone, ".xtick text")) == 16
    lines = phone.evaluate(HOVER, {"xval": 50, "yval": 33})
    assert lines == ["query <&>: t33", "key <&>: t50", "allowed <&>: 0"]


@pytest.mark.parametrize(("count", "written"), [(1, 1), (2, 2), (4, 0), (8, 0), (14, 0)])
def test_labels_of_pieces_are_written_where_they_fit_and_nowhere_else(
    phone: Page, count: int, written: int
) -> None:
    for labels in (BITING[:count], BITING[-count:]):
        draw(phone, draw_pieces(pieces(count), labels, uniform=0.3))
        seen = [box for box in texts(phone, ".bars text") if box["right"] > box["left"]]
        require_apart(seen)
        assert all(box["bottom"] - box["top"] > 11 for box in seen)  # large enough to be read
        assert len(seen) >= (written if labels == BITING[:count] else 0)
        bars = phone.evaluate(BARS)[1]
        assert [bar["value"] for bar in bars] == pytest.approx([1 / (2 * count)] * count)


def test_biting_labels_are_shown_letter_by_letter(phone: Page) -> None:
    draw(phone, draw_row(BITING))
    ticks = [tick["text"] for tick in texts(phone, ".xtick text")]
    assert ticks[:12] == list(BITING[:12])
    for place, label in enumerate(BITING):
        lines = phone.evaluate(HOVER, [{"curveNumber": 0, "pointNumber": place}])
        assert "".join(lines[:-1]).split() == label.split()
    assert len(phone.evaluate(BARS)[0]) == len(BITING)


def test_cells_show_their_labels_in_their_rows(phone: Page) -> None:
    draw(phone, draw_cells(guesses(4), lab_labels(12)))
    assert phone.evaluate(CELLS) == guesses(4)
    boxes = texts(phone, ".heatmap-label text")
    assert [box["text"].strip() for box in boxes] == [label.strip() for label in BITING[:12]]
    require_apart([*boxes, *texts(phone, ".ytick text"), *texts(phone, ".xtick text")])
    draw(phone, draw_cells(guesses(48), lab_labels(144), row_height=32))
    require_apart(texts(phone, ".ytick text"))


@pytest.mark.parametrize("rows", [1, 2])
def test_titles_stand_beside_the_labels_of_few_cells(phone: Page, rows: int) -> None:
    draw(phone, draw_cells(guesses(rows), lab_labels(3 * rows), row_height=32))
    require_apart([*texts(phone, ".xtitle"), *texts(phone, ".xtick text")])
    require_apart([*texts(phone, ".ytitle"), *texts(phone, ".ytick text")])


def test_cells_that_have_no_values_yet_leave_the_axes(phone: Page) -> None:
    draw(phone, draw_cells([[None] * 3] * 2, [""] * 6))
    assert len(texts(phone, ".xtick text")) == 3
    assert len(texts(phone, ".ytick text")) == 2
