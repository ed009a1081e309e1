"""Bytes to text while they arrive. A token is bytes, not text: a character may take several."""

import codecs

from playground.text.encoding import Encoding


class TextStream:
    """Turns ids into text piece by piece, never splitting a character.

    The pieces joined equal the decoded whole, whatever the ids; only marks such as end-of-text
    leave no text.
    """

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")

    def push(self, token_id: int) -> str:
        """Text that is complete now; '' while a character is still open, or for a mark."""
        if self._encoding.is_special(token_id):
            return ""
        return self._decoder.decode(self._encoding.token_bytes(token_id))

    @property
    def is_open(self) -> bool:
        """Whether the last id began a character that is not whole yet."""
        return self._decoder.getstate()[0] != b""

    def finish(self) -> str:
        """What is left; an unfinished character becomes one U+FFFD."""
        return self._decoder.decode(b"", final=True)
