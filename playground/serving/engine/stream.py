"""The steps of one text on their way from the engine to its reader.

The engine never waits for a reader: steps are kept, which is bounded by the length of the text,
and a slow reader gets more of them at once. The end is never lost.
"""

import asyncio
import threading
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import suppress
from typing import Literal

from playground.decoding.generation import Step
from playground.errors import PlaygroundError

IDLE_SECONDS = 1.0
"""So long without news, and a reader in an event loop gets an empty update: a chance to notice that
nobody looks any more."""
LONGEST_PAUSE_SECONDS = 0.5
"""Between two updates of one text, however much they slow down."""

End = Literal["stop", "length", "time", "cancelled", "failed"]
Steps = tuple[Step, ...]


class StepStream:
    """One text: the engine pushes, one reader iterates, anybody may cancel.

    `end` is why it is over, None while it goes on: the model ended the text ("stop"), it has its
    length, its time is over, it was cancelled, or it failed; then reading raises the error.
    """

    def __init__(self) -> None:
        self.end: End | None = None
        self._error: PlaygroundError | None = None
        self._steps: list[Step] = []
        self._read = 0
        self._changed = threading.Condition()
        self._wake: Callable[[], None] = lambda: None
        self._wakes_for_steps = True

    def push(self, step: Step) -> None:
        """One more step; none comes after the end."""
        with self._changed:
            if self.end is None:
                self._steps.append(step)
                self._tell()

    def finish(self, end: End, error: PlaygroundError | None = None) -> None:
        """Set the end, unless there is one already."""
        with self._changed:
            if self.end is None:
                self.end, self._error = end, error
                self._tell()

    def cancel(self) -> None:
        """End the text; the engine stops within a step."""
        self.finish("cancelled")

    def __iter__(self) -> Iterator[Steps]:
        """Steps as they come, all that are new at once; waits for them in this thread."""
        over = False
        while not over:
            with self._changed:
                self._changed.wait_for(self._has_news)
                steps, over = self._take()
            if steps:
                yield steps
        self._raise()

    async def updates(self, seconds_between: float, slowing: float = 0.0) -> AsyncGenerator[Steps]:
        """The same without a thread that waits: the first steps at once, later ones no sooner than
        `seconds_between` after those before, the end without delay; empty while nothing comes.

        slowing: share of the time since the first steps that passes between updates at least, up
        to LONGEST_PAUSE_SECONDS; so a reader who falls behind catches up.
        """
        loop, news = asyncio.get_running_loop(), asyncio.Event()
        first: float | None = None

        def wake() -> None:
            with suppress(RuntimeError):  # the loop is closed: nobody reads any more
                loop.call_soon_threadsafe(news.set)

        self._wake = wake
        over = idle = False
        while not over:
            with self._changed:
                ready = self._has_news()
                steps, over = self._take()
                self._wakes_for_steps = not ready
                news.clear()
            if steps or idle:
                yield steps
            if steps and first is None:
                first = time.monotonic()
            if not over:
                spent = 0.0 if first is None else time.monotonic() - first
                pause = max(seconds_between, min(slowing * spent, LONGEST_PAUSE_SECONDS))
                came = await _within(pause if ready else IDLE_SECONDS, news)
                idle = not (came or ready)
        self._raise()

    def _tell(self) -> None:
        self._changed.notify_all()
        if self.end is not None or self._wakes_for_steps:
            self._wake()

    def _has_news(self) -> bool:
        return self.end is not None or self._read < len(self._steps)

    def _take(self) -> tuple[Steps, bool]:
        steps = tuple(self._steps[self._read :])
        self._read = len(self._steps)
        return steps, self.end is not None

    def _raise(self) -> None:
        if self._error is not None:
            raise self._error.with_traceback(None)  # or it would hold on to what it passed through


async def _within(seconds: float, event: asyncio.Event) -> bool:
    """Wait for an event, but not longer: whether it came."""
    try:
        return await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return False
