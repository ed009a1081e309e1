"""A student without a browser: presses what the plan says and notes when what came."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any

import httpx

from tests.load.plan import Action, Deed, prompt_of
from tests.load.record import Record
from tests.ui.page_session import DATA_PATH, JOIN_PATH, PageSession, Refused
from tests.ui.reading import plain_text

STREAM_SECONDS = 120.0


class Student(PageSession):
    """One browser session that does what its plan says. slow: reads a line a second."""

    def __init__(
        self, http: httpx.AsyncClient, config: Mapping[str, Any], number: int, slow: bool = False
    ) -> None:
        super().__init__(config)
        self.number = number
        self._http = http
        self._slow = slow

    async def open(self) -> None:
        """What happens when a browser has loaded the page."""
        await self._see(None, "load")

    async def settle(self, preset: str, tokens: int) -> None:
        """Choose the model, the prompt and the length, as a student does before the bell."""
        if preset != self.shown("preset"):
            self.change({"preset": preset})
            await self._see("preset", "input")
        self.change({"prompt": prompt_of(self.number), "max_new_tokens": tokens})
        await self._see("prompt", "change")

    async def live(self, plan: list[Action], started: float) -> list[Record]:
        """Everything in the plan; `started`: when it all began, by the loop's clock."""
        loop, records = asyncio.get_running_loop(), []
        for action in plan:
            record = Record(self.number, action)
            records.append(record)
            if loop.time() > started + action.at:
                record.outcome = "missed"
                continue
            await asyncio.sleep(started + action.at - loop.time())
            try:
                await self._act(record, started + action.at)
            except (Refused, httpx.HTTPError, TimeoutError) as error:
                record.end(f"{type(error).__name__}: {error}"[:200])
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
                    break
        notice = plain_text(self.shown("notice") or "")
        if record.is_text:
            record.see(plain_text(self.shown("text") or ""), plain_text(self.shown("facts") or ""))
        if record.outcome != "left":
            record.end(notice, plain_text(self.shown("reason") or ""))

    async def _see(self, elem_id: str | None, event: str) -> None:
        async for _ in self._follow(elem_id, event):
            pass

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
                if self._slow and line:
                    await asyncio.sleep(1)
                if self.take(line):
                    yield
                if not self.is_running:
                    return


def _event(deed: Deed, value: float) -> tuple[str, str, dict[str, Any]]:
    if deed == "chart":
        return "temperature", "change", {"temperature": round(value, 2)}
    return "generate", "click", {"seed": str(int(value)), "temperature": 0.8}
