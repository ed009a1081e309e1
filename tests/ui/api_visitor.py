"""A visitor without a browser: sends whatever it is told to, and reads what comes back."""

from collections.abc import Iterable, Iterator
from typing import Any

import httpx

from tests.ui.page_session import DATA_PATH, JOIN_PATH, PageSession, Refused

__all__ = ["ApiVisitor", "Refused"]

DEADLINE_SECONDS = 60


class ApiVisitor(PageSession):
    """One browser session, over a connection that waits."""

    def __init__(self, address: str) -> None:
        self.http = httpx.Client(base_url=address, timeout=DEADLINE_SECONDS, trust_env=False)
        self.config = self.http.get("/config").json()
        super().__init__(self.config)

    def fire(self, elem_id: str, event: str, **changes: Any) -> None:
        """Change components, let one event happen, and wait until all it does has come back."""
        for _ in self.follow(elem_id, event, **changes):
            pass

    def open(self) -> None:
        """What happens when a browser has loaded the page."""
        self._join(None, "load")
        for _ in self._listen():
            pass

    def follow(self, elem_id: str, event: str, **changes: Any) -> Iterator[None]:
        """`fire`, step by step. Closing the iterator closes the connection."""
        self.send(elem_id, event, **changes)
        yield from self._listen()

    def send(self, elem_id: str, event: str, **changes: Any) -> None:
        """Let an event happen while another one is being followed."""
        self.change(changes)
        self._join(elem_id, event)

    def _listen(self) -> Iterator[None]:
        """Take what comes until every event that was sent has ended."""
        session = {"session_hash": self.session}
        with self.http.stream("GET", DATA_PATH, params=session) as answer:
            for line in _lines(answer.iter_bytes()):
                if self.take(line):
                    yield
                if not self.is_running:
                    return

    def _join(self, elem_id: str | None, event: str) -> None:
        dependency = self.dependency(elem_id, event)
        answer = self.http.post(
            JOIN_PATH, content=self.body(dependency), headers={"Content-Type": "application/json"}
        )
        self.joined(dependency, answer.status_code, answer.text)


def _lines(parts: Iterable[bytes]) -> Iterator[str]:
    """Lines of an event stream as a browser takes them. httpx would also end a line at characters
    such as U+2028, which may stand in a text."""
    rest = b""
    for part in parts:
        *whole, rest = (rest + part).split(b"\n")
        yield from (line.decode() for line in whole)
