"""`python -m tests.load`: a class on the app, in a process of its own; prints what it went through.

--students 30 --minutes 10     a lesson, with two bells at which everybody generates at once
--model gpt2-small             the same on another preset; what is refused politely is counted apart
--rush 100                     so many press Generate within one second, a few others move a slider
"""

import argparse
import asyncio
import os
import time

from playground.gpt.presets import PRESETS
from tests.instructions import instruction_set
from tests.load.plan import class_plan, rush_plan
from tests.load.report import lines, rush_lines
from tests.load.run import carry_out
from tests.load.server import Server, served

AFTERWARDS_SECONDS = 10


def main() -> None:
    arguments = _arguments()
    preset, tokens = arguments.model, arguments.tokens
    if arguments.rush:
        plan, report = rush_plan(arguments.rush, preset, tokens), rush_lines
    else:
        seconds = 60 * arguments.minutes
        plan, report = class_plan(arguments.students, seconds, preset, tokens), lines
    with served() as server:
        run = asyncio.run(carry_out(plan, server))
        print(f"{preset} on {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
        print(instruction_set())
        _print_server(server)
    for line in report(run):
        print(line, flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--tokens", type=int, default=60)
    parser.add_argument("--model", choices=PRESETS, default="story")
    parser.add_argument("--rush", type=int, default=0)
    return parser.parse_args()


def _print_server(server: Server) -> None:
    time.sleep(AFTERWARDS_SECONDS)
    print(f"{AFTERWARDS_SECONDS} s after the end: {server.health()}")
    print(f"server memory at its peak: {server.peak_bytes() / 1e9:.2f} GB")


if __name__ == "__main__":
    main()
