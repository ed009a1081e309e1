"""What a person reads in the HTML and the figures that handlers give back."""

import asyncio
import json
from collections.abc import Mapping
from html.parser import HTMLParser
from typing import Any

from playground.ui.page import Page
from playground.ui.updates import Updates


def updates_of(page: Page, values: Mapping[str, Any]) -> list[Updates]:
    """Everything that the page gives back while it writes a text."""

    async def write() -> list[Updates]:
        return [updates async for updates in page.write(values, "someone")]

    return asyncio.run(write())


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self.tags: list[str] = []

    def handle_data(self, data: str) -> None:
        self.pieces.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)


def plain_text(html: str) -> str:
    """All text of the HTML, joined."""
    reader = _Text()
    reader.feed(html)
    reader.close()
    return "".join(reader.pieces)


def tags_of(html: str) -> list[str]:
    """Names of all elements, in order."""
    reader = _Text()
    reader.feed(html)
    reader.close()
    return reader.tags


class _Cells(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[tuple[str, str | None]]] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        if tag in ("th", "td"):
            self.rows[-1].append(("", dict(attrs).get("data-value")))
        self.inside = self.inside or tag in ("th", "td")

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag not in ("th", "td")

    def handle_data(self, data: str) -> None:
        if self.inside:
            text, value = self.rows[-1].pop()
            self.rows[-1].append((text + data, value))


def cells_of(html: str) -> list[list[tuple[str, str | None]]]:
    """The rows of a table without its head: what each cell shows, and its `data-value`."""
    reader = _Cells()
    reader.feed(html)
    reader.close()
    return reader.rows[1:]


def value_of(update: Any) -> Any:
    """The value inside an update, or the bare value."""
    return update["value"] if isinstance(update, dict) else update


def view_of(update: Any) -> dict[str, Any]:
    """A view as its component receives it; the figure already parsed."""
    view: dict[str, Any] = json.loads(value_of(update))
    return {**view, "figure": json.loads(view["figure"]) if view["figure"] else None}


def words_of_view(update: Any) -> str:
    """All text around a figure, the folded table included."""
    view = view_of(update)
    return plain_text(view["above"] + view["below"] + view["fold"] + view["table"])


def text_in(updates: dict[Any, Any], component: Any) -> str:
    """The text that a set of updates gives to a component."""
    return plain_text(value_of(updates[component]))
