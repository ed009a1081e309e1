"""The sampling lab as a student uses it."""

from pathlib import Path

import pytest

from playground.locales import LANGUAGES
from tests.browser.conftest import OpenVisit
from tests.browser.visit import LAB, Visit

pytestmark = pytest.mark.browser

FILTERS = {"top_k": 40, "top_p": 0.9, "min_p": 0.02}


def open_lab(
    visit: OpenVisit, language: str = "en", theme: str = "light", width: int = 1440
) -> Visit:
    opened = visit(language, theme, width)
    for name, value in FILTERS.items():
        opened.slide(name, value)
    opened.tab(LAB)
    opened.wait_text("#stages-figure .below", "4,097")
    return opened


def cells(opened: Visit, place: str) -> list[list[str]]:
    """The rows of a table."""
    rows = opened.page.locator(f"{place} tbody tr").all()
    return [row.locator("th, td").all_text_contents() for row in rows]


def test_each_stage_has_its_row_and_each_cut_its_line(visit: OpenVisit) -> None:
    opened = open_lab(visit)
    rows = cells(opened, "#stages-figure .above")
    assert [row[0] for row in rows] == [
        "model alone", "repetition penalty = 1", "temperature = 0.8", "top-k = 40", "top-p = 0.9",
        "min-p = 0.02",
    ]  # fmt: skip
    left = [int(row[1].replace(",", "")) for row in rows]
    assert left[:4] == [4097, 4097, 4097, 40]
    assert left == sorted(left, reverse=True)
    before = opened.drawn("#stages-figure")
    opened.slide("top_k", 5)
    opened.wait_drawn("#stages-figure", before)
    opened.wait_text("#stages-figure .above", "5")
    assert int(cells(opened, "#stages-figure .above")[3][1]) == 5


def test_a_token_is_looked_for_and_followed(visit: OpenVisit) -> None:
    opened = open_lab(visit)
    opened.page.locator("#search").locator("input, textarea").first.fill("ing")
    opened.wait_text("#found", "ing")
    rows = cells(opened, "#found")
    assert len(rows) == 8
    assert all("ing" in row[0] for row in rows)
    ranks = [int(row[2].replace(",", "")) for row in rows]
    assert ranks == sorted(ranks)
    opened.page.locator("#search").locator("input, textarea").first.fill("<b>")
    opened.wait_text("#found", "No token of this vocabulary holds “<b>”")


@pytest.mark.parametrize(
    ("language", "theme", "width"),
    [("en", "light", 1440), ("zh", "dark", 1440), ("zh", "light", 390), ("en", "dark", 390)],
)
def test_draws_are_compared_with_the_bars(
    visit: OpenVisit, screenshots: Path, language: str, theme: str, width: int
) -> None:
    opened = open_lab(visit, language, theme, width)
    words = LANGUAGES[language].lab
    opened.press("draw")
    opened.wait_text("#draws-figure .below", "10,000")
    verdict = opened.text("#draws-figure .below")
    starts = words.agrees.partition("{")[0], words.differs.partition("{")[0]
    assert verdict.strip().startswith(starts)
    expected, observed = opened.traces("#draws-figure")
    assert len(expected["x"]) == len(observed["x"]) == 12
    assert all(abs(a - b) < 0.03 for a, b in zip(expected["x"], observed["x"], strict=True))
    assert opened.page.locator("#draws-figure .figure").is_visible()
    assert opened.width() <= width
    opened.page.screenshot(path=screenshots / f"lab-{language}-{theme}-{width}.png", full_page=True)
