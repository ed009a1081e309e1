"""Phrases that may stand for each other anywhere."""

import re

ANYWHERE = {
    "at last": ("at last", "finally", "at long last"),
    "began to": ("began to", "started to"),
    "a long time": ("a long time", "a long while", "quite a while"),
    "for a moment": ("for a moment", "for a while", "for a second", "for a little while"),
    "a bit": ("a bit", "a little"),
    "nobody": ("nobody", "no one"),
    "everybody": ("everybody", "everyone"),
    "next to": ("next to", "beside", "close to"),
    "ran home": ("ran home", "hurried home", "rushed home"),
    "ran back": ("ran back", "hurried back", "rushed back"),
    "ran to": ("ran to", "hurried to", "rushed to"),
    "ran over": ("ran over", "came over", "hurried over"),
    "walked to": ("walked to", "went to", "strolled to"),
    "walked home": ("walked home", "went home", "strolled home"),
    "was very": ("was very", "was quite", "was really"),
    "were very": ("were very", "were quite", "were really"),
    "was glad": ("was glad", "was happy", "was pleased"),
    "afraid": ("afraid", "scared"),
    "suddenly": ("suddenly", "all at once"),
    "all day": ("all day", "the whole day", "all day long"),
    "every day": ("every day", "each day"),
    "looked around": ("looked around", "looked left and right", "looked everywhere"),
    "a lot of": ("a lot of", "lots of"),
    "could not": ("could not", "could not", "couldn't"),
    "did not": ("did not", "did not", "did not", "didn't"),
    "after that": ("after that", "from then on", "from that day on"),
    "the next day": ("the next day", "the next morning", "a day later"),
    "in the evening": ("in the evening", "that evening", "when evening came"),
    "two days later": ("two days later", "after two days"),
    "in front of": ("in front of", "before"),
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


def _pattern(phrases: dict[str, tuple[str, ...]], behind: str) -> re.Pattern[str]:
    return re.compile(rf"\b({'|'.join(phrases)}){behind}", re.IGNORECASE)


_ANYWHERE = _pattern(ANYWHERE, r"\b(?! of)")
_SPOKEN = _pattern({**ANYWHERE, **SPOKEN}, r"(?= (?!of ))")


def variants(text: str, in_speech: bool) -> list[str | tuple[str, ...]]:
    """The text cut into what is fixed and what may be worded otherwise, in order."""
    parts: list[str | tuple[str, ...]] = []
    place = 0
    for match in (_SPOKEN if in_speech else _ANYWHERE).finditer(text):
        words = {**ANYWHERE, **SPOKEN}[_key(match[0])]
        if match[0][0].isupper():
            words = tuple(word[0].upper() + word[1:] for word in words)
        parts += [text[place : match.start()], words]
        place = match.end()
    return [part for part in (*parts, text[place:]) if part]


def _key(phrase: str) -> str:
    lower = phrase.lower()
    return f"I{lower[1:]}" if lower.startswith("i ") else lower
