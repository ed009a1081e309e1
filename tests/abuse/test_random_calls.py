"""Ten thousand calls that no page makes, while two well-behaved visitors work as ever."""

import asyncio
import threading
import time
from typing import Any

import pytest

from tests.abuse.conftest import Target
from tests.abuse.crowd import Crowd
from tests.load.lone import is_lone_text
from tests.ui.api_visitor import ApiVisitor
from tests.ui.page_session import Refused
from tests.ui.reading import plain_text

pytestmark = pytest.mark.slow

ROUNDS = 8
"""Each ends within the time that one test may take on a busy machine."""
CALLS, CALLERS = 1_250, 50
TOKENS = 40
TEMPERATURES = tuple(round(0.1 * step, 1) for step in range(1, 20, 2))
CALM_SECONDS = 40.0


class Neighbour(threading.Thread):
    """Writes texts and draws charts in turn, and compares each with that of a lone run."""

    def __init__(self, address: str, preset: str, prompt: str) -> None:
        super().__init__()
        self._visitor = ApiVisitor(address)
        self._preset, self._prompt = preset, prompt
        self._visitor.open()
        self._visitor.fire("preset", "input", preset=preset)
        self._visitor.fire("prompt", "change", prompt=prompt, max_new_tokens=TOKENS)
        self._charts = {value: self._chart(value) for value in TEMPERATURES}
        self.over = threading.Event()
        self.right = 0
        self.wrong: list[str] = []

    def run(self) -> None:
        """Until it is over."""
        number = 0
        while not self.over.is_set():
            number += 1
            value = TEMPERATURES[number % len(TEMPERATURES)]
            try:
                self._note(self._chart(value) == self._charts[value], f"chart at {value}")
                right = is_lone_text(self._text(number), self._preset, self._prompt, number, TOKENS)
                self._note(right, f"text of seed {number}")
            except Refused as error:
                self.wrong.append(f"refused: {error}")
        self._visitor.http.close()

    def _chart(self, temperature: float) -> Any:
        self._visitor.fire("temperature", "change", temperature=temperature)
        return self._visitor.shown("next-figure")

    def _text(self, seed: int) -> str:
        # The first chart of a text marks what was drawn; the next move takes the mark away.
        self._visitor.fire("generate", "click", seed=str(seed), temperature=0.8)
        return plain_text(self._visitor.shown("text"))

    def _note(self, right: bool, what: str) -> None:
        if right:
            self.right += 1
        else:
            self.wrong.append(what)


def functions_of(address: str) -> tuple[dict[int, list[Any]], set[int]]:
    """What a page that has just opened would send to each function, with short texts; and the
    functions that open a tab which is drawn only then, with the long lines of the growth panel."""
    page = ApiVisitor(address)
    page.change({"max_new_tokens": 3})
    found = {
        each["id"]: [page.values[component] for component in each["inputs"]]
        for each in page.config["dependencies"]
    }
    page.http.close()
    (growth,) = (
        each["id"]
        for each in page.config["components"]
        if each["props"].get("elem_id") == "growth-figure"
    )
    seldom = {
        each["id"]
        for each in page.config["dependencies"]
        if growth in each["outputs"] and any(event == "select" for _, event in each["targets"])
    }
    return found, seldom


@pytest.mark.parametrize("round_number", range(ROUNDS))
def test_random_calls_get_answers_and_disturb_nobody(target: Target, round_number: int) -> None:
    functions, seldom = functions_of(target.address)
    assert len(functions) > 20
    assert len(seldom) == 2
    neighbours = [
        Neighbour(target.address, "story", "The little girl went to the sea and"),
        Neighbour(target.address, "tang", "白日依山尽，"),
    ]
    for neighbour in neighbours:
        neighbour.start()
    crowd, started = Crowd(round_number), time.monotonic()
    try:
        asyncio.run(crowd.call_all(target.address, functions, seldom, CALLS, CALLERS))
    finally:
        took = time.monotonic() - started
        for neighbour in neighbours:
            neighbour.over.set()
        for neighbour in neighbours:
            neighbour.join()
    print(f"{CALLS} calls in {took:.0f} s, {CALLS / took:.0f} a second: {crowd.outcomes}")
    print(f"neighbours: {[neighbour.right for neighbour in neighbours]} right")
    assert crowd.faults == []
    assert [wrong for neighbour in neighbours for wrong in neighbour.wrong] == []
    assert min(neighbour.right for neighbour in neighbours) > 5
    assert sum(crowd.outcomes[kind] for kind in ("200", "400", "413", "429", "503")) == CALLS
    assert crowd.outcomes["read: whole"] > CALLS / 5
    deadline = time.monotonic() + CALM_SECONDS
    while (health := target.get("/health")).json()["active"] + health.json()["waiting"]:
        assert time.monotonic() < deadline, health.text
        time.sleep(0.5)
    assert health.status_code == 200
