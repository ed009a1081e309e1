"""One slider moves a model through its training, and everything on the page with it."""

import math
from collections.abc import Callable
from typing import Any

import pytest

from playground.analysis.growth import growth
from playground.errors import InputError
from playground.gpt.presets import PRESETS
from playground.serving.models import ModelStore
from playground.ui.page import GROWTH, Page
from playground.ui.scene import read_scene
from tests.passes import before_each_pass
from tests.ui.reading import plain_text, text_in, value_of, view_of, words_of_view

Values = Callable[..., dict[str, Any]]
LAST = len(PRESETS["story"].moments) - 1


def opened(page: Page, values: dict[str, Any]) -> dict[str, Any]:
    """The growth view of a page that shows `values`, with its tab open."""
    updates = page.show(GROWTH, {**values, "shown": read_scene(values)})
    assert updates[page.open_tab] == GROWTH
    return view_of(updates[page.growth.view])


def top_probability(page: Page, values: dict[str, Any]) -> float:
    figure = view_of(page.draw(values)[page.next.view])["figure"]
    return max(value for value in figure["data"][0]["x"] if value is not None)


@pytest.mark.parametrize("name", ["story", "tang"])
def test_each_moment_shows_its_own_numbers(page: Page, values: Values, name: str) -> None:
    measured = growth(PRESETS[name]).moments
    for place, moment in enumerate(measured):
        view = opened(page, values(name, moment=place))
        above = plain_text(view["above"])
        for number in (f"{moment.step:,}", f"{moment.nats_per_token:.3f}"):
            assert number in above
        marked = view["figure"]["data"][2]
        assert marked["y"] == [moment.nats_per_token]


def test_bars_attention_line_and_badge_change_with_the_moment(page: Page, values: Values) -> None:
    seen: dict[str, set[str]] = {"bars": set(), "attention": set(), "line": set(), "badge": set()}
    for place in range(LAST + 1):
        at = values("story", moment=place)
        updates = page.draw(at)
        seen["bars"].add(value_of(updates[page.next.view]))
        seen["attention"].add(value_of(updates[page.mask.attention]))
        seen["badge"].add(text_in(updates, page.badge))
        seen["line"].add(opened(page, at)["above"])
    assert {name: len(found) for name, found in seen.items()} == dict.fromkeys(seen, LAST + 1)


def test_the_line_is_one_paragraph_however_many_line_ends_it_has(
    page: Page, values: Values
) -> None:
    early = opened(page, values("story", moment=1, prompt="One\nday\r\n" * 40))
    shown = plain_text(early["above"])
    assert not set("\n\r") & set(shown)
    assert "day⏎ One⏎ day⏎ " in shown
    assert len(shown) < 700


def test_the_first_moment_is_untrained_and_near_an_even_guess(page: Page, values: Values) -> None:
    at = values("story", moment=0)
    updates = page.draw(at)
    assert "untrained" in text_in(updates, page.badge)
    assert "its weights are random" in words_of_view(updates[page.next.view])
    assert top_probability(page, at) < 0.01 < 0.1 < top_probability(page, values("story"))
    even = math.log(4097)
    assert growth(PRESETS["story"]).moments[0].nats_per_token == pytest.approx(even, rel=0.01)
    assert (
        f"ln 4,097 = {even:.2f}" in opened(page, at)["figure"]["layout"]["annotations"][0]["text"]
    )


def test_a_moment_says_how_far_it_is(page: Page, values: Values) -> None:
    steps = PRESETS["story"].moments
    updates = page.draw(values("story", moment=2))
    said = f"after {steps[2]:,} of {steps[-1]:,} training steps"
    assert said in text_in(updates, page.badge)
    assert said in text_in(updates, page.controls.moment_note).replace("After", "after")
    assert "trained" in text_in(page.draw(values("story")), page.badge)


def test_the_slider_is_there_only_for_models_that_grew_here(page: Page, values: Values) -> None:
    slider = page.controls.model["moment"]
    assert page.draw(values("story"))[slider]["visible"]
    assert page.draw(values("tang"))[slider]["visible"]
    for at in (values("demo"), values("gpt2-small"), values("story", d_model=128)):
        updates = page.draw(at)
        assert not updates[slider]["visible"]
        assert updates[page.controls.moment_note] == ""
        view = opened(page, at)
        assert view["figure"] is None
        assert "there is no growth to show" in view["below"]


def test_a_preset_starts_fully_trained(page: Page, opening: dict[str, Any]) -> None:
    updates = page.take_preset({**opening, "preset": "tang", "moment": 1})
    slider = updates[page.controls.model["moment"]]
    assert (slider["value"], slider["visible"]) == (LAST, True)
    assert "trained" in text_in(updates, page.badge)


@pytest.mark.parametrize("given", [-1, LAST + 1, 0.5, "two", None])
def test_a_moment_that_is_none_is_refused(values: Values, given: object) -> None:
    with pytest.raises(InputError) as caught:
        read_scene(values("story", moment=given))
    assert caught.value.values["name"] == "moment"


def test_the_line_is_written_only_while_the_tab_is_open(
    page: Page, store: ModelStore, values: Values
) -> None:
    at = values("story", moment=1, prompt="a prompt of its own")
    scene = read_scene(at)
    runs: list[int] = []
    end = before_each_pass(store.get(scene.choice, scene.vocab_size).source, runs.append)
    page.draw(at)
    closed = page.draw_sampled({**at, "shown": scene, "open_tab": None})
    assert page.growth.view not in closed
    before = len(runs)
    open_ = page.draw_sampled({**at, "shown": scene, "open_tab": GROWTH})
    end()
    assert page.growth.view in open_
    assert len(runs) - before == 40


def test_the_line_follows_the_sampler(page: Page, values: Values) -> None:
    cold = opened(page, values("story", temperature=0, seed="7"))["above"]
    assert opened(page, values("story", temperature=0, seed="7"))["above"] == cold
    assert opened(page, values("story", temperature=2, seed="7"))["above"] != cold
