"""Phrases that may stand for each other anywhere."""

import re
from collections.abc import Mapping
from typing import Literal

Manner = Literal["told", "spoken", "plain"]

ANYWHERE = {
    "at last": ("at last", "in the end", "at long last"),
    "began to": ("began to", "started to"),
    "a long time": ("a long time", "a long while", "quite a while"),
    "for a moment": ("for a moment", "for a while", "for a second", "for a little while"),
    "a bit": ("a bit", "a little"),
    "nobody": ("nobody", "no one"),
    "everybody": ("everybody", "everyone"),
    "next to": ("next to", "beside", "close to"),
    "ran home": ("ran home", "hurried home"),
    "ran back": ("ran back", "hurried back"),
    "ran to": ("ran to", "hurried to"),
    "ran over": ("ran over", "came over", "hurried over"),
    "walked to": ("walked to", "went to"),
    "walked home": ("walked home", "went home"),
    "was very": ("was very", "was quite", "was really"),
    "were very": ("were very", "were quite", "were really"),
    "was glad": ("was glad", "was happy", "was pleased"),
    "afraid": ("afraid", "scared"),
    "suddenly": ("all at once", "all of a sudden"),
    "all day": ("all day", "the whole day", "all day long"),
    "every day": ("every day", "each day"),
    "a lot of": ("a lot of", "lots of"),
    "could not": ("could not", "could not", "couldn't"),
    "did not": ("did not", "did not", "did not", "didn't"),
    "after that": ("after that", "from then on", "from that day on"),
    "the next day": ("the next day", "the next morning", "a day later"),
    "in the evening": ("in the evening", "that evening", "when evening came"),
    "two days later": ("two days later", "after two days"),
    "in front of": ("in front of", "before"),
    "at once": ("at once", "right away", "straight away"),
    "came by": ("came by", "came along", "passed by"),
    "in the end": ("in the end", "at last"),
    "only if": ("only if",),
    "only": ("only", "just"),
    "somebody": ("somebody", "someone"),
    "anybody": ("anybody", "anyone"),
    "each other": ("each other", "one another"),
    "after a while": ("after a while", "after some time", "a little later"),
    "after a moment": ("after a moment", "a moment later"),
    "very quiet": ("very quiet", "quite still", "very still"),
    ", too.": (", too.", ", too.", " as well."),
    "shut": ("shut", "closed"),
    "closed": ("closed", "closed", "shut"),
    "until": ("until", "until", "till"),
    "again and again": ("again and again", "over and over"),
    "once more": ("once more", "one more time"),
    "so they": ("so they", "and so they"),
    "but it": ("but it", "but it", "yet it"),
    "but they": ("but they", "but they", "yet they"),
    "but the": ("but the", "but the", "yet the"),
    "sat there": ("sat there", "was sitting there"),
    "at home": ("at home", "back home"),
    "fell asleep": ("fell asleep", "went to sleep", "dropped off to sleep"),
    "laughed out loud": ("laughed out loud", "laughed and laughed"),
    "had an idea": ("had an idea", "had a plan", "had a good idea"),
    "as if": ("as if", "as though"),
    "even better": ("even better", "still better"),
    "almost": ("almost", "nearly"),
    "nearly": ("nearly", "almost"),
    "took out": ("took out", "got out", "pulled out"),
    "get back": ("get back", "get home"),
    "in the morning": ("in the morning", "in the morning", "when morning came"),
    "at night": ("at night", "at night", "in the night"),
    "one day": ("one day", "one fine day", "one day"),
    "piece by piece": ("piece by piece", "bit by bit"),
    "step by step": ("step by step", "one step at a time", "slowly"),
    "side by side": ("side by side", "together"),
    "hand in hand": ("hand in hand", "hand in hand", "together"),
}
SPOKEN = {
    "I am": ("I am", "I am", "I'm"),
    "I will": ("I will", "I will", "I'll"),
    "it is": ("it is", "it is", "it's"),
    "that is": ("that is", "that is", "that's"),
    "do not": ("do not", "do not", "don't"),
    "can not": ("can not", "cannot", "can't"),
    "let us": ("let us", "let us", "let's"),
    "we will": ("we will", "we will", "we'll"),
    "you are": ("you are", "you are", "you're"),
}
"""Only where somebody speaks, and only before another word."""


def _any(phrases: Mapping[str, tuple[str, ...]]) -> str:
    longest_first = sorted(phrases, key=len, reverse=True)
    return "|".join(map(re.escape, longest_first))


_START, _END = r"(?:(?<!\w)|(?=,))", r"(?!\w| of)"
_ANYWHERE = re.compile(rf"{_START}({_any(ANYWHERE)}){_END}", re.IGNORECASE)
_SPOKEN = re.compile(rf"{_START}({_any(ANYWHERE)}|({_any(SPOKEN)})(?= ))(?!\w| of)", re.IGNORECASE)


def variants(text: str, manner: Manner) -> list[str | tuple[str, ...]]:
    """The text cut into what is fixed and what may be worded otherwise, in order."""
    if manner == "plain":
        return [text]
    parts: list[str | tuple[str, ...]] = []
    place = 0
    for match in (_SPOKEN if manner == "spoken" else _ANYWHERE).finditer(text):
        words = {**ANYWHERE, **SPOKEN}[_key(match[0])]
        if match[0][0].isupper():
            words = tuple(word[0].upper() + word[1:] for word in words)
        parts += [text[place : match.start()], words]
        place = match.end()
    return [part for part in (*parts, text[place:]) if part]


def _key(phrase: str) -> str:
    lower = phrase.lower()
    return f"I{lower[1:]}" if lower.startswith("i ") else lower
