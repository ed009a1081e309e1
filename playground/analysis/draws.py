"""Many draws of the next token, held against the distribution that they should follow."""

import math
from dataclasses import dataclass

import numpy as np
import torch

from playground.decoding.choice import drawn_ids
from playground.decoding.filters import Filtered, Ids, Row

DOUBT = 0.005
"""A right sampler is called "differs" in so many of all cases; fewer would let wrong ones pass."""
LEAST_EXPECTED = 5
"""Draws that a token must be due for a comparison of its own (Cochran 1954). Others are pooled, and
if they are due too few together, with the rarest that has its own."""


@dataclass(frozen=True)
class Tally:
    """One token: the share of draws that it should get and got, and the standard error of that."""

    id: int
    expected: float
    observed: float
    error: float


@dataclass(frozen=True)
class Draws:
    """What came of `count` draws.

    tallies    the likeliest tokens, as many as were asked for
    statistic  Pearson's chi-square over the tokens that are due often enough, others pooled
    freedom    its degrees of freedom; 0 when there is nothing to compare
    chance     how often a right sampler would be at least as far off, 0 to 1
    """

    count: int
    tallies: tuple[Tally, ...]
    statistic: float
    freedom: int
    chance: float

    @property
    def agrees(self) -> bool:
        """Whether the draws are no reason to doubt the sampler."""
        return self.chance >= DOUBT


def draws(choice: Filtered, count: int, seed: int, shown: int) -> Draws:
    """`count` ids drawn as a text draws one, against the probabilities of `choice`."""
    generator = torch.Generator().manual_seed(seed)
    uniforms = torch.rand(count, dtype=torch.float64, generator=generator).numpy()
    return compare(choice, drawn_ids(choice, uniforms), shown)


def compare(choice: Filtered, ids: Ids, shown: int) -> Draws:
    """Ids that somebody drew against the probabilities of `choice`."""
    count = len(ids)
    expected = choice.after.numpy()  # (V,)
    observed = np.bincount(ids, minlength=len(expected))  # (V,)
    statistic, freedom = _chi_square(count * expected, observed)
    chance = _chance(statistic, freedom)
    head = choice.ranking.head(min(shown, choice.ranking.size)).ids.tolist()
    tallies = tuple(
        Tally(token, share, got / count, math.sqrt(share * (1 - share) / count))
        for token in head
        for share, got in [(float(expected[token]), int(observed[token]))]
    )
    return Draws(count, tallies, statistic, freedom, chance)


def _chi_square(due: Row, got: Ids) -> tuple[float, int]:
    often = due >= LEAST_EXPECTED
    expected = np.append(due[often], due[~often].sum())
    found = np.append(got[often], got[~often].sum())
    if expected[-1] == 0 and found[-1]:
        return math.inf, len(expected) - 1
    if expected[-1] < LEAST_EXPECTED and len(expected) > 1:
        rarest = expected[:-1].argmin()
        expected[rarest] += expected[-1]
        found[rarest] += found[-1]
        expected, found = expected[:-1], found[:-1]
    return float(((found - expected) ** 2 / expected).sum()), len(expected) - 1


def _chance(statistic: float, freedom: int) -> float:
    """The upper tail of the chi-square distribution."""
    if math.isinf(statistic):
        return 0.0
    if freedom == 0:
        return 1.0
    half = torch.tensor([freedom / 2, statistic / 2], dtype=torch.float64)
    return float(torch.special.gammaincc(half[0], half[1]))
