"""Runs of words that a text shares with others: by hand, and against a search of all runs."""

import random

import pytest

from playground.analysis.by_heart import longest_shared_runs, words_of


def test_words_are_lower_case_and_keep_their_apostrophes() -> None:
    assert words_of('"Don\'t," said Bo--and 3 ran! \'Tis so.') == [
        "don't", "said", "bo", "and", "ran", "tis", "so",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("written", "longest"),
    [
        ("one two three", 0),
        ("zero ONE two, three four nine", 4),
        ("two three four five", 4),
        ("one two three four five six", 6),
        ("one two three four x three four five six x", 4),
        ("six seven eight nine", 0),  # no run goes on from one text to the next
    ],
)
def test_the_longest_run_by_hand(written: str, longest: int) -> None:
    training = ["One two three four five six.", "Seven eight nine ten."]
    assert longest_shared_runs([written, ""], training) == [longest, 0]


def test_random_texts_equal_a_search_of_all_runs() -> None:
    draw = random.Random(0)
    written, training = (
        [" ".join(draw.choices("abcd", k=draw.randrange(40))) for _ in range(30)] for _ in range(2)
    )

    def longest(text: str) -> int:
        words = text.split()
        runs = {
            " ".join(words[start:end])
            for start in range(len(words))
            for end in range(start + 4, len(words) + 1)
        }
        found = [run for run in runs for read in training if f" {run} " in f" {read} "]
        return max((len(run.split()) for run in found), default=0)

    assert longest_shared_runs(written, training) == [longest(text) for text in written]
