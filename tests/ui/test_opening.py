"""What a page shows first when its address holds settings."""

from typing import Any

from playground.locales import LANGUAGES
from playground.serving.limits import LINK_CHARACTERS
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


def test_a_prompt_that_no_link_carries_is_told(page: Page, opening: dict[str, Any]) -> None:
    for language, said in (("en", "a copied link has the settings, but not the prompt"),
                           ("zh", "不带提示词")):  # fmt: skip
        for length, told in ((LINK_CHARACTERS, False), (LINK_CHARACTERS + 1, True)):
            given = {**opening, "language": language, "prompt": "é" * length}
            strip = text_in(first_sight(page, given, "en"), page.controls.strip)
            assert (said in strip, f"{length:,}" in strip) == (told, told)


def test_another_address_on_an_open_page_is_refused_whole(
    page: Page, opening: dict[str, Any]
) -> None:
    shown = first_sight(page, opening, "en")[page.shown]
    updates = first_sight(page, {**opening, "shown": shown, "top_k": -3, "seed": "5"}, "en")
    assert set(updates) == {page.complainer, page.controls.notice}
    assert "-3" in text_in(updates, page.controls.notice)


def test_another_address_also_sets_what_it_does_not_name(
    page: Page, opening: dict[str, Any]
) -> None:
    updates = first_sight(page, {**opening, "top_k": 9}, "en")
    assert value_of(updates[page.controls.inputs["top_k"]]) == 9
    assert value_of(updates[page.controls.inputs["temperature"]]) == 0.8
