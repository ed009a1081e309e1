"""The controls of the lab at four widths: no name is cut, no row of choices breaks."""

from typing import Any

import pytest

from tests.browser.conftest import OpenVisit
from tests.browser.visit import LAB, Visit

pytestmark = pytest.mark.browser

WIDTHS = (1440, 1024, 768, 390)
HEIGHT = 900
COMPARE, BEAM = 1, 5
_SETTLED = "new Promise(done => setTimeout(() => requestAnimationFrame(done), 300))"
_CUT = """() => [...document.querySelectorAll('#compare-columns .form label > span')]
    .filter(name => name.offsetParent !== null)
    .map(name => {
        const text = document.createRange();
        text.selectNodeContents(name);
        const block = name.closest('.block'), box = block.getBoundingClientRect();
        const style = getComputedStyle(block);
        const left = box.left + parseFloat(style.paddingLeft);
        const right = box.right - parseFloat(style.paddingRight);
        return [name.textContent.trim(), text.getBoundingClientRect(), left, right];
    })
    .filter(([, text, left, right]) => text.left < left - 0.5 || text.right > right + 0.5)
    .map(([name]) => name)"""
_NAMES = "() => document.querySelectorAll('#compare-columns .form label > span').length"
_ROWS = """id => new Set([...document.querySelectorAll(`#${id} label`)]
    .map(label => Math.round(label.getBoundingClientRect().top))).size"""


def at_each_width(opened: Visit) -> Any:
    """The lab is opened on a wide page: a narrow one keeps its tab in a menu."""
    for width in WIDTHS:
        opened.page.set_viewport_size({"width": width, "height": HEIGHT})
        opened.page.evaluate(_SETTLED)
        assert opened.width() <= width
        yield width


def experiment(opened: Visit, number: int) -> None:
    opened.tab(LAB)
    opened.page.locator("#lab-tabs button[role=tab]:visible").nth(number).click()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_name_above_a_column_is_cut(visit: OpenVisit, language: str) -> None:
    opened = visit(language)
    experiment(opened, COMPARE)
    for count in ("4", "3", "2"):
        opened.page.locator("#compare-count").get_by_text(count, exact=True).click()
        shown = opened.page.locator("#compare-columns .form:visible")
        opened.page.wait_for_function(
            "count => [...document.querySelectorAll('#compare-columns .form')]"
            ".filter(form => form.offsetParent !== null).length === count",
            arg=int(count),
        )
        assert shown.count() == int(count)
        for width in at_each_width(opened):
            assert opened.page.evaluate(_NAMES) >= 3 * int(count)
            assert opened.page.evaluate(_CUT) == [], (count, width)
        opened.page.set_viewport_size({"width": WIDTHS[0], "height": HEIGHT})


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_row_of_choices_stays_one_row(visit: OpenVisit, language: str) -> None:
    opened = visit(language)
    experiment(opened, BEAM)
    for width in at_each_width(opened):
        rows = {name: opened.page.evaluate(_ROWS, name) for name in ("beam-width", "beam-length")}
        assert rows == {"beam-width": 1, "beam-length": 1}, width
