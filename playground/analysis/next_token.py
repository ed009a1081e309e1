"""The choice of the next token before and after the sampling filters."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor

from playground.decoding.filters import Filtered
from playground.decoding.sampling import SamplingParams, distribution, filtered


class Row(NamedTuple):
    """One candidate. `before` and `after` are probabilities without and with the filters."""

    id: int
    label: str
    before: float
    after: float

    @property
    def kept(self) -> bool:
        """Whether the filters leave this token a chance."""
        return self.after > 0


@dataclass(frozen=True)
class NextToken:
    """The distribution over the next token.

    rows                the most probable tokens before the filters, lowest id first among equals;
                        behind them the one that was drawn, where it is none of them
    survivors           tokens that are left after the filters, among all V; at a temperature near
                        0 the probability of some is too small for a float64 number
    mass_kept           what the survivors had together before the filters, 0 to 1
    entropy_before_bits entropy without the filters
    entropy_after_bits  entropy of what is sampled from
    model_entropy_bits  entropy of the model's own guess: temperature 1, no penalty, no filter
    max_entropy_bits    log2 V, the entropy when all tokens are equally likely
    greedy              temperature 0: the most probable token is taken without a draw
    """

    rows: tuple[Row, ...]
    survivors: int
    mass_kept: float
    entropy_before_bits: float
    entropy_after_bits: float
    model_entropy_bits: float
    max_entropy_bits: float
    greedy: bool

    @property
    def top(self) -> Row:
        """The most probable token before the filters."""
        return self.rows[0]


def next_token(
    logits: Tensor,
    params: SamplingParams,
    *,
    prompt_ids: Sequence[int],
    vocab_size: int,
    label: Callable[[int], str],
    rows_shown: int = 20,
    generated_ids: Sequence[int] = (),
    drawn_id: int | None = None,
) -> NextToken:
    """What `params` do to the next-token distribution of `logits` (V,).

    Both distributions come from `decoding.sampling.filtered`, what generation draws from; see there
    for the errors. `vocab_size` is the number of ids that may be drawn, without padding. `label`
    names an id; only the `rows_shown` (at least 1) rows are named, and `drawn_id`, which gets a row
    of its own where it is not among them.
    """
    choice = filtered(
        logits,
        params,
        prompt_ids=prompt_ids,
        generated_ids=generated_ids,
        vocab_size=vocab_size,
    )
    own = distribution(logits, SamplingParams(), vocab_size=vocab_size)  # (V,)
    rows = likeliest_rows(choice, label, min(rows_shown, vocab_size))
    if drawn_id is not None and all(row.id != drawn_id for row in rows):
        before, after = float(choice.before[drawn_id]), float(choice.after[drawn_id])
        rows += (Row(drawn_id, label(drawn_id), before, after),)
    return NextToken(
        rows=rows,
        survivors=min(choice.count, int(logits[:vocab_size].isfinite().sum())),
        mass_kept=choice.mass,
        entropy_before_bits=entropy_bits(choice.before),
        entropy_after_bits=entropy_bits(choice.after),
        model_entropy_bits=entropy_bits(own),
        max_entropy_bits=math.log2(vocab_size),
        greedy=params.is_greedy,
    )


def entropy_bits(probabilities: Tensor) -> float:
    """Shannon entropy in bits of probabilities (V,); a token without a chance adds nothing."""
    return float(torch.special.entr(probabilities).sum()) / math.log(2) + 0.0  # of one 0, not -0


def likeliest_rows(
    choice: Filtered, label: Callable[[int], str], rows_shown: int
) -> tuple[Row, ...]:
    """The `rows_shown` likeliest before the filters; what is left of them are the first ones."""
    head = choice.ranking.head(rows_shown)
    shares = enumerate(zip(head.ids.tolist(), head.shares.tolist(), strict=True))
    left, mass = choice.count, choice.mass
    return tuple(
        Row(token, label(token), share, share / mass if rank < left else 0.0)
        for rank, (token, share) in shares
    )
