"""Contenders in turn, so that whatever else the machine does hits all of them alike."""

import statistics
import time
from collections.abc import Callable, Mapping

import torch

from playground.serving.host import set_up_process

ROUNDS = 7
Contender = Callable[[], object]


def as_served(run: Contender, threads: int = 1) -> Contender:
    """With the settings of the process that serves, but for the number of threads."""

    def with_settings() -> object:
        set_up_process()
        torch.set_num_threads(threads)
        return run()

    return with_settings


def as_it_comes(run: Contender, threads: int = 1) -> Contender:
    """With torch as a program finds it, but for the number of threads."""

    def with_settings() -> object:
        torch.backends.mkldnn.set_flags(True)
        torch.set_num_threads(threads)
        return run()

    return with_settings


def median_seconds(contenders: Mapping[str, Contender], rounds: int = ROUNDS) -> dict[str, float]:
    """Median wall seconds of each after one round to warm up."""
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    for round_ in range(rounds + 1):
        for name, run in contenders.items():
            started = time.perf_counter()
            run()
            if round_:
                seconds[name].append(time.perf_counter() - started)
    return {name: statistics.median(each) for name, each in seconds.items()}
