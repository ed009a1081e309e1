"""What a text that was written with and without the cache shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

SOME = 8
"""Tokens at either end whose middle time stands for it."""


@dataclass(frozen=True)
class RaceFacts:
    """Times of N tokens, without the first one, in which both ways read the whole prompt.

    positions          of the tokens in the text, prompt included, from 1
    cached_ms          milliseconds of each with the cache; plain_ms: without it
    cached_rate        tokens a second, by the middle time; plain_rate: without the cache
    first_ms, last_ms  without the cache: the middle time of the first and of the last SOME tokens
    """

    positions: tuple[int, ...]
    cached_ms: tuple[float, ...]
    plain_ms: tuple[float, ...]

    @property
    def cached_rate(self) -> float:
        """Tokens a second with the cache."""
        return 1000 / median(self.cached_ms)

    @property
    def plain_rate(self) -> float:
        """Tokens a second without it."""
        return 1000 / median(self.plain_ms)

    @property
    def times(self) -> float:
        """How many times as many tokens a second the cache gives."""
        return self.cached_rate / self.plain_rate

    @property
    def first_ms(self) -> float:
        """Near the beginning."""
        return median(self.plain_ms[:SOME])

    @property
    def last_ms(self) -> float:
        """Near the end."""
        return median(self.plain_ms[-SOME:])

    @property
    def grows(self) -> bool:
        """Whether it can be seen that a longer text takes longer for each token."""
        return len(self.plain_ms) >= 2 * SOME and self.last_ms > self.first_ms


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
