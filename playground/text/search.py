"""Tokens of a vocabulary by a piece of their text."""

from weakref import WeakKeyDictionary

from playground.text.encoding import Encoding
from playground.text.labels import token_label, visible


def tokens_with(encoding: Encoding, text: str) -> list[int]:
    """Ids whose label holds `text`, rising; a space is found as a space. Nothing for no text.

    A token that no text spells, such as the end of a text or part of a character, is found by its
    bracket: its label is ours.
    """
    wanted = visible(text)
    if not wanted:
        return []
    return [
        token_id
        for token_id, label in enumerate(_labels(encoding))
        if wanted in label and (_OURS not in label or _OURS in wanted)
    ]


_OURS = "⟨"


_labels_of: "WeakKeyDictionary[Encoding, tuple[str, ...]]" = WeakKeyDictionary()


def _labels(encoding: Encoding) -> tuple[str, ...]:
    """The labels of a whole vocabulary, which are made once."""
    if encoding not in _labels_of:
        ids = range(encoding.vocab_size)
        _labels_of[encoding] = tuple(token_label(encoding, token_id) for token_id in ids)
    return _labels_of[encoding]
