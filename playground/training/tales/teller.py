"""One seed, one story."""

import random

from playground.training.tales.plots import PLOTS
from playground.training.tales.telling import Telling

SHORTEST, LONGEST = 60, 142
"""Words of a story."""


def tell(seed: int) -> str:
    """The story of this seed: paragraphs with a blank line between, printable ASCII."""
    return told(seed)[1].story()


def told(seed: int, plot: str = "") -> tuple[str, Telling]:
    """Name of the plot and the whole telling, with the world that is left at the end.

    A story that gets too short or too long is told anew, from the same random numbers on.
    """
    rng = random.Random(seed)
    name = plot or rng.choice(list(PLOTS))
    while True:
        telling = Telling(rng)
        PLOTS[name](telling)
        if SHORTEST <= len(telling.story().split()) <= LONGEST:
            return name, telling
