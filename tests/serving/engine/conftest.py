"""A small model with opinions in a store, requests for it, and both engines."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from playground.decoding.generation import generate
from playground.decoding.sampling import SamplingParams
from playground.gpt.config import GPTConfig
from playground.serving.engine.decoders import Answer, BatchDecoder, Decoder, FairDecoder, Job
from playground.serving.engine.interface import TextRequest
from playground.serving.engine.stepper import Stepper
from playground.serving.engine.stream import StepStream
from playground.serving.models import ModelChoice, ModelStore
from tests.near_ties import LoneRun, lone_run

CHOICE = ModelChoice(
    GPTConfig(97, 32, d_model=32, num_heads=4, num_layers=2, dropout=0.0), "gpt2-96"
)
REQUEST = TextRequest(
    CHOICE, 97, (1, 2, 3), SamplingParams(0.8, top_k=20), 40, seed=0, end_of_text=None, visitor="me"
)
OTHER = replace(REQUEST, choice=replace(CHOICE, config=replace(CHOICE.config, num_layers=1)))
"""The same of another model."""
PATIENCE_SECONDS = 20
OpenEngine = Callable[..., Stepper]


@pytest.fixture(scope="session")
def loud_store() -> ModelStore:
    """Weights ten times GPT-2's initial ones, so that each text depends on all that is before."""
    store = ModelStore()
    for request in (REQUEST, OTHER):
        for parameter in store.get(request.choice, 97).model.parameters():
            if parameter.dim() == 2:
                parameter.mul_(10)
    return store


@pytest.fixture(params=[FairDecoder, BatchDecoder], ids=["fair", "batch"])
def open_engine(request: pytest.FixtureRequest, loud_store: ModelStore) -> Iterator[OpenEngine]:
    """Opens an engine; arguments: those of Stepper, and `wrap`, around each new decoder."""
    opened: list[Stepper] = []

    def build(wrap: Callable[[Any], Any] = lambda decoder: decoder, **settings: Any) -> Stepper:
        opened.append(Stepper(loud_store, lambda: wrap(request.param()), **settings))
        return opened[-1]

    yield build
    for engine in opened:
        engine.close()


def lone(store: ModelStore, request: TextRequest) -> LoneRun:
    """What the request gives when it runs alone."""
    return lone_run(
        store.get(request.choice, request.vocab_size).source,
        request.prompt_ids,
        request.params,
        max_new_tokens=request.max_new_tokens,
        seed=request.seed,
        end_of_text=request.end_of_text,
    )


def is_lone(ids: Sequence[int], store: ModelStore, request: TextRequest) -> bool:
    """Whether these are the ids that the request gives when it runs alone, but for near ties."""
    source = store.get(request.choice, request.vocab_size).source
    steps = generate(
        source,
        request.prompt_ids,
        request.params,
        max_new_tokens=request.max_new_tokens,
        seed=request.seed,
        end_of_text=request.end_of_text,
    )
    if [step.id for step in steps] == list(ids):  # much sooner known than how near it was
        return True
    found = lone(store, request).difference(ids)
    return found is None or found.excused()


def ids_of(stream: StepStream) -> list[int]:
    return [step.id for steps in stream for step in steps]


def until(condition: Callable[[], bool]) -> None:
    """Wait for something that takes a moment in another thread."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


class Held:
    """A decoder that waits before each round until it is let go."""

    def __init__(self, decoder: Decoder, go: threading.Event) -> None:
        self.admit, self.release = decoder.admit, decoder.release
        self._decoder, self._go = decoder, go

    def steps(self, jobs: Sequence[Job]) -> Iterator[Answer]:
        self._go.wait()
        return self._decoder.steps(jobs)
