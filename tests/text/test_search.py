"""Tokens by a piece of their text."""

import unicodedata

import pytest

from playground.gpt.presets import PRESETS
from playground.text.encoding import encoding_named
from playground.text.labels import token_label
from playground.text.search import tokens_with

GPT2 = encoding_named(PRESETS["gpt2-small"].encoding)


def test_a_word_is_found_with_and_without_its_space() -> None:
    found = [token_label(GPT2, token_id) for token_id in tokens_with(GPT2, "cat")]
    assert "␣cat" in found
    assert all("cat" in label for label in found)
    with_space = [token_label(GPT2, token_id) for token_id in tokens_with(GPT2, " cat")]
    assert with_space
    assert set(with_space) < set(found)


@pytest.mark.parametrize("text", ["\n", " ", "<", "é", "⟨E4", "⟨endoftext"])
def test_what_a_label_shows_can_be_found(text: str) -> None:
    assert tokens_with(GPT2, text)


def test_letters_of_our_own_marks_are_not_text() -> None:
    found = [token_label(GPT2, token_id) for token_id in tokens_with(GPT2, "AD")]
    assert found
    assert not any("⟨" in label for label in found)


@pytest.mark.parametrize("text", ["", "no token is this long", "\ud800"])
def test_nothing_is_found_for_nothing(text: str) -> None:
    assert tokens_with(GPT2, text) == []


def test_all_tokens_whose_label_holds_the_text_come_by_rising_id() -> None:
    characters = encoding_named("gpt2-999")
    labels = [token_label(characters, token_id) for token_id in range(characters.vocab_size)]
    for text in ("a", "th", "␣", "⏎"):
        wanted = [token_id for token_id, label in enumerate(labels) if text in label]
        assert tokens_with(characters, text) == wanted
        assert wanted
    assert tokens_with(characters, " ") == tokens_with(characters, "␣")
    assert tokens_with(characters, "\n") == tokens_with(characters, "⏎")


def test_capitals_are_other_letters_and_vocabularies_are_kept_apart() -> None:
    (token_id,) = GPT2.encode("Cat")
    assert token_id in tokens_with(GPT2, "Cat")
    assert token_id not in tokens_with(GPT2, "cat")
    small = encoding_named("gpt2-999")
    assert max(tokens_with(small, "e")) < small.vocab_size < max(tokens_with(GPT2, "e"))


@pytest.mark.parametrize("letter", ["é", "ü", "ñ"])
def test_a56_both_unicode_forms_of_a_letter_are_found(letter: str) -> None:
    composed, apart = (unicodedata.normalize(form, letter) for form in ("NFC", "NFD"))
    assert composed != apart
    found = tokens_with(GPT2, composed)
    assert found
    assert tokens_with(GPT2, apart) == found
    (whole,) = GPT2.encode(composed)
    assert whole in found
    assert whole not in tokens_with(GPT2, apart[0])  # its base is another letter
    assert len(tokens_with(GPT2, "e\u0301")) == 25


@pytest.mark.parametrize("text", ["u00", "u20", "\\u", "u202E", "u000", "endoftext⟩", "D7"])
def test_a56_what_only_an_escaped_label_holds_is_not_found(text: str) -> None:
    for token_id in tokens_with(GPT2, text):
        assert text in GPT2.token_bytes(token_id).decode()
    if text.startswith("u"):
        assert tokens_with(GPT2, text) == []


def test_a56_a_number_is_found_in_texts_alone() -> None:
    found = tokens_with(GPT2, "0")
    assert found
    assert all("0" in GPT2.token_bytes(token_id).decode() for token_id in found)
    assert GPT2.encode("\0")[0] not in found
