"""One action of a visitor is one drawing of all views, counted at the wire."""

import json
from collections.abc import Callable
from time import monotonic

import pytest
from playwright.sync_api import Locator, Request

from playground.locales import LANGUAGES
from tests.browser.conftest import OpenVisit
from tests.browser.visit import DEADLINE_MS, Visit

pytestmark = [pytest.mark.browser, pytest.mark.slow_browser]

NAMES = LANGUAGES["en"].model.preset_names
ACTIVATION = LANGUAGES["en"].model.activation.label
SETTLED_MS = 3000
"""Time for a second drawing."""
_DRAWING = """name => {
    const config = window.gradio_config;
    const view = config.components.find(each => each.props.elem_id === name).id;
    return config.dependencies.filter(each => each.outputs.includes(view)).map(each => each.id);
}"""


class Wire:
    """Counts the calls that draw every view, from when it is made, and those that follow them
    with what the sampler has changed meanwhile."""

    def __init__(self, opened: Visit) -> None:
        self._page, self.calls, self.followed = opened.page, 0, 0
        self._drawing = opened.page.evaluate(_DRAWING, "parameters-figure")
        self._following = opened.page.evaluate(_DRAWING, "growth-figure")
        opened.page.on("request", self._see)

    def _see(self, request: Request) -> None:
        if "/queue/join" in request.url:
            called = json.loads(request.post_data or "{}")["fn_index"]
            self.calls += called in self._drawing
            self.followed += called in self._following

    def drawn_by(self, action: Callable[[], object]) -> int:
        """Drawings that an action causes."""
        calls, followed, deadline = self.calls, self.followed, monotonic() + DEADLINE_MS / 1000
        action()
        self._page.wait_for_timeout(SETTLED_MS)
        while self.calls > calls and self.followed == followed and monotonic() < deadline:
            self._page.wait_for_timeout(SETTLED_MS)
        return self.calls - calls


def by_keys(box: Locator) -> None:
    """Choose what comes next in a list."""
    box.press("ArrowDown")
    box.press("Enter")


def test_a70_a_preset_is_drawn_once_also_when_it_brings_a_prompt(visit: OpenVisit) -> None:
    opened = visit()
    wire = Wire(opened)
    for name in ("tang", "story", "demo"):
        assert wire.drawn_by(lambda name=name: opened.choose("preset", NAMES[name])) == 1, name
        assert opened.page.locator("#preset input").input_value() == NAMES[name]
    assert wire.drawn_by(lambda: by_keys(opened.page.locator("#preset input"))) == 1
    assert opened.page.locator("#preset input").input_value() != NAMES["demo"]


def test_a70_each_other_action_is_drawn_once(visit: OpenVisit) -> None:
    opened = visit()
    wire = Wire(opened)
    opened.page.locator("#model-fold .gr-accordion > button.label-wrap").click()
    actions: dict[str, Callable[[], object]] = {
        "slider": lambda: opened.slide("num_layers", 3),
        "checkbox": lambda: opened.page.locator("#model-fold input[type=checkbox]").first.click(),
        "list": lambda: by_keys(opened.page.get_by_role("combobox", name=ACTIVATION)),
        "prompt": lambda: opened.type("prompt", "some words"),
        "language": lambda: opened.page.locator("#language").get_by_text("中文").click(),
    }
    for name, action in actions.items():
        assert wire.drawn_by(action) == 1, name


def test_a70_a_list_that_is_left_as_it_was_draws_nothing(visit: OpenVisit) -> None:
    opened = visit()
    wire, box = Wire(opened), opened.page.locator("#preset input")

    def look() -> None:
        box.click()
        box.press("Tab")

    assert wire.drawn_by(look) == 0
