"""Back and Forward in the browser go through the settings, and links outlive chat programs."""

from playwright.sync_api import Page

from playground.locales import LANGUAGES
from tests.browser.conftest import OpenPage, OpenVisit
from tests.browser.visit import LAB, Visit


def wait_value(page: Page, name: str, value: str) -> None:
    page.wait_for_function(
        "([name, value]) => document.querySelector("
        "`#${name} input[type=number], #${name} textarea, #${name} input`).value === value",
        arg=[name, value],
    )


def wait_hash(page: Page, part: str) -> None:
    page.wait_for_function("part => location.hash.includes(part)", arg=part)


def prompt_of(page: Page) -> str:
    return page.locator("#prompt textarea").input_value()


def test_back_and_forward_go_through_the_settings(visit: OpenVisit) -> None:
    opened = visit()
    page = opened.page
    page.evaluate("window.isTheSamePage = true")
    opened.slide("top_k", 9)
    wait_hash(page, "top_k=9")
    page.wait_for_timeout(2_100)  # a step ends when nothing has moved for two seconds
    opened.choose_preset("Tang-poem GPT")
    wait_hash(page, "encoding=tang")
    page.go_back()
    opened.wait_text("#badge", "Story GPT")
    wait_value(page, "top_k", "9")
    opened.wait_text("#strip", "13 tokens")
    page.go_back()
    wait_value(page, "top_k", "40")
    assert page.evaluate("location.hash") == ""
    page.go_forward()
    wait_value(page, "top_k", "9")
    page.go_forward()
    opened.wait_text("#badge", "Tang-poem GPT")
    wait_hash(page, "encoding=tang")
    assert page.evaluate("window.isTheSamePage")


def test_what_moves_without_a_pause_is_one_step_back(visit: OpenVisit) -> None:
    opened = visit()
    before = opened.page.evaluate("history.length")
    for value in (9, 10, 11, 12):
        opened.slide("top_k", value)
    opened.slide("temperature", 0.5)
    wait_hash(opened.page, "temperature=0.5")
    wait_hash(opened.page, "top_k=12")
    after = opened.page.evaluate("history.length")
    assert before < after <= before + 3  # one, where the machine is not too busy to move at once
    for _ in range(after - before):
        opened.page.go_back()
    wait_value(opened.page, "top_k", "40")
    wait_value(opened.page, "temperature", "0.8")


def test_back_takes_a_language_back_in_every_panel(visit: OpenVisit) -> None:
    opened = visit()
    opened.tab(LAB)
    opened.page.locator("#search textarea, #search input").first.fill("rabbit")
    opened.wait_text("#found", "rabbit")
    found = opened.text("#found")
    opened.change_language("中文", LANGUAGES["zh"].page.title)
    wait_hash(opened.page, "language=zh")
    opened.page.wait_for_function(
        "found => document.querySelector('#found').textContent !== found", arg=found
    )
    opened.page.go_back()
    opened.wait_text("#title", LANGUAGES["en"].page.title)
    opened.page.wait_for_function(
        "found => document.querySelector('#found').textContent === found", arg=found
    )


def test_a_long_prompt_is_told_and_outlives_back_and_a_reload(visit: OpenVisit) -> None:
    opened = visit()
    page, prompt = opened.page, "One more word. " * 200
    opened.type("prompt", prompt)
    opened.wait_text("#strip", "a copied link has the settings, but not the prompt")
    opened.slide("top_k", 9)
    wait_hash(page, "top_k=9")
    page.wait_for_timeout(2_100)
    opened.slide("top_k", 5)
    wait_hash(page, "top_k=5")
    page.go_back()
    wait_value(page, "top_k", "9")
    assert prompt_of(page) == prompt
    page.reload()
    Visit(page).wait_text("#strip", "a copied link")
    assert prompt_of(page) == prompt


def test_an_address_that_is_not_in_order_leaves_an_open_page_as_it_is(visit: OpenVisit) -> None:
    opened = visit("zh")
    opened.slide("top_k", 9)
    wait_hash(opened.page, "top_k=9")
    opened.page.evaluate("location.hash = '#temperature=abc&language=zh'")
    opened.wait_text("#notice", "abc")
    wait_value(opened.page, "top_k", "9")
    wait_hash(opened.page, "top_k=9")


def test_a47_a_link_outlives_a_program_that_encodes_its_plus_signs(
    visit: OpenVisit, open_page: OpenPage, server: str
) -> None:
    sender = visit()
    sender.type("prompt", "a b + c 100% ~\n& é")
    wait_hash(sender.page, "prompt=a")
    wait_hash(sender.page, "C3%A9")
    link = sender.page.evaluate("location.hash")
    assert "+" not in link
    page = open_page()
    old = "#prompt=a+b+%2B+c+100%25+~%0A%26+é"
    for given in (link.replace("+", "%2B"), link.replace("%20", "+"), old):
        page.goto("about:blank")
        page.goto(f"{server}/{given}")
        Visit(page)
        page.wait_for_function(
            "text => document.querySelector('#prompt textarea').value === text",
            arg="a b + c 100% ~\n& é",
        )
