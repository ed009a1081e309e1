"""A prompt as the model reads it. Cuts before it encodes, and says what it left out."""

from dataclasses import dataclass

from playground.serving.limits import PROMPT_CHARACTERS, check_text
from playground.text.encoding import Encoding, without_surrogates


@dataclass(frozen=True)
class Prompt:
    """text: as typed, without characters cut off the front; ids: its last tokens, at most one
    context, or the start id when it is empty; dropped: tokens before them; cut: characters
    cut before encoding; unknown: characters that the encoding lacks, in order; ends_in_space:
    whether the last character is a space that belongs to the next word."""

    text: str
    ids: tuple[int, ...]
    dropped: int
    cut: int
    unknown: str
    ends_in_space: bool

    @property
    def empty(self) -> bool:
        """Whether nothing was typed."""
        return not self.text


def read_prompt(value: object, encoding: Encoding, context_length: int) -> Prompt:
    """Encode what was typed. Raises InputError when it is not text."""
    text = check_text(value)
    kept = without_surrogates(text[-PROMPT_CHARACTERS:])
    read = _read(kept, encoding)
    ids = encoding.encode(read) or [encoding.start]
    return Prompt(
        text=kept,
        ids=tuple(ids[-context_length:]),
        dropped=max(0, len(ids) - context_length),
        cut=max(0, len(text) - PROMPT_CHARACTERS),
        unknown=encoding.unknown_characters(read),
        ends_in_space=encoding.leads_with_space and kept.endswith(" "),
    )


def _read(text: str, encoding: Encoding) -> str:
    """The text without its line ends, which come along when a poem is pasted, where the encoding
    has none. A text of nothing else keeps them: it is not empty."""
    if encoding.unknown_characters("\n"):
        return "".join(text.splitlines()) or text
    return text
