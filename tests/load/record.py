"""One action as it went, whoever did it: with a browser or without."""

import re
from dataclasses import dataclass, field
from typing import Literal

from playground.locales import LANGUAGES
from playground.serving.limits import GENERATION_SECONDS
from tests.load.plan import Action

Outcome = Literal["served", "busy", "time", "left", "missed", "failed"]
"""busy and time are polite refusals: to begin at all, and to go on for longer than is allowed;
missed: the student was not done with the action before when this one was to start."""

_WORDS = LANGUAGES["en"].generate
_BUSY = ("Many are generating", "Queue is full")
_TIME = _WORDS.stopped_by_time.format(seconds=GENERATION_SECONDS)
_TOKENS = re.compile(re.escape(_WORDS.tokens).replace(r"\{count\}", r"(\d+)"))
_WHOLE = (_WORDS.stopped_by_length, _WORDS.stopped_by_end)


@dataclass
class Record:
    """Times are seconds after the action was to start.

    updates  when each update came, of a text the first before there is a token
    text     what the page showed at the end, prompt included; tokens: how many it said these are
    trouble  what went wrong
    """

    student: int
    action: Action
    updates: list[float] = field(default_factory=list)
    outcome: Outcome = "failed"
    text: str = ""
    tokens: int = 0
    trouble: str = ""

    @property
    def is_text(self) -> bool:
        """Whether a text was asked for."""
        return self.action.deed != "chart"

    def see(self, text: str, facts: str) -> None:
        """What the page shows of a text now, and the line of facts above it."""
        self.text = text
        counted = _TOKENS.search(facts)
        self.tokens = int(counted[1]) if counted else 0

    def end(self, notice: str, reason: str = "") -> None:
        """How it ended, from the sentence above the views, and from the one under a text."""
        self.trouble = notice
        if any(word in notice for word in _BUSY):
            self.outcome = "busy"
        elif not notice and (not self.is_text or reason in _WHOLE):
            self.outcome = "served"
        elif not notice and reason == _TIME:
            self.outcome = "time"
        else:
            self.trouble = notice or f"the text ended with {reason!r}"
