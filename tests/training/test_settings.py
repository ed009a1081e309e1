"""The learning rate of each step."""

import math

import pytest

from playground.training.settings import TrainSettings

SETTINGS = TrainSettings(steps=110, learning_rate=1e-3, warmup_steps=10)


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (0, 1e-4),  # warm-up: a tenth of the way after the first of ten steps
        (4, 5e-4),
        (9, 1e-3),
        (10, 1e-3),  # the cosine starts at its top
        (35, 1e-3 * (0.55 + 0.45 * math.sqrt(0.5))),  # a quarter: cos 45 degrees
        (60, 0.55e-3),  # half way between 1 and a tenth
        (110, 1e-4),  # and ends at a tenth
        (10_000, 1e-4),
    ],
)
def test_the_learning_rate_by_hand(step: int, expected: float) -> None:
    assert SETTINGS.learning_rate_at(step) == pytest.approx(expected, rel=1e-12)


def test_the_learning_rate_rises_then_falls() -> None:
    rates = [SETTINGS.learning_rate_at(step) for step in range(SETTINGS.steps)]
    assert rates[:11] == sorted(rates[:11])
    assert rates[10:] == sorted(rates[10:], reverse=True)
    assert max(rates) == 1e-3
    assert min(rates) >= 1e-4


def test_no_warm_up_starts_at_the_full_rate() -> None:
    settings = TrainSettings(steps=10, learning_rate=0.5, warmup_steps=0)
    assert settings.learning_rate_at(0) == 0.5


def test_a_warm_up_as_long_as_the_run_never_falls() -> None:
    settings = TrainSettings(steps=10, learning_rate=1.0, warmup_steps=10)
    assert [settings.learning_rate_at(step) for step in (0, 9, 10)] == [0.1, 1.0, 1.0]
