"""Whatever is sent to the app over HTTP: whoever sends it gets a sentence, never a traceback."""

import math
from collections.abc import Callable

import pytest

from playground.serving.models import ModelStore
from tests.ui.api_visitor import ApiVisitor
from tests.ui.reading import plain_text, view_of, words_of_view

NewVisitor = Callable[[], ApiVisitor]


def notice(someone: ApiVisitor) -> str:
    return plain_text(someone.shown("notice"))


@pytest.mark.parametrize(
    ("name", "given", "sentence"),
    [
        ("temperature", math.nan, "Temperature: nan is not a number. Give a number from 0 to 2."),
        ("temperature", "0.5", "Temperature: '0.5' is not a number."),
        ("temperature", None, "Temperature: None is not a number."),
        ("temperature", True, "Temperature: True is not a number."),
        ("temperature", 99, "Temperature: 99 is out of range. Give a number from 0 to 2."),
        ("temperature", math.inf, "Temperature: inf is out of range."),
        ("top_k", 50.7, "Top-k: 50.7 is not a whole number. Give one from 0 to 200."),
        ("top_k", 10**6, "Top-k: 1000000 is out of range. Give a number from 0 to 200."),
        ("top_k", 10**400, "Top-k: 1000000"),
        ("top_k", [1], "Top-k: [1] is not a number."),
        ("top_p", {"a": 1}, "Top-p: {'a': 1} is not a number."),
        ("min_p", "x" * 1_000_000, "Min-p: 'xxx"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a42_sampling_values_that_no_slider_gives_are_refused_in_a_sentence(
    visitor: NewVisitor, name: str, given: object, sentence: str
) -> None:
    someone = visitor()
    before = someone.shown("next-figure")
    assert view_of(before)["figure"]["data"]
    someone.fire("temperature", "change", **{name: given})
    assert notice(someone).startswith(sentence)
    assert len(notice(someone)) < 200
    assert someone.shown("next-figure") == before


@pytest.mark.parametrize(
    ("name", "given", "sentence"),
    [
        ("num_layers", 10**4, "Layers: 10000 is out of range. Give a number from 1 to 48."),
        ("d_model", math.nan, "d_model (width): nan is not a number."),
        ("d_model", 10**9, "d_model (width): 1000000000 is out of range."),
        ("num_heads", 7, "d_model 256 cannot be split over 7 heads. Try 4 or 8 heads"),
        ("prompt", {"text": "x"}, "The prompt is {'text': 'x'}; give text."),
        ("language", "de", "language: 'de' is not a choice. Choose one of: en, zh."),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a42_shapes_that_no_slider_gives_are_refused_before_any_memory_is_taken(
    served: tuple[str, ModelStore], visitor: NewVisitor, name: str, given: object, sentence: str
) -> None:
    someone = visitor()
    before, memory = someone.shown("parameters-figure"), served[1].size_in_use()
    someone.fire("d_model", "input", **{name: given})
    assert notice(someone).startswith(sentence)
    assert someone.shown("parameters-figure") == before
    assert served[1].size_in_use() == memory


def test_a42_a_whole_float_is_taken(visitor: NewVisitor) -> None:
    someone = visitor()
    someone.fire("top_k", "change", top_k=50.0)
    assert notice(someone) == ""
    assert words_of_view(someone.shown("next-figure")).startswith("Tokens left in the draw50of")


def test_a_sentence_goes_away_when_the_value_is_good_again(visitor: NewVisitor) -> None:
    someone = visitor()
    someone.fire("temperature", "change", temperature=99)
    assert notice(someone)
    someone.fire("temperature", "change", temperature=1)
    assert notice(someone) == ""


def test_a_slider_that_moves_before_the_page_has_opened_harms_nothing(
    served: tuple[str, ModelStore], no_traceback: None
) -> None:
    early = ApiVisitor(served[0])
    early.fire("temperature", "change", temperature=1)
    early.fire("layer", "input", layer=2)
    early.open()
    early.fire("temperature", "change", temperature=1)
    assert view_of(early.shown("next-figure"))["figure"]["data"]
    early.http.close()


@pytest.mark.parametrize("given", ["gpt5", None, 7, ["story"], {}])
def test_a_preset_that_there_is_not_is_refused_in_a_sentence(
    visitor: NewVisitor, given: object
) -> None:
    someone = visitor()
    someone.fire("preset", "input", preset=given)
    assert notice(someone).startswith("Preset: ")


@pytest.mark.parametrize(
    ("seed", "sentence"),
    [("abc", "Seed: 'abc' is not a number."), ("9" * 5000, "Seed: 9999"), (1.5, "Seed: 1.5 is")],
)
def test_a_seed_that_is_none_is_refused_in_a_sentence(
    visitor: NewVisitor, seed: object, sentence: str
) -> None:
    someone = visitor()
    someone.fire("generate", "click", seed=seed)
    assert notice(someone).startswith(sentence)


def test_a_text_of_a_model_that_is_too_large_is_refused_in_a_sentence(visitor: NewVisitor) -> None:
    someone = visitor()
    someone.fire("preset", "input", preset="gpt2-xl")
    someone.fire("generate", "click")
    assert notice(someone).startswith("This model has 1,557,611,200 parameters")


def test_lone_surrogates_in_a_prompt_harm_nobody(visitor: NewVisitor) -> None:
    someone = visitor()
    someone.fire("generate", "click", prompt="a\ud800b", max_new_tokens=2)
    assert plain_text(someone.shown("text")).startswith("a\ufffdb")
    someone.fire("generate", "click", seed="\udfff")
    assert notice(someone).startswith("Seed: '\\udfff' is not a number.")
