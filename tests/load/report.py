"""What a class went through, as figures: nothing is left out of a percentile."""

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from tests.load.lone import lone_text
from tests.load.plan import prompt_of
from tests.load.student import Record


def lines(records: Sequence[Record], preset: str, tokens: int) -> Iterator[str]:
    """The report, a figure a line."""
    counts = Counter(record.outcome for record in records)
    yield f"actions: {len(records)}; " + "; ".join(f"{k} {v}" for k, v in sorted(counts.items()))
    for trouble, count in Counter(r.trouble for r in records if r.trouble).most_common(10):
        yield f"  {count} × {trouble}"
    texts = [record for record in records if record.action.deed != "chart" and record.updates]
    served = [record for record in texts if record.outcome == "served"]
    yield f"texts served: {len(served)}; wrong or mixed: {wrong_texts(served, preset, tokens)}"
    charts = [r.updates[-1] for r in records if r.action.deed == "chart" and r.updates]
    yield percentiles(
        "first text", [record.updates[1] for record in texts if len(record.updates) > 1]
    )
    gaps = [b - a for record in texts for a, b in pairwise(record.updates[1:])]
    yield percentiles("gap between updates", gaps)
    yield percentiles("whole text", [record.updates[-1] for record in served])
    yield percentiles("chart", charts)


def wrong_texts(served: Sequence[Record], preset: str, tokens: int) -> int:
    """How many of the texts are not those of a lone run."""
    return sum(
        record.text
        != lone_text(preset, prompt_of(record.student), int(record.action.value), tokens)
        for record in served
    )


def percentiles(name: str, seconds: Sequence[float]) -> str:
    """Median, 95th and 99th percentile and the most, in seconds."""
    if len(seconds) < 2:
        return f"{name}: {len(seconds)} measured"
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    return (
        f"{name}: p50 {cuts[49]:.3f} s, p95 {cuts[94]:.3f} s, p99 {cuts[98]:.3f} s, "
        f"most {max(seconds):.3f} s (of {len(seconds)})"
    )
