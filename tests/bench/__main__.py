"""`python -m tests.bench NAME`: speed as ratios against references of the same run.

The first line names the instruction set: compare figures of one processor only.

page        a slider's chart against an event that does nothing
crowd       a slider's chart while thirty generate against the same in idle times
decoding    one text against transformers and against the memory's bandwidth
context     a cached step behind more and more tokens
together    thirty texts at once against one after the other
views       what sampling, the chart and attention add to a step
draws       10,000 draws of the lab against one step of GPT-2 small
start       importing the app against importing its libraries
training    a training step, from a plain loop to ours
"""

import argparse
from collections.abc import Callable

from playground.serving.host import set_up_process
from tests.bench import (
    crowd,
    decoding,
    draws,
    slider_to_chart,
    start,
    together,
    training_step,
    views,
)
from tests.instructions import instruction_set


def page() -> None:
    result = slider_to_chart.measure()
    print(
        f"slider to chart: {result['chart']:.0f} ms; event that does nothing: "
        f"{result['nothing']:.0f} ms; ratio {result['ratio']:.2f} (at most 2)"
    )


def slider_in_a_crowd() -> None:
    for where, result in crowd.measure().items():
        print(
            f"slider to chart, {where}: idle {result['idle']:.0f} ms, while thirty generate "
            f"{result['crowd']:.0f} ms; ratio {result['ratio']:.2f} (at most 3)"
        )


def one_text() -> None:
    for name, least in (("story", 2.4), ("tang", 3.2), ("gpt2-small", 1.2)):
        result = decoding.measure(name)
        print(
            f"{name:10} ours {result['ours']:7.1f} tokens/s, transformers "
            f"{result['transformers']:7.1f}; ratio {result['ratio']:.2f} (at least {least}), "
            f"in int8 {result['int8']:.2f}; {result['bandwidth_share']:.0%} of the bandwidth",
            flush=True,
        )


def context() -> None:
    for name in ("gpt2-small", "story"):
        first = None
        for length, milliseconds in decoding.milliseconds_by_context(name):
            first = first or milliseconds
            print(
                f"{name:10} behind {length:4} tokens {milliseconds:7.2f} ms; "
                f"ratio {milliseconds / first:.2f}",
                flush=True,
            )


def thirty_texts() -> None:
    story = together.measure("story", tokens=60, threads=1)
    print(f"story: 30 texts together {story:.1f} times as fast (at least 6)", flush=True)
    wait = together.slowest_wait()
    print(
        f"story: the slowest of 30 waits {wait:.2f} of a free thread's (at most 0.12)", flush=True
    )
    small = together.measure("gpt2-small", tokens=32, threads=2)
    print(f"gpt2-small, two threads: {small:.1f} times (at least 8)")


def looking() -> None:
    for name in ("gpt2-small", "story"):
        for view, ratio in views.measure(name).items():
            most = views.LIMITS[name][view]
            print(f"{name:10} {view:16} {ratio:.3f} (at most {most})", flush=True)


def many_draws() -> None:
    for name, (milliseconds, ratio) in draws.measure().items():
        print(f"10,000 draws, {name:10} {milliseconds:6.1f} ms; {ratio:.2f} of a step", flush=True)


def starting() -> None:
    print(f"import: {start.measure():.2f} (at most 1.2)")


def training() -> None:
    reference = None
    for name, rate in training_step.measure():
        reference = reference or rate
        print(f"{name:40} {rate:7,.0f} tokens/s  ratio {rate / reference:.2f}", flush=True)


BENCHMARKS: dict[str, Callable[[], None]] = {
    "page": page,
    "crowd": slider_in_a_crowd,
    "decoding": one_text,
    "context": context,
    "together": thirty_texts,
    "views": looking,
    "draws": many_draws,
    "start": starting,
    "training": training,
}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("name", choices=BENCHMARKS, nargs="?", default="page")
    name = parser.parse_args().name
    set_up_process()  # before the first tensor: where its memory lies is settled then
    print(instruction_set(), flush=True)
    BENCHMARKS[name]()
