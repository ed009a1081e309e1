"""`python -m tests.load`: a class on the app, in a process of its own; prints what it went through.

--students 30 --minutes 10     a lesson, with two bells at which everybody generates at once
--minutes 0 --students 100     one bell alone: all press Generate in the same second
"""

import argparse
import asyncio
import os
import time

import httpx

from tests.load.plan import Action, class_plan
from tests.load.report import lines
from tests.load.server import Server, served
from tests.load.student import Record, Student

AFTERWARDS_SECONDS = 10


async def lesson(
    address: str, plans: list[list[Action]], slow: int | None, tokens: int
) -> list[Record]:
    """Everybody's plan at once; student `slow` reads a line a second."""
    async with httpx.AsyncClient(base_url=address, trust_env=False) as http:
        config = (await http.get("/config")).json()
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    clients = [
        httpx.AsyncClient(base_url=address, trust_env=False, timeout=60, limits=limits)
        for _ in plans
    ]
    students = [
        Student(http, config, number, slow=number == slow) for number, http in enumerate(clients)
    ]
    for student in students:
        await student.open()
    started = asyncio.get_running_loop().time()
    lives = [
        student.live(plan, started, tokens) for student, plan in zip(students, plans, strict=True)
    ]
    records = [record for life in await asyncio.gather(*lives) for record in life]
    for http in clients:
        await http.aclose()
    return records


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--tokens", type=int, default=60)
    arguments = parser.parse_args()
    seconds = 60 * arguments.minutes
    bells = (0.3 * seconds, 0.6 * seconds) if seconds else (0.0,)
    plans = class_plan(arguments.students, seconds, bells)
    slow = arguments.students - 1 if seconds else None
    with served() as server:
        before, started = time.process_time(), time.monotonic()
        server_before = server.cpu_seconds()
        records = asyncio.run(lesson(server.address, plans, slow, arguments.tokens))
        took = time.monotonic() - started
        driver, of_server = time.process_time() - before, server.cpu_seconds() - server_before
        print(f"{took:.0f} s on {os.cpu_count()} cores")
        print(f"processor time: driver {driver:.1f} s, server {of_server:.1f} s")
        _print_server(server)
    for line in lines(records, slow, "story", arguments.tokens):
        print(line)


def _print_server(server: Server) -> None:
    time.sleep(AFTERWARDS_SECONDS)
    print(f"{AFTERWARDS_SECONDS} s after the end: {server.health()}")
    print(f"server memory at its peak: {server.peak_bytes() / 1e9:.2f} GB")


if __name__ == "__main__":
    main()
