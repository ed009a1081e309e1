"""What a run went through, as figures: nothing is left out of a percentile."""

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from tests.load.plan import RUSH_AT
from tests.load.record import Record
from tests.load.run import Run
from tests.load.texts import differences, with_text


def lines(run: Run) -> Iterator[str]:
    """The report, a figure a line.

    The times of the student who reads a line a second are his own doing and in no percentile;
    his texts are looked at like all others.
    """
    used = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in run.cpu.items())
    yield f"{run.seconds:.0f} s; processor time: {used}"
    timed = [record for record in run.students if record.student != run.plan.slow]
    yield from counts(timed)
    slow = [record for record in run.students if record.student == run.plan.slow]
    yield from (f"slow reader: {line}" for line in counts(slow))
    yield from texts(run, run.students)
    yield from times(timed)
    if run.page:
        yield from (f"Chromium: {line}" for line in _of_page(run))


def rush_lines(run: Run) -> Iterator[str]:
    """The same of a rush, with the charts before it apart from those in it."""
    used = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in run.cpu.items())
    yield f"{run.seconds:.0f} s; processor time: {used}"
    writing = [record for record in run.students if record.is_text]
    yield from counts(writing)
    yield from texts(run, writing)
    yield from times(writing)
    before, meanwhile = charts_around(run)
    yield percentiles("chart before the rush", _last_updates(before))
    yield percentiles("chart in the rush", _last_updates(meanwhile))


def charts_around(run: Run) -> tuple[list[Record], list[Record]]:
    """Charts asked for before a rush, and those while somebody waited for his text or read it."""
    over = max(r.action.at + r.updates[-1] for r in run.students if r.is_text and r.updates)
    charts = [record for record in run.students if not record.is_text]
    before = [record for record in charts if record.action.at < RUSH_AT]
    return before, [r for r in charts if RUSH_AT <= r.action.at < over]


def counts(records: Sequence[Record]) -> Iterator[str]:
    """How many ended in which way, and what was told most often."""
    outcomes = Counter(record.outcome for record in records)
    yield f"actions: {len(records)}; " + "; ".join(f"{k} {v}" for k, v in sorted(outcomes.items()))
    for trouble, count in Counter(r.trouble for r in records if r.trouble).most_common(10):
        yield f"  {count} × {trouble}"


def texts(run: Run, records: Sequence[Record]) -> Iterator[str]:
    """How many texts were seen, and which of them are not those of a lone run."""
    found = differences(records, run.plan)
    ties = sum(each.is_tie for each in found)
    yield (
        f"texts seen: {len(with_text(records))}; wrong or mixed: {len(found) - ties}; "
        f"near ties that fell the other way: {ties}"
    )
    yield from (f"  {each.sentence}" for each in found)


def times(records: Sequence[Record]) -> Iterator[str]:
    """Percentiles of texts and charts."""
    seen = [record.updates for record in with_text(records)]
    yield percentiles("first text", [updates[1] for updates in seen])
    gaps = [later - earlier for updates in seen for earlier, later in pairwise(updates[1:])]
    yield percentiles("gap between updates", gaps)
    whole = [record for record in records if record.is_text and record.outcome == "served"]
    yield percentiles("whole text", _last_updates(whole))
    charts = [record for record in records if not record.is_text]
    if charts:
        yield percentiles("chart", _last_updates(charts))


def _of_page(run: Run) -> Iterator[str]:
    yield from counts(run.page)
    yield from texts(run, run.page)
    yield from times(run.page)
    yield f"faults (console, other hosts): {len(run.faults)}"
    yield from (f"  {fault}" for fault in run.faults)


def _last_updates(records: Sequence[Record]) -> list[float]:
    return [record.updates[-1] for record in records if record.updates]


def percentiles(name: str, seconds: Sequence[float]) -> str:
    """Median, 95th and 99th percentile and the most, in seconds."""
    if len(seconds) < 2:
        return f"{name}: " + (", ".join(f"{each:.3f} s" for each in seconds) or "none measured")
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    return (
        f"{name}: p50 {cuts[49]:.3f} s, p95 {cuts[94]:.3f} s, p99 {cuts[98]:.3f} s, "
        f"most {max(seconds):.3f} s (of {len(seconds)})"
    )
