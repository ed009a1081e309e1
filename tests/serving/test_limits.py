"""What is allowed, and the sentence for everything else."""

import math

import pytest

from playground.errors import InputError
from playground.gpt.presets import PRESETS
from playground.locales import LANGUAGES
from playground.serving.limits import (
    CUSTOM_PARAMETERS,
    LIMITS,
    PRESET_PARAMETERS,
    check_choice,
    check_flag,
    check_number,
    check_runnable,
    check_seed,
    check_text,
    check_whole,
)
from playground.ui.saying import say

NOT_A_NUMBER = ("0.5", True, False, math.nan, [8], {"d_model": 8}, 1j)


def refusal(check: object, *arguments: object) -> InputError:
    assert callable(check)
    with pytest.raises(InputError) as caught:
        check(*arguments)
    return caught.value


@pytest.mark.parametrize("name", LIMITS)
def test_both_ends_of_every_range_pass_and_one_step_beyond_does_not(name: str) -> None:
    limit = LIMITS[name]
    assert limit.least < limit.most
    assert check_number(name, limit.least) == limit.least
    assert check_number(name, limit.most) == limit.most
    for beyond in (limit.least - limit.step, limit.most + limit.step):
        assert refusal(check_number, name, beyond).code == "out_of_range"


@pytest.mark.parametrize("name", LIMITS)
@pytest.mark.parametrize("given", NOT_A_NUMBER, ids=repr)
def test_what_is_no_number_is_refused_by_name(name: str, given: object) -> None:
    error = refusal(check_number, name, given)
    assert error.code == "not_a_number"
    limit = LIMITS[name]
    assert str(error).startswith(f"{name}: {given!r} is not a number; give a")
    assert str(error).endswith(f"number from {limit.least} to {limit.most}.")


@pytest.mark.parametrize("name", LIMITS)
@pytest.mark.parametrize("given", [None, ""])
def test_a71_what_is_empty_is_said_to_be_empty(name: str, given: object) -> None:
    error, limit = refusal(check_number, name, given), LIMITS[name]
    assert error.code == "empty"
    assert str(error).startswith(f"{name} is empty; give a")
    assert str(error).endswith(f"number from {limit.least} to {limit.most}.")
    assert "None" not in say(error, LANGUAGES["en"]) + say(error, LANGUAGES["zh"])


@pytest.mark.parametrize("name", LIMITS)
@pytest.mark.parametrize("given", [math.inf, -math.inf, 1e308, 10**400, -(10**400)])
def test_what_no_slider_reaches_is_refused(name: str, given: float) -> None:
    assert refusal(check_number, name, given).code == "out_of_range"


def test_a_sentence_names_what_was_given_and_what_is_allowed() -> None:
    assert str(refusal(check_number, "temperature", 99)) == (
        "temperature: 99 is out of range; give a number from 0 to 2."
    )
    assert str(refusal(check_whole, "top_k", 50.7)) == (
        "top_k: 50.7 is not a whole number; give a whole number from 0 to 200."
    )
    assert str(refusal(check_whole, "num_layers", 10**4)) == (
        "num_layers: 10000 is out of range; give a whole number from 1 to 48."
    )


def test_a42_typed_numbers_are_checked_like_slid_ones() -> None:
    assert refusal(check_number, "temperature", 99).code == "out_of_range"
    assert refusal(check_whole, "top_k", 10**6).code == "out_of_range"
    assert refusal(check_whole, "num_layers", 10**4).code == "out_of_range"
    assert refusal(check_number, "temperature", "0.5").code == "not_a_number"
    assert refusal(check_whole, "top_k", 50.7).code == "not_whole"
    top_k = check_whole("top_k", 50.0)
    assert (top_k, type(top_k)) == (50, int)


def test_whole_controls_give_int_and_the_others_float() -> None:
    for name, limit in LIMITS.items():
        assert type(check_number(name, limit.least)) is (int if limit.whole else float)


def test_a_megabyte_given_as_a_number_makes_a_short_sentence() -> None:
    error = refusal(check_number, "d_model", "7" * 1_000_000)
    assert len(str(error)) < 200


@pytest.mark.parametrize("given", [None, "", "   ", "\n"])
def test_a_blank_seed_is_no_seed(given: object) -> None:
    assert check_seed(given) is None


@pytest.mark.parametrize(
    ("given", "seed"),
    [("7", 7), (" 42 ", 42), (7, 7), (7.0, 7), ("0", 0), ("007", 7), ("0" * 9000 + "5", 5)],
)
def test_a_seed_may_be_typed_or_given(given: object, seed: int) -> None:
    assert check_seed(given) == seed


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("abc", "not_a_number"),
        ("1.5", "not_a_number"),
        ("-1", "not_a_number"),
        ("²", "not_a_number"),
        ("\ud800", "not_a_number"),
        (True, "not_a_number"),
        (1.5, "not_whole"),
        (-1, "out_of_range"),
        (2**53, "out_of_range"),
        (str(2**53), "out_of_range"),
        ("9" * 1_000_000, "out_of_range"),
    ],
)
def test_any_other_seed_is_refused(given: object, code: str) -> None:
    error = refusal(check_seed, given)
    assert error.code == code
    assert str(error).startswith("seed: ")
    assert str(error).encode()
    assert str(2**53 - 1) in str(error)


def test_a_choice_is_one_of_the_names() -> None:
    assert check_choice("position", "learned", ("learned", "sinusoidal")) == "learned"
    for given in (None, ""):
        error = refusal(check_choice, "position", given, ("learned", "sinusoidal"))
        assert str(error) == "position is empty; choose one of learned, sinusoidal."
    for given in ("rope", 0, True, ["learned"], {}, "x" * 10**6):
        error = refusal(check_choice, "position", given, ("learned", "sinusoidal"))
        assert error.code == "not_a_choice"
        assert str(error).endswith("choose one of learned, sinusoidal.")
        assert len(str(error)) < 200


def test_a_flag_is_true_or_false() -> None:
    assert check_flag("use_bias", True) is True
    assert check_flag("use_bias", False) is False
    assert refusal(check_flag, "use_bias", None).code == "no_choice"
    for given in (0, 1, "true", math.nan, []):
        assert refusal(check_flag, "use_bias", given).code == "not_a_choice"


def test_a_prompt_is_text_or_nothing() -> None:
    assert check_text(None) == ""
    assert check_text("<b>") == "<b>"
    for given in (0, True, math.nan, ["text"], {"text": "x"}, b"x"):
        assert refusal(check_text, given).code == "not_text"


def test_models_above_the_cap_are_refused_with_their_size() -> None:
    check_runnable(CUSTOM_PARAMETERS, custom=True)
    check_runnable(PRESET_PARAMETERS, custom=False)
    assert refusal(check_runnable, CUSTOM_PARAMETERS + 1, True).code == "too_large_to_run"
    error = refusal(check_runnable, 1_557_611_200, False)
    assert "1,557,611,200 parameters" in str(error)
    assert f"{PRESET_PARAMETERS:,}" in str(error)


def test_the_sliders_reach_every_preset() -> None:
    for preset in PRESETS.values():
        for name in ("d_model", "num_layers", "num_heads", "vocab_size", "context_length"):
            value = getattr(preset.config, name)
            assert check_whole(name, value) == value
            assert name == "vocab_size" or (value - LIMITS[name].least) % LIMITS[name].step == 0
