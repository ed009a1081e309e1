"""What a page shows first when its address holds settings."""

from typing import Any

from playground.locales import LANGUAGES
from playground.ui.opening import first_sight
from playground.ui.page import Page
from tests.ui.reading import text_in, value_of, view_of


def test_settings_of_the_address_are_taken_and_drawn(page: Page, opening: dict[str, Any]) -> None:
    linked = {"language": "zh", "d_model": 64, "temperature": 0.3, "prompt": "a cat", "seed": "7"}
    updates = first_sight(page, {**opening, **linked}, "en")
    assert value_of(updates[page.language]) == "zh"
    for name, value in linked.items():
        if name != "language":
            assert value_of(updates[page.controls.inputs[name]]) == value
    scene = updates[page.shown]
    assert (scene.choice.config.d_model, scene.params.temperature) == (64, 0.3)
    assert scene.words is LANGUAGES["zh"]
    assert text_in(updates, page.controls.notice) == ""


def test_settings_that_are_not_in_order_are_complained_of_and_none_is_taken(
    page: Page, opening: dict[str, Any]
) -> None:
    linked = {"d_model": "abc", "temperature": 0.3, "language": ["xx"]}
    updates = first_sight(page, {**opening, **linked}, "zh-CN")
    assert value_of(updates[page.language]) == "zh"
    assert "abc" in text_in(updates, page.controls.notice)
    scene = updates[page.shown]
    assert (scene.choice.preset, scene.params.temperature) == ("story", 0.8)
    assert view_of(updates[page.parameters.view])["figure"]["data"]
