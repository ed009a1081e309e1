"""Several visitors of one app: nobody sees another, and nobody leaves work behind."""

import time
from collections.abc import Callable, Iterator
from threading import Thread

import pytest

from playground.gpt.presets import PRESETS
from playground.serving.models import ModelStore
from playground.ui.scene import preset_values, read_choice
from tests.passes import before_each_pass
from tests.ui.api_visitor import ApiVisitor
from tests.ui.reading import plain_text

NewVisitor = Callable[[], ApiVisitor]


def test_a43_visitors_do_not_see_each_other(visitor: NewVisitor) -> None:
    first, second = visitor(), visitor()
    first.fire("preset", "input", preset="demo")
    second.fire("preset", "input", preset="minigpt")
    texts = {}

    def write(someone: ApiVisitor, seed: str) -> None:
        someone.fire("generate", "click", seed=seed, max_new_tokens=40, prompt=f"I am {seed}")
        texts[seed] = plain_text(someone.shown("text"))

    runs = [Thread(target=write, args=(first, "1")), Thread(target=write, args=(second, "2"))]
    for run in runs:
        run.start()
    for run in runs:
        run.join()
    for someone, name, seed in ((first, "Demo", "1"), (second, "MiniGPT", "2")):
        assert name in plain_text(someone.shown("badge"))
        assert f"seed {seed} · 40 tokens" in plain_text(someone.shown("facts"))
        assert texts[seed].startswith(f"I am {seed}")
    together = texts.copy()
    write(first, "1")
    assert texts["1"] == together["1"]
    third = visitor()
    assert "Story GPT" in plain_text(third.shown("badge"))
    assert not third.shown("text")


@pytest.fixture
def slow_demo(served: tuple[str, ModelStore]) -> Iterator[list[float]]:
    """The demo model, 20 ms slower at each run; grows by the time of each."""
    preset = PRESETS["demo"]
    values = {**preset_values(preset), "language": "en"}
    choice = read_choice(values)
    times: list[float] = []

    def wait(_: int) -> None:
        times.append(time.monotonic())
        time.sleep(0.02)

    end = before_each_pass(served[1].get(choice, 1025).source, wait)
    yield times
    end()


def wait_until_still(times: list[float]) -> None:
    """Wait until the model has not run for half a second."""
    deadline = time.monotonic() + 30
    while not times or time.monotonic() - times[-1] < 0.5:
        assert time.monotonic() < deadline, "the model still runs"
        time.sleep(0.05)


def test_a45_stop_ends_the_run_and_the_text_stays(
    visitor: NewVisitor, slow_demo: list[float]
) -> None:
    someone = visitor()
    someone.fire("preset", "input", preset="demo")
    steps = someone.follow("generate", "click", max_new_tokens=256, seed="1")
    next(steps)
    next(steps)
    partial = plain_text(someone.shown("text"))
    someone.send("stop", "click")
    list(steps)
    wait_until_still(slow_demo)
    assert len(slow_demo) < 200
    assert plain_text(someone.shown("text")).startswith(partial)
    assert "stopped by you" in plain_text(someone.shown("reason"))
