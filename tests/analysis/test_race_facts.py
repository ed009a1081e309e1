"""What a race with and without the cache shows, by hand."""

import pytest

from playground.analysis.race import SOME, race_facts


def test_the_first_token_is_left_out_and_the_rest_is_told() -> None:
    facts = race_facts(13, [9.0, 0.001, 0.002, 0.004], [9.0, 0.004, 0.006, 0.020])
    assert facts is not None
    assert facts.positions == (15, 16, 17)
    assert facts.cached_ms == pytest.approx((1, 2, 4))
    assert facts.cached_rate == pytest.approx(500)
    assert facts.plain_rate == pytest.approx(1000 / 6)
    assert facts.times == pytest.approx(3)
    assert not facts.grows  # too short to tell


@pytest.mark.parametrize("laps", [0, 1])
def test_there_is_nothing_to_tell_of_fewer_than_two_tokens(laps: int) -> None:
    assert race_facts(5, [1.0] * laps, [1.0] * laps) is None


def test_that_it_grows_is_told_only_where_it_does() -> None:
    rising = [0.001 * place for place in range(2 * SOME + 1)]
    facts = race_facts(1, [0.001] * len(rising), rising)
    assert facts is not None
    assert facts.grows
    assert facts.first_ms < facts.last_ms
    falling = race_facts(1, [0.001] * len(rising), rising[::-1])
    assert falling is not None
    assert not falling.grows
