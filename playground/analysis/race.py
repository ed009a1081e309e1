"""What a text that was written with and without the cache shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal

import numpy as np

SOME = 8
"""Tokens at either end whose median time stands for it."""
CLEAR = 1.1
"""Two times that differ less than this many times are called equal."""
MOSTLY = 0.75
"""Share of the tokens that a quicker way must win."""
RISE, ORDER = 1.2, 0.7
"""Times grow if the last ones are RISE times the first ones and their rank correlation with the
positions is at least ORDER: of 16 times in random order, fewer than 1 in 500 sets reach that."""
STEADY = 0.3
"""Times are flat if four in five lie within this share of their median."""

Trend = Literal["short", "grows", "flat", "noisy"]
Speed = Literal["faster", "even", "unclear"]


@dataclass(frozen=True)
class RaceFacts:
    """Times of N tokens, without the first one, in which both ways read the whole prompt.

    positions          of the tokens in the text, prompt included, from 1
    cached_ms          milliseconds of each with the cache; plain_ms: without it
    """

    positions: tuple[int, ...]
    cached_ms: tuple[float, ...]
    plain_ms: tuple[float, ...]

    @property
    def cached_rate(self) -> float:
        """Tokens a second with the cache, by the median time."""
        return 1000 / median(self.cached_ms)

    @property
    def plain_rate(self) -> float:
        """Tokens a second without it, by the median time."""
        return 1000 / median(self.plain_ms)

    @property
    def times(self) -> float:
        """How many times as many tokens a second the cache gives."""
        return self.cached_rate / self.plain_rate

    @property
    def speed(self) -> Speed:
        """What can be said of both ways: the cache is faster, they are about even, or neither."""
        won = [a < b for a, b in zip(self.cached_ms, self.plain_ms, strict=True)]
        if self.times >= CLEAR and sum(won) >= MOSTLY * len(won):
            return "faster"
        return "even" if 1 / CLEAR < self.times < CLEAR else "unclear"

    @property
    def first_ms(self) -> float:
        """Without the cache: the median of the first SOME tokens."""
        return median(self.plain_ms[:SOME])

    @property
    def last_ms(self) -> float:
        """Without the cache: the median of the last SOME tokens."""
        return median(self.plain_ms[-SOME:])

    @property
    def trend(self) -> Trend:
        """Whether it can be seen that a longer text takes longer for each token without the
        cache: "short" of too few tokens to tell, "noisy" of times that are neither."""
        if len(self.plain_ms) < 2 * SOME:
            return "short"
        rise = self.last_ms / self.first_ms
        if rise >= RISE and _order(self.plain_ms) >= ORDER:
            return "grows"
        least, most = np.percentile(self.plain_ms, (10, 90))
        steady = most - least <= STEADY * median(self.plain_ms)
        return "flat" if steady and 1 / RISE < rise < RISE else "noisy"


def race_facts(
    prompt_tokens: int, cached_seconds: Sequence[float], plain_seconds: Sequence[float]
) -> RaceFacts | None:
    """From the seconds of all tokens; None when there are fewer than two."""
    if len(cached_seconds) < 2:
        return None
    first = prompt_tokens + 2
    return RaceFacts(
        positions=tuple(range(first, first + len(cached_seconds) - 1)),
        cached_ms=tuple(1000 * each for each in cached_seconds[1:]),
        plain_ms=tuple(1000 * each for each in plain_seconds[1:]),
    )


def _order(times: Sequence[float]) -> float:
    """Spearman's rank correlation of times with their order: 1 when each is above the one before,
    about 0 at random. Of equal ones the earlier has the lower rank."""
    ranks = np.argsort(np.argsort(times, kind="stable"))
    return float(np.corrcoef(ranks, np.arange(len(times)))[0, 1])
