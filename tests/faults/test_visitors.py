"""Visitors who leave, flood, read slowly or come all at once: nobody else notices."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from playground.gpt.presets import PRESETS
from playground.serving.limits import TEXTS_AT_ONCE, TEXTS_WAITING
from playground.serving.models import ModelStore
from playground.ui.mailboxes import UNREAD_MOST, unread
from playground.ui.scene import preset_values, read_choice
from tests.faults.conftest import NewVisitor
from tests.faults.well_behaved import PROMPT, serves_well
from tests.load.lone import is_lone_text
from tests.passes import before_each_pass
from tests.ui.api_visitor import ApiVisitor, Refused
from tests.ui.reading import plain_text, words_of_view

PATIENCE_SECONDS = 30
BUSY = ("Many are generating: you would be number", "Queue is full")


@pytest.fixture
def slow_story(store: ModelStore) -> Iterator[list[float]]:
    """The Story GPT, 20 ms slower at each run; grows by the time of each."""
    choice = read_choice(preset_values(PRESETS["story"]))
    times: list[float] = []

    def wait(_: int) -> None:
        times.append(time.monotonic())
        time.sleep(0.02)

    end = before_each_pass(store.get(choice, 4097).source, wait)
    yield times
    end()


def health(address: str) -> dict[str, Any]:
    content: dict[str, Any] = httpx.get(f"{address}/health", timeout=60, trust_env=False).json()
    return content


def until_idle(address: str) -> dict[str, Any]:
    """Wait until nothing is written and nothing waits: the counts then."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while (counts := health(address))["active"] or counts["waiting"]:
        assert time.monotonic() < deadline, counts
        time.sleep(0.05)
    return counts


def test_fault_18_who_leaves_ends_his_run_and_gives_his_place_back(
    visitor: NewVisitor, address: str, slow_story: list[float]
) -> None:
    someone = visitor()
    before = until_idle(address)
    steps = someone.follow("generate", "click", max_new_tokens=256, seed="1")
    for _ in range(3):
        next(steps)
    steps.close()
    someone.http.close()
    after = until_idle(address)
    assert after["cancelled"] == before["cancelled"] + 1
    assert after["tokens"] - before["tokens"] < 200
    runs = len(slow_story)
    time.sleep(0.3)
    assert len(slow_story) == runs
    serves_well(address)


def write(someone: ApiVisitor, seed: int, tokens: int) -> str:
    """The text of a visitor, or the sentence with which he is turned away."""
    try:
        someone.fire("generate", "click", prompt=PROMPT, seed=str(seed), max_new_tokens=tokens)
    except Refused as refusal:
        return str(refusal)
    return plain_text(someone.shown("notice")) or plain_text(someone.shown("text"))


@pytest.mark.slow
def test_fault_19_a_hundred_at_once_are_served_or_told_and_charts_still_answer(
    address: str, slow_story: list[float]
) -> None:
    crowd = [ApiVisitor(address) for _ in range(TEXTS_AT_ONCE + TEXTS_WAITING + 4)]
    someone = ApiVisitor(address)
    someone.open()
    with ThreadPoolExecutor(len(crowd)) as pool:
        runs = [pool.submit(write, each, seed, 40) for seed, each in enumerate(crowd)]
        while not health(address)["active"]:
            time.sleep(0.01)
        someone.fire("temperature", "change", temperature=1.5)
        assert "at temperature 1.5" in words_of_view(someone.shown("next-figure"))
        assert not all(run.done() for run in runs)
        ends = [run.result() for run in runs]
    told = [end for end in ends if any(word in end for word in BUSY)]
    for seed, end in enumerate(ends):
        assert end in told or is_lone_text(end, "story", PROMPT, seed, 40)
    assert len(told) < len(ends) / 2
    for each in (*crowd, someone):
        each.http.close()
    assert until_idle(address)["failed"] == 0
    serves_well(address)


def test_fault_20_a_slow_reader_holds_up_nobody_and_misses_nothing(
    visitor: NewVisitor, address: str
) -> None:
    slow = visitor()
    changes = {"prompt": PROMPT, "seed": "2", "max_new_tokens": 100}
    slow.send("generate", "click", **changes)  # and nothing is read
    serves_well(address)
    until_idle(address)
    updates = sum(1 for _ in slow._listen())
    assert is_lone_text(plain_text(slow.shown("text")), "story", PROMPT, 2, 100)
    assert updates < 50  # a few a second, whatever the tokens


def test_fault_21_a_second_text_of_one_page_ends_the_first(
    visitor: NewVisitor, address: str, slow_story: list[float]
) -> None:
    first, tab = visitor(), visitor()
    before = until_idle(address)["cancelled"]
    steps = first.follow("generate", "click", prompt=PROMPT, seed="1", max_new_tokens=256)
    next(steps)
    next(steps)
    tab.fire("generate", "click", prompt=PROMPT, seed="3", max_new_tokens=10)
    assert is_lone_text(plain_text(tab.shown("text")), "story", PROMPT, 3, 10)
    assert health(address)["active"] == 1  # another tab is another session
    first.send("generate", "click", seed="2", max_new_tokens=10)
    list(steps)
    assert is_lone_text(plain_text(first.shown("text")), "story", PROMPT, 2, 10)
    assert until_idle(address)["cancelled"] == before + 1
    serves_well(address)


def test_fault_35_one_who_floods_is_told_and_leaves_the_others_their_share(
    visitor: NewVisitor, address: str
) -> None:
    flood = visitor()
    told = []
    for number in range(100):
        try:
            flood.send("prompt", "change", prompt=f"{PROMPT} {number}")
        except Refused as refusal:
            told.append(str(refusal))
    assert len(told) >= 100 - UNREAD_MOST
    assert set(told) == {f'{{"detail":"{unread(UNREAD_MOST)}"}}'}
    serves_well(address)
    list(flood._listen())
    flood.fire("temperature", "change", temperature=1.5)
    assert "at temperature 1.5" in words_of_view(flood.shown("next-figure"))
