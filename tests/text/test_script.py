"""Direction and language of a text, and texts inside of others."""

import pytest

from playground.text.script import direction_of, isolated, language_of, set_apart


@pytest.mark.parametrize(
    ("text", "direction"),
    [
        ("", "ltr"),
        ("abc", "ltr"),
        ("… 12 “שלום", "rtl"),
        ("שלום one", "rtl"),
        ("one שלום", "ltr"),
        ("مرحبا", "rtl"),
        ("白日", "ltr"),
        ("12, 3!", "ltr"),
    ],
)
def test_a57_a_text_runs_as_its_first_letter_does(text: str, direction: str) -> None:
    assert direction_of(text) == direction


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Once upon a time", "en"),
        ("白日依山尽，", "zh"),
        ("GPT 白", "zh"),
        ("⽩", "zh"),
        ("שלום", ""),
        ("привет", ""),
        ("，。 12", None),
        ("", None),
    ],
)
def test_a48_a_text_has_the_language_of_its_letters(text: str, language: str | None) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize("turn", "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
def test_a57_a_text_inside_a_sentence_cannot_turn_it(turn: str) -> None:
    inside = isolated(f"a{turn}b")
    assert inside == f"\u2068a\\u{ord(turn):04X}b\u2069"
    assert turn not in set_apart(f"a{turn}b")


def test_a57_only_what_could_turn_others_is_set_apart() -> None:
    assert set_apart("␣girl") == "␣girl"
    assert set_apart("白") == "白"
    assert set_apart("של") == "\u2068של\u2069"
