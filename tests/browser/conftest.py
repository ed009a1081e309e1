"""The real page in a real browser: one server for all tests, a fresh visitor for each page."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from playground.locales import LANGUAGES
from tests.browser.app_process import app_process
from tests.browser.faults import note_faults
from tests.browser.visit import Visit

LOCALES = {"en": "en-US", "zh": "zh-CN"}
WINDOW_HEIGHT = 900
_SILENT_WHEN_LEFT = "addEventListener('beforeunload', () => { console.error = () => {}; })"
"""A page that is left while it hears from the server complains of its lost connection."""


class OpenPage(Protocol):
    """Open the page as a new visitor: language "en" or "zh", theme "light" or "dark", pixels."""

    def __call__(self, language: str = "en", theme: str = "light", width: int = 1440) -> Page: ...


class OpenVisit(Protocol):
    """`OpenPage` that gives back the page as a visitor uses it."""

    def __call__(self, language: str = "en", theme: str = "light", width: int = 1440) -> Visit: ...


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of the app in a process of its own."""
    with app_process(tmp_path_factory.mktemp("server")) as address:
        yield address


@pytest.fixture
def open_page(
    browser: Browser, server: str, slow_browser: Callable[[Page], None]
) -> Iterator[OpenPage]:
    """A function that opens the page.

    The test fails at its end if any page it opened reported an error or asked another host.
    """
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_one(language: str = "en", theme: str = "light", width: int = 1440) -> Page:
        context = browser.new_context(
            locale=LOCALES[language],
            color_scheme=theme,
            viewport={"width": width, "height": WINDOW_HEIGHT},
            service_workers="block",
        )
        contexts.append(context)
        page = context.new_page()
        page.add_init_script(_SILENT_WHEN_LEFT)
        slow_browser(page)
        note_faults(page, server, faults)
        page.goto(server)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)


@pytest.fixture
def visit(open_page: OpenPage) -> OpenVisit:
    """A function that opens the page and waits for its first chart, in the visitor's language."""

    def visit_one(language: str = "en", theme: str = "light", width: int = 1440) -> Visit:
        opened = Visit(open_page(language, theme, width))
        opened.wait_text("#title", LANGUAGES[language].page.title)
        return opened

    return visit_one


@pytest.fixture(scope="session")
def screenshots() -> Path:
    """Folder for pictures to look at; git ignores it."""
    folder = Path(__file__).parent / "screenshots"
    folder.mkdir(exist_ok=True)
    return folder
