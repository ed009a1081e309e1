"""When something goes wrong in an engine: who is told, who goes on, and that it comes back."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
import torch

from playground.decoding.generation import Generation
from playground.errors import PlaygroundError, ResourceError, SamplingError
from playground.serving.engine import stepper
from playground.serving.engine.decoders import Answer, Decoder, Job
from playground.serving.engine.stepper import Stepper
from playground.serving.models import ModelStore
from tests.serving.engine.conftest import CHOICE, OTHER, REQUEST, OpenEngine, ids_of, lone, until


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
