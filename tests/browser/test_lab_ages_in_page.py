"""Old results of the lab look old, whatever moved, and new ones do not."""

import pytest

from playground.locales import LANGUAGES
from tests.browser.conftest import OpenVisit
from tests.browser.visit import LAB, Visit

pytestmark = pytest.mark.browser

STALE = LANGUAGES["en"].page.stale
_IS_OLD = """([place, old]) => old ===
    Boolean(document.querySelector(place).closest(".result").querySelector(".stale"))"""
_LOOK = "place => getComputedStyle(document.querySelector(place + ' .figure')).filter"


def is_old(opened: Visit, place: str, old: bool) -> None:
    """Wait until a result is marked as old, or as not old."""
    opened.page.wait_for_function(_IS_OLD, arg=[place, old])


def experiment(opened: Visit, number: int, button: str, place: str) -> None:
    opened.page.locator("#lab-tabs button[role=tab]:visible").nth(number).click()
    opened.press(button)
    opened.page.wait_for_function(
        "place => document.querySelector(place + ' .below')?.textContent", arg=place
    )


def test_all_results_are_old_once_a_slider_has_moved(visit: OpenVisit) -> None:
    opened = visit()
    opened.type("seed", "3")
    opened.slide("max_new_tokens", 8)
    opened.tab(LAB)
    places = {
        "#draws-figure": (0, "draw"),
        "#compare-facts": (1, "compare"),
        "#sweep-entropy": (2, "sweep"),
        "#trace-lens": (3, "trace"),
        "#race-figure": (4, "race"),
        "#beam-figure": (5, "beam"),
    }
    for place, (number, button) in places.items():
        experiment(opened, number, button, place)
        is_old(opened, place, False)
    assert opened.page.evaluate(_LOOK, "#beam-figure") == "none"
    opened.slide("min_p", 0.05)
    for place in places:
        is_old(opened, place, True)
    assert opened.page.locator("#lab-tabs .stale:visible").inner_text() == STALE
    assert opened.page.evaluate(_LOOK, "#beam-figure") != "none"
    opened.slide("min_p", 0)
    for place in places:
        is_old(opened, place, False)


def test_a_result_is_as_old_as_the_controls_of_its_own_tab(visit: OpenVisit) -> None:
    opened = visit()
    opened.tab(LAB)
    experiment(opened, 5, "beam", "#beam-figure")
    opened.page.locator("#beam-width").get_by_text("2", exact=True).click()
    is_old(opened, "#beam-figure", True)
    before = opened.drawn("#beam-figure")
    opened.press("beam")
    opened.wait_drawn("#beam-figure", before)
    is_old(opened, "#beam-figure", False)
    opened.type("prompt", "The old king")
    is_old(opened, "#beam-figure", True)
    opened.change_language("中文", LANGUAGES["zh"].page.title)
    opened.wait_text("#lab-tabs .stale", LANGUAGES["zh"].page.stale)


def test_what_moved_while_the_lab_was_closed_counts_when_it_opens(visit: OpenVisit) -> None:
    opened = visit()
    opened.tab(LAB)
    experiment(opened, 5, "beam", "#beam-figure")
    opened.tab(0)
    opened.slide("temperature", 1.6)
    opened.page.locator("#views button[role=tab]").nth(LAB).click()
    is_old(opened, "#beam-figure", True)
