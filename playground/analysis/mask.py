"""Which tokens each token may look at."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Mask:
    """A causal mask over the last tokens of a prompt.

    labels   one a token, in order
    allowed  row: query, column: key; 1 where the query may look at the key, else 0
    dropped  tokens before the first label that are not drawn
    """

    labels: tuple[str, ...]
    allowed: tuple[tuple[int, ...], ...]
    dropped: int

    @property
    def middle(self) -> int:
        """The row to speak of: it has both what its query may look at and what it may not."""
        return max(0, len(self.labels) - 1) // 2


def causal_mask(labels: Sequence[str], shown: int = 64) -> Mask:
    """The causal mask of the last `shown` (at least 1) of the labelled tokens.

    A token sees itself and what stands before it (Vaswani et al. 2017, 3.2.3).
    """
    drawn = tuple(labels[-shown:])
    size = len(drawn)
    allowed = tuple((1,) * (query + 1) + (0,) * (size - query - 1) for query in range(size))
    return Mask(drawn, allowed, len(labels) - size)
