"""What a class went through, as figures: nothing is left out of a percentile."""

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from tests.load.lone import lone_text
from tests.load.plan import prompt_of
from tests.load.student import Record


def lines(records: Sequence[Record], slow: int | None, preset: str, tokens: int) -> Iterator[str]:
    """The report, a figure a line.

    The times of student `slow`, who reads a line a second, are his own doing and in no percentile;
    his texts are looked at like all others.
    """
    counts = Counter(record.outcome for record in records)
    yield f"actions: {len(records)}; " + "; ".join(f"{k} {v}" for k, v in sorted(counts.items()))
    for trouble, count in Counter(r.trouble for r in records if r.trouble).most_common(10):
        yield f"  {count} × {trouble}"
    served = [r for r in records if r.action.deed == "text" and r.outcome == "served"]
    yield f"texts served: {len(served)}; wrong or mixed: {wrong_texts(served, preset, tokens)}"
    timed = [record for record in records if record.student != slow]
    texts = [r.updates for r in timed if r.action.deed != "chart" and len(r.updates) > 1]
    yield percentiles("first text", [updates[1] for updates in texts])
    gaps = [later - earlier for updates in texts for earlier, later in pairwise(updates[1:])]
    yield percentiles("gap between updates", gaps)
    yield percentiles("whole text", [r.updates[-1] for r in served if r.student != slow])
    charts = [r.updates[-1] for r in timed if r.action.deed == "chart" and r.updates]
    yield percentiles("chart", charts)


def wrong_texts(served: Sequence[Record], preset: str, tokens: int) -> int:
    """How many of the texts are not those of a lone run."""
    wanted = [
        lone_text(preset, prompt_of(record.student), int(record.action.value), tokens)
        for record in served
    ]
    return sum(record.text != text for record, text in zip(served, wanted, strict=True))


def percentiles(name: str, seconds: Sequence[float]) -> str:
    """Median, 95th and 99th percentile and the most, in seconds."""
    if len(seconds) < 2:
        return f"{name}: {len(seconds)} measured"
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    return (
        f"{name}: p50 {cuts[49]:.3f} s, p95 {cuts[94]:.3f} s, p99 {cuts[98]:.3f} s, "
        f"most {max(seconds):.3f} s (of {len(seconds)})"
    )
