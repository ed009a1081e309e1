"""How many texts take a step: one text after the other, or all together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from torch import Tensor

from playground.decoding.generation import Generation, Step
from playground.decoding.model_batch import ModelBatch
from playground.decoding.source import LogitsSession
from playground.serving.engine.stream import StepStream
from playground.serving.limits import TEXTS_AT_ONCE
from playground.serving.models import LoadedModel

CACHE_BYTES = 1_500_000_000
"""Keys and values of all texts that are written at once."""
_NUMBER_BYTES = 4


@dataclass(eq=False)
class Job:
    """One text in the engine.

    ticket: rises from request to request; cache_bytes: most that its keys and values take;
    deadline: time of the monotonic clock when it has to be over.
    """

    loaded: LoadedModel
    generation: Generation
    stream: StepStream
    visitor: str
    ticket: int
    cache_bytes: int
    deadline: float = 0.0


Answer = tuple[Job, Step | Exception]
"""The step of a text, or what went wrong."""


class Decoder(Protocol):
    """What one worker computes steps with."""

    def admit(self, job: Job) -> bool:
        """Take a new job, if there is room for it now."""
        ...

    def steps(self, jobs: Sequence[Job]) -> Iterator[Answer]:
        """A step of those jobs that are ready for one, each as soon as it is known; a job that is
        still reading its prompt may get none this time."""
        ...

    def release(self, job: Job) -> None:
        """Forget a job."""
        ...


class FairDecoder:
    """One text after the other, each by the session that it would have alone.

    For sources that are no models of ours, and what the batch is held against.
    """

    def __init__(self) -> None:
        self._sessions: dict[Job, LogitsSession] = {}

    def admit(self, job: Job) -> bool:
        """Always: each job brings its own cache."""
        self._sessions[job] = job.loaded.source.open()
        return True

    def steps(self, jobs: Sequence[Job]) -> Iterator[Answer]:
        """One step of each in turn."""
        for job in jobs:
            try:
                logits = self._sessions[job].next_logits(job.generation.ids)
                step = job.generation.take(logits)
            except Exception as error:
                yield job, error
            else:
                yield job, step

    def release(self, job: Job) -> None:
        """Give its cache back."""
        self._sessions.pop(job, None)


class BatchDecoder:
    """All texts of one model in one forward pass. A text can differ from its lone run in rare
    cases, where the draw falls so near the edge between two tokens that rounding decides."""

    def __init__(self, slots: int = TEXTS_AT_ONCE, cache_bytes: int = CACHE_BYTES) -> None:
        self._slots = slots
        self._left_bytes = cache_bytes
        self._jobs: set[Job] = set()
        self._batches: dict[LoadedModel, ModelBatch] = {}

    def admit(self, job: Job) -> bool:
        """Take a job if a slot beside the other texts of its model is free, and memory for its keys
        and values; the only job gets that in any case."""
        if self._jobs and job.cache_bytes > self._left_bytes:
            return False
        if job.loaded not in self._batches:
            self._batches[job.loaded] = ModelBatch(job.loaded.source, self._slots)
        batch = self._batches[job.loaded]
        if len(batch) == batch.slots:
            return False
        batch.join(job)
        self._jobs.add(job)
        self._left_bytes -= job.cache_bytes
        return True

    def steps(self, jobs: Sequence[Job]) -> Iterator[Answer]:
        """One forward pass a model; what goes wrong in it ends all its texts, and no other."""
        for loaded in dict.fromkeys(job.loaded for job in jobs):
            together = [job for job in jobs if job.loaded is loaded]
            try:
                logits = self._batches[loaded].next_logits(
                    {job: job.generation.ids for job in together}
                )
            except Exception as error:
                yield from ((job, error) for job in together)
            else:
                ready = (job for job in together if job in logits)
                yield from ((job, _taken(job, logits[job])) for job in ready)

    def release(self, job: Job) -> None:
        """Free its slot, and the memory of all slots with the last text of a model."""
        if job in self._jobs:
            self._jobs.remove(job)
            self._left_bytes += job.cache_bytes
            batch = self._batches[job.loaded]
            batch.release(job)
            if len(batch) == 0:
                del self._batches[job.loaded]


def _taken(job: Job, logits: Tensor) -> Step | Exception:
    try:
        return job.generation.take(logits)
    except Exception as error:
        return error


def cache_bytes(loaded: LoadedModel, prompt_tokens: int, new_tokens: int) -> int:
    """Memory of the keys and values of a text of that length."""
    config = loaded.model.config
    tokens = min(config.context_length, prompt_tokens + new_tokens)
    return tokens * config.cached_per_token * _NUMBER_BYTES
