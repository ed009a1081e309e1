"""What SamplingParams accepts, and the sentence for what it does not."""

import math

import pytest

from playground.decoding.sampling import SamplingParams
from playground.errors import PlaygroundError, SamplingError

NUMBERS = (
    "temperature",
    "top_p",
    "min_p",
    "repetition_penalty",
    "presence_penalty",
    "frequency_penalty",
)
NAMES = (*NUMBERS, "top_k")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "given", [None, True, "0.5", [1], math.nan, math.inf, -math.inf, 1e300, 10**400, 1j]
)
def test_no_setting_takes_what_is_not_a_number_in_range(name: str, given: object) -> None:
    with pytest.raises(SamplingError) as caught:
        SamplingParams(**{name: given})  # type: ignore[arg-type]
    assert caught.value.code == "sampling_value"
    assert caught.value.values["name"] == name
    assert caught.value.values["given"] is given
    sentence = str(caught.value)
    assert sentence.startswith(f"{name} is ")
    assert "; allowed: a " in sentence
    assert len(sentence) < 200


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("temperature", -1),
        ("temperature", -1e-9),
        ("top_k", -1),
        ("top_k", 50.7),
        ("top_p", -0.01),
        ("top_p", 1.01),
        ("min_p", -0.01),
        ("min_p", 1.01),
        ("repetition_penalty", 0),
        ("repetition_penalty", -1.2),
        ("presence_penalty", 2.1),
        ("presence_penalty", -2.1),
        ("frequency_penalty", 2.1),
        ("frequency_penalty", -2.1),
    ],
)
def test_values_just_outside_are_refused(name: str, given: float) -> None:
    with pytest.raises(SamplingError, match=f"^{name} is {given}; allowed: ") as caught:
        SamplingParams(**{name: given})  # type: ignore[arg-type]
    assert isinstance(caught.value, PlaygroundError)
    assert isinstance(caught.value, ValueError)
    low, high = caught.value.values["low"], caught.value.values["high"]
    assert isinstance(low, (int, float))
    assert isinstance(high, (int, float))
    assert not low <= given <= high or name == "top_k"


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("temperature", 0),
        ("temperature", 1),
        ("temperature", 1e-45),
        ("temperature", 1e6),
        ("temperature", 3.4e38),
        ("top_k", 0),
        ("top_k", 10**6),
        ("top_p", 0),
        ("top_p", 1),
        ("min_p", 0),
        ("min_p", 1),
        ("repetition_penalty", 0.01),
        ("repetition_penalty", 2),
        ("presence_penalty", -2),
        ("presence_penalty", 2),
        ("frequency_penalty", -2),
        ("frequency_penalty", 2),
    ],
)
def test_the_ends_of_each_range_are_accepted(name: str, given: float) -> None:
    assert getattr(SamplingParams(**{name: given}), name) == given  # type: ignore[arg-type]


def test_a42_whole_floats_become_integers_and_integers_become_floats() -> None:
    params = SamplingParams(temperature=1, top_k=50.0, top_p=1, min_p=0)  # type: ignore[arg-type]
    assert type(params.top_k) is int
    assert params.top_k == 50
    assert all(type(getattr(params, name)) is float for name in NUMBERS)


def test_a_long_wrong_value_does_not_make_a_long_sentence() -> None:
    with pytest.raises(SamplingError) as caught:
        SamplingParams(temperature="9" * 100_000)  # type: ignore[arg-type]
    assert len(str(caught.value)) < 200


def test_without_filters_keeps_penalties_and_temperature() -> None:
    params = SamplingParams(0.7, 40, 0.9, 0.05, 1.2, 0.5, -0.5)
    assert params.without_filters() == SamplingParams(0.7, 0, 1.0, 0.0, 1.2, 0.5, -0.5)


def test_without_filters_of_greedy_has_temperature_one() -> None:
    greedy = SamplingParams(0, 40, repetition_penalty=1.2)
    assert greedy.is_greedy
    assert greedy.without_filters() == SamplingParams(1, repetition_penalty=1.2)
    assert not greedy.without_filters().is_greedy


def test_defaults_are_neutral_and_params_are_values() -> None:
    assert SamplingParams() == SamplingParams(1, 0, 1, 0, 1, 0, 0)
    assert hash(SamplingParams()) == hash(SamplingParams(1, 0, 1, 0, 1, 0, 0))
    assert SamplingParams().without_filters() == SamplingParams()
