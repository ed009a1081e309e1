"""The short notation in which plots write sentences, read into a tree.

[a|b|c]          one of these, each as likely; an empty one is allowed, and they nest
{h} {h.his}      somebody or something of the story, in a form (see telling.py)
<h:Text.>        h says this; <h/sad:Text.> says it sadly (moods: lexicon/manners.py)
"""

from dataclasses import dataclass
from functools import cache

from playground.training.tales.wording import Manner, variants


@dataclass(frozen=True)
class Choice:
    """One of several pieces."""

    options: tuple["Piece", ...]


@dataclass(frozen=True)
class Mention:
    """Somebody or something, in a form."""

    name: str
    form: str


@dataclass(frozen=True)
class Speech:
    """What somebody says."""

    name: str
    mood: str
    words: "Piece"


Piece = tuple["str | Choice | Mention | Speech", ...]


@cache
def parsed(text: str, manner: Manner = "told") -> Piece:
    """The tree of a template; unless "plain", with other words where they would do.

    Raises ValueError where a bracket is left open.
    """
    piece, end = _piece(text, 0, "", manner)
    if end != len(text):
        raise ValueError(f"unmatched {text[end]!r} in {text!r}")
    return piece


def _piece(text: str, start: int, closing: str, manner: Manner) -> tuple[Piece, int]:
    """Read up to one of the characters `closing` (not consumed) or the end."""
    nodes: list[str | Choice | Mention | Speech] = []
    place = start
    while place < len(text) and text[place] not in closing:
        mark = text[place]
        if mark == "[":
            choice, place = _choice(text, place, manner)
            nodes.append(choice)
        elif mark == "{":
            end = text.index("}", place)
            name, _, form = text[place + 1 : end].partition(".")
            nodes.append(Mention(name, form))
            place = end + 1
        elif mark == "<":
            colon = text.index(":", place)
            name, _, mood = text[place + 1 : colon].partition("/")
            words, end = _piece(text, colon + 1, ">", "spoken" if manner == "told" else manner)
            nodes.append(Speech(name, mood, words))
            place = _after(text, end)
        else:
            end = place
            while end < len(text) and text[end] not in "[{<" + closing:
                end += 1
            nodes.extend(_worded(text[place:end], manner))
            place = end
    return tuple(nodes), place


def _worded(text: str, manner: Manner) -> list["str | Choice"]:
    """Plain words, with a choice where others would do."""
    return [
        part if isinstance(part, str) else Choice(tuple((words,) for words in part))
        for part in variants(text, manner)
    ]


def _choice(text: str, start: int, manner: Manner) -> tuple[Choice, int]:
    options = []
    place = start
    while place == start or text[place] == "|":
        piece, place = _piece(text, place + 1, "|]", manner)
        options.append(piece)
        if place >= len(text):
            raise ValueError(f"a bracket is left open in {text!r}")
    return Choice(tuple(options)), _after(text, place)


def _after(text: str, place: int) -> int:
    if place >= len(text):
        raise ValueError(f"a bracket is left open in {text!r}")
    return place + 1
