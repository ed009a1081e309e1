"""One rule for the seed: whatever is drawn takes the number in the box; where it is blank, a fresh
one, which is shown."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from playground.errors import InputError
from playground.ui.page import GROWTH, Page
from playground.ui.scene import read_scene
from tests.ui.lab_reading import at_the_end, shown
from tests.ui.reading import plain_text, updates_of, view_of, words_of_view

Values = Callable[..., dict[str, Any]]
Drawing = Callable[[Page, dict[str, Any]], str]
BLANK = "", "  ", None


def generated(page: Page, values: dict[str, Any]) -> str:
    whole: dict[Any, Any] = {}
    for updates in updates_of(page, values):
        whole |= updates
    panel = page.generate
    return plain_text(whole[panel.facts]) + plain_text(whole[panel.text])


def drawn(page: Page, values: dict[str, Any]) -> str:
    return words_of_view(page.lab.draws.run(shown(values))[page.lab.draws.figure])


def grown_up(page: Page, values: dict[str, Any]) -> str:
    return plain_text(view_of(page.show(GROWTH, shown(values))[page.growth.view])["above"])


def raced(page: Page, values: dict[str, Any]) -> str:
    return words_of_view(at_the_end(page.lab.race.run, shown(values))[page.lab.race.figure])


def searched(page: Page, values: dict[str, Any]) -> str:
    return words_of_view(at_the_end(page.lab.beam.run, shown(values))[page.lab.beam.figure])


def swept(page: Page, values: dict[str, Any]) -> str:
    end = at_the_end(page.lab.sweep.run, shown(values))
    return plain_text(end[page.lab.sweep.progress]) + plain_text(end[page.lab.sweep.cells])


def compared(page: Page, values: dict[str, Any]) -> str:
    return words_of_view(at_the_end(page.lab.compare.run, shown(values))[page.lab.compare.facts])


DRAWINGS = [generated, drawn, grown_up, raced, searched, swept, compared]


def seed_in(text: str) -> int:
    found = re.search(r"seed (\d+)", text)
    assert found is not None, text
    return int(found[1])


def given(values: Values, draw: Drawing, seed: object) -> dict[str, Any]:
    preset = "story" if draw is grown_up else "demo"  # the demo is quick, and never grew
    return values(preset, seed=seed, max_new_tokens=12, sweep_length="10", compare_count="2")


@pytest.mark.parametrize("draw", DRAWINGS)
@pytest.mark.parametrize("seed", ["123456", 0])
def test_a_number_in_the_box_is_the_seed_of_all_that_is_drawn(
    page: Page, values: Values, draw: Drawing, seed: object
) -> None:
    assert seed_in(draw(page, given(values, draw, seed))) == int(str(seed))


@pytest.mark.parametrize("draw", DRAWINGS)
def test_a_blank_box_is_a_fresh_seed_that_is_shown(
    page: Page, values: Values, draw: Drawing
) -> None:
    seeds = {seed_in(draw(page, given(values, draw, blank))) for blank in BLANK}
    assert len(seeds) == len(BLANK)


@pytest.mark.parametrize("draw", [generated, drawn, grown_up])
def test_the_seed_that_a_blank_box_shows_brings_the_result_back(
    page: Page, values: Values, draw: Drawing
) -> None:
    def told(seed: object) -> str:
        return re.sub(r"[\d.,]+ tokens?/s", "", draw(page, given(values, draw, seed)))

    first = told("")
    assert told(str(seed_in(first))) == first
    assert told("5") != first


def test_the_line_of_growth_keeps_its_fresh_seed_from_moment_to_moment(
    page: Page, values: Values
) -> None:
    first = page.show(GROWTH, shown(values("story", moment=5)))
    kept = first[page.growth.fresh]
    assert isinstance(kept, int)
    for moment in (0, 3):
        at = shown(values("story", moment=moment, growth_seed=kept))
        again = page.show(GROWTH, at)
        assert again[page.growth.fresh] == kept
        assert f"seed {kept}" in plain_text(view_of(again[page.growth.view])["above"])


def test_another_seed_redraws_the_line_while_its_tab_is_open(page: Page, values: Values) -> None:
    at = shown(values("story", seed="8", open_tab=GROWTH))
    redrawn = page.draw_seeded(at)
    assert "seed 8" in plain_text(view_of(redrawn[page.growth.view])["above"])
    assert page.growth.view not in page.draw_seeded({**at, "open_tab": None})
    with pytest.raises(InputError, match="seed: 'x' is not a number"):
        page.draw_seeded({**at, "seed": "x"})
    assert page.growth.view not in page.draw_seeded({**at, "seed": "x", "open_tab": None})


def test_the_scene_does_not_depend_on_the_seed(values: Values) -> None:
    assert read_scene(values(seed="1")) == read_scene(values(seed="x"))
