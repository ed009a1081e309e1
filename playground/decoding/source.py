"""Where logits come from, as an interface, and a scripted source beside it for tests.

Knows no model. A source is shared and read-only; a session belongs to one request and owns
whatever that request caches.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

import torch
from torch import Tensor


class LogitsSession(Protocol):
    """One request's view of a source."""

    def next_logits(self, ids: Sequence[int]) -> Tensor:
        """Logits (V,) of the token after the whole history `ids`, which holds at least one id.

        V may exceed the source's vocab_size; the rest is padding. The session reads only the last
        context_length ids.
        """
        ...


class LogitsSource(Protocol):
    """Anything that tells what may come next: our model, a script, later another library."""

    @property
    def vocab_size(self) -> int:
        """Number of real ids."""
        ...

    @property
    def context_length(self) -> int:
        """Most ids that the logits can depend on."""
        ...

    def open(self) -> LogitsSession:
        """A fresh session, independent of all others."""
        ...


Row = Sequence[float] | Tensor
"""Logits of one step, (V,)."""


class ScriptedSource:
    """Logits that are known beforehand.

    script      a list of rows: the n-th call of a session gets the n-th row, later calls the last;
                or a function from the visible ids (at most context_length) to a row
    vocab_size  number of real ids; may be left out for rows, where it is their length
    """

    def __init__(
        self,
        script: Sequence[Row] | Callable[[Sequence[int]], Row],
        vocab_size: int | None = None,
        context_length: int = 1024,
    ) -> None:
        if vocab_size is None:
            if callable(script):
                raise ValueError("a script that is a function needs a vocab_size")
            vocab_size = len(script[0])
        self.script = script
        self.vocab_size = vocab_size
        self.context_length = context_length

    def open(self) -> "ScriptedSession":
        """A session that starts at the first row."""
        return ScriptedSession(self)


class ScriptedSession:
    """One run through a script."""

    def __init__(self, source: ScriptedSource) -> None:
        self._source = source
        self._calls = 0

    def next_logits(self, ids: Sequence[int]) -> Tensor:
        """The row that the script has for this call, (V,)."""
        script = self._source.script
        if callable(script):
            row = script(ids[-self._source.context_length :])
        else:
            row = script[min(self._calls, len(script) - 1)]
        self._calls += 1
        return torch.as_tensor(row)  # (V,)
