"""A student without a browser: presses what the plan says and notes when what came."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any, Literal

import httpx

from tests.load.plan import Action, Deed, prompt_of
from tests.ui.page_session import DATA_PATH, JOIN_PATH, PageSession, Refused
from tests.ui.reading import plain_text

Outcome = Literal["served", "busy", "left", "failed"]

BUSY = ("Many are generating", "queue is full")
STREAM_SECONDS = 120.0


@dataclass
class Record:
    """One action as it went; times are seconds after it was to start.

    updates: when each update came; text: what the page showed at the end; trouble: what went wrong.
    """

    student: int
    action: Action
    updates: list[float] = field(default_factory=list)
    outcome: Outcome = "failed"
    text: str = ""
    trouble: str = ""


class Student(PageSession):
    """One browser session that does what its plan says. slow: reads a line a second."""

    def __init__(
        self, http: httpx.AsyncClient, config: Mapping[str, Any], number: int, slow: bool = False
    ) -> None:
        super().__init__(config)
        self.number = number
        self._http = http
        self._slow = slow

    async def live(self, plan: list[Action], started: float, tokens: int) -> list[Record]:
        """Everything in the plan; `started`: when the class began, by the loop's clock."""
        loop, records = asyncio.get_running_loop(), []
        self.change({"prompt": prompt_of(self.number), "max_new_tokens": tokens})
        for action in plan:
            await asyncio.sleep(max(0.0, started + action.at - loop.time()))
            record = Record(self.number, action)
            records.append(record)
            try:
                await self._act(record, started + action.at)
            except (Refused, httpx.HTTPError, TimeoutError) as error:
                record.trouble = f"{type(error).__name__}: {error}"[:200]
                busy = any(word in record.trouble for word in BUSY)
                record.outcome = "busy" if busy else "failed"
            if record.outcome in ("left", "failed"):
                self.leave()
                await self.open()
        return records

    async def _act(self, record: Record, intended: float) -> None:
        loop, deed = asyncio.get_running_loop(), record.action.deed
        elem_id, event, changes = _event(deed, record.action.value)
        self.change(changes)
        async with aclosing(self._follow(elem_id, event)) as updates:
            async for _ in updates:
                record.updates.append(loop.time() - intended)
                if deed == "leave" and len(record.updates) >= 3:
                    record.outcome = "left"
                    return
        record.text = plain_text(self.shown("text")) if deed != "chart" else ""
        notice = plain_text(self.shown("notice") or "")
        busy = any(word in notice for word in BUSY)
        record.trouble = notice
        record.outcome = "busy" if busy else "failed" if notice else "served"

    async def _follow(self, elem_id: str | None, event: str) -> AsyncGenerator[None]:
        dependency = self.dependency(elem_id, event)
        answer = await self._http.post(
            JOIN_PATH, content=self.body(dependency), headers={"Content-Type": "application/json"}
        )
        self.joined(dependency, answer.status_code, answer.text)
        session = {"session_hash": self.session}
        async with (
            asyncio.timeout(STREAM_SECONDS),
            self._http.stream("GET", DATA_PATH, params=session) as stream,
        ):
            async for line in stream.aiter_lines():
                if self._slow:
                    await asyncio.sleep(1)
                if self.take(line):
                    yield
                if not self.is_running:
                    return

    async def open(self) -> None:
        """What happens when a browser has loaded the page."""
        async for _ in self._follow(None, "load"):
            pass


def _event(deed: Deed, value: float) -> tuple[str, str, dict[str, Any]]:
    if deed == "chart":
        return "temperature", "change", {"temperature": round(value, 2)}
    return "generate", "click", {"seed": str(int(value)), "temperature": 0.8}
