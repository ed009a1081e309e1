"""English where a sentence is put together from parts: articles, possessives, capitals, lists."""

import re

_ARTICLE = re.compile(r"\b([Aa]) (?=(\w+))")
_SENTENCE_START = re.compile(r'(^|[.!?]"? |\n)("?)([a-z])')
GOES_ON = "~"
"""Stands before a word that goes on with the sentence behind a quoted ! or ?."""
_AN_BEFORE_CONSONANT = {"hour", "honest"}
_A_BEFORE_VOWEL = {"one", "once", "use", "used", "useful"}


def article(noun: str) -> str:
    """a or an, as the sound of the next word asks."""
    word = noun.split()[0].lower()
    if word in _AN_BEFORE_CONSONANT:
        return "an"
    return "an" if word[0] in "aeiou" and word not in _A_BEFORE_VOWEL else "a"


def possessive(name: str) -> str:
    """Mia -> Mia's."""
    return f"{name}'s"


def listed(parts: list[str]) -> str:
    """a; a and b; a, b, and c."""
    if len(parts) < 3:
        return " and ".join(parts)
    return f"{', '.join(parts[:-1])}, and {parts[-1]}"


def capital(text: str) -> str:
    """The first letter large."""
    return text[:1].upper() + text[1:]


def tidy(paragraph: str) -> str:
    """One space between words, a or an as it should be, a capital where a sentence begins."""
    text = " ".join(paragraph.split())
    text = text.replace(",.", ".").replace("..", ".")
    text = text.replace('?".', '?"').replace('!".', '!"')
    for mark in ".,!?":
        text = text.replace(f" {mark}", mark)
    text = _ARTICLE.sub(lambda match: _cased(match[1], article(match[2])) + " ", text)
    text = _SENTENCE_START.sub(lambda match: match[1] + match[2] + match[3].upper(), text)
    return text.replace(GOES_ON, "")


def _cased(old: str, new: str) -> str:
    return capital(new) if old.isupper() else new
