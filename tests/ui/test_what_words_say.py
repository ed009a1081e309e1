"""Sentences that name a number or a rule, held against what the number or the rule is."""

import math
from collections.abc import Callable
from typing import Any

import pytest

from playground.analysis.growth import growth
from playground.gpt.presets import PRESETS
from playground.locales import LANGUAGES
from playground.serving.inspection import ATTENTION_TOKENS
from playground.serving.limits import CUSTOM_PARAMETERS, LIMITS, PRESET_PARAMETERS
from playground.ui.page import GROWTH, Page
from playground.ui.saying import prompt_hints, say
from playground.ui.scene import read_scene
from playground.ui.writing import Writing
from tests.ui.reading import text_in, view_of, words_of_view

Values = Callable[..., dict[str, Any]]


@pytest.mark.parametrize(("code", "word"), [("en", "perplexity"), ("zh", "困惑度")])
@pytest.mark.parametrize("name", ["story", "tang"])
def test_the_exponential_of_the_loss_is_called_perplexity(
    page: Page, values: Values, name: str, code: str, word: str
) -> None:
    for place, moment in enumerate(growth(PRESETS[name]).moments):
        at = values(name, moment=place, language=code)
        shown = page.show(GROWTH, {**at, "shown": read_scene(at)})[page.growth.view]
        assert word in view_of(shown)["below"]
        assert f"{math.exp(moment.nats_per_token):,.0f}" in view_of(shown)["below"]
        assert "unsure" not in words_of_view(shown)


def test_an_empty_prompt_names_the_mark_that_the_model_starts_from(values: Values) -> None:
    for name, mark in (("story", "end-of-text mark"), ("tang", "start mark")):
        scene = read_scene(values(name, prompt=""))
        assert mark in " ".join(prompt_hints(scene))
        special = scene.encoding.decode(scene.prompt.ids)
        assert special == {"story": "<|endoftext|>", "tang": "<bos>"}[name]


@pytest.mark.parametrize("preset", ["story", "demo", "gpt2-small", "tang"])
def test_only_where_words_carry_their_space_a_trailing_space_is_warned_of(
    values: Values, preset: str
) -> None:
    scene = read_scene(values(preset, prompt="白日依山尽 "))
    assert scene.prompt.ends_in_space == (preset != "tang")
    warned = LANGUAGES["en"].prompt.ends_in_space in prompt_hints(scene)
    assert warned == (preset != "tang")


@pytest.mark.parametrize("tokens", [ATTENTION_TOKENS, ATTENTION_TOKENS + 1])
def test_shortened_attention_says_that_it_is_computed_anew(
    page: Page, values: Values, tokens: int
) -> None:
    shown = page.draw(values("story", prompt=" the" * tokens))[page.mask.attention]
    said = "Recomputed for the last 64 tokens alone" in words_of_view(shown)
    assert said == (tokens > ATTENTION_TOKENS)
    assert "not why the model chose" in words_of_view(shown)


def test_one_token_is_one_token(page: Page, values: Values) -> None:
    updates = page.draw(values("story", prompt="a"))
    assert "1 token." in text_in(updates, page.controls.strip)
    assert "may look at 1 token, itself" in words_of_view(updates[page.mask.mask])


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_model_that_is_too_large_names_both_limits_and_the_exception(
    values: Values, code: str
) -> None:
    error = read_scene(values("gpt2-medium")).too_large
    assert error is not None
    for limit in (PRESET_PARAMETERS, CUSTOM_PARAMETERS):
        assert f"{limit:,}" in say(error, LANGUAGES[code])
        assert f"{limit:,}" in str(error)
    assert {"en": "real weights", "zh": "真实权重"}[code] in say(error, LANGUAGES[code])
    medium = {**values("gpt2-medium"), "taken": ("gpt2-medium",)}
    assert read_scene(medium).too_large is None


def test_widths_that_are_suggested_are_places_of_the_slider(values: Values) -> None:
    step, least = LIMITS["d_model"].step, LIMITS["d_model"].least
    for d_model in (8, 96, 100, 256, 768, 1000, 1600):
        for num_heads in range(1, 49):
            if d_model % num_heads:
                with pytest.raises(ValueError, match="cannot be split") as caught:
                    read_scene(values(d_model=d_model, num_heads=num_heads))
                widths = caught.value.values["widths"]  # type: ignore[attr-defined]
                assert widths
                for width in widths:
                    assert (width - least) % step == 0
                    read_scene(values(d_model=width, num_heads=num_heads))
                for heads in caught.value.values["heads"]:  # type: ignore[attr-defined]
                    read_scene(values(d_model=d_model, num_heads=heads))


def test_a_single_number_of_heads_is_suggested_in_the_singular(values: Values) -> None:
    with pytest.raises(ValueError, match="cannot be split") as caught:
        read_scene(values(d_model=53, num_heads=7))
    assert "Try 1 head, or" in say(caught.value, LANGUAGES["en"])  # type: ignore[arg-type]
    assert "try 1 head, or" in str(caught.value)


@pytest.mark.parametrize("code", LANGUAGES)
def test_at_temperature_zero_no_filter_is_said_to_have_taken_anything(
    page: Page, values: Values, code: str
) -> None:
    words = LANGUAGES[code].next
    for temperature in (0, 1):
        at = values("story", temperature=temperature, top_k=0, language=code)
        shown = page.draw(at)[page.next.view]
        said = words_of_view(shown)
        assert (words.removed_greedy in said) == (temperature == 0)
        assert (words.removed in said) == (temperature == 1)
        assert (words.mass_note in said) == (temperature == 1)


@pytest.mark.parametrize("temperature", [0, 0.8])
@pytest.mark.parametrize("penalty", [1, 1.5])
def test_bars_after_a_penalty_are_said_to_be(
    page: Page, values: Values, temperature: float, penalty: float
) -> None:
    at = values("story", temperature=temperature, repetition_penalty=penalty)
    shown = page.draw(at)[page.next.view]
    said = "All bars are after the repetition penalty of 1.5" in words_of_view(shown)
    assert said == (penalty == 1.5)


@pytest.mark.parametrize(
    ("preset", "prompt", "label"),
    [("story", "我爱你", "⟨E6⟩"), ("story", "a cat", ""), ("tang", "我爱你", "")],
)
def test_characters_that_become_bytes_are_explained(
    values: Values, preset: str, prompt: str, label: str
) -> None:
    scene = read_scene(values(preset, prompt=prompt))
    hints = [each for each in prompt_hints(scene) if "one byte of it" in each]
    assert len(hints) == bool(label)
    assert all(label in each for each in hints)


@pytest.mark.parametrize(("preset", "moment"), [("story", 5), ("story", 0), ("gpt2-small", 0)])
def test_beside_the_text_of_an_untrained_model_it_is_said_to_be_noise(
    values: Values, preset: str, moment: int
) -> None:
    scene = read_scene(values(preset, moment=moment))
    told = "the text is noise" in Writing(scene, 7, scene.words).facts_html()
    assert told == (not scene.choice.trained)
    assert told == (moment == 0)


def test_whoever_chooses_custom_is_told_how_a_model_becomes_it(page: Page, values: Values) -> None:
    hint = LANGUAGES["en"].model.how_custom
    at = values("story")
    told = page.take_preset({**at, "shown": read_scene(at), "preset": "custom"})
    assert told[page.controls.preset]["value"] == "story"
    assert hint in told[page.controls.notice]
    own = values("story", num_layers=3)
    kept = page.take_preset({**own, "shown": read_scene(own), "preset": "custom"})
    assert hint not in str(kept[page.controls.notice])
