"""What each student of a class does and when, fixed before the class begins."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Deed = Literal["chart", "text", "leave"]

THINK_SECONDS = (5.0, 15.0)
RAMP_SECONDS = 30.0
LEAVING = 0.05
"""Share of texts whose reader closes the page in the middle."""
NAMES = ("Anna", "Ben", "Chloe", "David", "Emma", "Felix", "Grace", "Henry", "Ida", "Jack")
PLACES = ("the sea", "the forest", "the market")


@dataclass(frozen=True)
class Action:
    """at: seconds after the start; value: a temperature for a chart, a seed for a text."""

    at: float
    deed: Deed
    value: float


def prompt_of(student: int) -> str:
    """A prompt that no other of thirty students has, so that a mixed-up text shows."""
    return f"{NAMES[student % 10]} went to {PLACES[student // 10 % 3]} and"


def class_plan(students: int, seconds: float, bells: Sequence[float]) -> list[list[Action]]:
    """Half charts, half texts, some of which are left; at each bell everybody asks for a text."""
    return [_plan(student, seconds, bells) for student in range(students)]


def _plan(student: int, seconds: float, bells: Sequence[float]) -> list[Action]:
    draw = random.Random(student)
    actions = [Action(bell + draw.random(), "text", _seed(draw)) for bell in bells]
    at = draw.uniform(0, RAMP_SECONDS)
    while (at := at + draw.uniform(*THINK_SECONDS)) < seconds:
        if draw.random() < 0.5:
            actions.append(Action(at, "chart", draw.randrange(1, 40) * 0.05))
        else:
            deed: Deed = "leave" if draw.random() < LEAVING else "text"
            actions.append(Action(at, deed, _seed(draw)))
    return sorted(actions, key=lambda action: action.at)


def _seed(draw: random.Random) -> int:
    return draw.randrange(2**31)
