"""When something goes wrong in an engine: who is told, who goes on, and that it comes back."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
import torch

from playground.decoding.generation import Generation, Step
from playground.errors import PlaygroundError, ResourceError, SamplingError
from playground.serving.engine import stepper
from playground.serving.engine.decoders import Answer, BatchDecoder, Decoder, FairDecoder, Job
from playground.serving.engine.interface import EngineStats
from playground.serving.engine.stepper import Stepper
from playground.serving.models import LoadedModel, ModelChoice, ModelStore
from tests.serving.engine.conftest import (
    CHOICE,
    OTHER,
    REQUEST,
    Held,
    OpenEngine,
    ids_of,
    is_lone,
    until,
)


def test_a_text_whose_draw_fails_ends_alone(
    open_engine: OpenEngine, loud_store: ModelStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    take = Generation.take

    def damaged(self: Generation, logits: torch.Tensor) -> Step:
        return take(self, logits * float("nan") if self.ids[0] == 9 else logits)

    monkeypatch.setattr(Generation, "take", damaged)
    engine = open_engine()
    bad = engine.submit(replace(REQUEST, prompt_ids=(9,), visitor="bad"))
    good = engine.submit(REQUEST)
    with pytest.raises(SamplingError, match="gave nan as the logit"):
        ids_of(bad)
    monkeypatch.undo()
    assert is_lone(ids_of(good), loud_store, REQUEST)
    until(lambda: engine.stats().active == 0)
    assert engine.stats().failed == 1


def test_a_forward_pass_that_fails_ends_the_texts_of_its_model_alone(
    open_engine: OpenEngine, loud_store: ModelStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("no memory for 5 GB")

    engine = open_engine()
    monkeypatch.setattr(loud_store.get(CHOICE, 97).runner, "forward", broken)
    bad = engine.submit(replace(REQUEST, visitor="bad"))
    good = engine.submit(OTHER)
    with pytest.raises(ResourceError, match="error inside this server") as error:
        ids_of(bad)
    assert error.value.code == "text_failed"
    assert is_lone(ids_of(good), loud_store, OTHER)
    monkeypatch.undo()
    assert engine.is_healthy()
    assert is_lone(ids_of(engine.submit(REQUEST)), loud_store, REQUEST)


class Full(Held):
    """A decoder that has no memory for prompts that begin with 9."""

    def __init__(self, decoder: Decoder) -> None:
        go = threading.Event()
        go.set()
        super().__init__(decoder, go)
        self._admit = decoder.admit
        self.admit = self._admit_some

    def _admit_some(self, job: Job) -> bool:
        if job.generation.ids[0] == 9:
            raise MemoryError
        return self._admit(job)


def test_a_text_for_which_there_is_no_memory_ends_alone(
    open_engine: OpenEngine, loud_store: ModelStore
) -> None:
    engine = open_engine(Full)
    good = engine.submit(replace(REQUEST, max_new_tokens=60))
    bad = engine.submit(replace(REQUEST, prompt_ids=(9,), visitor="bad"))
    with pytest.raises(ResourceError, match="error inside this server"):
        ids_of(bad)
    assert is_lone(ids_of(good), loud_store, replace(REQUEST, max_new_tokens=60))
    assert engine.is_healthy()
    until(lambda: engine.stats() == EngineStats(0, 0, tokens=60, finished=1, failed=1))


class SlowStore(ModelStore):
    """Waits until it is let go, or fails in a way that nobody foresaw."""

    def __init__(self, go: threading.Event, error: Exception | None = None) -> None:
        super().__init__()
        self.go, self.error, self.asked = go, error, threading.Event()

    def get(self, choice: ModelChoice, vocab_size: int) -> LoadedModel:
        self.asked.set()
        self.go.wait()
        if self.error is not None:
            raise self.error
        return super().get(choice, vocab_size)


def test_a_text_whose_model_comes_after_the_end_of_the_engine_is_refused() -> None:
    store = SlowStore(threading.Event())
    engine = Stepper(store, FairDecoder)
    with ThreadPoolExecutor() as visitors:
        stream = visitors.submit(engine.submit, REQUEST)
        store.asked.wait()
        engine.close()
        store.go.set()
        with pytest.raises(ResourceError, match="server is closing"):
            stream.result()


def test_an_error_that_nobody_foresaw_is_told_in_a_sentence_and_gives_the_place_back() -> None:
    go = threading.Event()
    go.set()
    engine = Stepper(
        SlowStore(go, RuntimeError("can't allocate")), FairDecoder, at_once=1, waiting=0
    )
    for _ in range(2):
        with pytest.raises(ResourceError, match="error inside this server"):
            engine.submit(REQUEST)
    engine.close()


def test_an_older_request_whose_model_comes_late_does_not_end_the_newer_text(
    loud_store: ModelStore,
) -> None:
    class Late(SlowStore):
        def get(self, choice: ModelChoice, vocab_size: int) -> LoadedModel:
            if choice == OTHER.choice:
                super().get(choice, vocab_size)
            return loud_store.get(choice, vocab_size)

    store = Late(threading.Event())
    engine = Stepper(store, FairDecoder)
    with ThreadPoolExecutor() as visitors:
        older = visitors.submit(engine.submit, OTHER)
        store.asked.wait()
        newer = engine.submit(replace(REQUEST, max_new_tokens=10**6))
        store.go.set()
        assert (ids_of(older.result()), older.result().end) == ([], "cancelled")
        assert newer.end is None
    engine.close()


class Mortal:
    """A decoder whose first round does what kills or holds up a worker."""

    rounds = 0

    def __init__(self, decoder: Decoder, deed: Callable[[], None]) -> None:
        self.admit, self.release = decoder.admit, decoder.release
        self._decoder, self._deed = decoder, deed

    def steps(self, jobs: Sequence[Job]) -> Iterator[Answer]:
        Mortal.rounds += 1
        if Mortal.rounds == 1:
            self._deed()
        return self._decoder.steps(jobs)


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
    assert is_lone(ids_of(engine.submit(REQUEST)), loud_store, REQUEST)
    assert "a new one starts" in caplog.text
    time.sleep(1.5)  # one that hung has come back, and finds that it is not needed
    assert engine.stats().active == 0
    assert is_lone(ids_of(engine.submit(REQUEST)), loud_store, REQUEST)


def test_a_closed_engine_ends_its_texts_and_takes_no_more(open_engine: OpenEngine) -> None:
    engine = open_engine()
    stream = engine.submit(replace(REQUEST, max_new_tokens=10**6))
    engine.close()
    with pytest.raises(PlaygroundError, match="server is closing"):
        ids_of(stream)
    with pytest.raises(PlaygroundError, match="server is closing"):
        engine.submit(REQUEST)
    assert not engine.is_healthy()


def test_a_closed_engine_leaves_no_thread(
    open_engine: OpenEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that dropped the last hold on a model while the process ended made it abort."""
    watch = Stepper._watch

    def slow_watch(engine: Stepper) -> None:
        watch(engine)
        time.sleep(0.2)

    monkeypatch.setattr(Stepper, "_watch", slow_watch)
    before = set(threading.enumerate())
    engine = open_engine()
    next(iter(engine.submit(replace(REQUEST, max_new_tokens=10**6))))
    assert len(set(threading.enumerate()) - before) == 2
    engine.close()
    assert set(threading.enumerate()) <= before


def test_a_text_with_no_room_for_its_cache_is_not_overtaken_for_ever(
    loud_store: ModelStore,
) -> None:
    whole = 32 * CHOICE.config.cached_per_token * 4
    engine = Stepper(loud_store, lambda: BatchDecoder(cache_bytes=whole + whole // 4))
    writes = engine.submit(replace(REQUEST, max_new_tokens=10**6, visitor="writes"))
    large = engine.submit(replace(REQUEST, visitor="large"))
    small = engine.submit(replace(REQUEST, max_new_tokens=2, visitor="small"))
    seen = 0
    for steps in writes:
        seen += len(steps)
        assert engine.stats().active <= 1
        if seen > 50:
            writes.cancel()
    assert len(ids_of(large)) == 40
    assert len(ids_of(small)) == 2
    engine.close()
