"""The shape of a model as a validated value."""

import dataclasses
import math
from typing import Any

import pytest

from playground.errors import ConfigError
from playground.gpt.config import GPTConfig, head_choices, width_choices

INTEGERS = (
    "vocab_size",
    "context_length",
    "d_model",
    "num_heads",
    "num_layers",
    "mlp_expansion",
)


def test_the_defaults_are_gpt2_small() -> None:
    assert GPTConfig().to_dict() == {
        "vocab_size": 50257,
        "context_length": 1024,
        "d_model": 768,
        "num_heads": 12,
        "num_layers": 12,
        "mlp_expansion": 4,
        "dropout": 0.1,
        "use_bias": True,
        "weight_tying": True,
        "qkv_bias": True,
        "position": "learned",
        "activation": "gelu_tanh",
    }
    assert (GPTConfig().head_width, GPTConfig().mlp_width) == (64, 3072)


def test_a_config_is_frozen_and_comes_back_from_its_dict() -> None:
    config = GPTConfig(11, 8, d_model=8, num_heads=2, num_layers=1, position="sinusoidal")
    assert GPTConfig(**config.to_dict()) == config
    with pytest.raises(dataclasses.FrozenInstanceError):
        config.d_model = 16  # type: ignore[misc]


@pytest.mark.parametrize("name", INTEGERS)
@pytest.mark.parametrize("given", [0, -1, 1.5, 8.0, math.nan, math.inf, True, "8", None, [8]])
def test_a_size_must_be_a_whole_number(name: str, given: Any) -> None:
    least = 2 if name == "vocab_size" else 1
    with pytest.raises(ConfigError) as caught:
        GPTConfig(**{name: given})
    assert str(caught.value) == (
        f"{name} is {given!r}; allowed: a whole number of at least {least}."
    )
    assert caught.value.code == "config_value"
    assert caught.value.values["name"] == name


@pytest.mark.parametrize("name", INTEGERS)
def test_the_least_size_is_allowed(name: str) -> None:
    sizes = dict.fromkeys(INTEGERS, 1) | {"vocab_size": 2}
    assert GPTConfig(**sizes).to_dict()[name] == sizes[name]


def test_a_vocabulary_of_one_is_refused() -> None:
    with pytest.raises(ConfigError, match="vocab_size is 1; allowed: a whole number of at least 2"):
        GPTConfig(vocab_size=1)


@pytest.mark.parametrize("given", [1, 1.0, -0.1, math.nan, math.inf, -math.inf, True, "0.1", None])
def test_dropout_outside_its_range_is_refused(given: Any) -> None:
    with pytest.raises(ConfigError, match="a number from 0 up to but not including 1") as caught:
        GPTConfig(dropout=given)
    assert repr(given) in str(caught.value)


@pytest.mark.parametrize("given", [0, 0.0, 0.5, 0.999])
def test_dropout_inside_its_range_is_taken(given: float) -> None:
    assert GPTConfig(dropout=given).dropout == given


@pytest.mark.parametrize("name", ["use_bias", "weight_tying", "qkv_bias"])
@pytest.mark.parametrize("given", [0, 1, "true", None])
def test_a_switch_must_be_true_or_false(name: str, given: Any) -> None:
    with pytest.raises(ConfigError, match=f"{name} is {given!r}; allowed: true or false"):
        GPTConfig(**{name: given})


@pytest.mark.parametrize("given", ["rope", "", None, 1, ["learned"]])
def test_unknown_positions_and_activations_are_refused(given: Any) -> None:
    with pytest.raises(ConfigError, match="allowed: learned or sinusoidal"):
        GPTConfig(position=given)
    with pytest.raises(ConfigError, match="allowed: gelu or gelu_tanh"):
        GPTConfig(activation=given)


@pytest.mark.parametrize(
    ("d_model", "num_heads", "sentence"),
    [
        (100, 12, "d_model 100 cannot be split over 12 heads; try 5 or 10 heads, or d_model 96"),
        (768, 7, "d_model 768 cannot be split over 7 heads; try 6 or 8 heads, or d_model 763"),
        (1600, 48, "d_model 1600 cannot be split over 48 heads; try 40 or 50 heads, or d_model"),
        (4, 8, "d_model 4 cannot be split over 8 heads; try 2 or 4 heads, or d_model 8."),
        (7, 2, "d_model 7 cannot be split over 2 heads; try 1 or 7 heads, or d_model 6 or 8."),
    ],
)
def test_a25_heads_that_do_not_divide_get_a_sentence_with_choices(
    d_model: int, num_heads: int, sentence: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        GPTConfig(d_model=d_model, num_heads=num_heads)
    assert str(caught.value).startswith(sentence)
    assert caught.value.code == "heads_do_not_divide"


def test_every_choice_that_is_offered_is_a_valid_config() -> None:
    for d_model in range(1, 130):
        for num_heads in range(1, 20):
            for heads in head_choices(d_model, num_heads):
                GPTConfig(d_model=d_model, num_heads=heads)
            for width in width_choices(d_model, num_heads):
                GPTConfig(d_model=width, num_heads=num_heads)


def test_sinusoidal_positions_need_an_even_width() -> None:
    with pytest.raises(ConfigError, match="d_model is 9; allowed: an even number with sinusoidal"):
        GPTConfig(d_model=9, num_heads=3, position="sinusoidal")
    assert GPTConfig(d_model=9, num_heads=3).d_model == 9


def test_qkv_bias_needs_use_bias() -> None:
    assert GPTConfig().has_qkv_bias
    assert not GPTConfig(qkv_bias=False).has_qkv_bias
    assert not GPTConfig(use_bias=False).has_qkv_bias
