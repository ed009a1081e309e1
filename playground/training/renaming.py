"""Other names for the people of a story: who is who is then learnt from the story, not by heart."""

import random
import re

from playground.training.tales.lexicon import names

_POOLS = (names.GIRLS, names.BOYS)
_NAME = re.compile(rf"\b(?:{'|'.join(names.GIRLS + names.BOYS)})\b")


def renamed(story: str, rng: random.Random) -> str:
    """Each girl's and boy's name, wherever it stands, becomes another of the same pool; two people
    never come to share one. Names of animals stay: they often mean something."""
    present = set(_NAME.findall(story))
    new: dict[str, str] = {}
    for pool in _POOLS:
        here = [name for name in pool if name in present]
        new |= zip(here, rng.sample(pool, len(here)), strict=True)
    return _NAME.sub(lambda found: new[found[0]], story)
