"""What every engine keeps: the text of a lone run, limits, and life after something went wrong."""

import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
import torch

from playground.decoding.generation import Generation
from playground.decoding.sampling import SamplingParams
from playground.errors import InputError, PlaygroundError, ResourceError, SamplingError
from playground.serving.engine import stepper
from playground.serving.engine.decoders import Answer, Decoder, Job
from playground.serving.engine.interface import EngineStats, TextRequest
from playground.serving.engine.stepper import Stepper
from playground.serving.engine.stream import StepStream
from playground.serving.models import ModelStore
from tests.serving.engine.conftest import CHOICE, REQUEST, OpenEngine, lone

OTHER = replace(REQUEST, choice=replace(CHOICE, config=replace(CHOICE.config, num_layers=1)))
QUIET_SECONDS = 20


def ids_of(stream: StepStream) -> list[int]:
    return [step.id for steps in stream for step in steps]


def until(condition: Callable[[], bool]) -> None:
    """Wait for something that takes a moment in another thread."""
    deadline = time.monotonic() + QUIET_SECONDS
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def mixed_requests(count: int) -> list[TextRequest]:
    """Two models, prompts shorter and longer than the context, all kinds of settings."""
    draw = random.Random(4)
    return [
        replace(
            draw.choice([REQUEST, OTHER]),
            prompt_ids=tuple(draw.choices(range(97), k=draw.choice([1, 2, 7, 20, 40]))),
            params=SamplingParams(
                temperature=draw.choice([0, 0.3, 0.8, 1.5]),
                top_k=draw.choice([0, 1, 5, 40]),
                top_p=draw.choice([1, 0.9]),
                repetition_penalty=draw.choice([1, 1.3]),
            ),
            max_new_tokens=draw.randint(1, 60),
            seed=draw.randrange(2**31),
            end_of_text=draw.choice([None, 5]),
            visitor=f"visitor {number}",
        )
        for number in range(count)
    ]


class Held:
    """A decoder that waits before each round until it is let go."""

    def __init__(self, decoder: Decoder, go: threading.Event) -> None:
        self.admit, self.release = decoder.admit, decoder.release
        self._decoder, self._go = decoder, go

    def next_logits(self, jobs: Sequence[Job]) -> Iterator[Answer]:
        self._go.wait()
        return self._decoder.next_logits(jobs)


def test_many_texts_at_once_are_each_the_text_of_a_lone_run(
    open_engine: OpenEngine, loud_store: ModelStore
) -> None:
    engine = open_engine(at_once=12)
    requests = mixed_requests(40)
    with ThreadPoolExecutor(40) as visitors:
        texts = list(visitors.map(lambda request: ids_of(engine.submit(request)), requests))
    assert texts == [lone(loud_store, request) for request in requests]
    tokens = sum(map(len, texts))
    until(lambda: engine.stats() == EngineStats(0, 0, tokens=tokens, finished=40))


def test_the_end_says_why(open_engine: OpenEngine, loud_store: ModelStore) -> None:
    engine = open_engine()
    stream = engine.submit(REQUEST)
    ids = ids_of(stream)
    assert (len(ids), stream.end) == (40, "length")
    stream = engine.submit(replace(REQUEST, end_of_text=ids[7]))
    assert ids_of(stream) == ids[: ids.index(ids[7]) + 1]
    assert stream.end == "stop"


def test_a_cancelled_text_stops_within_a_step_and_the_others_go_on(
    open_engine: OpenEngine, loud_store: ModelStore
) -> None:
    engine = open_engine()
    stays = replace(REQUEST, visitor="stays", max_new_tokens=60)
    kept = engine.submit(stays)
    left = engine.submit(replace(REQUEST, max_new_tokens=10**6))
    seen = 0
    for steps in left:
        seen += len(steps)
        if seen >= 7:
            left.cancel()
    assert left.end == "cancelled"
    assert ids_of(kept) == lone(loud_store, stays)
    until(lambda: engine.stats().active == 0)
    stats = engine.stats()
    assert (stats.cancelled, stats.finished) == (1, 1)
    assert stats.tokens <= 60 + seen + 1


def test_a_slow_reader_holds_up_nobody_and_gets_everything(
    open_engine: OpenEngine, loud_store: ModelStore
) -> None:
    engine = open_engine()
    slow = engine.submit(replace(REQUEST, visitor="slow"))
    assert ids_of(engine.submit(REQUEST)) == lone(loud_store, REQUEST)
    until(lambda: slow.end == "length")
    assert ids_of(slow) == lone(loud_store, REQUEST)


def test_a_visitor_has_one_text_and_the_newer_one_wins(
    open_engine: OpenEngine, loud_store: ModelStore
) -> None:
    engine = open_engine()
    first = engine.submit(replace(REQUEST, max_new_tokens=10**6))
    second = engine.submit(replace(REQUEST, seed=3))
    assert ids_of(second) == lone(loud_store, replace(REQUEST, seed=3))
    assert first.end == "cancelled"


def test_beyond_the_limit_a_visitor_is_told_his_place_at_once(open_engine: OpenEngine) -> None:
    go = threading.Event()
    engine = open_engine(lambda decoder: Held(decoder, go), at_once=2, waiting=3)
    requests = [replace(REQUEST, visitor=f"visitor {number}") for number in range(7)]
    streams = [engine.submit(request) for request in requests[:5]]
    for request in requests[5:]:
        with pytest.raises(ResourceError, match="you would be number 4 in the queue") as error:
            engine.submit(request)
        assert (error.value.code, error.value.values) == ("engine_busy", {"place": 4})
    until(lambda: engine.stats() == EngineStats(active=2, waiting=3, refused=2))
    streams[1].cancel()
    streams.append(engine.submit(requests[5]))
    go.set()
    assert [len(ids_of(stream)) for stream in streams] == [40, 0, 40, 40, 40, 40]
    until(lambda: engine.stats().active == 0)


def test_time_is_limited(open_engine: OpenEngine) -> None:
    engine = open_engine(seconds=0.05)
    stream = engine.submit(replace(REQUEST, max_new_tokens=10**6))
    assert 0 < len(ids_of(stream)) < 10**6
    assert stream.end == "time"


def test_settings_and_ids_that_cannot_be_are_refused_and_take_no_place(
    open_engine: OpenEngine,
) -> None:
    engine = open_engine(at_once=1, waiting=0)
    with pytest.raises(InputError, match="Token id 97"):
        engine.submit(replace(REQUEST, prompt_ids=(97,)))
    with pytest.raises(SamplingError, match="seed is -1"):
        engine.submit(replace(REQUEST, seed=-1))
    assert engine.stats() == EngineStats(0, 0)
    assert len(ids_of(engine.submit(REQUEST))) == 40


def test_a_text_whose_draw_fails_ends_alone(
    open_engine: OpenEngine, loud_store: ModelStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    take = Generation.take

    def damaged(self: Generation, logits: torch.Tensor) -> Any:
        return take(self, logits * float("nan") if self.ids[0] == 9 else logits)

    monkeypatch.setattr(Generation, "take", damaged)
    engine = open_engine()
    bad = engine.submit(replace(REQUEST, prompt_ids=(9,), visitor="bad"))
    good = engine.submit(REQUEST)
    with pytest.raises(SamplingError, match="gave nan as the logit"):
        ids_of(bad)
    monkeypatch.undo()
    assert ids_of(good) == lone(loud_store, REQUEST)
    until(lambda: engine.stats().active == 0)
    assert engine.stats().failed == 1


def test_a_forward_pass_that_fails_ends_the_texts_of_its_model_alone(
    open_engine: OpenEngine, loud_store: ModelStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("no memory for 5 GB")

    engine = open_engine()
    monkeypatch.setattr(loud_store.get(CHOICE, 97).model, "forward", broken)
    bad = engine.submit(replace(REQUEST, visitor="bad"))
    good = engine.submit(OTHER)
    with pytest.raises(ResourceError, match="error inside this server") as error:
        ids_of(bad)
    assert error.value.code == "text_failed"
    assert ids_of(good) == lone(loud_store, OTHER)
    monkeypatch.undo()
    assert engine.is_healthy()
    assert ids_of(engine.submit(REQUEST)) == lone(loud_store, REQUEST)


class Mortal:
    """A decoder whose first round does what kills or holds up a worker."""

    rounds = 0

    def __init__(self, decoder: Decoder, deed: Callable[[], None]) -> None:
        self.admit, self.release = decoder.admit, decoder.release
        self._decoder, self._deed = decoder, deed

    def next_logits(self, jobs: Sequence[Job]) -> Iterator[Answer]:
        Mortal.rounds += 1
        if Mortal.rounds == 1:
            self._deed()
        return self._decoder.next_logits(jobs)


def die() -> None:
    raise SystemExit


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("deed", [die, lambda: time.sleep(1.5)], ids=["dies", "hangs"])
def test_a_worker_that_is_lost_is_noticed_told_and_replaced(
    open_engine: OpenEngine,
    loud_store: ModelStore,
    deed: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(stepper, "SECONDS_BETWEEN_LOOKS", 0.3)
    monkeypatch.setattr(Mortal, "rounds", 0)
    engine = open_engine(lambda decoder: Mortal(decoder, deed), stall_seconds=0.5)
    streams = [engine.submit(replace(REQUEST, visitor=name)) for name in "abc"]
    until(lambda: not engine.is_healthy())
    for stream in streams:
        with pytest.raises(ResourceError, match="had to start anew"):
            ids_of(stream)
    until(engine.is_healthy)
    assert ids_of(engine.submit(REQUEST)) == lone(loud_store, REQUEST)
    assert "a new one starts" in caplog.text
    time.sleep(1.5)  # one that hung has come back, and finds that it is not needed
    assert engine.stats().active == 0
    assert ids_of(engine.submit(REQUEST)) == lone(loud_store, REQUEST)


def test_a_closed_engine_ends_its_texts_and_takes_no_more(open_engine: OpenEngine) -> None:
    engine = open_engine()
    stream = engine.submit(replace(REQUEST, max_new_tokens=10**6))
    engine.close()
    with pytest.raises(PlaygroundError, match="server is closing"):
        ids_of(stream)
    with pytest.raises(PlaygroundError, match="server is closing"):
        engine.submit(REQUEST)
    assert not engine.is_healthy()
    until(lambda: not _alive(engine))


def _alive(engine: Stepper) -> bool:
    return engine._worker.is_alive()


def test_texts_that_come_and_go_leave_nothing_behind(open_engine: OpenEngine) -> None:
    """Every third is left after a few steps."""
    engine = open_engine(at_once=8)

    def visit(number: int) -> None:
        stream = engine.submit(replace(REQUEST, visitor=str(number), seed=number))
        for count, _ in enumerate(stream):
            if number % 3 == 0 and count == 2:
                stream.cancel()

    with ThreadPoolExecutor(30) as visitors:
        list(visitors.map(visit, range(90)))
    until(lambda: engine.stats().active == 0)
    stats = engine.stats()
    assert stats.waiting == stats.failed == 0
    assert stats.finished + stats.cancelled == 90
