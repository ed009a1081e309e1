"""A plan carried out on a running app: everybody in one event loop, a browser beside it."""

import asyncio
import os
import time
from collections.abc import AsyncGenerator, Awaitable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

import httpx

from tests.load.page_student import PageStudent, page_student
from tests.load.plan import Plan
from tests.load.process import cpu_seconds, descendants
from tests.load.record import Record
from tests.load.server import Server
from tests.load.student import Student

OPENING_AT_ONCE = 8
DEADLINE_SECONDS = 60


@dataclass(frozen=True)
class Run:
    """What came of a plan.

    students, page  what was done, without a browser and with one
    faults          what the page in the browser must not have done
    cpu             seconds of processor time by who used them
    """

    plan: Plan
    students: list[Record]
    page: list[Record]
    faults: list[str]
    seconds: float
    cpu: dict[str, float]


async def carry_out(plan: Plan, server: Server) -> Run:
    """Everybody opens the page, settles on the model and the prompt, then follows the plan."""
    async with AsyncExitStack() as stack:
        students = await stack.enter_async_context(
            students_of(len(plan.students), server, plan.slow)
        )
        pages: list[PageStudent] = []
        if plan.page:
            page = page_student(server.address, len(plan.students))
            pages.append(await stack.enter_async_context(page))
        await _settle(plan, [*students, *pages])
        before, began = _cpu(server), time.monotonic()
        started = asyncio.get_running_loop().time()
        done, seen = await asyncio.gather(
            _all(each.live(plan.students[each.number], started) for each in students),
            _all(each.live(plan.page, started) for each in pages),
        )
        seconds, after = time.monotonic() - began, _cpu(server)
        faults = [fault for page in pages for fault in page.faults]
    return Run(
        plan, done, seen, faults, seconds, {name: after[name] - before[name] for name in after}
    )


async def _all(lives: Iterable[Awaitable[list[Record]]]) -> list[Record]:
    return [record for life in await asyncio.gather(*lives) for record in life]


async def _settle(plan: Plan, everybody: Sequence[Student | PageStudent]) -> None:
    places = asyncio.Semaphore(OPENING_AT_ONCE)

    async def settle(one: Student | PageStudent) -> None:
        async with places:
            await one.open()
            await one.settle(plan.preset, plan.tokens)

    await asyncio.gather(*map(settle, everybody))


@asynccontextmanager
async def students_of(
    count: int, server: Server, slow: int | None = None
) -> AsyncGenerator[list[Student]]:
    """Each with connections of his own, as a browser has; none has opened the page yet."""
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(
                httpx.AsyncClient(
                    base_url=server.address, trust_env=False, timeout=DEADLINE_SECONDS
                )
            )
            for _ in range(count)
        ]
        config = (await clients[0].get("/config")).json()
        yield [
            Student(http, config, number, slow=number == slow)
            for number, http in enumerate(clients)
        ]


def _cpu(server: Server) -> dict[str, float]:
    browser = descendants(os.getpid()) - descendants(server.pid) - {server.pid}
    return {
        "server": server.cpu_seconds(),
        "driver": time.process_time(),
        "browser": sum(map(cpu_seconds, browser)),
    }
