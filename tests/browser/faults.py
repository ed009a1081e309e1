"""What a page must not do, noted while it is open."""

from typing import Any
from urllib.parse import urlsplit


def note_faults(page: Any, server: str, faults: list[str]) -> None:
    """Note each error in the console and each request to another host, of a page of either of
    Playwright's interfaces. The browser itself is kept from reaching another host.

    Listening costs nothing; routing each request through Python would slow the page down.
    """

    def on_console(message: Any) -> None:
        if message.type == "error":
            faults.append(f"console: {message.text}")

    def on_request(request: Any) -> None:
        wanted = urlsplit(request.url)
        if wanted.scheme in ("http", "https", "ws", "wss") and wanted.netloc != origin:
            faults.append(f"asked another host: {request.url}")

    origin = urlsplit(server).netloc
    page.on("console", on_console)
    page.on("pageerror", lambda error: faults.append(f"page error: {error}"))
    page.on("request", on_request)
