"""A lesson on paper: whole, and dark on white."""

import io
import re
import unicodedata

import pytest
from pypdf import PdfReader

from tests.browser.conftest import OpenVisit
from tests.browser.visit import GROWTH, LAB, NEXT, PARAMETERS, Visit

DARKNESS = """() => {
    dispatchEvent(new Event('beforeprint'));
    const ink = getComputedStyle(document.querySelector('#next-figure .caption')).color;
    dispatchEvent(new Event('afterprint'));
    return Math.max(...ink.match(/\\d+/g).slice(0, 3).map(Number));
}"""


def packed(text: str) -> str:
    """Without spaces and ligatures."""
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text))


def printed(opened: Visit, landscape: bool = True) -> str:
    """All text of the pages without its spaces, which a line end may stand for or come between."""
    paper = PdfReader(io.BytesIO(opened.page.pdf(format="A4", landscape=landscape)))
    return packed("".join(page.extract_text() for page in paper.pages))


def words_of(opened: Visit, selector: str) -> str:
    return packed(opened.page.locator(selector).last.text_content() or "")


@pytest.mark.parametrize("landscape", [True, False])
def test_a58_the_parameters_are_printed_to_their_end(visit: OpenVisit, landscape: bool) -> None:
    opened = visit()
    opened.tab(PARAMETERS)
    paper = printed(opened, landscape)
    assert words_of(opened, "#parameters-figure .caption") in paper
    for number in ("1,048,832", "Outputhead", "4,273,920100%"):
        assert number in paper
    assert words_of(opened, "#export .hint") in paper
    assert "transformers" in paper.rpartition("Thescript")[2]
    assert opened.page.locator("#parameters-figure details").get_attribute("open") is None


def test_a58_the_growth_is_printed_to_its_end(visit: OpenVisit) -> None:
    opened = visit(theme="dark")
    opened.tab(GROWTH)
    paper = printed(opened)
    assert words_of(opened, "#growth-figure .caption") in paper
    assert "21,50488,080,384" in paper


def test_a58_the_lab_is_printed_to_its_end(visit: OpenVisit) -> None:
    opened = visit()
    opened.tab(LAB)
    opened.press("draw")
    opened.wait_drawn("#draws-figure", 0)
    paper = printed(opened)
    assert words_of(opened, "#stages-figure .caption") in paper
    assert words_of(opened, "#draws-figure .caption") in paper
    opened.page.locator("#draws-figure summary").click()
    opened.page.locator("#draws-figure tbody tr").last.wait_for()
    cells = opened.page.locator("#draws-figure tbody tr").last.locator("th, td")
    assert packed("".join(cells.all_text_contents())) in paper


def test_a58_a_dark_page_is_printed_dark_on_white(visit: OpenVisit) -> None:
    opened = visit(theme="dark")
    opened.tab(NEXT)
    assert opened.page.evaluate(DARKNESS) < 100
    opened.page.wait_for_function("document.body.classList.contains('dark')")


def test_a58_a_figure_shrinks_to_the_paper(visit: OpenVisit) -> None:
    opened = visit()
    opened.page.emulate_media(media="print")
    drawings = opened.page.evaluate(
        """() => Array.from(document.querySelectorAll('#parameters-figure .main-svg'), svg => [
            svg.viewBox.baseVal.width, svg.width.baseVal.value, getComputedStyle(svg).maxWidth])"""
    )
    for whole, width, most in drawings:
        assert whole == pytest.approx(width)
        assert most == "100%"
    assert drawings
