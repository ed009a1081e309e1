"""Several texts of one visitor that grow beside each other. Knows the engine, no component."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing

from playground.errors import PlaygroundError
from playground.serving.engine.interface import Engine
from playground.serving.engine.stream import StepStream
from playground.ui.writing import FAILED, STOPPED_BY_VISITOR, Writing, write

SECONDS_BETWEEN_LOOKS = 0.2
STARTS_AT_ONCE = 32
"""Texts whose model is being loaded; one that waits for it holds up no other."""


class Writers:
    """Asks the engine for texts."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._starts = ThreadPoolExecutor(STARTS_AT_ONCE, "start of texts")

    async def begin(self, writing: Writing, length: int, visitor: str) -> StepStream:
        """Ask the engine for a text, in a thread, since it may load the model first."""
        request = writing.request(length, visitor)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(
            self._starts, lambda: writing.begin(self._engine.submit(request))
        )

    async def write(
        self, writings: Sequence[Writing], length: int, visitor: str, at_once: int
    ) -> AsyncGenerator[None]:
        """Let all of them grow to their end, `at_once` at a time; yields some five times a second,
        and once more at the end. Leaving it ends them all.

        Raises what the engine raised for one of them, once the others have ended.
        """
        gate = asyncio.Semaphore(at_once)
        tasks = [
            asyncio.create_task(self._one(writing, length, f"{visitor}/{place}", gate))
            for place, writing in enumerate(writings)
        ]
        try:
            running: set[asyncio.Task[None]] = set(tasks)
            while running:
                _, running = await asyncio.wait(running, timeout=SECONDS_BETWEEN_LOOKS)
                yield
            for task in tasks:
                task.result()
        finally:
            stop_all(writings)
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _one(
        self, writing: Writing, length: int, visitor: str, gate: asyncio.Semaphore
    ) -> None:
        async with gate:
            if writing.stop_reason is not None:
                return
            try:
                stream = await self.begin(writing, length, visitor)
                async with aclosing(write(writing, stream)) as updates:
                    async for _ in updates:
                        pass
            except PlaygroundError:
                writing.stop(FAILED)
                raise


def stop_all(writings: Sequence[Writing]) -> None:
    """End those that still grow; what they have written stays."""
    for writing in writings:
        if writing.stop_reason is None:
            writing.stop(STOPPED_BY_VISITOR)
