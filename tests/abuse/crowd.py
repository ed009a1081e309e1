"""Many rude callers at once, and what each of them is told."""

import asyncio
import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.abuse.random_calls import Call, Caller
from tests.ui.page_session import DATA_PATH, JOIN_PATH

ANSWER_SECONDS = 60.0
"""A text may take 30."""
NEVER_SAID = ("Traceback", 'File "', "site-packages", "Exception", " object at 0x", "<class ")
NEVER_SHOWN = ("<img src=x", "<script>alert", "\\u001b[31m", *NEVER_SAID)
REFUSALS = (400, 413, 429, 503)
DENS = 5
"""Sessions in which callers read and end each other's answers."""


@dataclass
class Crowd:
    """What has happened: outcomes by kind, and every fault in words. seed: of what is called."""

    seed: int
    outcomes: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    async def call_all(
        self,
        address: str,
        functions: Mapping[int, Sequence[Any]],
        seldom: Collection[int],
        calls: int,
        callers: int,
    ) -> None:
        """So many calls by so many callers at once; functions, seldom: see Caller."""
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=callers)
        async with httpx.AsyncClient(
            base_url=address, trust_env=False, timeout=ANSWER_SECONDS, limits=limits
        ) as http:
            share = calls // callers
            async with asyncio.TaskGroup() as group:
                for number in range(callers):
                    caller = Caller(1000 * self.seed + number, functions, seldom)
                    group.create_task(self._visit(http, caller, number, share))

    async def _visit(
        self, http: httpx.AsyncClient, caller: Caller, number: int, calls: int
    ) -> None:
        for count in range(calls):
            den = count % 10 == 9
            # A session that was left in the middle is not taken again: it may have ended.
            session = f"den{count % DENS}" if den else f"guest{self.seed}-{number}-{count // 20}"
            call = caller.call(session)
            try:
                async with asyncio.timeout(ANSWER_SECONDS):
                    await self._make(http, call, session, den)
            except TimeoutError:
                self.outcomes["hung"] += 1
                if not den:
                    self.faults.append(f"no end: {call.body[:300]!r}")
            except httpx.HTTPError as error:
                self.faults.append(f"{type(error).__name__}: {call.body[:300]!r}")

    async def _make(self, http: httpx.AsyncClient, call: Call, session: str, den: bool) -> None:
        answer = await http.post(JOIN_PATH, content=call.body, headers=call.headers)
        self.outcomes[str(answer.status_code)] += 1
        self._look(answer.text, call)
        if answer.status_code != 200:
            self._look_at_refusal(answer, call)
            return
        if call.life == "forget":
            return
        if call.life == "heartbeat":
            async with http.stream("GET", f"/gradio_api/heartbeat/{session}") as beat:
                await anext(beat.aiter_bytes())
        event = answer.json()["event_id"]
        end = await self._read(http, call, event, session)
        self.outcomes[f"read: {end}"] += 1
        if end == "cut" and call.life == "read" and not den:
            self.faults.append(f"no answer: {call.body[:300]!r}")

    async def _read(self, http: httpx.AsyncClient, call: Call, event: str, session: str) -> str:
        """Read until the answer of an event; how it ended."""
        patience = 3.0 if session.startswith("den") else ANSWER_SECONDS
        try:
            async with (
                asyncio.timeout(patience),
                http.stream("GET", DATA_PATH, params={"session_hash": session}) as stream,
            ):
                async for line in stream.aiter_lines():
                    if not line:
                        continue
                    message = json.loads(line.removeprefix("data:"))
                    self._look(line, call)
                    if message["msg"] == "process_completed":
                        self._look_at_answer(message, call)
                        if message["event_id"] == event:
                            return "whole"
                    if call.life == "leave":
                        return "left"
        except TimeoutError:
            if not session.startswith("den"):
                raise
        return "cut"

    def _look(self, text: str, call: Call) -> None:
        for word in NEVER_SHOWN:
            if word in text:
                self.faults.append(f"{word!r} in {text[:2000]} of {call.body[:300]!r}")

    def _look_at_refusal(self, answer: httpx.Response, call: Call) -> None:
        told = answer.json()["detail"] if answer.status_code in REFUSALS else None
        if not isinstance(told, str) or not told.endswith((".", "。")):
            self.faults.append(f"{answer.status_code} {answer.text[:300]} of {call.body[:300]!r}")

    def _look_at_answer(self, message: Mapping[str, Any], call: Call) -> None:
        if not message["success"] or not isinstance(message["output"].get("data"), list):
            self.faults.append(f"{str(message)[:300]} of {call.body[:300]!r}")
