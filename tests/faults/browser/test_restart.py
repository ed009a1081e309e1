"""A server that dies under an open page, and comes back."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.app_process import started
from tests.browser.visit import GENERATE, Visit
from tests.faults.well_behaved import PROMPT, serves_well
from tests.load.lone import is_lone_text
from tests.ui.app_server import free_port

pytestmark = pytest.mark.slow


def begin(opened: Visit) -> None:
    opened.type("prompt", PROMPT)
    opened.wait_text("#strip", "␣and")
    opened.number("max_new_tokens", 256)
    opened.type("seed", "5")
    opened.tab(GENERATE)
    opened.press("generate")
    opened.page.locator("#text .tok").nth(2).wait_for(state="attached")


def test_fault_23_an_open_page_tells_of_the_loss_and_comes_back_with_the_server(
    browser: Browser, tmp_path: Path
) -> None:
    port = free_port()
    context = browser.new_context(locale="en-US", viewport={"width": 1440, "height": 900})
    page = context.new_page()
    with started(tmp_path, port=port) as (address, process):
        page.goto(address)
        opened = Visit(page)
        begin(opened)
        process.kill()
        opened.wait_text(".toast-body", "Connection to the server was lost")
    page.evaluate("window.isTheOldPage = true")
    with started(tmp_path, port=port) as (address, _):
        page.wait_for_function("!window.isTheOldPage")  # it loads itself anew
        opened = Visit(page)
        opened.wait_text("#strip", "␣and")  # its settings are back
        assert page.locator("#seed textarea, #seed input").first.input_value() == "5"
        opened.tab(GENERATE)
        assert opened.text("#reason").strip() == ""
        assert page.locator(".toast-body").count() == 0
        opened.press("generate")
        opened.wait_text("#reason", "stopped: the length was reached")
        assert is_lone_text(opened.written(), "story", PROMPT, 5, 256)
        serves_well(address)
    context.close()
