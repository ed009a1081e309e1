"""How much of what a model writes it has by heart: runs of words that also stand in its texts."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

SEED_WORDS = 4
"""Shorter runs are common phrases, and are not looked for."""


def words_of(text: str) -> list[str]:
    """The words of an English text in lower case; an apostrophe inside belongs to the word."""
    return re.findall(r"[a-z]+(?:'[a-z]+)*", text.lower())


def longest_shared_runs(written: Sequence[str], training: Iterable[str]) -> list[int]:
    """For each written text the words of its longest run that also stands in one of the training
    texts; case and punctuation do not count; 0 where that is shorter than SEED_WORDS."""
    texts = [words_of(text) for text in written]
    places = defaultdict(list)
    for number, words in enumerate(texts):
        for place in range(len(words) - SEED_WORDS + 1):
            places[tuple(words[place : place + SEED_WORDS])].append((number, place))
    longest = [0] * len(texts)
    for text in training:
        words = words_of(text)
        for start in range(len(words) - SEED_WORDS + 1):
            for number, place in places.get(tuple(words[start : start + SEED_WORDS]), ()):
                shared = _shared(texts[number], place, words, start)
                longest[number] = max(longest[number], shared)
    return longest


def _shared(written: Sequence[str], place: int, read: Sequence[str], start: int) -> int:
    """How many words from `place` of one text on are those from `start` of the other on."""
    length = SEED_WORDS
    while (
        place + length < len(written)
        and start + length < len(read)
        and written[place + length] == read[start + length]
    ):
        length += 1
    return length
