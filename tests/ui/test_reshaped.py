"""A trained model that gets another shape: what is lost is said, and one press brings it back."""

from collections.abc import Callable
from typing import Any

import pytest

from playground.locales import LANGUAGES
from playground.ui.page import Page
from tests.ui.reading import plain_text, text_in

Values = Callable[..., dict[str, Any]]


def after(page: Page, values: dict[str, Any], trained: object) -> tuple[Any, str, bool]:
    """The state, the note and whether the button is there, once `values` are drawn."""
    panel = page.controls.reshaped
    updates = page.draw({**values, "trained": trained})
    return updates[panel.trained], plain_text(updates[panel.note]), updates[panel.back]["visible"]


@pytest.mark.parametrize("name", ["story", "tang"])
@pytest.mark.parametrize("change", [{"num_layers": 3}, {"d_model": 64}, {"weight_tying": False}])
def test_a_new_shape_says_that_it_is_untrained_and_offers_the_way_back(
    page: Page, values: Values, name: str, change: dict[str, Any]
) -> None:
    trained, note, offered = after(page, values(name), None)
    assert (trained, note, offered) == (name, "", False)
    trained, note, offered = after(page, values(name, **change), trained)
    assert trained == name
    assert offered
    assert LANGUAGES["en"].model.preset_names[name] in note
    assert "random" in note
    back = page.take_preset({**values(name, **change), "preset": trained, "trained": trained})
    assert "trained" in text_in(back, page.badge)
    assert not back[page.controls.reshaped.back]["visible"]
    for field in change:
        assert back[page.controls.model[field]]["value"] == values(name)[field]


@pytest.mark.slow
def test_nothing_is_offered_where_nothing_trained_was_left(page: Page, values: Values) -> None:
    for preset, moment in (("demo", 0), ("gpt2-small", 0), ("story", 0)):
        trained, note, offered = after(page, values(preset, moment=moment), "tang")
        assert (trained, note, offered) == (None, "", False)
        assert after(page, values(preset, num_layers=1), trained) == (None, "", False)
    assert after(page, values(num_layers=1), "no preset")[1:] == ("", False)


def test_the_note_speaks_chinese(page: Page, values: Values) -> None:
    _, note, _ = after(page, values("story", num_layers=3, language="zh"), "story")
    assert "故事 GPT" in note
    assert "随机" in note
