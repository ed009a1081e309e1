"""The learning rate of each step, and which steps are kept."""

import pytest

from playground.training.settings import TrainSettings

SETTINGS = TrainSettings(steps=110, warmup_steps=10, cooldown=0.5)


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (0, 0.1),  # warm-up: a tenth of the way after the first of ten steps
        (4, 0.5),
        (9, 1.0),
        (55, 1.0),  # half of the steps are left: the cooldown begins
        (66, 0.8),
        (109, 1 / 55),
        (110, 0.0),
        (10_000, 0.0),
    ],
)
def test_the_share_of_the_learning_rate_by_hand(step: int, expected: float) -> None:
    assert SETTINGS.share_of_learning_rate(step) == pytest.approx(expected, rel=1e-12)


def test_a_longer_run_takes_the_same_steps_until_the_shorter_one_cools_down() -> None:
    longer = TrainSettings(steps=220, warmup_steps=10, cooldown=0.5)
    for step in range(56):
        assert SETTINGS.share_of_learning_rate(step) == longer.share_of_learning_rate(step)
    assert SETTINGS.share_of_learning_rate(60) < longer.share_of_learning_rate(60)


def test_without_warm_up_and_cooldown_the_rate_is_constant() -> None:
    settings = TrainSettings(steps=10, warmup_steps=0, cooldown=0.0)
    assert {settings.share_of_learning_rate(step) for step in range(10)} == {1.0}


def test_a_warm_up_longer_than_the_run_never_reaches_the_full_rate() -> None:
    settings = TrainSettings(steps=10, warmup_steps=40, cooldown=0.4)
    assert max(settings.share_of_learning_rate(step) for step in range(10)) == 0.25


def test_milestones_are_the_powers_of_two_from_16_on_and_the_last_step() -> None:
    kept = [step for step in range(111) if SETTINGS.is_milestone(step)]
    assert kept == [16, 32, 64, 110]
