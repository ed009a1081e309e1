"""Contenders in turn, so that whatever else the machine does hits all of them alike."""

import statistics
import time
from collections.abc import Callable, Mapping

ROUNDS = 7


def median_seconds(
    contenders: Mapping[str, Callable[[], object]], rounds: int = ROUNDS
) -> dict[str, float]:
    """Median wall seconds of each after one round to warm up."""
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    for round_ in range(rounds + 1):
        for name, run in contenders.items():
            started = time.perf_counter()
            run()
            if round_:
                seconds[name].append(time.perf_counter() - started)
    return {name: statistics.median(each) for name, each in seconds.items()}
