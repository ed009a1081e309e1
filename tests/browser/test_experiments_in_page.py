"""The experiments of the sampling lab as a student makes them."""

from pathlib import Path

import pytest

from playground.locales import LANGUAGES
from playground.locales.counts import Count
from tests.browser.conftest import OpenVisit
from tests.browser.visit import LAB, Visit

pytestmark = pytest.mark.browser

STAGES, COMPARE, SWEEP, TRACE, RACE, BEAM = range(6)
LOOKS = [("en", "light", 1440), ("zh", "dark", 1440), ("zh", "light", 390), ("en", "dark", 390)]
_FOCUSED = "document.activeElement?.dataset.place"


def open_experiment(
    visit: OpenVisit, number: int, language: str = "en", theme: str = "light", width: int = 1440
) -> Visit:
    opened = visit(language, theme, width)
    opened.type("seed", "3")
    opened.tab(LAB)
    opened.page.locator("#lab-tabs button[role=tab]:visible").nth(number).click()
    return opened


def keep(opened: Visit, screenshots: Path, name: str, look: tuple[str, str, int]) -> None:
    """A picture; and nothing runs out of the page."""
    language, theme, width = look
    assert opened.width() <= width
    path = screenshots / f"lab-{name}-{language}-{theme}-{width}.png"
    opened.page.screenshot(path=path, full_page=True)


def texts(opened: Visit) -> list[str]:
    return [opened.text(f"#compare-text-{name} .written") for name in "ABC"]


@pytest.mark.parametrize("look", LOOKS)
def test_settings_are_compared_side_by_side(
    visit: OpenVisit, screenshots: Path, look: tuple[str, str, int]
) -> None:
    opened = open_experiment(visit, COMPARE, *look)
    words = LANGUAGES[look[0]]
    opened.press("compare")
    opened.wait_text("#compare-facts .below", words.compare.caption)
    assert len(set(texts(opened))) == 3
    assert opened.page.locator("mark.parted").count() == 3
    assert opened.page.locator("#compare-facts tbody tr").count() == 3
    keep(opened, screenshots, "compare", look)
    for name in "ABC":
        opened.number(f"temperature-{name}", 0.7)
    opened.press("compare")
    opened.wait_text("#compare-facts .below", words.compare.same.partition("{")[0])
    assert len(set(texts(opened))) == 1


@pytest.mark.parametrize("look", LOOKS)
def test_a_grid_is_filled(visit: OpenVisit, screenshots: Path, look: tuple[str, str, int]) -> None:
    opened = open_experiment(visit, SWEEP, *look)
    opened.type("sweep-temperatures", "0.3, 1.5")
    opened.press("sweep")
    done = LANGUAGES[look[0]].sweep.progress.format(done=6, count=Count(6))
    opened.wait_text("#sweep-progress", done)
    opened.wait_drawn("#sweep-repetition", 1)
    assert opened.page.locator("#sweep-cells td").count() == 6
    entropies = opened.cells("#sweep-entropy")
    assert [len(row) for row in entropies] == [3, 3]
    assert [row[0] for row in entropies] == [0, 0]
    keep(opened, screenshots, "sweep", look)


def test_a_list_that_makes_no_sense_leaves_the_grid(visit: OpenVisit) -> None:
    opened = open_experiment(visit, SWEEP)
    opened.press("sweep")
    opened.wait_text("#sweep-progress", "9 of 9")
    opened.type("sweep-top-ks", "1, many")
    opened.press("sweep")
    opened.wait_text("#notice", "Top-k: 'many' is not a number")
    assert opened.page.locator("#sweep-cells td").count() == 9


@pytest.mark.parametrize("look", LOOKS)
def test_a_token_is_pressed_and_a_branch_taken(
    visit: OpenVisit, screenshots: Path, look: tuple[str, str, int]
) -> None:
    opened = open_experiment(visit, TRACE, *look)
    page = opened.page
    opened.press("trace")
    opened.wait_text("#trace-lens .below", "")
    page.wait_for_function("document.querySelector('#trace-lens .below')?.textContent")
    first = page.locator("#trace-text [data-place]").all_text_contents()
    assert len(first) == 60
    page.locator("#trace-text [data-place='5']").click()
    page.wait_for_function(
        "label => document.querySelector('#trace-draw .drawn').textContent.includes(label)",
        arg=f"“{first[4]}”",
    )
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "label => document.querySelector('#trace-draw .drawn').textContent.includes(label)",
        arg=f"“{first[5]}”",
    )
    assert page.evaluate(_FOCUSED) == "6"
    assert page.locator("#trace-text [aria-pressed=true]").all_text_contents() == [first[5]]
    rows = page.locator("#trace-lens .figure .ytick").count()
    assert rows == 4
    opened.press("trace-fork")
    page.locator("#trace-branch label").nth(1).wait_for()
    page.wait_for_function(
        "count => document.querySelectorAll('#trace-text [data-place]').length === count", arg=60
    )
    branch = page.locator("#trace-text [data-place]").all_text_contents()
    assert branch[:5] == first[:5]
    assert branch[5] != first[5]
    keep(opened, screenshots, "trace", look)
    page.locator("#trace-branch label").first.click()
    page.wait_for_function(
        "label => document.querySelector('#trace-text [data-place=\"6\"]').textContent === label",
        arg=first[5],
    )
    assert page.locator("#trace-text [data-place]").all_text_contents() == first


def test_a_text_is_looked_into_by_keyboard_alone(visit: OpenVisit) -> None:
    opened = open_experiment(visit, TRACE)
    page = opened.page
    page.locator("#trace").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelector('#trace-lens .below')?.textContent")
    page.locator("#trace-text [data-place='1']").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    opened.wait_text("#trace-draw .drawn", "Token 4,")
    page.keyboard.press("ArrowLeft")
    opened.wait_text("#trace-draw .drawn", "Token 3,")
    page.locator("#trace-place input[type=range]").focus()
    page.keyboard.press("ArrowRight")
    opened.wait_text("#trace-draw .drawn", "Token 4,")
    page.locator("#trace-layer input").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    opened.wait_text("#trace-attention .below", "In layer")
    page.locator("#trace-fork").focus()
    page.keyboard.press("Enter")
    page.locator("#trace-branch label").nth(1).wait_for()
    page.locator("#trace-branch input").first.focus()
    page.keyboard.press("Space")
    opened.wait_text("#trace-draw .drawn", "Token 1,")


@pytest.mark.parametrize("look", LOOKS)
def test_the_cache_is_seen_to_be_faster(
    visit: OpenVisit, screenshots: Path, look: tuple[str, str, int]
) -> None:
    opened = open_experiment(visit, RACE, *look)
    opened.press("race")
    whole = LANGUAGES[look[0]].race.same.format(count=Count(64))
    opened.wait_text("#race-figure .below", whole)
    plain, cached = opened.traces("#race-figure")
    assert len(plain["x"]) == len(cached["x"]) == 63
    assert sum(plain["y"]) > sum(cached["y"])
    keep(opened, screenshots, "race", look)


@pytest.mark.parametrize("look", LOOKS)
def test_a_beam_search_is_drawn(
    visit: OpenVisit, screenshots: Path, look: tuple[str, str, int]
) -> None:
    opened = open_experiment(visit, BEAM, *look)
    opened.press("beam")
    opened.wait_drawn("#beam-figure", 0)
    opened.page.locator("#beam-figure summary").click()
    opened.page.locator("#beam-figure tbody tr").first.wait_for()
    assert opened.page.locator("#beam-figure tbody tr").count() == 4
    keep(opened, screenshots, "beam", look)


def test_what_was_found_changes_its_language(visit: OpenVisit) -> None:
    opened = open_experiment(visit, SWEEP)
    opened.press("sweep")
    opened.wait_text("#sweep-progress", "9 of 9")
    opened.change_language("中文", LANGUAGES["zh"].page.title)
    opened.wait_text("#sweep-progress", "已完成 9 / 9 格")
    assert opened.page.locator("#sweep-cells td").count() == 9
