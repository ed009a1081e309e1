"""Number boxes and lists, by keys: what is emptied comes back, what is left is closed."""

import pytest

from playground.locales import LANGUAGES
from tests.browser.conftest import OpenVisit
from tests.browser.visit import GENERATE, LAB, Visit

NUMBERS = (
    ("temperature", "0.8"),
    ("top_k", "40"),
    ("repetition_penalty", "1"),
    ("max_new_tokens", "100"),
    ("d_model", "192"),
)

_SLIDES_TO = """([name, value]) =>
    document.querySelector(`#${name} input[type=range]`).value === value"""


def no_notice(opened: Visit) -> None:
    opened.page.wait_for_function("!document.querySelector('#notice .notice')")


@pytest.mark.parametrize("by_letters", [False, True])
def test_a71_an_emptied_number_comes_back_when_its_box_is_left(
    visit: OpenVisit, by_letters: bool
) -> None:
    opened = visit()
    for name, value in NUMBERS:
        box = opened.page.locator(f"#{name} input[type=number]")
        held = box.input_value()
        box.click()
        box.press("End" if by_letters else "Control+a")
        for _ in held if by_letters else " ":
            box.press("Backspace")
        assert box.input_value() == ""
        box.press("Tab")
        assert box.input_value() == held, name
        if name != "d_model":
            assert held == value
        opened.page.wait_for_function(_SLIDES_TO, arg=[name, held])
    assert "None" not in opened.text("#notice")


def test_a71_generate_with_an_emptied_box_takes_the_number_before(visit: OpenVisit) -> None:
    opened = visit()
    opened.number("max_new_tokens", 3)
    opened.type("seed", "1")
    opened.tab(GENERATE)
    opened.number("temperature", "")
    opened.number("max_new_tokens", "")
    opened.write()
    assert "3 tokens" in opened.text("#facts")
    assert "Sampled at temperature 0.8" in opened.text("#facts")
    assert opened.page.locator("#notice .notice").count() == 0


def test_a71_a_number_out_of_range_that_is_emptied_comes_back_in_range(visit: OpenVisit) -> None:
    opened = visit()
    box = opened.page.locator("#temperature input[type=number]")
    box.fill("99")
    opened.wait_text("#notice", "Temperature: 99 is out of range")
    box.press("Control+a")
    box.press("Delete")
    box.press("Tab")
    no_notice(opened)
    assert box.input_value() == "0.8"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a71_a_complaint_about_the_seed_goes_when_it_is_mended(
    visit: OpenVisit, language: str
) -> None:
    opened, words = visit(language), LANGUAGES[language]
    opened.type("seed", "abc")
    opened.tab(GENERATE)
    opened.press("generate")
    opened.wait_text("#notice", f"{words.sampler.seed.label}")
    count = opened.drawn("#parameters-figure")
    opened.slide("num_layers", 3)  # another control is no cause of it
    opened.wait_drawn("#parameters-figure", count)
    assert "abc" in opened.text("#notice")
    opened.type("seed", "12")
    no_notice(opened)
    opened.type("seed", "abc")
    opened.press("generate")
    opened.wait_text("#notice", "abc")


def test_a71_a_complaint_about_a_number_of_the_lab_goes_when_it_is_mended(
    visit: OpenVisit,
) -> None:
    opened, words = visit(), LANGUAGES["en"]
    opened.tab(LAB)
    opened.page.get_by_role("tab", name=words.sweep.tab, exact=True).click()
    opened.type("sweep-temperatures", "")
    opened.press("sweep")
    opened.wait_text("#notice", "Temperature is empty. Give 1 to")
    opened.type("sweep-temperatures", "0.5")
    no_notice(opened)
    opened.page.get_by_role("tab", name=words.compare.tab, exact=True).click()
    number = opened.page.locator("#top_k-A input[type=number]")
    number.fill("")
    opened.press("compare")
    opened.wait_text("#compare-text-A", "stopped")
    assert number.input_value() != ""
    no_notice(opened)


def test_a_list_that_tab_leaves_is_closed_and_a_click_opens_it_after_escape(
    visit: OpenVisit,
) -> None:
    opened = visit()
    box, options = opened.page.locator("#preset input"), opened.page.get_by_role("option")
    box.focus()
    opened.page.wait_for_function("document.querySelector('[role=option]')")
    for key in ("Tab", "Shift+Tab", "Shift+Tab"):
        opened.page.keyboard.press(key)
    opened.page.wait_for_timeout(500)
    opened.page.wait_for_function("!document.querySelector('[role=option]')")
    assert box.get_attribute("aria-expanded") == "false"
    box.click()
    opened.page.wait_for_function("document.querySelector('[role=option]')")
    box.press("Escape")
    opened.page.wait_for_function("!document.querySelector('[role=option]')")
    box.click()
    opened.page.wait_for_function("document.querySelector('[role=option]')")
    assert options.count() > 5
