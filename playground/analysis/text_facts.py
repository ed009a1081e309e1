"""What a generated text is like, in a few numbers."""

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from torch import Tensor

from playground.analysis.next_token import entropy_bits
from playground.decoding.sampling import SamplingParams, distribution

LEAST = sys.float_info.min
"""Of a probability whose logarithm is taken."""
REPEATED = 4
"""Tokens in a row that count as a repetition when they have stood in the text before."""


@dataclass(frozen=True)
class TextFacts:
    """A text of N tokens.

    tokens          N
    entropy_bits    how open the choices were that it was drawn from, mean over its tokens
    surprise_bits   how little the model alone, at temperature 1 and without filters, expected the
                    tokens: -log2 of their probability, mean
    distinct_share  different tokens / N
    repeated_share  runs of REPEATED tokens that stood in the text before / all such runs; 0 for a
                    text that is too short to have two
    """

    tokens: int
    entropy_bits: float
    surprise_bits: float
    distinct_share: float
    repeated_share: float


def surprises(logits: Tensor, ids: Sequence[int], vocab_size: int) -> list[float]:
    """-log2 of the probability that the model alone gave to each of N ids; logits: (N, V)."""
    plain = SamplingParams()
    return [
        -math.log2(max(LEAST, float(distribution(row, plain, vocab_size=vocab_size)[token_id])))
        for row, token_id in zip(logits, ids, strict=True)
    ]


def text_facts(
    logits: Tensor,
    params: SamplingParams,
    *,
    prompt_ids: Sequence[int],
    ids: Sequence[int],
    vocab_size: int,
) -> TextFacts:
    """Facts of N >= 1 ids that were written with `params` behind a prompt.

    logits: (N, V), with which each was chosen. Raises what `distribution` raises.
    """
    entropies = [
        entropy_bits(
            distribution(
                row,
                params,
                prompt_ids=prompt_ids,
                generated_ids=ids[:place],
                vocab_size=vocab_size,
            )
        )
        for place, row in enumerate(logits)
    ]
    return TextFacts(
        tokens=len(ids),
        entropy_bits=sum(entropies) / len(ids),
        surprise_bits=sum(surprises(logits, ids, vocab_size)) / len(ids),
        distinct_share=len(set(ids)) / len(ids),
        repeated_share=repeated_share(ids),
    )


def repeated_share(ids: Sequence[int]) -> float:
    """Runs of REPEATED tokens that stood before / all runs; 0 where there is none."""
    runs = [tuple(ids[start : start + REPEATED]) for start in range(len(ids) - REPEATED + 1)]
    return 1 - len(set(runs)) / len(runs) if runs else 0.0


def first_difference(texts: Sequence[Sequence[int]], ended: bool) -> int | None:
    """The first place at which not all texts have the same token, None while they agree.

    ended: a text that is over differs from one that goes on; before, only what all have counts.
    """
    lengths = [len(text) for text in texts]
    for place in range(min(lengths)):
        if len({text[place] for text in texts}) > 1:
            return place
    return min(lengths) if ended and len(set(lengths)) > 1 else None
