"""Both languages are whole: the same texts, the same gaps to fill, no word left over."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest

from playground.analysis.parameters import breakdown
from playground.gpt.config import Activation, GPTConfig, Position
from playground.gpt.presets import PRESETS
from playground.locales import LANGUAGES
from playground.locales.words import ErrorWords, Words

PACKAGE = Path(__file__).resolve().parents[2] / "playground"
CHINESE_CHARACTER = re.compile(r"[\u4e00-\u9fff]")
SAME_IN_CHINESE = {
    ".code",
    ".model.preset_names.minigpt",
    ".model.preset_names.distilgpt2",
    ".sampler.top_k.label",
    ".sampler.top_p.label",
    ".sampler.min_p.label",
    ".errors.other",
}
"""Names that the field writes in Latin letters, and a sentence that is all gap."""


def texts(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a language with its path, such as ".model.d_model.label"."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from texts(each, f"{path}.{key}")
    elif is_dataclass(value):
        for field in fields(value):
            yield from texts(getattr(value, field.name), f"{path}.{field.name}")
    else:
        raise TypeError(f"{path} is a {type(value)}")


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


ENGLISH = dict(texts(LANGUAGES["en"]))
CHINESE = dict(texts(LANGUAGES["zh"]))


def test_there_are_two_languages_and_english_is_the_fallback() -> None:
    assert list(LANGUAGES) == ["en", "zh"]
    assert [words.code for words in LANGUAGES.values()] == ["en", "zh"]
    assert [words.name for words in LANGUAGES.values()] == ["English", "中文"]


def test_both_languages_have_the_same_texts() -> None:
    assert len(ENGLISH) > 150
    spoken = {f".errors.by_code.{code}" for code in LANGUAGES["zh"].errors.by_code}
    assert len(spoken) > 15  # by the errors themselves, in English
    assert CHINESE.keys() - spoken == ENGLISH.keys()


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_text_is_empty_or_padded(code: str) -> None:
    bad = [path for path, text in texts(LANGUAGES[code]) if not text or text != text.strip()]
    assert bad == []


def test_both_languages_fill_the_same_gaps() -> None:
    assert {path for path in ENGLISH if gaps(ENGLISH[path]) != gaps(CHINESE[path])} == set()
    filled = [path for path in ENGLISH if gaps(ENGLISH[path])]
    assert len(filled) > 30


def test_every_gap_has_a_name() -> None:
    for text in (*ENGLISH.values(), *CHINESE.values()):
        assert all(name.isidentifier() for name in gaps(text)), text


def test_chinese_texts_are_chinese() -> None:
    latin = {path for path, text in CHINESE.items() if not CHINESE_CHARACTER.search(text)}
    assert latin == SAME_IN_CHINESE


def test_english_texts_have_no_chinese_in_them() -> None:
    assert [path for path, text in ENGLISH.items() if CHINESE_CHARACTER.search(text)] == []


def test_chinese_sentences_use_chinese_punctuation() -> None:
    western = re.compile(r"[\u4e00-\u9fff][,;:!?.]")
    assert [path for path, text in CHINESE.items() if western.search(text)] == []


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=list(LANGUAGES))
def test_everything_that_can_be_chosen_or_counted_has_a_name(words: Words) -> None:
    assert list(words.model.preset_names) == [*PRESETS, "custom"]
    assert set(words.model.position_names) == set(get_args(Position))
    assert set(words.model.activation_names) == set(get_args(Activation))
    parts = [part.key for part in breakdown(GPTConfig()).parts]
    assert set(words.parameters.part_names) == set(parts)


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=list(LANGUAGES))
def test_different_choices_have_different_names(words: Words) -> None:
    for names in (
        words.model.preset_names,
        words.model.encoding_names,
        words.model.position_names,
        words.model.activation_names,
        words.parameters.part_names,
    ):
        assert len(set(names.values())) == len(names)


@pytest.mark.parametrize(("code", "word"), [("en", "prompt"), ("zh", "提示词")])
def test_a12_the_help_of_the_repetition_penalty_says_that_it_covers_the_prompt(
    code: str, word: str
) -> None:
    control = LANGUAGES[code].sampler.repetition_penalty
    assert word in control.help


def test_every_text_is_used_somewhere() -> None:
    """A word that no code asks for is a word that a translator writes in vain."""
    asked = {
        name
        for path in PACKAGE.rglob("*.py")
        if "locales" not in path.parts
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in names_in(node)
    }
    known = {
        field.name
        for group in fields(Words)
        if is_dataclass(getattr(LANGUAGES["en"], group.name))
        for field in fields(getattr(LANGUAGES["en"], group.name))
    }
    assert known - asked == set()


def names_in(node: ast.AST) -> Iterator[str]:
    """Attributes that code reads, and names that it looks up by a string."""
    if isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def test_every_sentence_of_an_error_is_one_field() -> None:
    kinds = {field.name: field.type for field in fields(ErrorWords)}
    assert kinds.pop("by_code") == dict[str, str]
    assert set(kinds.values()) == {str}
