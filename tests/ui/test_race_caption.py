"""What the race with and without the cache says of made-up times."""

import random

import pytest

from playground.analysis.race import race_facts
from playground.locales import LANGUAGES
from playground.ui.race_panel import race_caption


def caption(plain_ms: list[float], language: str = "en", is_same: bool = True) -> str:
    """With the cache a token takes 2 ms; the prompt has 10 tokens, each of which takes 8 kB."""
    plain = [1.0, *(each / 1000 for each in plain_ms)]
    facts = race_facts(10, [1.0] + [0.002] * len(plain_ms), plain)
    assert facts is not None
    words = LANGUAGES[language].race
    return race_caption(words, facts, is_same=is_same, bytes_per_token=8000)


def test_times_that_grow() -> None:
    assert caption([4 + 0.2 * place for place in range(63)]) == (
        "The same 64 tokens both times. With the cache a token was computed 5.1 times as fast. "
        "Without it a token took 4.7 ms at first and 15.7 ms near position 74: the longer the "
        "text, the longer each token takes. So the time for a long text grows roughly with the "
        "square of its length. The cache costs memory: 8 kB per token, here 584 kB for 73 tokens."
    )


def test_times_that_stay() -> None:
    assert caption([4.0] * 63) == (
        "The same 64 tokens both times. With the cache a token was computed 2.0 times as fast. "
        "Without it a token took 4.0 ms at first and 4.0 ms near position 74: in a text this "
        "short, no clear growth. The cache costs memory: 8 kB per token, here 584 kB for 73 tokens."
    )


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("seed", range(5))
def test_times_that_jump(language: str, seed: int) -> None:
    chance = random.Random(seed)
    words = LANGUAGES[language].race
    said = caption([chance.uniform(1, 9) for _ in range(63)], language)
    assert words.noisy in said
    assert words.grows.partition("{")[0] not in said
    assert words.flat.partition("{")[0] not in said
    assert "584 kB" in said


def test_what_is_not_faster_is_not_said_to_be() -> None:
    assert "Both ways were about equally fast." in caption([2.05] * 63)
    assert "jump too much to tell which way is faster" in caption([1.0, 9.0, 1.5] * 21)
    assert "times as fast" not in caption([2.05] * 63) + caption([1.0, 9.0, 1.5] * 21)


def test_texts_that_part_and_short_ones() -> None:
    said = caption([4.0] * 7, is_same=False)
    assert said.startswith("8 tokens both times, but the texts differ")
    assert "Without it" not in said
