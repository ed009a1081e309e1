"""Renaming: everyone gets another name of the same kind, and nobody is mixed up."""

import random
import re

from playground.training.renaming import renamed
from playground.training.tales.lexicon import names

STORY = 'Nora met Tom. "Tom!" said Nora. Tomorrow was Nora\'s day, and Clover the cow sang.'


def test_a_name_is_the_same_wherever_it_stands() -> None:
    seen = set()
    for seed in range(50):
        story = renamed(STORY, random.Random(seed))
        found = re.fullmatch(
            r'(\w+) met (\w+)\. "(\w+)!" said (\w+)\. '
            r"Tomorrow was (\w+)'s day, and Clover the cow sang\.",
            story,
        )
        assert found
        girl, boy = found[1], found[2]
        assert girl in names.GIRLS
        assert boy in names.BOYS
        assert found.groups() == (girl, boy, boy, girl, girl)
        seen.add(girl)
    assert len(seen) > 20


def test_two_people_never_come_to_share_a_name() -> None:
    for seed in range(200):
        story = renamed("Ada Mia Zoe Ben Leo Sam", random.Random(seed))
        assert len(set(story.split())) == 6
