"""When a download is given up, without any download: events in, sentences out."""

import time
from pathlib import Path

import pytest

from playground.errors import HubError
from playground.serving.hub_errors import Request
from playground.serving.hub_watch import Event, HubLimits, Watch

ASKED = Request("tests/tiny", "hub.test", Path("/cache"), "FOLDER/tiny")
READY: Event = {"event": "ready"}
TOTAL: Event = {"event": "total", "bytes": 1000}


def received(count: int) -> Event:
    return {"event": "received", "bytes": count}


def code_after(*events: Event | None, seconds: float = 0, **limits: float) -> str:
    """Code of the error that these events end in; the last event comes after a pause."""
    watch = Watch(ASKED, HubLimits(**limits))
    for event in events[:-1]:
        watch.take(event)
    time.sleep(seconds)
    with pytest.raises(HubError) as caught:
        watch.take(events[-1])
    assert "{" not in str(caught.value)
    assert "tests/tiny" in str(caught.value)
    return caught.value.code


def test_bytes_are_counted_until_it_is_done() -> None:
    watch = Watch(ASKED, HubLimits())
    seen = []
    for event in (READY, TOTAL, received(400), {"event": "again"}, received(100), received(900)):
        watch.take(event)
        seen.append((watch.received, watch.total, watch.done))
    assert seen[1:] == [(0, 1000, False), (400, 1000, False)] + [(400, 1000, False)] * 2 + [
        (900, 1000, False)
    ]
    watch.take({"event": "done"})
    assert watch.done


def test_a_size_that_the_hub_did_not_say_grows_with_what_came() -> None:
    watch = Watch(ASKED, HubLimits())
    for event in (READY, {"event": "total", "bytes": 0}, received(70)):
        watch.take(event)
    assert (watch.received, watch.total) == (70, 70)


def test_each_silence_has_its_own_name() -> None:
    short = {"seconds": 0.03, "silence_seconds": 0.02}
    assert code_after(None, seconds=0.03, start_seconds=0.02) == "hub_failed"
    assert code_after(READY, None, **short) == "hub_no_answer"
    assert code_after(READY, TOTAL, None, **short) == "hub_no_answer"
    assert code_after(READY, TOTAL, received(9), None, **short) == "hub_silent"
    again: Event = {"event": "again"}
    assert code_after(READY, TOTAL, received(9), again, received(5), **short) == "hub_cut"


def test_an_answer_ends_a_silence() -> None:
    watch = Watch(ASKED, HubLimits(silence_seconds=0.2))
    watch.take(READY)
    for _ in range(4):
        time.sleep(0.1)
        watch.take({"event": "answer"})


def test_speed_has_a_limit() -> None:
    watch = Watch(ASKED, HubLimits(silence_seconds=0.2, least_speed=10_000))
    watch.take(READY)
    watch.take({"event": "total", "bytes": 10**6})
    began = time.monotonic()
    with pytest.raises(HubError) as caught:
        trickle(watch)
    assert caught.value.code == "hub_slow"
    assert "below 10 kB a second" in str(caught.value)
    assert time.monotonic() - began >= 0.2


def trickle(watch: Watch) -> None:
    for step in range(1, 10):
        watch.take(received(50 * step))
        time.sleep(0.05)


def test_the_whole_has_a_limit() -> None:
    assert code_after(READY, seconds=0.03, total_seconds=0.02) == "hub_too_long"


def test_a_fast_download_is_left_alone() -> None:
    watch = Watch(ASKED, HubLimits(silence_seconds=0.2, least_speed=100))
    watch.take(READY)
    watch.take({"event": "total", "bytes": 10**6})
    trickle(watch)
    assert watch.received == 450


def test_a_connection_that_breaks_before_anything_came_is_a_bad_one() -> None:
    cut: Event = {"event": "error", "kind": "cut", "reason": "reset"}
    assert code_after(READY, cut) == "hub_unreachable"
    assert code_after(READY, TOTAL, received(9), cut) == "hub_cut"
