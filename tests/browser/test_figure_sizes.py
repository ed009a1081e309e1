"""No figure loses its height, and the page keeps its place, whatever changes its width."""

from typing import Any

import pytest

from playground.locales import LANGUAGES
from tests.browser.conftest import OpenVisit
from tests.browser.visit import FIGURES, GENERATE, LAB, NEXT, PARAMETERS, Visit

SIZES = """() => Array.from(document.querySelectorAll('.view .figure'))
    .filter(figure => figure.data && figure.offsetParent)
    .map(figure => ({
        name: figure.closest('.view').id,
        wanted: figure._fullLayout.height,
        height: figure.getBoundingClientRect().height,
        drawing: figure.querySelector('.main-svg').getBoundingClientRect().height,
        spare: Math.abs(figure._fullLayout.width - figure.offsetWidth)}))"""
FITS = f"""() => ({SIZES})().every(figure => figure.spare <= 1)"""
PLACES = """() => ['#header', '#body', '#controls', '#views'].map(place => {
    const box = document.querySelector(place).getBoundingClientRect();
    return [box.left, box.right];
})"""
OTHER = {"en": "zh", "zh": "en"}


def require_whole(opened: Visit, when: str) -> None:
    """Every figure in sight has the height that it was drawn for, and the width of its place."""
    opened.page.wait_for_function(FITS)
    figures: list[dict[str, Any]] = opened.page.evaluate(SIZES)
    for figure in figures:
        assert figure["height"] == figure["drawing"] == figure["wanted"] >= 100, (when, figure)


def change_language(opened: Visit, language: str) -> None:
    words = LANGUAGES[language]
    opened.change_language(words.name, words.page.title)


@pytest.mark.parametrize(("language", "width"), [("zh", 1440), ("en", 1100), ("zh", 390)])
def test_no_figure_loses_its_height(visit: OpenVisit, language: str, width: int) -> None:
    opened = visit(language, width=width)
    for preset in ("tang", "gpt2-small", "story"):
        opened.choose_preset(LANGUAGES[language].model.preset_names[preset])
        require_whole(opened, preset)
    for tab in FIGURES:
        opened.tab(tab)
        require_whole(opened, f"tab {tab}")
        change_language(opened, OTHER[language])
        require_whole(opened, f"tab {tab} in the other language")
        opened.page.set_viewport_size({"width": width - 60, "height": 700})
        require_whole(opened, f"tab {tab} in a smaller window")
        change_language(opened, language)
        opened.page.set_viewport_size({"width": width, "height": 900})
        require_whole(opened, f"tab {tab} again")
    for tab in FIGURES:  # they were drawn anew while they were hidden
        opened.tab(tab)
        require_whole(opened, f"tab {tab} at last")


def test_figures_of_experiments_keep_their_height(visit: OpenVisit) -> None:
    opened = visit("zh")
    opened.tab(LAB)
    opened.press("draw")
    opened.wait_drawn("#draws-figure", 0)
    tabs = opened.page.locator("#lab-tabs button[role=tab]")
    for place, button, figures in (
        (3, "trace", ("#trace-draw", "#trace-candidates", "#trace-lens")),
        (5, "beam", ("#beam-figure",)),
    ):
        tabs.nth(place).click()
        opened.press(button)
        for figure in figures:
            opened.wait_drawn(figure, 0)
    for language in ("en", "zh"):
        change_language(opened, language)
        for place in (5, 3, 0):
            tabs.nth(place).click()
            opened.page.set_viewport_size({"width": 1300 + 40 * place, "height": 800})
            require_whole(opened, f"tab {place} of the lab, {language}")


def test_the_page_keeps_its_place(visit: OpenVisit) -> None:
    opened = visit("zh")
    places = []
    for preset in ("tang", "gpt2-small"):
        places.append(opened.page.evaluate(PLACES))
        opened.choose_preset(LANGUAGES["zh"].model.preset_names[preset])
    change_language(opened, "en")
    for tab in (NEXT, GENERATE, PARAMETERS):
        opened.tab(tab)
        places.append(opened.page.evaluate(PLACES))
    assert all(each == places[0] for each in places), places


def test_a_figure_is_drawn_while_its_place_has_no_width_yet(visit: OpenVisit) -> None:
    """A slow browser does so. Plotly then wrote errors into the console, where `visit` looks."""
    opened = visit()
    opened.tab(NEXT)
    opened.page.add_style_tag(content="#next-figure { width: 20px !important }")
    opened.number("temperature", 1.5)
    opened.page.wait_for_function(FITS)
    count = opened.drawn("#next-figure")
    opened.number("temperature", 1.2)
    opened.wait_drawn("#next-figure", count)
    assert opened.page.evaluate(SIZES)[0]["drawing"] >= 100
