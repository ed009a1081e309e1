"""A stream of steps between a thread that writes and a reader, in a thread or in an event loop."""

import asyncio
import itertools
import time

import pytest

from playground.decoding.generation import Step
from playground.errors import InputError
from playground.serving.engine import stream as stream_module
from playground.serving.engine.stream import Steps, StepStream


def step(number: int) -> Step:
    return Step(number, 0.5, 0.5, None)


def filled(count: int) -> StepStream:
    stream = StepStream()
    for number in range(count):
        stream.push(step(number))
    return stream


async def read(
    stream: StepStream, seconds_between: float, slowing: float = 0.0
) -> list[tuple[float, Steps]]:
    started, updates = time.monotonic(), stream.updates(seconds_between, slowing)
    return [(time.monotonic() - started, steps) async for steps in updates]


def test_a_reader_that_comes_late_gets_all_at_once() -> None:
    stream = filled(3)
    stream.finish("length")
    assert list(stream) == [(step(0), step(1), step(2))]
    assert list(stream) == []


def test_nothing_comes_after_the_end() -> None:
    stream = filled(1)
    stream.finish("stop")
    stream.push(step(1))
    stream.finish("length")
    stream.cancel()
    assert (stream.end, list(stream)) == ("stop", [(step(0),)])


def test_an_error_is_raised_behind_the_last_step() -> None:
    stream = filled(2)
    stream.finish("failed", InputError("code", "It broke."))
    steps = iter(stream)
    assert next(steps) == (step(0), step(1))
    with pytest.raises(InputError, match="It broke"):
        next(steps)


async def write(stream: StepStream, count: int, seconds: float) -> None:
    """Push from another thread, as the engine does."""

    def push() -> None:
        for number in range(count):
            stream.push(step(number))
            time.sleep(seconds)
        stream.finish("length")

    await asyncio.to_thread(push)


def test_updates_come_at_once_then_no_oftener_than_asked_and_the_end_at_once() -> None:
    async def run() -> list[tuple[float, Steps]]:
        stream = StepStream()
        read_steps, _ = await asyncio.gather(read(stream, 0.2), write(stream, 50, 0.01))
        return read_steps

    updates = asyncio.run(run())
    assert [each.id for _, steps in updates for each in steps] == list(range(50))
    assert len(updates[0][1]) <= 3  # it did not wait for a first interval
    times = [seconds for seconds, _ in updates]
    gaps = [later - earlier for earlier, later in itertools.pairwise(times)]
    assert all(gap >= 0.19 for gap in gaps[:-1])  # the last one is the end
    assert 3 <= len(updates) <= 6


def test_updates_slow_down_as_a_text_goes_on_but_not_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stream_module, "LONGEST_PAUSE_SECONDS", 0.2)

    async def run() -> list[tuple[float, Steps]]:
        stream = StepStream()
        steps, _ = await asyncio.gather(read(stream, 0.01, slowing=1.0), write(stream, 100, 0.01))
        return steps

    updates = asyncio.run(run())
    assert [each.id for _, steps in updates for each in steps] == list(range(100))
    times = [seconds for seconds, _ in updates]
    for before, after in itertools.pairwise(times[:-1]):  # the last one is the end
        assert after - before >= min(0.2, before - times[0]) - 0.01
    assert 4 <= len(updates) <= 14


def test_a_reader_who_waits_gets_empty_updates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_module, "IDLE_SECONDS", 0.05)

    async def run() -> list[Steps]:
        stream, seen = StepStream(), []
        async for steps in stream.updates(0):
            seen.append(steps)
            if len(seen) == 3:
                stream.push(step(7))
            elif steps:
                stream.finish("length")
        return seen

    assert asyncio.run(run()) == [(), (), (), (step(7),)]


def test_a_cancelled_stream_lets_its_reader_go_at_once() -> None:
    async def run() -> float:
        stream = filled(1)
        reader = asyncio.create_task(read(stream, 60))
        await asyncio.sleep(0.05)
        cancelled = time.monotonic()
        stream.cancel()
        await reader
        return time.monotonic() - cancelled

    assert asyncio.run(run()) < 5


def test_an_error_reaches_a_reader_in_an_event_loop() -> None:
    stream = filled(1)
    stream.finish("failed", InputError("code", "It broke."))
    with pytest.raises(InputError, match="It broke"):
        asyncio.run(read(stream, 0.1))


def test_pushing_goes_on_when_the_loop_of_the_reader_is_gone() -> None:
    async def begin(stream: StepStream) -> None:
        async for _ in stream.updates(0):
            return

    stream = filled(1)
    asyncio.run(begin(stream))
    stream.push(step(1))
    stream.finish("length")
    assert stream.end == "length"
