"""Generate, Stop, Clear, and leaving the page, with a model that is slow enough to be stopped."""

import time
from collections.abc import Callable, Iterator

import pytest

from playground.gpt.presets import PRESETS
from playground.serving.models import ModelStore
from playground.ui.scene import preset_values, read_choice
from tests.browser.visit import DEADLINE_MS, GENERATE, Visit
from tests.passes import before_each_pass
from tests.ui.app_server import served

OpenVisit = Callable[..., Visit]
SECONDS_PER_TOKEN = 0.1
"""A slow browser needs ten seconds to press a button while a text comes in."""


class SlowStory:
    """A store whose Story GPT waits a moment at each run, and the times of its runs."""

    def __init__(self) -> None:
        self.store = ModelStore()
        self.times: list[float] = []
        choice = read_choice(preset_values(PRESETS["story"]))
        before_each_pass(self.store.get(choice, 4097).source, self._wait)

    def _wait(self, _: int) -> None:
        self.times.append(time.monotonic())
        time.sleep(SECONDS_PER_TOKEN)

    def wait_until_still(self) -> None:
        """Wait until the model has not run for half a second."""
        deadline = time.monotonic() + DEADLINE_MS / 1000
        while time.monotonic() - self.times[-1] < 0.5:
            assert time.monotonic() < deadline, "the model still runs"
            time.sleep(0.05)


@pytest.fixture(scope="module")
def slow() -> SlowStory:
    return SlowStory()


@pytest.fixture(scope="module")
def server(slow: SlowStory) -> Iterator[str]:
    with served(slow.store) as address:
        yield address


@pytest.fixture
def writing(visit: OpenVisit, slow: SlowStory) -> Visit:
    """A page that has begun a text of 256 tokens; `slow.times` starts with it."""
    opened = visit()
    opened.tab(GENERATE)
    opened.number("max_new_tokens", 256)
    opened.type("seed", "7")
    slow.times.clear()
    opened.press("generate")
    opened.page.locator("#text .tok").nth(4).wait_for(state="attached")
    return opened


def tokens(opened: Visit) -> int:
    return opened.page.locator("#text .tok").count()


def test_a_text_appears_while_it_is_written(writing: Visit) -> None:
    first = writing.written()
    writing.wait_text("#reason", "writing …")
    writing.page.locator("#text .tok").nth(9).wait_for(state="attached")
    assert writing.written().startswith(first)
    assert "seed 7" in writing.text("#facts")
    assert "\ufffd" not in writing.written()


def test_a45_stop_ends_the_loop_and_keeps_the_text(writing: Visit, slow: SlowStory) -> None:
    partial = writing.written()
    writing.press("stop")
    writing.wait_text("#reason", "stopped by you")
    slow.wait_until_still()
    assert len(slow.times) < 200
    kept = writing.written()
    assert kept.startswith(partial)
    assert writing.text("#reason").strip() == "stopped by you"
    assert f"{tokens(writing)} tokens" in writing.text("#facts")


def test_a45_the_next_text_starts_at_once_after_stop(writing: Visit, slow: SlowStory) -> None:
    writing.press("stop")
    writing.wait_text("#reason", "stopped by you")
    slow.wait_until_still()
    writing.number("max_new_tokens", 3)
    runs = len(slow.times)
    writing.write()
    assert tokens(writing) == 3
    assert len(slow.times) - runs == 3


def test_clear_ends_the_loop_and_forgets_the_text(writing: Visit, slow: SlowStory) -> None:
    writing.press("clear")
    writing.page.wait_for_function("!document.querySelector('#text .written')")
    slow.wait_until_still()
    assert len(slow.times) < 200
    for place in ("#text", "#facts", "#reason"):
        assert writing.text(place).strip() == ""


def test_a45_who_leaves_the_page_ends_his_run(writing: Visit, slow: SlowStory) -> None:
    writing.page.close()
    slow.wait_until_still()
    assert len(slow.times) < 200


def test_the_language_may_change_while_a_text_is_written(writing: Visit) -> None:
    before = tokens(writing)
    writing.change_language("中文", "游乐场")
    writing.wait_text("#facts", "个词元")
    writing.page.locator("#text .tok").nth(before + 5).wait_for(state="attached")
    writing.wait_text("#facts", "种子 7")
    writing.press("stop")
    writing.wait_text("#reason", "你按了停止")
