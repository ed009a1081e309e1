"""What the controls hold is what is shown, also after the mouse and after a box is left."""

from collections.abc import Callable
from dataclasses import replace

from playground.analysis.parameters import breakdown
from playground.gpt.presets import PRESETS
from playground.locales import LANGUAGES
from tests.browser.visit import Visit

OpenVisit = Callable[..., Visit]
SETTLED_MS = 1500
"""Time for an event that came too late to do harm."""


def number(opened: Visit, name: str) -> str:
    return opened.page.locator(f"#{name} input[type=number]").input_value()


def test_every_preset_that_the_mouse_chooses_is_the_one_that_is_shown(visit: OpenVisit) -> None:
    """The list lies above the sliders, and the mouse is let go over one of them."""
    opened, names = visit(), LANGUAGES["en"].model.preset_names
    for key in ("gpt2-medium", "story", "gpt2-xl", "tang", "gpt2-large", "demo", "minigpt"):
        config = PRESETS[key].config
        opened.choose_preset(names[key])
        opened.page.wait_for_timeout(SETTLED_MS)
        assert names[key] in opened.text("#badge")
        assert opened.page.locator("#preset input").input_value() == names[key]
        assert number(opened, "d_model") == str(config.d_model)
        assert number(opened, "num_layers") == str(config.num_layers)


def test_a_box_left_with_a_number_out_of_range_shows_what_it_holds_then(visit: OpenVisit) -> None:
    opened = visit()
    opened.choose_preset("Demo")
    opened.number("num_layers", 10_000)
    opened.wait_text("#notice", "Layers: 10000 is out of range. Give a number from 1 to 48.")
    opened.page.locator("#num_layers input[type=number]").blur()
    opened.page.wait_for_function("!document.querySelector('#notice .notice')")
    opened.wait_text("#badge", "Custom")
    assert number(opened, "num_layers") == "48"
    config = replace(PRESETS["demo"].config, num_layers=48)
    assert f"{breakdown(config).total:,}" in opened.text("#parameters-figure .above")
