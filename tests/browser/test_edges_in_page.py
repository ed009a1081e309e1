"""What is cut off, and what is out of date, says so."""

import io

import numpy as np
from PIL import Image

from tests.browser.conftest import OpenVisit
from tests.browser.visit import GENERATE, GROWTH, PARAMETERS, Visit

TABLE = "#parameters-figure .scroll"
EDGE = 8
"""Pixels."""


def edges(opened: Visit) -> tuple[float, float]:
    """How much the left and the right edge of the table differ from its ground, 0 to 255, where
    nothing is written: in the tenth of its lines that differ least."""
    shot = opened.page.locator(TABLE).screenshot()
    pixels = np.asarray(Image.open(io.BytesIO(shot)).convert("L"), np.int16)
    ground = np.bincount(pixels.ravel()).argmax()
    rows = np.abs(pixels - ground)
    left, right = (np.quantile(edge.mean(1), 0.1) for edge in (rows[:, :EDGE], rows[:, -EDGE:]))
    return float(left), float(right)


def test_a_table_that_is_cut_shows_it_on_the_edge(visit: OpenVisit) -> None:
    for theme in ("light", "dark"):
        opened = visit(theme=theme, width=390)
        opened.tab(PARAMETERS)
        opened.page.locator("#parameters-figure summary").click()
        table = opened.page.locator(TABLE)
        table.locator("tbody tr").first.wait_for()
        assert table.evaluate("table => table.scrollWidth > table.clientWidth")
        left, right = edges(opened)
        assert left < 3 < 12 < right, (theme, left, right)
        table.focus()
        for _ in range(40):
            opened.page.keyboard.press("ArrowRight")
        opened.page.wait_for_function(
            """place => {
                const table = document.querySelector(place);
                return table.scrollLeft + table.clientWidth >= table.scrollWidth - 1;
            }""",
            arg=TABLE,
        )
        table.evaluate("table => table.blur()")  # its focus has an outline
        left, right = edges(opened)
        assert right < 3 < 12 < left, (theme, left, right)
        assert table.get_attribute("role") == "region"
        assert table.get_attribute("aria-label") == "part, parameters, share, how it is counted"


def test_a_text_of_earlier_settings_says_so_until_they_are_back(visit: OpenVisit) -> None:
    opened = visit()
    opened.tab(GENERATE)
    opened.slide("max_new_tokens", 8)
    opened.write()
    note = opened.page.locator("#text-age .stale")
    assert note.count() == 0
    for name, value, usual in (("temperature", 1.5, 0.8), ("d_model", 512, 256), ("moment", 1, 5)):
        opened.slide(name, value)
        note.wait_for()
        opened.slide(name, usual)
        note.wait_for(state="detached")
    opened.type("prompt", "A king")
    note.wait_for()
    style = opened.page.locator("#text .written").evaluate(
        "text => [getComputedStyle(text).borderStyle, getComputedStyle(text).filter]"
    )
    assert style == ["dashed", "saturate(0.15)"]
    opened.write()
    note.wait_for(state="detached")
    opened.type("seed", "5")
    note.wait_for()
    opened.press("clear")
    note.wait_for(state="detached")


def test_the_growth_stays_in_sight_at_an_early_moment(visit: OpenVisit) -> None:
    opened = visit()
    opened.tab(GROWTH)
    tops = []
    for moment in (5, 1):
        count = opened.drawn("#growth-figure")
        opened.slide("moment", moment)
        if moment != 5:
            opened.wait_drawn("#growth-figure", count)
        box = opened.page.locator("#growth-figure .figure").bounding_box()
        assert box is not None
        tops.append(box["y"])
    assert abs(tops[0] - tops[1]) < 60, tops
    assert max(tops) < 600  # of a window of 900
