"""Where one draw fell among the candidates, which lie side by side in the order of their ids."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from playground.decoding.filters import Filtered


@dataclass(frozen=True)
class Piece:
    """One candidate: it is drawn by the numbers from `start` to `end`, both 0 to 1."""

    id: int
    start: float
    end: float


def pieces_of(choice: Filtered, ids: Sequence[int]) -> tuple[Piece, ...]:
    """The pieces of those of `ids` that can be drawn, from left to right.

    Together the pieces of all candidates fill 0 to 1: inverse CDF in the order of ids, as
    `decoding.choice` draws. An id whose piece would have no width is never drawn.
    """
    running = choice.chances.cumsum()  # (N,)
    ends = running / running[-1]  # (N,)
    known = np.arange(choice.ranking.size) if choice.ids is None else choice.ids
    pieces = []
    for token_id in sorted(set(ids)):
        place = int(known.searchsorted(token_id))
        if place < len(known) and known[place] == token_id:
            start, end = float(ends[place - 1]) if place else 0.0, float(ends[place])
            if end > start:
                pieces.append(Piece(token_id, start, end))
    return tuple(pieces)
