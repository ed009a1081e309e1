"""From a slider's move to its chart while thirty sessions generate, against the same in idle times.

Spells of quiet and of generating alternate, so that whatever else the machine does hits both alike.
The thirty are in a process of their own; the one who moves the slider has another session, and a
browser beside it. Texts of 60 tokens of the Story GPT, one behind the other.
"""

import asyncio
import multiprocessing
import shutil
import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.synchronize import Event
from time import monotonic, perf_counter, sleep

from playwright.sync_api import Page, sync_playwright

from tests.bench.slider_to_chart import BROWSER_FLAGS, SLIDER_TO_CHART, opened
from tests.load.plan import Action
from tests.load.run import students_of
from tests.load.server import Server, idle_within, served
from tests.load.student import Student
from tests.ui.api_visitor import ApiVisitor

SESSIONS = 30
TOKENS = 60
SPELLS = 6
PAUSE = 0.05
"""Seconds between two texts of a session."""
CHARTS = 12
"""In each spell, over HTTP and in the browser."""


def measure() -> dict[str, dict[str, float]]:
    """Median milliseconds at "server" and in "page", "idle" and in a "crowd", and their ratio."""
    seconds: dict[tuple[str, str], list[float]] = {}
    with served() as server, crowd(server) as writes, page_of(server) as page:
        visitor = ApiVisitor(server.address)
        visitor.open()
        for spell in range(2 * SPELLS):
            when = ("idle", "crowd")[spell % 2]
            _set(writes, server, to=when == "crowd")
            for number in range(CHARTS):
                value = round(0.3 + 0.05 * ((CHARTS * spell + number) % 25), 2)
                page.wait_for_timeout(100)
                seconds.setdefault(("server", when), []).append(_at_server(visitor, value))
                seconds.setdefault(("page", when), []).append(_in_page(page, value))
        _set(writes, server, to=False)
        visitor.http.close()
    medians = {key: 1000 * statistics.median(each) for key, each in seconds.items()}
    return {
        where: {
            "idle": medians[where, "idle"],
            "crowd": medians[where, "crowd"],
            "ratio": medians[where, "crowd"] / medians[where, "idle"],
        }
        for where in ("server", "page")
    }


def _set(writes: Event, server: Server, to: bool) -> None:
    """Let the crowd begin, or end what it writes."""
    if not to:
        writes.clear()
        assert idle_within(server, seconds=60)
        return
    writes.set()
    deadline = monotonic() + 60
    while server.health()["active"] < SESSIONS // 2:
        assert monotonic() < deadline
        sleep(PAUSE)


def _at_server(visitor: ApiVisitor, value: float) -> float:
    started = perf_counter()
    visitor.fire("temperature", "change", temperature=value)
    return perf_counter() - started


def _in_page(page: Page, value: float) -> float:
    milliseconds: float = page.evaluate(
        SLIDER_TO_CHART, ["#temperature", "#next-figure .figure", value]
    )
    return milliseconds / 1000


@contextmanager
def page_of(server: Server) -> Iterator[Page]:
    """A browser on the next-token view."""
    with sync_playwright() as playwright:
        path = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=BROWSER_FLAGS)
        yield opened(browser.new_page(), server.address)
        browser.close()


@contextmanager
def crowd(server: Server) -> Iterator[Event]:
    """Thirty sessions in a process of their own, which write as long as the event is set."""
    context = multiprocessing.get_context("spawn")
    ready, writes = context.Event(), context.Event()
    process = context.Process(target=_crowd, args=(server, ready, writes), daemon=True)
    process.start()
    try:
        assert ready.wait(120)
        yield writes
    finally:
        process.terminate()
        process.join()


def _crowd(server: Server, ready: Event, writes: Event) -> None:
    asyncio.run(_write_on(server, ready, writes))


async def _write_on(server: Server, ready: Event, writes: Event) -> None:
    async with students_of(SESSIONS, server) as students:
        for student in students:
            await student.open()
            await student.settle("story", TOKENS)
        ready.set()
        await asyncio.gather(*(_write_texts(student, writes) for student in students))


async def _write_texts(student: Student, writes: Event) -> None:
    loop, seed = asyncio.get_running_loop(), 0
    while True:
        if not writes.is_set():
            await asyncio.sleep(PAUSE)
            continue
        seed += 1
        (record,) = await student.live([Action(0, "text", seed)], loop.time() + PAUSE)
        assert record.outcome == "served", record.trouble
