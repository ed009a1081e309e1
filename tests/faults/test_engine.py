"""What may happen to the part that writes: its worker dies, the clock jumps."""

import re
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from playground.serving.engine import stepper
from playground.serving.engine.decoders import Answer, BatchDecoder, Job
from playground.serving.models import ModelStore
from tests.faults.conftest import NewVisitor
from tests.faults.well_behaved import PROMPT, serves_well
from tests.load.lone import is_lone_text
from tests.ui import app_server
from tests.ui.api_visitor import ApiVisitor
from tests.ui.reading import plain_text

PACKAGE = Path(__file__).resolve().parents[2] / "playground"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_fault_24_a_worker_that_dies_is_seen_told_and_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    die = threading.Event()

    class Mortal(BatchDecoder):
        def steps(self, jobs: Sequence[Job]) -> Iterator[Answer]:
            if die.is_set():
                die.clear()
                raise SystemExit
            time.sleep(0.005)
            return super().steps(jobs)

    monkeypatch.setattr(stepper, "SECONDS_BETWEEN_LOOKS", 2)
    with app_server.served(ModelStore(), Mortal) as address:
        someone = ApiVisitor(address)
        someone.open()
        steps = someone.follow("generate", "click", prompt=PROMPT, max_new_tokens=256)
        next(steps)
        next(steps)
        die.set()
        deadline = time.monotonic() + 30
        with httpx.Client(base_url=address, trust_env=False) as watcher:
            for status in (503, 200):
                while watcher.get("/health").status_code != status:
                    assert time.monotonic() < deadline
        list(steps)
        assert plain_text(someone.shown("notice")).endswith("text ended there. Generate again.")
        assert plain_text(someone.shown("reason")).startswith("ended by an error")
        assert plain_text(someone.shown("text")).startswith(PROMPT)
        assert httpx.get(f"{address}/health", trust_env=False).json()["active"] == 0
        serves_well(address)
        someone.http.close()


@pytest.mark.parametrize("seconds", [-1e9, 1e9])
def test_fault_36_a_clock_that_jumps_changes_no_text_and_no_rate(
    visitor: NewVisitor, address: str, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    someone, now = visitor(), time.time
    steps = someone.follow("generate", "click", prompt=PROMPT, seed="4", max_new_tokens=120)
    next(steps)
    monkeypatch.setattr(time, "time", lambda: now() + seconds)
    list(steps)
    assert is_lone_text(plain_text(someone.shown("text")), "story", PROMPT, 4, 120)
    rate = re.search(r"· ([\d,]+) tokens/s", plain_text(someone.shown("facts")))
    assert rate is not None
    assert 0 < int(rate[1].replace(",", "")) < 100_000
    assert httpx.get(f"{address}/health", trust_env=False).status_code == 200
    serves_well(address)


def test_fault_36_nothing_here_reads_a_clock_that_can_jump() -> None:
    clocks = re.compile(r"\btime\.(time|localtime|gmtime)\(|from time import|\bdatetime\b")
    files: list[Any] = list(PACKAGE.rglob("*.py"))
    assert len(files) > 100
    assert [path for path in files if clocks.search(path.read_text(encoding="utf-8"))] == []
