"""A result of the lab that came of other settings than the page has now is marked as old."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from playground.locales import LANGUAGES
from playground.ui.page import Page
from playground.ui.scene import read_scene
from tests.ui.lab_reading import at_the_end, shown
from tests.ui.reading import updates_of

Values = Callable[..., dict[str, Any]]

RESULTS = ("draws", "compare", "sweep", "trace", "race", "beam")
MOVES: dict[str, Any] = {
    "prompt": "The old king",
    "num_layers": 3,
    "moment": 2,
    "temperature": 1.1,
    "top_k": 7,
    "top_p": 0.9,
    "min_p": 0.1,
    "repetition_penalty": 1.4,
    "max_new_tokens": 6,
    "seed": "9",
    "draw_count": "1000",
    "compare_count": "3",
    "temperature_A": 0.3,
    "top_p_B": 0.4,
    "sweep_temperatures": "0.5",
    "sweep_top_ks": "2",
    "sweep_length": "20",
    "race_length": "64",
    "beam_width": "2",
    "beam_length": "8",
}
"""A move of each control that a result may depend on."""
COMMON = {"prompt", "num_layers", "moment", "min_p", "repetition_penalty"}
SAMPLER = COMMON | {"temperature", "top_k", "top_p"}
OLD = {
    "draws": SAMPLER | {"seed", "draw_count"},
    "compare": COMMON | {"max_new_tokens", "seed", "compare_count", "temperature_A", "top_p_B"},
    "sweep": COMMON | {"top_p", "seed", "sweep_temperatures", "sweep_top_ks", "sweep_length"},
    "trace": SAMPLER | {"max_new_tokens", "seed"},
    "race": SAMPLER | {"seed", "race_length"},
    "beam": SAMPLER | {"seed", "beam_width", "beam_length"},
}
"""By result, the moves after which it is not what its button would give now."""


def at_start(values: Values, **changes: Any) -> dict[str, Any]:
    settings = {"compare_count": "2", "sweep_length": "10", "race_length": "32", **changes}
    at = values("story", max_new_tokens=5, seed="3", beam_length="4", draw_count="100", **settings)
    return shown({**at, "sweep_temperatures": "0.7", "sweep_top_ks": "1"})


def result_of(page: Page, name: str, at: dict[str, Any]) -> dict[str, Any]:
    """What the page holds once an experiment is over."""
    panel = getattr(page.lab, name)
    end = panel.run(at) if name == "draws" else at_the_end(panel.run, at)
    assert end[panel.age.note] == ""
    return {**at, f"{name}_asked": end[panel.age.asked]}


def is_old(page: Page, name: str, at: dict[str, Any]) -> bool:
    notes = page.lab.draw_ages(at)
    note = notes.pop(getattr(page.lab, name).age.note)
    assert set(notes.values()) == {""}  # of the others there are no results
    words = LANGUAGES[at["language"]].page.stale
    assert note in ("", f'<p class="stale">{words}</p>')
    return bool(note)


@pytest.mark.parametrize("name", RESULTS)
def test_every_result_is_old_after_a_move_of_what_it_depends_on_and_only_then(
    page: Page, values: Values, name: str
) -> None:
    at = result_of(page, name, at_start(values))
    assert not is_old(page, name, at)
    old = {move for move, to in MOVES.items() if is_old(page, name, shown({**at, move: to}))}
    assert old == OLD[name]


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_young_again_when_the_control_is_back_and_in_another_language(
    page: Page, values: Values, name: str
) -> None:
    at = result_of(page, name, at_start(values))
    moved = shown({**at, "repetition_penalty": 1.2})
    assert is_old(page, name, moved)
    assert is_old(page, name, shown({**moved, "language": "zh"}))
    assert not is_old(page, name, shown({**moved, "repetition_penalty": 1}))
    assert not is_old(page, name, shown({**at, "language": "zh"}))


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_old_where_the_page_asks_for_what_cannot_be(
    page: Page, values: Values, name: str
) -> None:
    at = result_of(page, name, at_start(values))
    assert is_old(page, name, {**at, "repetition_penalty": None})
    too_large = values("gpt2-xl")
    assert is_old(page, name, {**at, "shown": read_scene(too_large)})


def test_a_new_seed_each_time_makes_no_result_old(page: Page, values: Values) -> None:
    for name in ("compare", "trace", "beam"):
        at = result_of(page, name, {**at_start(values), "seed": ""})
        assert not is_old(page, name, at)
        assert is_old(page, name, {**at, "seed": "3"})


def test_a_text_that_is_taken_is_as_old_as_it_is(page: Page, values: Values) -> None:
    panel = page.lab.trace
    at = at_start(values)
    written = next(each for each in updates_of(page, at) if page.generate.written in each)
    at["written"] = written[page.generate.written]
    taken = panel.taken(at)
    assert not is_old(page, "trace", {**at, "trace_asked": taken[panel.age.asked]})
    hotter = shown({**at, "temperature": 1.5})
    assert is_old(page, "trace", {**hotter, "trace_asked": taken[panel.age.asked]})
    taken = panel.taken(hotter)
    assert is_old(page, "trace", {**hotter, "trace_asked": taken[panel.age.asked]})


def test_scenes_in_two_languages_are_equal(values: Values) -> None:
    scene = read_scene(values())
    assert scene == read_scene({**values(), "language": "zh"})
    assert scene != replace(scene, params=replace(scene.params, top_k=3))
