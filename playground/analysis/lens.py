"""What each layer of a model would have said, had it been the last (nostalgebraist 2020)."""

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor

from playground.analysis.next_token import Row, likeliest_rows
from playground.decoding.sampling import SamplingParams, filtered


@dataclass(frozen=True)
class LensRow:
    """One layer, at temperature 1 and without filters.

    guesses      the likeliest tokens, the first one first
    probability  of the token that was written in the end, and rank: its place, from 1; equals share
                 the best one
    """

    guesses: tuple[Row, ...]
    probability: float
    rank: int


def lens_rows(
    lens: Tensor, token_id: int, *, vocab_size: int, label: Callable[[int], str], guesses: int
) -> tuple[LensRow, ...]:
    """The lens (L, V) of one choice, layer by layer; the last row is the model's own guess."""
    return tuple(_row(logits, token_id, vocab_size, label, guesses) for logits in lens)


def _row(
    logits: Tensor, token_id: int, vocab_size: int, label: Callable[[int], str], guesses: int
) -> LensRow:
    choice = filtered(logits, SamplingParams(), vocab_size=vocab_size)
    shares = choice.ranking.shares
    share = shares[token_id]
    rows = likeliest_rows(choice, label, min(guesses, vocab_size))
    return LensRow(rows, float(share), 1 + int((shares > share).sum()))
