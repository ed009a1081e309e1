"""What nobody reads is forgotten, and never the answers of somebody who waits."""

import asyncio
import time
from typing import Any

import pytest

from playground.errors import PlaygroundError
from playground.ui import mailboxes
from playground.ui.mailboxes import KEPT_SECONDS, SESSIONS_MOST, UNREAD_MOST, Mailboxes


class FakeQueue:
    """What the mailboxes see of Gradio's queue."""

    def __init__(self) -> None:
        self.pending_event_ids_session: dict[str, set[str]] = {}
        self.pending_messages_per_session: dict[str, Any] = {}
        self.cleaned: list[str] = []

    def join(self, session: str, event: str) -> None:
        self.pending_event_ids_session.setdefault(session, set()).add(event)
        self.pending_messages_per_session[session] = []

    async def clean_events(self, *, session_hash: str) -> None:
        self.cleaned.append(session_hash)


class Clock:
    """A time that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(mailboxes, "time", clock)
    assert time.monotonic() != clock.monotonic()
    return clock


def admit(boxes: Mailboxes, queue: FakeQueue, session: str, event: str) -> None:
    asyncio.run(boxes.admit(queue, session))
    queue.join(session, event)


def test_unread_answers_have_a_bound_for_each_session(clock: Clock) -> None:
    boxes, queue = Mailboxes(), FakeQueue()
    for event in range(UNREAD_MOST):
        admit(boxes, queue, "a", str(event))
    with pytest.raises(PlaygroundError, match="32 answers of this page are still on their way"):
        admit(boxes, queue, "a", "one more")
    admit(boxes, queue, "b", "0")
    queue.pending_event_ids_session["a"].clear()
    admit(boxes, queue, "a", "again")


def test_what_nobody_reads_is_forgotten_and_what_is_read_stays(clock: Clock) -> None:
    boxes, queue = Mailboxes(), FakeQueue()
    for session in ("left", "read"):
        admit(boxes, queue, session, "0")
    with boxes.reading("read"):
        clock.now += KEPT_SECONDS + 1
        admit(boxes, queue, "new", "0")
        assert queue.cleaned == ["left"]
        assert set(queue.pending_messages_per_session) == {"read", "new"}
        assert set(queue.pending_event_ids_session) == {"read", "new"}
    clock.now += KEPT_SECONDS - 1
    admit(boxes, queue, "new", "1")
    assert queue.cleaned == ["left"]
    clock.now += KEPT_SECONDS + 1
    admit(boxes, queue, "newer", "0")
    assert queue.cleaned == ["left", "read", "new"]


def test_the_crowd_has_a_bound_below_the_one_at_which_gradio_forgets(clock: Clock) -> None:
    boxes, queue = Mailboxes(), FakeQueue()
    for number in range(SESSIONS_MOST):
        admit(boxes, queue, str(number), "0")
    with pytest.raises(PlaygroundError, match="1,900 pages are open here"):
        admit(boxes, queue, "one more", "0")
    admit(boxes, queue, "7", "1")
    clock.now += KEPT_SECONDS + 1
    admit(boxes, queue, "later", "0")
    assert set(queue.pending_messages_per_session) == {"later"}
