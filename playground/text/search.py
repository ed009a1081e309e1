"""Tokens of a vocabulary by a piece of their text."""

import unicodedata
from weakref import WeakKeyDictionary

from playground.text.encoding import Encoding
from playground.text.labels import SIGNS, token_label


def tokens_with(encoding: Encoding, text: str) -> list[int]:
    """Ids whose text holds `text`, rising; nothing for no text.

    It does not matter in which of its Unicode forms a letter is written, and the signs of labels
    for white space stand for what they show. A token that is no text, such as the end of a text or
    part of a character, is found by its bracket: its label is ours.
    """
    wanted = _composed(text.translate(_MEANT))
    if not wanted:
        return []
    return [
        token_id
        for token_id, known in enumerate(_texts(encoding))
        if wanted in known and (_OURS not in known or _OURS in wanted)
    ]


_OURS = "⟨"
_MEANT = str.maketrans({sign: meant for meant, sign in SIGNS.items()})

_texts_of: "WeakKeyDictionary[Encoding, tuple[str, ...]]" = WeakKeyDictionary()


def _texts(encoding: Encoding) -> tuple[str, ...]:
    """What a whole vocabulary is searched by, which is made once."""
    if encoding not in _texts_of:
        ids = range(encoding.vocab_size)
        _texts_of[encoding] = tuple(_text(encoding, token_id) for token_id in ids)
    return _texts_of[encoding]


def _text(encoding: Encoding, token_id: int) -> str:
    """The text of a token; the label of one that is none."""
    if not encoding.is_special(token_id):
        try:
            return _composed(encoding.token_bytes(token_id).decode())
        except UnicodeDecodeError:
            pass
    return token_label(encoding, token_id)


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)
