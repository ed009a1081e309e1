"""What a race with and without the cache shows, by hand and on made-up times."""

import random

import pytest

from playground.analysis.race import SOME, RaceFacts, race_facts


def facts_of(plain_ms: list[float], cached_ms: float = 1.0) -> RaceFacts:
    """After a prompt of 5 tokens; the first token, which reads it, took a second."""
    plain = [1.0, *(each / 1000 for each in plain_ms)]
    facts = race_facts(5, [1.0] + [cached_ms / 1000] * len(plain_ms), plain)
    assert facts is not None
    return facts


def test_the_first_token_is_left_out_and_the_rest_is_told() -> None:
    facts = race_facts(13, [9.0, 0.001, 0.002, 0.004], [9.0, 0.004, 0.006, 0.020])
    assert facts is not None
    assert facts.positions == (15, 16, 17)
    assert facts.cached_ms == pytest.approx((1, 2, 4))
    assert facts.cached_rate == pytest.approx(500)
    assert facts.plain_rate == pytest.approx(1000 / 6)
    assert facts.times == pytest.approx(3)
    assert facts.trend == "short"


@pytest.mark.parametrize("laps", [0, 1])
def test_there_is_nothing_to_tell_of_fewer_than_two_tokens(laps: int) -> None:
    assert race_facts(5, [1.0] * laps, [1.0] * laps) is None


def test_times_that_rise_grow_though_some_jump() -> None:
    rising = [3 + 0.05 * place for place in range(64)]
    assert facts_of(rising).trend == "grows"
    for place in (0, 17, 40, 41, 63):
        rising[place] *= 5
    facts = facts_of(rising)
    assert facts.trend == "grows"
    assert (facts.first_ms, facts.last_ms) == pytest.approx((3.225, 5.975))


@pytest.mark.parametrize("slope", [0.0, 0.004, -0.004])
def test_times_that_hardly_change_are_flat(slope: float) -> None:
    level = [3 + slope * place for place in range(64)]
    level[10] = 30.0
    assert facts_of(level).trend == "flat"


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("count", [2 * SOME, 31, 63, 127])
def test_nothing_is_claimed_of_times_without_order(seed: int, count: int) -> None:
    chance = random.Random(seed)
    assert facts_of([chance.uniform(1, 12) for _ in range(count)]).trend == "noisy"


def test_nothing_is_claimed_of_times_that_fall_or_jump_at_the_end_alone() -> None:
    assert facts_of([12 - 0.1 * place for place in range(64)]).trend == "noisy"
    assert facts_of([3.0] * 20 + [2.0] * 36 + [30.0] * SOME).trend == "noisy"


def test_fewer_than_two_ends_are_too_short_to_tell() -> None:
    rising = [float(place) for place in range(1, 2 * SOME + 1)]
    assert facts_of(rising).trend == "grows"
    assert facts_of(rising[1:]).trend == "short"


def test_a_way_is_called_faster_only_where_it_mostly_is() -> None:
    assert facts_of([3.0] * 40).speed == "faster"
    assert facts_of([3.0] * 31 + [0.5] * 9).speed == "faster"
    assert facts_of([3.0] * 29 + [0.5] * 11).speed == "unclear"
    assert facts_of([1.05] * 40).speed == facts_of([0.95] * 40).speed == "even"
    assert facts_of([0.5] * 40).speed == "unclear"
