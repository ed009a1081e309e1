"""The settings in the address of a page: they follow the controls, and a link brings them."""

import pytest
from playwright.sync_api import Page

from playground.locales import LANGUAGES
from tests.browser.conftest import OpenPage, OpenVisit
from tests.browser.visit import GENERATE, NEXT, Visit

pytestmark = pytest.mark.browser


def held(opened: Visit) -> dict[str, object]:
    """What the controls hold."""
    page = opened.page
    names = ("temperature", "top_k", "d_model", "max_new_tokens")
    numbers = {name: page.locator(f"#{name} input[type=number]").input_value() for name in names}
    texts = {name: page.locator(f"#{name} textarea, #{name} input").first.input_value()
             for name in ("prompt", "seed", "preset")}  # fmt: skip
    return {**numbers, **texts}


def wait_for_address(page: Page, *parts: str) -> None:
    for part in parts:
        page.wait_for_function("part => location.hash.includes(part)", arg=part)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_untouched_page_has_a_plain_address(visit: OpenVisit, language: str) -> None:
    opened = visit(language)
    opened.tab(NEXT)
    opened.page.wait_for_timeout(600)
    assert opened.page.evaluate("location.hash") == ""


def test_a_language_that_was_chosen_against_the_browsers_stays(visit: OpenVisit) -> None:
    opened = visit("zh")
    opened.change_language("English", LANGUAGES["en"].page.title)
    wait_for_address(opened.page, "language=en")
    opened.page.reload()
    Visit(opened.page).wait_text("#title", LANGUAGES["en"].page.title)


def test_a_link_opened_in_a_page_that_is_open_is_followed(visit: OpenVisit) -> None:
    opened = visit()
    opened.page.evaluate("window.isTheSamePage = true")
    opened.page.evaluate("location.hash = '#top_k=9'")
    opened.page.wait_for_function("document.querySelector('#top_k input').value === '9'")
    assert opened.page.evaluate("window.isTheSamePage")


def test_a_box_that_was_emptied_spoils_no_address(visit: OpenVisit) -> None:
    opened = visit()
    opened.slide("top_k", 9)
    opened.number("temperature", "")
    wait_for_address(opened.page, "top_k=9")
    opened.page.wait_for_timeout(600)
    assert "temperature" not in opened.page.evaluate("location.hash")


def test_a_link_to_a_page_shows_another_visitor_the_same(
    visit: OpenVisit, open_page: OpenPage, server: str
) -> None:
    sender = visit()
    sender.choose_preset("Tang-poem GPT")
    sender.type("prompt", "月落乌啼 & more #1?")
    sender.slide("temperature", 0.35)
    sender.type("seed", "11")
    wait_for_address(sender.page, "temperature=0.35", "seed=11", "d_model=128", "more")
    page = open_page()
    page.goto("about:blank")
    page.goto(server + "/" + sender.page.evaluate("location.hash"))
    receiver = Visit(page)
    receiver.wait_text("#badge", "Tang-poem GPT")
    receiver.wait_text("#strip", "月")
    page.wait_for_function("document.querySelector('#seed input, #seed textarea').value === '11'")
    assert held(receiver) == held(sender)
    sender.tab(GENERATE)
    receiver.tab(GENERATE)
    assert receiver.write(end="stopped") == sender.write(end="stopped")


def test_a_page_that_is_loaded_again_has_its_language_and_settings(visit: OpenVisit) -> None:
    opened = visit()
    opened.change_language("中文", LANGUAGES["zh"].page.title)
    opened.slide("top_k", 7)
    wait_for_address(opened.page, "top_k=7", "language=zh")
    opened.page.reload()
    again = Visit(opened.page)
    again.wait_text("#title", LANGUAGES["zh"].page.title)
    assert held(again)["top_k"] == "7"
    again.slide("top_k", 40)
    again.page.wait_for_function("!location.hash.includes('top_k')")


@pytest.mark.parametrize(
    ("link", "told"),
    [
        ("d_model=abc", "abc"),
        ("d_model=1e99", "1e+99 is out of range"),
        ("temperature=nan", "nan"),
        ("top_k=-3", "-3 is out of range"),
        ("max_new_tokens=1e9", "1000000000 is out of range"),
        ("seed=abc", "abc"),
    ],
)
def test_a_link_that_is_not_in_order_says_so_and_the_page_works(
    open_page: OpenPage, server: str, link: str, told: str
) -> None:
    page = open_page()
    page.goto("about:blank")
    page.goto(f"{server}/#{link}&top_p=0.5")
    opened = Visit(page)
    opened.wait_text("#notice", told)
    opened.slide("num_layers", 3)
    page.wait_for_function("!document.querySelector('#notice').textContent.trim()")
    assert page.locator("#top_p input[type=number]").input_value() == "1"


def test_markup_in_a_link_stays_text(open_page: OpenPage, server: str) -> None:
    page = open_page()
    page.goto("about:blank")
    page.goto(f"{server}/#prompt=%3Cimg%20src%3Dx%20onerror%3D%22window.hit%3D1%22%3E")
    opened = Visit(page)
    opened.wait_text("#strip", "22 tokens")
    assert held(opened)["prompt"] == '<img src=x onerror="window.hit=1">'
    assert page.evaluate("window.hit") is None
