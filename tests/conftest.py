"""What all tests share: no network, and one browser for every test that looks at a page."""

import ipaddress
import shutil
import socket
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SLOWED = 6
"""Times that the browser's processor is slowed, to about that of a cheap phone."""

CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # no other host can be reached
]


@pytest.fixture(scope="session", autouse=True)
def _no_network() -> Iterator[None]:
    """Refuse every connection that would leave this machine."""
    connect = socket.socket.connect

    def connect_here(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6) and not _is_here(address[0]):
            raise OSError(f"A test tried to reach {address[0]}; tests may use this machine only.")
        connect(self, address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", connect_here)
        yield


def _is_here(host: str) -> bool:
    return host == "localhost" or ipaddress.ip_address(host).is_loopback


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """The installed Chromium. Only one may be driven at a time, so every test uses this one."""
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium")
    assert path, "There is no chromium on the PATH; bash tests/run installs it."
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def slow_browser(request: pytest.FixtureRequest) -> Callable[["Page"], None]:
    """A function that slows the processor of a page, where the test or the whole run asks for it.

    It lasts for the life of the page, also when it is loaded again.
    """
    asked = request.config.getoption("--slow-browser")
    if request.node.get_closest_marker("never_slowed"):
        asked = False
    wanted = asked or request.node.get_closest_marker("slow_browser")

    def slow(page: "Page") -> None:
        if wanted:
            session = page.context.new_cdp_session(page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})

    return slow


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--slow-browser`: every page as on a slow device."""
    parser.addoption(
        "--slow-browser", action="store_true", help=f"slow the browser's processor {SLOWED} times"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that use the browser, and run them last.

    Playwright keeps an event loop in the main thread while it is open; no other test shall meet it.
    """
    for item in items:
        if _uses_browser(item):
            item.add_marker("browser")
    items.sort(key=_uses_browser)


def _uses_browser(item: pytest.Item) -> bool:
    return "browser" in getattr(item, "fixturenames", ())
