"""What a text is written in: its direction, its language, and characters that turn others around.

A page in one language shows texts in others. Where it only has a sentence to put a text into, the
text is `isolated` there: by two characters of Unicode made for that, which show nothing.
"""

import re
import unicodedata

from playground.text.labels import escaped

ISOLATE, END_ISOLATE = "\u2068", "\u2069"
TURNS = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Characters that set the direction of what follows (Unicode Standard Annex 9, 2.1 to 2.5)."""

_HAN = re.compile("[\u2e80-\u2fdf\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]")
_OTHER_LETTER = re.compile(r"[^\W\d_]")


def direction_of(text: str) -> str:
    """ "rtl" where the first letter is of a script that runs from right to left, or else "ltr"."""
    kinds = (unicodedata.bidirectional(character) for character in text)
    first = next((kind for kind in kinds if kind in ("L", "R", "AL")), "L")
    return "ltr" if first == "L" else "rtl"


def language_of(text: str) -> str | None:
    """ "zh" or "en" by the letters of a text, "" for letters of others, None for no letters."""
    if _HAN.search(text):
        return "zh"
    if _LATIN.search(text):
        return "en"
    return "" if _OTHER_LETTER.search(text) else None


def isolated(text: str) -> str:
    """A text to put into a sentence, where it turns nothing around it; `fragments` gives it its
    language, and keeps it from being translated."""
    return f"{ISOLATE}{harmless(text)}{END_ISOLATE}"


def set_apart(text: str) -> str:
    """The same for places that show plain characters: only a text that could turn others."""
    kinds = {unicodedata.bidirectional(character) for character in text}
    return isolated(text) if kinds & {"R", "AL"} else harmless(text)


def harmless(text: str) -> str:
    """A text with the characters that turn others written out."""
    return TURNS.sub(lambda found: escaped(found[0]), text)
