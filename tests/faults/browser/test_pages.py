"""Two tabs, two clicks, fifty moves of a slider."""

import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from playground.gpt.presets import PRESETS
from playground.serving.models import ModelStore
from playground.ui.scene import preset_values, read_choice
from tests.browser.visit import GENERATE, NEXT, Visit
from tests.faults.well_behaved import PROMPT, serves_well
from tests.load.lone import is_lone_text
from tests.passes import before_each_pass
from tests.ui.app_server import served

OpenVisit = Callable[..., Visit]
STORE = ModelStore()
RUNS: list[float] = []


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The Story GPT takes 30 ms more a run, and notes it in RUNS."""

    def wait(_: int) -> None:
        RUNS.append(time.monotonic())
        time.sleep(0.03)

    source = STORE.get(read_choice(preset_values(PRESETS["story"])), 4097).source
    end = before_each_pass(source, wait)
    with served(STORE) as address:
        yield address
    end()


def begin(opened: Visit, seed: int, tokens: int) -> None:
    opened.type("prompt", PROMPT)
    opened.number("max_new_tokens", tokens)
    opened.type("seed", str(seed))
    opened.tab(GENERATE)
    opened.press("generate")


def test_fault_21_two_tabs_of_one_browser_are_two_visitors(browser: Browser, server: str) -> None:
    context = browser.new_context(locale="en-US", viewport={"width": 1440, "height": 900})
    tabs = []
    for _ in range(2):
        page = context.new_page()
        page.goto(server)
        tabs.append(Visit(page))
    for seed, opened in enumerate(tabs):
        begin(opened, seed, 30)
    for seed, opened in enumerate(tabs):
        opened.wait_text("#reason", "stopped: the length was reached")
        assert is_lone_text(opened.written(), "story", PROMPT, seed, 30)
        assert f"seed {seed}" in opened.text("#facts")
    context.close()
    serves_well(server)


def test_fault_21_pressing_generate_again_writes_no_second_text(
    visit: OpenVisit, server: str
) -> None:
    opened = visit()
    begin(opened, 7, 40)
    opened.page.locator("#text .tok").nth(2).wait_for(state="attached")
    runs = len(RUNS)
    opened.page.locator("#generate").dblclick()
    opened.press("generate")
    opened.wait_text("#reason", "stopped: the length was reached")
    opened.page.wait_for_timeout(500)
    assert is_lone_text(opened.written(), "story", PROMPT, 7, 40)
    assert len(RUNS) - runs <= 40
    serves_well(server)


DRAG = """([name, values]) => {
    const slider = document.querySelector(`#${name} input[type=range]`);
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
    for (const value of values) {
        set.call(slider, value);
        slider.dispatchEvent(new Event("input", {bubbles: true}));
    }
}"""


def test_fault_22_of_fifty_moves_of_a_slider_the_last_one_is_drawn(
    visit: OpenVisit, server: str
) -> None:
    opened = visit()
    opened.tab(NEXT)
    count = opened.drawn("#next-figure")
    moves = [round(0.05 * (step % 39), 2) for step in range(1, 50)]
    opened.page.evaluate(DRAG, ["temperature", [*moves, 1.7]])
    opened.wait_text("#next-figure .below", "temperature 1.7")
    opened.page.wait_for_timeout(500)
    assert "temperature 1.7" in opened.text("#next-figure .below")
    assert opened.page.locator("#temperature input[type=number]").input_value() == "1.7"
    assert 1 <= opened.drawn("#next-figure") - count <= 3
    serves_well(server)
