"""A label for people for each token: never blank, and different where the tokens differ."""

import re
import unicodedata
from collections.abc import Sequence
from itertools import groupby

from playground.text.encoding import Encoding

_LINE_END = re.compile("\r\n|[\n\v\f\r\x85\u2028\u2029]")
SIGNS = {" ": "␣", "\n": "⏎", "\t": "⇥", "\r": "␍"}
"""What a label shows for white space."""
_INVISIBLE_CATEGORIES = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs", "Mn", "Me"}


def token_label(encoding: Encoding, token_id: int) -> str:
    r"""What to write on the page for one id.

    Spaces show as ␣, newlines as ⏎, tabs as ⇥; other invisible characters as \u escapes; bytes
    that are only part of a character as ⟨E4 BD⟩; padding ids as ⟨id 50300⟩.
    """
    if token_id >= encoding.vocab_size:
        return f"⟨id {token_id}⟩"
    raw = encoding.token_bytes(token_id)
    if is_part_of_a_character(raw):
        return f"⟨{raw.hex(' ').upper()}⟩"
    if encoding.is_special(token_id):
        return f"⟨{raw.decode().strip('<|>')}⟩"
    return visible(raw.decode())


def is_part_of_a_character(raw: bytes) -> bool:
    """Whether the bytes of a token begin or end inside a character."""
    try:
        raw.decode()
    except UnicodeDecodeError:
        return True
    return False


def in_a_sentence(encoding: Encoding, ids: Sequence[int]) -> str:
    """Tokens as one text inside a sentence: words as they are read, without the spaces at either
    end; line ends show as ⏎, and marks by their labels."""
    pieces = []
    for is_mark, group in groupby(ids, encoding.is_special):
        run = list(group)
        if is_mark:
            pieces += [token_label(encoding, token_id) for token_id in run]
        else:
            pieces += map(_readable, encoding.decode(run))
    text = "".join(pieces)
    return text.strip() or visible(text)


def visible(text: str) -> str:
    """A text with its spaces and invisible characters written out, as in a label."""
    return "".join(map(_visible, text))


def in_one_line(text: str) -> str:
    """A text with its line ends written out as ⏎, as in a label, so that it goes on behind them."""
    return _LINE_END.sub("⏎ ", text)


def _visible(character: str) -> str:
    if character in SIGNS:
        return SIGNS[character]
    if unicodedata.category(character) in _INVISIBLE_CATEGORIES:
        return escaped(character)
    return character


def escaped(character: str) -> str:
    r"""A character by its number, such as \u200B."""
    return f"\\u{ord(character):04X}"


def _readable(character: str) -> str:
    """A character of running text: spaces and accents of their own stay."""
    if unicodedata.category(character) in {"Zs", "Mn", "Me"}:
        return character
    return _visible(character)
