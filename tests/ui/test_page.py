"""The handlers of the page, called as Gradio calls them."""

from collections.abc import Callable
from typing import Any

import pytest

from playground.errors import ConfigError
from playground.gpt.presets import PRESETS
from playground.locales import LANGUAGES
from playground.ui.opening import first_sight
from playground.ui.page import Page
from tests.ui.reading import text_in, value_of, view_of, words_of_view

Values = Callable[..., dict[str, Any]]

SLOW = ("gpt2-small", "distilgpt2")
"""Presets whose random weights take seconds to draw."""


def views_of(page: Page) -> list[Any]:
    return [page.parameters.view, page.mask.mask, page.mask.attention, page.next.view]


def test_the_page_opens_on_a_talking_model_with_all_charts_drawn(
    page: Page, opening: dict[str, Any]
) -> None:
    assert (opening["preset"], opening["temperature"], opening["top_k"]) == ("story", 0.8, 40)
    assert opening["prompt"].startswith("Once upon a time")
    updates = first_sight(page, opening, "en-US")
    for view in views_of(page):
        assert view_of(updates[view])["figure"]["data"]
    assert "Story GPT · 4.27M parameters · trained" in text_in(updates, page.badge)
    assert "13 tokens" in text_in(updates, page.controls.strip)
    assert text_in(updates, page.controls.notice) == ""


@pytest.mark.parametrize(("header", "code"), [("zh-CN,zh;q=0.9", "zh"), ("fr", "en"), ("", "en")])
def test_the_page_opens_in_the_language_of_the_browser(
    page: Page, opening: dict[str, Any], header: str, code: str
) -> None:
    updates = first_sight(page, {**opening, "language": None}, header)
    assert value_of(updates[page.language]) == code
    assert LANGUAGES[code].page.title in text_in(updates, page.title)


def test_opening_gives_a_value_to_everything_that_it_announces(
    page: Page, opening: dict[str, Any]
) -> None:
    announced = {*page.worded, *page.views, page.controls.notice}
    assert set(first_sight(page, opening, "en")) == announced


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name for name in PRESETS],
)
def test_every_preset_draws_and_sets_its_sliders(
    page: Page, opening: dict[str, Any], name: str
) -> None:
    preset = PRESETS[name]
    updates = page.take_preset({**opening, "preset": name})
    assert value_of(updates[page.controls.preset]) == name
    for field in ("d_model", "num_layers", "num_heads", "vocab_size", "weight_tying"):
        assert value_of(updates[page.controls.model[field]]) == getattr(preset.config, field)
    assert view_of(updates[page.parameters.view])["figure"]["data"]
    assert view_of(updates[page.mask.mask])["figure"]["data"]
    if preset.published is not None:
        caption = words_of_view(updates[page.parameters.view])
        count = f"{preset.published:,}"
        assert f"Published count: {count}. Ours: {count}. They are equal." in caption


def test_presets_too_large_to_run_say_so_and_are_counted(
    page: Page, opening: dict[str, Any]
) -> None:
    updates = page.take_preset({**opening, "preset": "gpt2-xl"})
    assert "counted only" in text_in(updates, page.badge)
    for view in (page.next.view, page.mask.attention):
        assert view_of(updates[view])["figure"] is None
        assert "1,557,611,200 parameters" in words_of_view(updates[view])


def test_a_preset_brings_a_prompt_only_where_the_visitor_wrote_none(
    page: Page, opening: dict[str, Any]
) -> None:
    taken = page.take_preset({**opening, "preset": "tang"})
    assert value_of(taken[page.controls.prompt]) == "白日依山尽，"
    back = page.take_preset({**opening, "prompt": "白日依山尽，", "preset": "story"})
    assert value_of(back[page.controls.prompt]) == opening["prompt"]
    own = page.take_preset({**opening, "prompt": "my own", "preset": "tang"})
    assert page.controls.prompt not in own
    assert "are not in this vocabulary" in text_in(own, page.controls.strip)


def test_a55_unknown_characters_are_named_and_stand_on_their_chips(
    page: Page, opening: dict[str, Any]
) -> None:
    taken = page.take_preset({**opening, "prompt": "白日x依 山盡！x，\n", "preset": "tang"})
    strip = text_in(taken, page.controls.strip)
    assert strip.startswith("白")
    assert "尽" in strip
    assert strip.count("x ⟨unk⟩1") == 2
    assert "！ ⟨unk⟩1" in strip
    assert "␣ ⟨unk⟩1" in strip
    assert strip.endswith("are not in this vocabulary; they become ⟨unk⟩: x ␣ ！.")
    assert "10 tokens" in strip


def test_a55_the_chips_of_a_prompt_that_is_cut_show_their_own_characters(
    page: Page, opening: dict[str, Any]
) -> None:
    prompt = "a" * 300 + "白b日"
    taken = page.take_preset({**opening, "prompt": prompt, "preset": "tang"})
    strip = text_in(taken, page.controls.strip)
    assert strip.index("a ⟨unk⟩1") < strip.index("白") < strip.index("b ⟨unk⟩1") < strip.index("日")


def test_a25_a_shape_that_cannot_be_built_changes_only_the_notice(
    page: Page, values: Values
) -> None:
    given = values("gpt2-xl", num_heads=48)
    with pytest.raises(ConfigError) as caught:
        page.draw(given)
    updates = page.complain(caught.value, given)
    assert set(updates) == {page.complainer, page.controls.notice}
    sentence = text_in(updates, page.controls.notice)
    assert sentence.startswith("d_model 1600 cannot be split over 48 heads. Try 32 or 40 heads")


def test_a_changed_language_translates_a_complaint_as_well(page: Page, values: Values) -> None:
    updates = page.translate(values("demo", num_heads=7, language="zh"))
    assert "不能平分给 7 个注意力头" in text_in(updates, page.controls.notice)
    assert LANGUAGES["zh"].page.title in text_in(updates, page.title)
