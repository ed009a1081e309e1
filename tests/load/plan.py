"""What each student does and when, fixed before anybody begins."""

import random
from dataclasses import dataclass, field
from typing import Literal

Deed = Literal["chart", "text", "leave"]

Think = tuple[float, float]

THINK_SECONDS: Think = (5.0, 15.0)
"""From the start of one action to that of the next."""
RAMP = 0.05
"""Share of a class within which everybody begins."""
BELLS = (0.3, 0.6)
"""When in a class everybody asks for a text, as shares of its time."""
LEAVING = 0.05
"""Share of texts whose reader closes the page in the middle."""
RUSH_AT, RUSH_SECONDS = 10.0, 20.0
"""When all press Generate, and how long those who move a slider go on behind it."""
WATCHERS = 5
"""Students who move a slider each second before and behind a rush."""
NAMES = ("Anna", "Ben", "Chloe", "David", "Emma", "Felix", "Grace", "Henry", "Ida", "Jack")
PLACES = ("the sea", "the forest", "the market")


@dataclass(frozen=True)
class Action:
    """at: seconds after the start; value: a temperature for a chart, a seed for a text."""

    at: float
    deed: Deed
    value: float


@dataclass(frozen=True)
class Plan:
    """A whole run on one preset, with texts of so many tokens.

    students  what each does
    page      what the student with a browser does; nothing, and there is none
    slow      number of the student who reads a line a second
    """

    preset: str
    tokens: int
    students: list[list[Action]]
    page: list[Action] = field(default_factory=list)
    slow: int | None = None


def prompt_of(student: int) -> str:
    """A prompt that no other of thirty students has, so that a mixed-up text shows."""
    return f"{NAMES[student % 10]} went to {PLACES[student // 10 % 3]} and"


def class_plan(
    students: int, seconds: float, preset: str, tokens: int, think: Think = THINK_SECONDS
) -> Plan:
    """Half charts, half texts, some of which are left; at each bell everybody asks for a text,
    the student with a browser, who moves a slider between them, included."""
    return Plan(
        preset,
        tokens,
        [_student(random.Random(number), seconds, think) for number in range(students)],
        _page(random.Random(students), seconds, think),
        slow=students - 1,
    )


def rush_plan(students: int, preset: str, tokens: int) -> Plan:
    """All ask for a text within one second, while a few others move a slider each second."""
    draw = random.Random(students)
    writers = [[Action(RUSH_AT + draw.random(), "text", _seed(draw))] for _ in range(students)]
    watchers = [
        [
            Action(second + draw.random(), "chart", _temperature(draw))
            for second in range(int(RUSH_AT + RUSH_SECONDS))
        ]
        for _ in range(WATCHERS)
    ]
    return Plan(preset, tokens, writers + watchers)


def _student(draw: random.Random, seconds: float, think: Think) -> list[Action]:
    actions = _at_bells(draw, seconds)
    at = draw.uniform(0, RAMP * seconds)
    while (at := at + draw.uniform(*think)) < seconds:
        if _is_near_bell(at, seconds, think):
            continue
        if draw.random() < 0.5:
            actions.append(Action(at, "chart", _temperature(draw)))
        else:
            deed: Deed = "leave" if draw.random() < LEAVING else "text"
            actions.append(Action(at, deed, _seed(draw)))
    return sorted(actions, key=lambda action: action.at)


def _page(draw: random.Random, seconds: float, think: Think) -> list[Action]:
    """Each chart differs from the one before it and from the opening's: equal ones are not drawn
    again, and nobody could wait for them."""
    actions, at = _at_bells(draw, seconds), 0.0
    while (at := at + draw.uniform(*think)) < seconds:
        if not _is_near_bell(at, seconds, think):
            actions.append(Action(at, "chart", 0.85 + 0.05 * (len(actions) % 20)))
    return sorted(actions, key=lambda action: action.at)


def _at_bells(draw: random.Random, seconds: float) -> list[Action]:
    return [Action(share * seconds + draw.random(), "text", _seed(draw)) for share in BELLS]


def _is_near_bell(at: float, seconds: float, think: Think) -> bool:
    """Whether a student does nothing else then, so that no one waits for a text of his own."""
    return any(-think[0] < at - share * seconds < 2 * think[0] for share in BELLS)


def _temperature(draw: random.Random) -> float:
    return draw.randrange(1, 40) * 0.05


def _seed(draw: random.Random) -> int:
    return draw.randrange(2**31)
