"""From the controls to a checked scene."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from playground.errors import ConfigError, InputError, PlaygroundError
from playground.gpt.presets import PRESETS
from playground.serving.limits import LIMITS
from playground.ui.scene import preset_values, read_choice, read_scene

Values = Callable[..., dict[str, Any]]


def refusal(values: dict[str, Any]) -> PlaygroundError:
    with pytest.raises(PlaygroundError) as caught:
        read_scene(values)
    return caught.value


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_recognised_from_its_sliders(values: Values, name: str) -> None:
    scene = read_scene(values(name, preset="custom"))
    preset = PRESETS[name]
    assert scene.preset_key == name
    assert scene.choice.step == (preset.moments[-1] if preset.moments else 0)
    assert scene.choice.encoding == preset.encoding
    assert scene.choice.config == replace(preset.config, dropout=0.0)


@pytest.mark.parametrize(
    "change",
    [
        {"d_model": 128},
        {"num_layers": 5},
        {"num_heads": 8},
        {"vocab_size": 4096},
        {"context_length": 248},
        {"mlp_expansion": 3},
        {"use_bias": False},
        {"qkv_bias": False},
        {"weight_tying": False},
        {"position": "sinusoidal"},
        {"activation": "gelu"},
    ],
    ids=str,
)
def test_one_changed_control_makes_a_custom_model(values: Values, change: dict[str, Any]) -> None:
    scene = read_scene(values("story", **change))
    assert scene.preset_key == "custom"
    assert scene.choice.preset is None
    assert not scene.choice.trained


def test_the_preset_box_does_not_decide_what_the_sliders_say(values: Values) -> None:
    assert read_scene(values("story", preset="gpt2-xl")).preset_key == "story"


@pytest.mark.parametrize(
    ("vocab_size", "name", "ids"),
    [
        (257, "gpt2-256", 257),
        (4097, "gpt2-4096", 4097),
        (50256, "gpt2-50255", 50256),
        (50257, "gpt2", 50257),
        (50304, "gpt2", 50257),
    ],
)
def test_a_vocabulary_names_its_byte_pairs(
    values: Values, vocab_size: int, name: str, ids: int
) -> None:
    scene = read_scene(values("demo", vocab_size=vocab_size))
    assert (scene.choice.encoding, scene.vocab_size) == (name, ids)
    assert scene.choice.config.vocab_size == vocab_size


def test_the_tang_characters_need_their_whole_vocabulary(values: Values) -> None:
    error = refusal(values("demo", encoding="tang"))
    assert error.code == "vocabulary_too_small"
    assert error.values == {"needed": 6289, "given": 1025}
    assert "6289" in str(error)
    scene = read_scene(values("demo", encoding="tang", vocab_size=6289, prompt="明月"))
    assert (scene.choice.encoding, scene.preset_key) == ("tang", "custom")
    assert len(scene.prompt.ids) == 2


def test_a25_heads_that_do_not_divide_are_refused_with_ones_that_do(values: Values) -> None:
    error = refusal(values("gpt2-xl", num_heads=48))
    assert isinstance(error, ConfigError)
    assert str(error) == (
        "d_model 1600 cannot be split over 48 heads; try 32 or 40 heads, or d_model 1584."
    )
    error = refusal(values("gpt2-small", num_heads=7))
    assert error.values["heads"] == [6, 8]
    assert error.values["widths"] == [728, 784]


def test_every_suggestion_is_within_the_sliders_and_divides() -> None:
    shape = preset_values(PRESETS["demo"])
    for d_model in (*range(8, 1601, 8), 997, 910, 1595):
        for num_heads in range(1, int(LIMITS["num_heads"].most) + 1):
            try:
                read_choice({**shape, "d_model": d_model, "num_heads": num_heads})
                assert d_model % num_heads == 0
            except ConfigError as error:
                heads, widths = error.values["heads"], error.values["widths"]
                assert isinstance(heads, list)
                assert isinstance(widths, list)
                assert heads
                assert all(d_model % n == 0 and 1 <= n <= 48 for n in heads)
                assert widths
                assert all(w % num_heads == 0 and 8 <= w <= 1600 for w in widths)


def test_sine_and_cosine_need_an_even_width(values: Values) -> None:
    error = refusal(values("demo", d_model=9, num_heads=3, position="sinusoidal"))
    assert error.code == "odd_width"
    assert error.values["widths"] == [8, 16]


@pytest.mark.parametrize(
    ("name", "too_large"),
    [("story", False), ("gpt2-small", False), ("gpt2-medium", True), ("gpt2-xl", True)],
)
def test_models_too_large_to_run_are_counted_all_the_same(
    values: Values, name: str, too_large: bool
) -> None:
    scene = read_scene(values(name))
    assert (scene.too_large is not None) == too_large
    published = PRESETS[name].published
    assert published is None or scene.breakdown.total == published


def test_a_custom_model_has_a_lower_cap_than_a_preset(values: Values) -> None:
    scene = read_scene(values("gpt2-small", num_layers=11))
    assert isinstance(scene.too_large, InputError)
    assert scene.too_large.code == "too_large_to_run"


@pytest.mark.parametrize("given", ["0.5", None, True, float("nan"), float("inf"), 50.7, 1e6, []])
@pytest.mark.parametrize("name", ["d_model", "num_layers", "vocab_size", "temperature", "top_k"])
def test_a42_no_control_takes_nonsense(values: Values, name: str, given: object) -> None:
    if (name, given) == ("temperature", 50.7):
        given = -0.1
    error = refusal(values("demo", **{name: given}))
    assert isinstance(error, InputError)
    assert str(error).startswith(f"{name} is empty; " if given is None else f"{name}: ")


def test_a42_ten_thousand_layers_are_refused_and_a_whole_float_is_taken(values: Values) -> None:
    assert refusal(values("demo", num_layers=10**4)).code == "out_of_range"
    assert read_scene(values("demo", top_k=50.0)).params.top_k == 50


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("use_bias", 1),
        ("weight_tying", "true"),
        ("position", "rope"),
        ("activation", None),
        ("encoding", "gpt2"),
        ("language", "de"),
        ("language", ["en"]),
    ],
)
def test_no_choice_takes_nonsense(values: Values, name: str, given: object) -> None:
    code = "no_choice" if given is None else "not_a_choice"
    assert refusal(values("demo", **{name: given})).code == code


def test_greedy_is_temperature_zero(values: Values) -> None:
    assert read_scene(values("demo", temperature=0)).params.is_greedy
