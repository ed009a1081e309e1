"""Numbers that no slider gives, at every door that takes numbers, for every row of LIMITS."""

import math

import pytest

from playground.decoding.sampling import SamplingParams
from playground.serving.limits import LIMITS, SAMPLER_DEFAULTS
from playground.text.encoding import without_surrogates
from tests.faults.conftest import NewVisitor
from tests.faults.doors import CommandLineDoor, Door, LinkDoor, PageDoor
from tests.faults.well_behaved import PROMPT
from tests.load.lone import is_lone_text, lone_text
from tests.ui.reading import plain_text


def names_the_limits(sentence: str, name: str) -> None:
    limit = LIMITS[name]
    assert f"from {limit.least} to {limit.most}." in sentence, (name, sentence)
    assert len(sentence) < 200


def test_every_limit_guards_a_door() -> None:
    doors = {*PageDoor.controls, *LinkDoor.controls, *CommandLineDoor.controls}
    assert doors == LIMITS.keys()


def test_fault_03_a_fraction_is_refused_where_a_whole_number_is_meant(door: Door) -> None:
    for name in door.controls:
        if LIMITS[name].whole:
            given = LIMITS[name].least + 0.5
            sentence = door.give(name, given)
            assert f"{given} is not a whole number" in sentence
            names_the_limits(sentence, name)
    door.is_well()


def test_fault_03_a_number_between_two_steps_of_a_slider_is_taken_as_it_is(
    visitor: NewVisitor,
) -> None:
    someone = visitor()
    someone.fire("generate", "click", prompt=PROMPT, temperature=0.777, seed="3", max_new_tokens=20)
    assert "Sampled at temperature 0.777" in plain_text(someone.shown("facts"))
    written = plain_text(someone.shown("text"))
    assert is_lone_text(written, "story", PROMPT, 3, 20, SamplingParams(0.777, 40))
    assert written != lone_text("story", PROMPT, 3, 20, SamplingParams(0.8, 40))


def test_fault_04_nan_and_infinity_are_refused(door: Door) -> None:
    for name in door.controls:
        for given in (math.nan, math.inf, -math.inf):
            sentence = door.give(name, given)
            trouble = "is not a number" if math.isnan(given) else "is out of range"
            assert f"{given} {trouble}" in sentence
            names_the_limits(sentence, name)
    door.is_well()


def test_fault_05_what_is_no_number_is_refused_by_name(door: Door) -> None:
    for name in door.controls:
        for given in (None, "seven", "", [7], {"a": 7}, "\ud800"):
            if name == "seed" and given in (None, "") and isinstance(door, PageDoor):
                continue  # a blank box asks for a new seed
            sentence = door.give(name, given)
            typed = str(given) if isinstance(door, CommandLineDoor) else given
            shown = repr(without_surrogates(typed) if isinstance(typed, str) else typed)
            assert ("is empty" if typed in (None, "") else f"{shown} is not a number") in sentence
            names_the_limits(sentence, name)
    door.is_well()


def test_fault_06_numbers_below_their_range_are_refused(door: Door) -> None:
    for name in door.controls:
        given = LIMITS[name].least - 1
        sentence = door.give(name, given)
        assert f"{given} is out of range" in sentence
        names_the_limits(sentence, name)
    door.is_well()


@pytest.mark.parametrize("temperature", [0, 1e-40, 1e-6])
def test_fault_06_the_smallest_temperatures_are_greedy(
    visitor: NewVisitor, temperature: float
) -> None:
    someone = visitor()
    someone.fire(
        "generate", "click", prompt=PROMPT, temperature=temperature, seed="3", max_new_tokens=20
    )
    assert is_lone_text(
        plain_text(someone.shown("text")), "story", PROMPT, 4, 20, SamplingParams(temperature=0)
    )


def test_fault_07_numbers_above_their_range_and_booleans_are_refused(door: Door) -> None:
    for name in door.controls:
        for given in (LIMITS[name].most + 1, 10**400):
            sentence = door.give(name, given)
            assert str(given)[:20] in sentence or isinstance(door, CommandLineDoor)
            assert "is out of range" in sentence
            names_the_limits(sentence, name)
        sentence = door.give(name, True)
        assert "True" in sentence
        assert "is not a number" in sentence
    door.is_well()


def test_fault_07_more_candidates_than_there_are_tokens_are_all_of_them() -> None:
    texts = {
        lone_text("story", PROMPT, 5, 20, SamplingParams(SAMPLER_DEFAULTS["temperature"], top_k))
        for top_k in (0, 4097, 10**6)
    }
    assert len(texts) == 1
