"""The engine in this process: one worker thread that lets all active texts take steps.

Bounded: texts that are written, texts that wait, and the time in which each is written. A worker
that dies or hangs is replaced, and its readers are told.
"""

import logging
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from itertools import count

from playground.decoding.generation import Step
from playground.errors import PlaygroundError
from playground.serving import limits
from playground.serving.engine.decoders import Decoder, Job, cache_bytes
from playground.serving.engine.errors import engine_busy, engine_closed, engine_lost, told
from playground.serving.engine.interface import EngineStats, TextRequest
from playground.serving.engine.stream import StepStream
from playground.serving.models import ModelStore

CLOSING_SECONDS = 2.0
"""How long a closing engine waits for each of its threads."""
SECONDS_BETWEEN_LOOKS = 1.0
"""How often the watch looks after the worker."""

_log = logging.getLogger(__name__)


class Stepper:
    """An Engine whose logits come from decoders in this process.

    decoder: makes one for a new worker.
    """

    def __init__(
        self,
        store: ModelStore,
        decoder: Callable[[], Decoder],
        *,
        at_once: int = limits.TEXTS_AT_ONCE,
        waiting: int = limits.TEXTS_WAITING,
        seconds: float = limits.GENERATION_SECONDS,
        stall_seconds: float = limits.STALL_SECONDS,
    ) -> None:
        self._store = store
        self._new_decoder = decoder
        self._at_once, self._most = at_once, at_once + waiting
        self._seconds, self._stall_seconds = seconds, stall_seconds
        self._news = threading.Condition()
        self._tickets = count()
        self._starting: dict[int, str] = {}
        self._waiting: deque[Job] = deque()
        self._active: list[Job] = []
        self._counts: Counter[str] = Counter()
        self._closed = threading.Event()
        self._start()
        self._watcher = threading.Thread(target=self._watch, name="engine watch", daemon=True)
        self._watcher.start()

    def submit(self, request: TextRequest) -> StepStream:
        """See Engine."""
        ticket = self._take_place(request.visitor)
        try:
            job = self._job(request, ticket)
        except Exception as error:
            with self._news:
                del self._starting[ticket]
            raise told(error) from None
        with self._news:
            del self._starting[ticket]
            if self._closed.is_set():
                raise engine_closed()
            if job.generation.stop_reason is not None:
                job.stream.finish(job.generation.stop_reason)
            if self._has_newer(job):
                job.stream.cancel()
            self._cancel_texts_of(request.visitor, before=ticket)
            self._waiting.append(job)
            self._news.notify()
        return job.stream

    def _job(self, request: TextRequest, ticket: int) -> Job:
        """Load the model and check the settings."""
        loaded = self._store.get(request.choice, request.vocab_size)
        generation = request.generation(loaded.source)
        needed = cache_bytes(loaded, len(request.prompt_ids), request.max_new_tokens)
        return Job(loaded, generation, StepStream(), request.visitor, ticket, needed)

    def stats(self) -> EngineStats:
        """See Engine."""
        with self._news:
            waiting = len(self._waiting) + len(self._starting)
            return EngineStats(active=len(self._active), waiting=waiting, **self._counts)

    def is_healthy(self) -> bool:
        """Whether the worker lives and moves."""
        return not self._closed.is_set() and self._worker.is_alive() and not self._hangs()

    def close(self) -> None:
        """See Engine."""
        self._closed.set()
        with self._news:
            self._end_all(engine_closed)
            self._news.notify()
        # A process that ends while a thread computes, or drops the last hold on a model, aborts.
        self._watcher.join(CLOSING_SECONDS)
        self._worker.join(CLOSING_SECONDS)

    def _take_place(self, visitor: str) -> int:
        """A ticket for a visitor, if there is room."""
        with self._news:
            if self._closed.is_set():
                raise engine_closed()
            ticket = next(self._tickets)
            self._cancel_texts_of(visitor, before=ticket)
            ahead = len(self._starting) + sum(job.stream.end is None for job in self._jobs())
            if ahead >= self._most:
                self._counts["refused"] += 1
                raise engine_busy(ahead - self._at_once + 1)
            self._starting[ticket] = visitor
            return ticket

    def _jobs(self) -> Iterator[Job]:
        yield from self._waiting
        yield from self._active

    def _cancel_texts_of(self, visitor: str, before: int) -> None:
        for job in self._jobs():
            if job.visitor == visitor and job.ticket < before:
                job.stream.cancel()

    def _has_newer(self, job: Job) -> bool:
        """Whether its visitor has asked for another text while its model was loaded."""
        tickets = [each.ticket for each in self._jobs() if each.visitor == job.visitor]
        tickets += [ticket for ticket, visitor in self._starting.items() if visitor == job.visitor]
        return max(tickets, default=0) > job.ticket

    def _start(self) -> None:
        self._beat = time.monotonic()
        self._worker = threading.Thread(target=self._work, name="engine", daemon=True)
        self._worker.start()

    def _work(self) -> None:
        """The worker: rounds as long as there are texts, until the engine is closed or another
        worker has taken its place."""
        decoder = self._new_decoder()
        while self._wait_for_texts():
            self._admit(decoder)
            self._round(decoder)

    def _wait_for_texts(self) -> bool:
        with self._news:
            while self._is_mine() and not (self._waiting or self._active):
                self._news.wait()
            self._beat = time.monotonic()
            return self._is_mine()

    def _is_mine(self) -> bool:
        return threading.current_thread() is self._worker and not self._closed.is_set()

    def _admit(self, decoder: Decoder) -> None:
        """Begin with those that wait, in their order, as far as there is room."""
        with self._news:
            if not self._is_mine():
                return
            for job in [job for job in self._waiting if job.stream.end is not None]:
                self._waiting.remove(job)
                self._count(job)
            # Whoever is behind one that has no room waits, or a long text would wait for ever.
            while self._waiting and len(self._active) < self._at_once:
                if not self._admits(decoder, self._waiting[0]):
                    return
                job = self._waiting.popleft()
                job.deadline = time.monotonic() + self._seconds
                self._active.append(job)

    def _admits(self, decoder: Decoder, job: Job) -> bool:
        """Whether a job begins now; one for which there is no memory ends, and leaves next time."""
        try:
            return decoder.admit(job)
        except Exception as error:
            job.stream.finish("failed", told(error))
            return False

    def _round(self, decoder: Decoder) -> None:
        """A step of everybody who is ready for one."""
        for job in list(self._active):
            if job.stream.end is None and time.monotonic() > job.deadline:
                job.stream.finish("time")
            if job.stream.end is not None:
                self._leave(decoder, job)
        for job, answer in decoder.steps(tuple(self._active)):
            if not self._is_mine():
                return
            if isinstance(answer, Exception):
                job.stream.finish("failed", told(answer))
            else:
                self._take_step(job, answer)
            if job.stream.end is not None:
                self._leave(decoder, job)
            self._beat = time.monotonic()

    def _take_step(self, job: Job, step: Step) -> None:
        job.stream.push(step)
        self._counts["tokens"] += 1
        if step.stop_reason is not None:
            job.stream.finish(step.stop_reason)

    def _leave(self, decoder: Decoder, job: Job) -> None:
        with self._news:
            if job not in self._active or not self._is_mine():
                return  # all texts were ended meanwhile
            self._active.remove(job)
            self._count(job)
        decoder.release(job)

    def _count(self, job: Job) -> None:
        end = job.stream.end
        self._counts[end if end in ("failed", "cancelled") else "finished"] += 1

    def _watch(self) -> None:
        """Replace a worker that is dead or hangs, and tell its readers."""
        while not self._closed.wait(SECONDS_BETWEEN_LOOKS):
            if not self.is_healthy() and not self._closed.is_set():
                trouble = "hangs" if self._worker.is_alive() else "is dead"
                _log.error("the engine's worker %s; a new one starts", trouble)
                with self._news:
                    self._end_all(engine_lost)
                    self._start()

    def _hangs(self) -> bool:
        return bool(self._active) and time.monotonic() - self._beat > self._stall_seconds

    def _end_all(self, error: Callable[[], PlaygroundError]) -> None:
        for job in self._jobs():
            job.stream.finish("failed", error())
            self._count(job)
        self._waiting.clear()
        self._active.clear()
