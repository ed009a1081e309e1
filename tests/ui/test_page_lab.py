"""The sampling lab on the page: stages, a token that is looked for, and draws."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from playground.errors import PlaygroundError
from playground.locales.counts import Count
from playground.ui.page import LAB, Page
from playground.ui.scene import read_scene
from tests.ui.reading import cells_of, text_in, view_of, words_of_view

Values = Callable[..., dict[str, Any]]


def shown(page: Page, values: dict[str, Any]) -> dict[Any, Any]:
    at = {**values, "shown": read_scene(values)}
    return page.show(LAB, at)


def test_the_lab_is_drawn_when_its_tab_is_opened_and_with_it_when_a_slider_moves(
    page: Page, values: Values
) -> None:
    at = values(top_k=5)
    updates = shown(page, at)
    assert updates[page.open_tab] == LAB
    view = view_of(updates[page.lab.stages.figure])
    assert view["figure"]["data"]
    assert "top-k = 5: 5 tokens left" in json.dumps(view["figure"]["layout"]["annotations"])
    words = words_of_view(updates[page.lab.stages.figure])
    for stage in ("model alone", "repetition penalty", "temperature", "top-k", "top-p", "min-p"):
        assert stage in words
    moved = page.draw_sampled({**at, "shown": read_scene(at), "open_tab": LAB, "top_k": 7})
    layout = view_of(moved[page.lab.stages.figure])["figure"]["layout"]
    assert "top-k = 7: 7 tokens left" in json.dumps(layout)
    closed = page.draw_sampled({**at, "shown": read_scene(at), "open_tab": None})
    assert page.lab.stages.figure not in closed


def test_a_token_is_found_with_its_way_through_the_stages(page: Page, values: Values) -> None:
    at = values("story", top_k=3, search="ing")
    found = page.lab.stages.look_for({**at, "shown": read_scene(at)})
    text = text_in(found, page.lab.stages.found)
    assert "ing" in text
    assert "top-k" in text
    nothing = page.lab.stages.look_for({**at, "shown": read_scene(at), "search": "<b>no such"})
    assert "&lt;b&gt;no such" in str(nothing[page.lab.stages.found])


@pytest.mark.parametrize("count", ["100", "1000", "10000"])
def test_draws_agree_with_the_bars(page: Page, values: Values, count: str) -> None:
    at = values("story", draw_count=count)
    drawn = page.lab.draws.run({**at, "shown": read_scene(at)})
    view = view_of(drawn[page.lab.draws.figure])
    bars, points = view["figure"]["data"]
    assert len(bars["x"]) == len(points["x"]) == 12
    assert f"{int(count):,} draws" in words_of_view(drawn[page.lab.draws.figure])


def test_a_count_that_is_not_offered_is_refused(page: Page, values: Values) -> None:
    at = values(draw_count="1000000")
    with pytest.raises(PlaygroundError, match="1000000"):
        page.lab.draws.run({**at, "shown": read_scene(at)})


def test_a_model_that_is_too_large_is_said_to_be(page: Page, values: Values) -> None:
    at = values("gpt2-xl")
    updates = shown(page, at)
    assert view_of(updates[page.lab.stages.figure])["figure"] is None
    with pytest.raises(PlaygroundError, match="run here"):
        page.lab.draws.run({**at, "shown": read_scene(at)})


def test_at_temperature_zero_the_temperature_leaves_one_token(page: Page, values: Values) -> None:
    updates = shown(page, values("story", temperature=0, top_k=0))
    view = view_of(updates[page.lab.stages.figure])
    notes = [each["text"] for each in view["figure"]["layout"]["annotations"]]
    assert notes == ["temperature = 0: 1 token left"]
    words = words_of_view(updates[page.lab.stages.figure])
    assert "there is no draw" in words
    assert "-0.0" not in words
    found = text_in(updates, page.lab.stages.found)
    assert "can be drawn" in found


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_label_of_a_stage_can_be_read_as_its_setting(
    page: Page, values: Values, language: str
) -> None:
    """`top-p: 25` would say that top-p is 25."""
    at = values("story", language=language, temperature=0.8, top_k=0, top_p=0.5, min_p=0.2)
    updates = shown(page, at)
    words = read_scene(at).words.lab
    view = view_of(updates[page.lab.stages.figure])
    notes = [each["text"] for each in view["figure"]["layout"]["annotations"]]
    left = {stage[0]: count[0] for stage, count, *_ in cells_of(view["above"])}
    names = words.stage_names
    assert list(left) == [
        names["logits"],
        f"{names['penalties']} = 1",
        f"{names['temperature']} = 0.8",
        f"{names['top_k']} = 0",
        f"{names['top_p']} = 0.5",
        f"{names['min_p']} = 0.2",
    ]
    assert notes == [
        words.left_after.format(stage=stage, count=Count(left[stage])) for stage in list(left)[4:]
    ]
    found = text_in(updates, page.lab.stages.found)
    assert words.stage_after.format(stage=names["temperature"]) in found


def test_draws_speak_the_language_of_now(page: Page, values: Values) -> None:
    at = values("story", draw_count="100")
    panel = page.lab.draws
    drawn = panel.run({**at, "shown": read_scene(at)})[panel.drawn]
    chinese = page.lab.redraw({**at, "drawn": drawn, "language": "zh"})
    words = read_scene({**at, "language": "zh"}).words.lab
    assert words.observed_key in str(view_of(chinese[panel.figure])["figure"])


def test_one_token_alone_is_nothing_to_compare(page: Page, values: Values) -> None:
    at = values("story", top_k=1, draw_count="100")
    drawn = page.lab.draws.run({**at, "shown": read_scene(at)})
    assert "Only one token can be drawn" in words_of_view(drawn[page.lab.draws.figure])
