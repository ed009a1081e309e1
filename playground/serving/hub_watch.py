"""A download as it is seen from outside: how far it is, and when it is given up.

Knows the events of `hub_download`, no process and no network.
"""

import time
from collections import deque
from dataclasses import dataclass
from typing import Any

from playground.errors import HubError
from playground.serving import hub_errors
from playground.serving.hub_errors import Request

Event = dict[str, Any]


@dataclass(frozen=True)
class HubLimits:
    """When a download is given up.

    start_seconds     until its process has started; no network is in that
    silence_seconds   without a byte or an answer; also the time over which the speed is taken
    least_speed       bytes a second
    total_seconds     for the whole
    """

    start_seconds: float = 60
    silence_seconds: float = 10
    least_speed: float = 50_000
    total_seconds: float = 1800


class Watch:
    """Takes the events of one download; `received` and `total` are bytes, 0 when unknown."""

    def __init__(self, asked: Request, limits: HubLimits) -> None:
        self.received = 0
        self.total = 0
        self.done = False
        self._asked = asked
        self._limits = limits
        self._ready = False
        self._began_anew = False
        self._began = self._heard = time.monotonic()
        self._past: deque[tuple[float, int]] = deque()  # (time, received), from the first byte on

    def take(self, event: Event | None) -> None:
        """Note an event, or that there was none, and look at the clock. Raises HubError."""
        if event is not None:
            self._note(event)
        if not self.done:
            self._check_time(time.monotonic())

    def _note(self, event: Event) -> None:
        kind = event["event"]
        if kind == "error":
            raise self._error(event)
        self._began_anew |= kind == "again"
        if kind == "again" or (kind == "received" and event["bytes"] <= self.received):
            return  # what comes a second time is no progress
        if kind == "received":
            self.received = event["bytes"]
        self._heard = time.monotonic()
        self._ready |= kind == "ready"
        self.total = event["bytes"] if kind == "total" else max(self.total, self.received)
        self.done = kind == "done"

    def _check_time(self, now: float) -> None:
        limits = self._limits
        if now - self._began > limits.total_seconds:
            raise hub_errors.too_long(self._asked, limits.total_seconds, self.received, self.total)
        patience = limits.silence_seconds if self._ready else limits.start_seconds
        if now - self._heard > patience:
            raise self._silence()
        if 0 < self.received < self.total:
            self._check_speed(now)

    def _check_speed(self, now: float) -> None:
        window, past = self._limits.silence_seconds, self._past
        past.append((now, self.received))
        while len(past) > 1 and now - past[1][0] >= window:
            past.popleft()
        seconds = now - past[0][0]
        if seconds < window:
            return
        speed, least = (self.received - past[0][1]) / seconds, self._limits.least_speed
        if speed < least:
            raise hub_errors.slow(self._asked, speed, least, self.received, self.total)

    def _silence(self) -> HubError:
        seconds = self._limits.silence_seconds
        if not self._ready:
            return hub_errors.failed(self._asked, "the process that fetches did not start")
        if self._began_anew:
            return hub_errors.cut(self._asked, self.received, self.total)
        if not self.received:
            return hub_errors.no_answer(self._asked, seconds)
        return hub_errors.silent(self._asked, seconds, self.received, self.total)

    def _error(self, event: Event) -> HubError:
        kind, asked, reason = event["kind"], self._asked, str(event.get("reason", ""))
        if kind == "cut":  # before anything came, it is no more than a bad connection
            if self.total:
                return hub_errors.cut(asked, self.received, self.total)
            kind = "unreachable"
        if kind == "no_file":
            return hub_errors.no_file(asked, event["file"])
        if kind in _PLAIN:
            return _PLAIN[kind](asked)
        if kind in _WITH_STATUS:
            return _WITH_STATUS[kind](asked, event["status"])
        return _WITH_REASON[kind](asked, reason)


_PLAIN = {
    "offline": hub_errors.offline,
    "no_repository": hub_errors.no_repository,
    "too_often": hub_errors.too_often,
}
_WITH_STATUS = {"refused": hub_errors.refused, "trouble": hub_errors.trouble}
_WITH_REASON = {
    "unreachable": hub_errors.unreachable,
    "not_the_hub": hub_errors.not_the_hub,
    "unwritable": hub_errors.unwritable,
    "failed": hub_errors.failed,
}
