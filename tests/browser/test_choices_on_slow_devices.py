"""The last choice stays, however slow the browser is and in whatever order its listeners run."""

import pytest

from playground.gpt.presets import PRESETS
from playground.locales import LANGUAGES
from tests.browser.conftest import OpenPage, OpenVisit
from tests.browser.visit import MASK, Visit

pytestmark = [pytest.mark.browser, pytest.mark.slow_browser]

NAMES = LANGUAGES["en"].model.preset_names
SETTLED_MS = 3000
"""Time for an answer that comes too late to do harm."""


def wait_for_address(opened: Visit, part: str) -> None:
    opened.page.wait_for_function("part => location.hash.includes(part)", arg=part)


def number(opened: Visit, name: str) -> str:
    return opened.page.locator(f"#{name} input[type=number]").input_value()


def press_language(opened: Visit, code: str) -> None:
    opened.page.locator("#language").get_by_text(LANGUAGES[code].name, exact=True).click()


@pytest.mark.parametrize(("language", "chosen"), [("zh", "en"), ("en", "zh")])
def test_a63_a_chosen_language_stays_when_the_page_is_loaded_again(
    visit: OpenVisit, language: str, chosen: str
) -> None:
    opened, words = visit(language), LANGUAGES[chosen]
    opened.change_language(words.name, words.page.title)
    wait_for_address(opened, f"language={chosen}")
    opened.page.reload()
    Visit(opened.page).wait_text("#title", words.page.title)


def test_a63_a_language_that_is_pressed_while_the_page_opens_stays(open_page: OpenPage) -> None:
    opened = Visit(open_page("zh"), wait=False)
    press_language(opened, "en")
    wait_for_address(opened, "language=en")
    opened.wait_drawn("#parameters-figure", 0)
    opened.wait_text("#title", LANGUAGES["en"].page.title)
    opened.page.wait_for_timeout(SETTLED_MS)
    assert LANGUAGES["en"].page.title in opened.text("#title")
    assert opened.page.locator("#language input").first.is_checked()


def test_a63_of_two_languages_pressed_at_once_the_second_stays(visit: OpenVisit) -> None:
    opened = visit("en")
    count = opened.drawn("#parameters-figure")
    press_language(opened, "zh")
    press_language(opened, "en")
    opened.wait_drawn("#parameters-figure", count)
    opened.page.wait_for_timeout(SETTLED_MS)
    opened.wait_text("#title", LANGUAGES["en"].page.title)
    assert opened.page.locator("#language input").first.is_checked()
    assert "language=en" in opened.page.evaluate("location.hash")
    for place in ("#badge", "#parameters-figure .below", "#temperature"):
        assert not any("\u4e00" <= letter <= "\u9fff" for letter in opened.text(place))


def test_a63_a_slider_moved_right_after_a_preset_was_chosen_stays(visit: OpenVisit) -> None:
    opened = visit()
    opened.choose("preset", NAMES["demo"])
    opened.slide("num_layers", 7)
    opened.wait_text("#badge", NAMES["custom"])
    opened.page.wait_for_timeout(SETTLED_MS)
    assert number(opened, "num_layers") == "7"
    assert number(opened, "d_model") == str(PRESETS["demo"].config.d_model)
    assert NAMES["custom"] in opened.text("#badge")


def test_a63_of_two_presets_chosen_at_once_the_second_stays(visit: OpenVisit) -> None:
    opened = visit()
    opened.choose("preset", NAMES["tang"])
    opened.choose("preset", NAMES["demo"])
    opened.wait_text("#badge", NAMES["demo"])
    opened.page.wait_for_timeout(SETTLED_MS)
    assert opened.page.locator("#preset input").input_value() == NAMES["demo"]
    assert number(opened, "d_model") == str(PRESETS["demo"].config.d_model)
    assert NAMES["demo"] in opened.text("#badge")


def test_a63_a_head_chosen_while_the_views_are_drawn_is_the_one_that_is_shown(
    visit: OpenVisit,
) -> None:
    opened = visit()
    opened.tab(MASK)
    opened.type("prompt", "one two three")
    opened.choose("layer", "3")
    opened.choose("head", "2")
    opened.wait_text("#attention-figure .below", "In layer 3, head 2")
    opened.page.wait_for_function(
        "document.querySelectorAll('#attention-figure .ytick').length === 3"
    )
    opened.page.wait_for_timeout(SETTLED_MS)
    assert "In layer 3, head 2" in opened.text("#attention-figure .below")
    assert opened.page.locator("#layer input").input_value() == "3"
    assert opened.page.locator("#head input").input_value() == "2"


def test_a63_a_prompt_is_in_the_address_before_its_views_are_drawn(visit: OpenVisit) -> None:
    opened = visit()
    opened.type("prompt", "the last words")
    wait_for_address(opened, "last")
    opened.page.reload()
    again = Visit(opened.page)
    again.wait_text("#strip", "last")
    assert again.page.locator("#prompt textarea").input_value() == "the last words"
