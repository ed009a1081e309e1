"""The real page in a real browser: one server for all tests, a fresh visitor for each page."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import ProxyHandler, build_opener

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

from playground.locales import LANGUAGES
from tests.browser.visit import Visit
from tests.ui.app_server import free_port

ROOT = Path(__file__).resolve().parents[2]
START_DEADLINE_SECONDS = 180
LOCALES = {"en": "en-US", "zh": "zh-CN"}
WINDOW_HEIGHT = 900


class OpenPage(Protocol):
    """Open the page as a new visitor: language "en" or "zh", theme "light" or "dark", pixels."""

    def __call__(self, language: str = "en", theme: str = "light", width: int = 1440) -> Page: ...


class OpenVisit(Protocol):
    """`OpenPage` that gives back the page as a visitor uses it."""

    def __call__(self, language: str = "en", theme: str = "light", width: int = 1440) -> Visit: ...


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a server started as a person starts it, with an empty home."""
    folder = tmp_path_factory.mktemp("server")
    log = folder / "log.txt"
    home = folder / "home"
    home.mkdir()
    port = free_port()
    with log.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "playground", "serve", "--port", str(port)],
            cwd=ROOT,
            env={**os.environ, "HOME": str(home)},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        address = f"http://127.0.0.1:{port}"
        _wait_for(address, process, log)
        yield address
    finally:
        _stop(process)
    assert "Traceback" not in log.read_text(encoding="utf-8"), log.read_text(encoding="utf-8")


@pytest.fixture
def open_page(browser: Browser, server: str) -> Iterator[OpenPage]:
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
        _watch(page, server, faults)
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


def _wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    opener = build_opener(ProxyHandler({}))
    deadline = time.monotonic() + START_DEADLINE_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with opener.open(address, timeout=30) as answer:
                if answer.status == 200:
                    return
        except (URLError, OSError):
            time.sleep(0.2)
    ended = process.poll()
    state = "still runs" if ended is None else f"ended with exit code {ended}"
    pytest.fail(f"No page at {address}; the server {state}.\n{log.read_text(encoding='utf-8')}")


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _watch(page: Page, server: str, faults: list[str]) -> None:
    """Note what a page must not do. The browser itself is kept from reaching another host.

    Listening costs nothing; routing each request through Python would slow the page down.
    """

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error":
            faults.append(f"console: {message.text}")

    def on_request(request: Request) -> None:
        wanted = urlsplit(request.url)
        if wanted.scheme in ("http", "https", "ws", "wss") and wanted.netloc != origin:
            faults.append(f"asked another host: {request.url}")

    origin = urlsplit(server).netloc
    page.on("console", on_console)
    page.on("pageerror", lambda error: faults.append(f"page error: {error}"))
    page.on("request", on_request)
