"""Answers that wait to be read. Gradio keeps them for ever, and forgets in the wrong order.

A page joins the queue and reads its answers at once. Whoever only joins would fill the memory;
and beyond 2,000 sessions Gradio drops the answers of one that may still be in its queue, at which
the queue itself ends, for everybody. So there is a bound for each session and one for all.
"""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playground.errors import ResourceError

UNREAD_MOST = 32
"""Answers that one page may have on their way."""
SESSIONS_MOST = 1900
KEPT_SECONDS = 60.0
"""So long answers are kept that nobody comes to read."""
_SECONDS_BETWEEN_SWEEPS = 5.0


class Mailboxes:
    """Sessions that have joined the queue of Gradio, and who reads which."""

    def __init__(self) -> None:
        self._asked: dict[str, float] = {}
        self._readers: Counter[str] = Counter()
        self._swept = time.monotonic()

    async def admit(self, queue: Any, session: str) -> None:
        """Before a session joins the queue. Raises ResourceError where too much waits unread."""
        now = time.monotonic()
        if now - self._swept > _SECONDS_BETWEEN_SWEEPS:
            self._swept = now
            await self._sweep(queue, now)
        waiting = len(queue.pending_event_ids_session.get(session, ()))
        if waiting >= UNREAD_MOST:
            raise unread(waiting)
        if session not in self._asked and len(self._asked) >= SESSIONS_MOST:
            raise crowd()
        self._asked[session] = now

    @contextmanager
    def reading(self, session: str) -> Iterator[None]:
        """While somebody reads the answers of a session."""
        self._readers[session] += 1
        try:
            yield
        finally:
            self._readers[session] -= 1
            if not self._readers[session]:
                del self._readers[session]
            if session in self._asked:
                self._asked[session] = time.monotonic()

    async def _sweep(self, queue: Any, now: float) -> None:
        """Forget the answers that nobody has come to read."""
        for session, asked in list(self._asked.items()):
            if session not in self._readers and now - asked > KEPT_SECONDS:
                del self._asked[session]
                await queue.clean_events(session_hash=session)
                queue.pending_messages_per_session.pop(session, None)
                queue.pending_event_ids_session.pop(session, None)


def unread(count: int) -> ResourceError:
    """count: answers of one page that are on their way."""
    return ResourceError(
        "call_unread",
        f"{count} answers of this page are still on their way; wait for them.",
        unread=count,
    )


def crowd() -> ResourceError:
    """One page more than the server holds."""
    return ResourceError(
        "call_crowd",
        f"{SESSIONS_MOST:,} pages are open here, which is all that this server holds; "
        "try again in a minute.",
        most=f"{SESSIONS_MOST:,}",
    )
