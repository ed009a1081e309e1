"""Counts and percents as the page writes them: "1 token", "2 tokens", "31.0%"."""

import re

import pytest

from playground.figures.formatting import format_share
from playground.locales import LANGUAGES
from playground.locales.counts import Count
from tests.locales.test_words import ENGLISH, gaps, texts

PLURALS = re.compile(r"\b1 (?!is\b|was\b|has\b|less\b|keeps\b|holds\b|leaves\b)[a-z]+s\b")
NEVER_ONE = {
    *(f".page.badge_{kind}" for kind in ("trained", "real", "growing", "untrained", "counted")),
    *(f".parameters.{name}" for name in ("caption", "published_equal", "published_differs")),
    *(
        ".errors.heads_do_not_divide",
        ".errors.list_length",
        ".errors.list_empty",
        ".errors.too_large_to_run",
    ),
    *(".export.too_large", ".next.untrained", ".growth.caption", ".race.grows"),
    ".prompt.too_long_to_link",
    *(f".lab.{name}" for name in ("caption", "caption_greedy", "caption_uncut")),
    *(f".lab.{name}" for name in ("agrees", "differs", "nothing_to_compare")),
    *(".compare.note", ".sweep.listed", ".trace.note", ".explain.temperature"),
    *(f".race.{name}" for name in ("note", "faster", "flat")),
}
"""Texts whose number is never 1: sizes of models, vocabularies and limits, numbers with decimals,
heads that do not divide, lists that are too long or empty, hundreds of draws, dozens of tokens."""


def test_a_count_takes_the_word_that_fits() -> None:
    said = "{n:token|tokens}"
    assert said.format(n=Count(1)) == "1 token"
    assert said.format(n=Count(0)) == "0 tokens"
    assert said.format(n=Count(2)) == "2 tokens"
    assert said.format(n=Count(21_504)) == "21,504 tokens"
    assert said.format(n=Count("1.0")) == "1.0 tokens"
    assert said.format(n=Count("6 or 8")) == "6 or 8 tokens"
    assert f"{Count(21_504)} 个词元" == "21,504 个词元"
    with pytest.raises(ValueError, match="Invalid format specifier"):
        said.format(n=1)  # a caller that forgets


def test_no_english_sentence_says_1_tokens() -> None:
    """Each gap of every text is filled with 1, whatever it is for."""
    found = {}
    for path, text in ENGLISH.items():
        said = text.format(**dict.fromkeys(gaps(text), Count(1)))
        plural = PLURALS.search(said)
        if plural and path not in NEVER_ONE:
            found[path] = plural[0]
    assert found == {}


@pytest.mark.parametrize("code", LANGUAGES)
def test_percents_are_written_in_one_way(code: str) -> None:
    """As `format_share` writes them: no space, in either language."""
    assert format_share(1) == "100%"
    spaced = [path for path, text in texts(LANGUAGES[code]) if re.search(r"[\d}]\s+%", text)]
    assert spaced == []
