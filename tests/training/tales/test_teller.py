"""One seed, one story; every story is English, short, in simple words, and true to its world."""

import json
import os
import random
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from playground.text.encoding import encoding_named
from playground.training.tales.lexicon import names
from playground.training.tales.measure import repeated_share
from playground.training.tales.plots import PLOTS
from playground.training.tales.teller import tell, told
from playground.training.tales.telling import Telling
from playground.training.tales.world import Being

ROOT = Path(__file__).resolve().parents[3]
SAMPLE = 800
WORD = re.compile(r"[A-Za-z]+(?:'[a-z]+)?")
OUTSIDE_QUOTES = re.compile(r'"[^"]*"')
CODE = "import json; from playground.training.tales.teller import tell; "


@cache
def sample() -> list[tuple[str, Telling, str]]:
    """Name of the plot, telling, story of the first seeds."""
    stories = []
    for seed in range(SAMPLE):
        name, telling = told(seed)
        stories.append((name, telling, telling.story()))
    return stories


def test_a_seed_tells_the_same_story_in_another_process() -> None:
    random.seed(1)
    here = [tell(seed) for seed in range(40)]
    done = subprocess.run(
        [sys.executable, "-c", f"{CODE}print(json.dumps([tell(n) for n in range(40)]))"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "77"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == here
    assert tell(7) == here[7]


@pytest.mark.slow
def test_twenty_thousand_stories_are_all_different() -> None:
    assert len({tell(seed) for seed in range(20_000)}) == 20_000


def test_every_plot_is_told_and_about_a_quarter_begin_once_upon_a_time() -> None:
    counts = Counter(name for name, _, _ in sample())
    assert set(counts) == set(PLOTS)
    assert len(PLOTS) >= 40
    once = sum(story.startswith("Once upon a time") for _, _, story in sample())
    assert 0.15 < once / SAMPLE < 0.35


def test_stories_are_short_plain_ascii_in_paragraphs() -> None:
    encoding = encoding_named("gpt2-4096")
    long = []
    for _, _, story in sample():
        assert story.isascii()
        assert 60 <= len(story.split()) <= 180
        paragraphs = story.split("\n\n")
        assert 2 <= len(paragraphs) <= 6
        assert all(paragraph == " ".join(paragraph.split()) for paragraph in paragraphs)
        long.append(len(encoding.encode(story)) > 250)
    assert sum(long) / SAMPLE <= 0.03


@pytest.mark.parametrize(
    "fault",
    [
        r"\b[Aa] [aeio]\w*(?<!one)(?<!once)\b",
        r"\b[Aa]n (?!hour|honest)[^aeiouAEIOU]",
        r"[{}\[\]|<>~_]",
        r"(?<![!?])\. [a-z]",
        r"\.\" [a-z]",
        r" [.,!?]",
        r"[,.]{2}",
        r",[!?]",
        r"[!?][.,!?]",
        r"\b(\w+) (?!that\b|had\b)\1\b(?!,)",
        r"(?:^|\n)\"?[a-z]",
        r"\b(?:he|she) (?:were|are|am)\b",
        r"\b(?:they|They) was\b",
        r"\bthere (?:was|is) (?:two|three|four|five|some)\b",
        r"\bThanks, the\b",
    ],
)
def test_no_story_has_this_fault(fault: str) -> None:
    pattern = re.compile(fault)
    found = [match[0] for _, _, story in sample() if (match := pattern.search(story))]
    assert not found


def test_quotes_are_balanced_in_every_paragraph() -> None:
    for _, _, story in sample():
        for paragraph in story.split("\n\n"):
            assert paragraph.count('"') % 2 == 0
            for before, quote in re.findall(r'([^"]*)"([^"]*)"', paragraph):
                goes_on = before.endswith(", ") and len(before) > 2
                assert quote[0].isupper() or goes_on, story
                assert quote[-1] in ".,!?", story


def test_every_word_is_in_the_list() -> None:
    here = Path(__file__).parent
    allowed = set((here / "words.txt").read_text(encoding="utf-8").split())
    allowed |= set((here / "more_words.txt").read_text(encoding="utf-8").split())
    people = (*names.GIRLS, *names.BOYS, *names.PETS["she"], *names.PETS["he"])
    adults = (name for name, _ in (*names.FAMILY, *names.NEIGHBORS))
    allowed |= {part.lower() for name in (*people, *adults) for part in WORD.findall(name)}
    unknown = Counter(
        word
        for _, _, story in sample()
        for word in map(str.lower, WORD.findall(story))
        if word not in allowed and word.removesuffix("'s") not in allowed
    )
    assert not unknown


def test_a_name_has_one_pronoun() -> None:
    girls = [*names.GIRLS, *names.PETS["she"]]
    boys = [*names.BOYS, *names.PETS["he"]]
    assert not set(girls) & set(boys)
    assert len({*girls, *boys}) == len(girls) + len(boys)


def test_where_all_are_she_nobody_is_he_and_the_other_way_round() -> None:
    checked = 0
    for _, telling, story in sample():
        pronouns = {one.pronoun for one in telling.names.values() if isinstance(one, Being)}
        if len(pronouns) == 1:
            checked += 1
            words = set(WORD.findall(OUTSIDE_QUOTES.sub(" ", story).lower()))
            others = {"she": {"he", "him", "himself"}, "he": {"she", "her", "herself"}}
            assert not words & others[pronouns.pop()], story
    assert checked > 10


def test_what_is_told_of_a_place_is_so_in_the_world() -> None:
    checked = 0
    for _, telling, story in sample():
        puts = {(what, spot) for act, what, spot in telling.world.past if act == "put"}
        for thing, spot in telling.told_places:
            checked += 1
            assert (thing, spot) in puts
            assert spot.lower() in story.lower()
    assert checked > 30


def test_runs_of_eight_words_seldom_repeat() -> None:
    assert repeated_share(story for _, _, story in sample()) < 0.25
    assert repeated_share(["a b c d e f g h i", "a b c d e f g h j"]) == 0.5


def test_who_is_given_or_asked_is_him_or_her() -> None:
    wrong = re.compile(
        r"\b(?:took|gave|told|asked|helped|let|with|to|for|of|at|by|from) (?:he|she)\b"
    )
    assert [story for _, _, story in sample() if wrong.search(story)] == []
