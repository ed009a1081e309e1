"""What the page writes for a token."""

import pytest

from playground.text.encoding import encoding_named
from playground.text.labels import in_a_sentence, token_label


@pytest.mark.parametrize("name", ["gpt2", "gpt2-4096", "gpt2-256", "tang"])
def test_a37_no_two_ids_share_a_label_and_none_is_blank(name: str) -> None:
    encoding = encoding_named(name)
    labels = [token_label(encoding, n) for n in range(encoding.vocab_size + 50)]
    assert len(set(labels)) == len(labels)
    assert all(label.strip() for label in labels)
    assert not any(label != label.strip() for label in labels)
    assert all(character.isprintable() for label in labels for character in label)


@pytest.mark.parametrize(
    ("text", "label"),
    [(" ", "␣"), ("\n", "⏎"), ("\n\n", "⏎⏎"), ("\t", "⇥"), ("\x00", "\\u0000"), ("\r", "␍")],
)
def test_a38_white_space_has_a_visible_mark(text: str, label: str) -> None:
    encoding = encoding_named("gpt2")
    (token_id,) = encoding.encode(text)
    assert token_label(encoding, token_id) == label


def test_a37_a_leading_space_shows() -> None:
    encoding = encoding_named("gpt2")
    assert token_label(encoding, 262) == "␣the"
    assert token_label(encoding, 1169) == "the"


def test_a40_markup_in_a_token_is_kept_letter_by_letter() -> None:
    encoding = encoding_named("gpt2")
    for text in ("<", "</", "><", "&", "amp"):
        (token_id,) = encoding.encode(text)
        assert token_label(encoding, token_id) == text


def test_part_of_a_character_shows_its_bytes() -> None:
    encoding = encoding_named("gpt2")
    first, last = encoding.encode("😀")
    assert token_label(encoding, first) == "⟨F0 9F 98⟩"
    assert token_label(encoding, last) == "⟨80⟩"


def test_marks_and_padding_are_named() -> None:
    gpt2, tang = encoding_named("gpt2"), encoding_named("tang")
    assert token_label(gpt2, 50256) == "⟨endoftext⟩"
    assert token_label(gpt2, 50300) == "⟨id 50300⟩"
    assert [token_label(tang, n) for n in range(5)] == ["⟨pad⟩", "⟨unk⟩", "⟨bos⟩", "⟨eos⟩", "。"]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (" a little girl.\n\nShe", "a little girl.⏎⏎She"),
        ("e\u0301t\u00e9 ", "e\u0301t\u00e9"),
        ("\tone\rtwo", "⇥one␍two"),
        ("小猫 😀", "小猫 😀"),
        (" ", "␣"),
        ("", ""),
    ],
)
def test_a_text_in_a_sentence_reads_as_it_is(text: str, read: str) -> None:
    encoding = encoding_named("gpt2")
    assert in_a_sentence(encoding, encoding.encode(text)) == read


def test_marks_in_a_sentence_are_named() -> None:
    gpt2, tang = encoding_named("gpt2"), encoding_named("tang")
    assert in_a_sentence(gpt2, [262, 2576, 50256]) == "the girl⟨endoftext⟩"
    assert in_a_sentence(tang, [*tang.encode("山水"), 3]) == "山水⟨eos⟩"
