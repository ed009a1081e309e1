"""The page by keyboard alone, and as a screen reader finds it; rules: axe-core, WCAG 2.2."""

import re
from io import BytesIO
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Page

from playground.locales import LANGUAGES
from tests.browser.conftest import OpenVisit
from tests.browser.visit import FIGURES, GENERATE, LAB, NEXT

THEMES = ("light", "dark")
AROUND = 7
"""Pixels around an element in which its outline may be."""
TRANSPARENT = 40
"""How far a channel of a slightly transparent outline is from its colour."""
READABLE, SEEN = 4.5, 3.0
"""Least contrast of text, and of what shows where the focus is (WCAG 2.2, 1.4.3 and 1.4.11)."""

_GROUND = """const ground = (element) => {
    for (let box = element; box; box = box.parentElement) {
        const colour = getComputedStyle(box).backgroundColor;
        if (!/, 0\\)|transparent/.test(colour)) return colour;
    }
};"""
_FOCUS = f"""async () => {{ {_GROUND}
    const box = document.activeElement, style = getComputedStyle(box);
    if (box === document.body) return null;
    box.scrollIntoView({{block: 'nearest'}});
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    const {{x, y, width, height}} = box.getBoundingClientRect();
    return {{name: box.tagName + ' ' + (box.getAttribute('aria-label') || box.textContent).trim(),
        colour: style.outlineColor, ground: ground(box.parentElement), x, y, width, height}};
}}"""
_COLOURS = f"""(selector) => {{ {_GROUND}
    return [...document.querySelectorAll(selector)].filter(box => box.offsetParent).map(
        box => [getComputedStyle(box).color, ground(box)]);
}}"""


def contrast(first: str, second: str) -> float:
    """Contrast of two colours "rgb(r, g, b)" as WCAG defines it, from 1 to 21."""
    dark, light = sorted(map(_luminance, (first, second)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    channels = [float(part) / 255 for part in colour.partition("(")[2].rstrip(")").split(",")[:3]]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_contrast_is_computed_as_it_is_defined() -> None:
    assert contrast("rgb(0, 0, 0)", "rgb(255, 255, 255)") == pytest.approx(21)
    assert contrast("rgb(119, 119, 119)", "rgb(255, 255, 255)") == pytest.approx(4.48, abs=0.01)


def ring(page: Page, place: dict[str, Any]) -> float:
    """How much of a line of one pixel around an element has the colour of its outline, 3.0 where a
    line of three pixels is whole; what is beyond the window does not count."""
    left, top = max(place["x"] - AROUND, 0), max(place["y"] - AROUND, 0)
    right = min(place["x"] + place["width"] + AROUND, page.viewport_size["width"])
    bottom = min(place["y"] + place["height"] + AROUND, page.viewport_size["height"])
    clip = {"x": left, "y": top, "width": right - left, "height": bottom - top}
    with Image.open(BytesIO(page.screenshot(clip=clip))) as picture:
        pixels = np.asarray(picture.convert("RGB")).astype(int)
    colour = [int(part) for part in re.findall(r"\d+", place["colour"])[:3]]
    found = (abs(pixels - colour) <= TRANSPARENT).all(-1).sum()
    return float(found / (2 * (clip["width"] + clip["height"])))


def is_ringed(page: Page, place: dict[str, Any]) -> bool:
    """Whether most of an outline is seen, at once or when what dims the element is over."""
    for _ in range(100):
        if ring(page, place) > 1:
            return True
        page.wait_for_timeout(100)
    return False


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("tab", [NEXT, GENERATE, LAB])
def test_the_focus_is_seen_wherever_it_is(visit: OpenVisit, theme: str, tab: int) -> None:
    opened, names = visit(theme=theme), ""
    page = opened.page
    opened.tab(tab)
    page.locator("#language input:checked").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    page.wait_for_function("!document.querySelector('[data-held]')")
    while (place := page.evaluate(_FOCUS)) is not None:
        names += f" {place['name']}"
        assert len(names) < 20_000, "Tab never leaves the page"
        assert contrast(place["colour"], place["ground"]) >= SEEN, place
        assert is_ringed(page, place), place
        page.keyboard.press("Tab")
    for control in ("Temperature", "Preset", "Light / dark", "Growth"):
        assert control in names


@pytest.mark.parametrize("theme", THEMES)
def test_limits_of_sliders_and_the_active_tab_can_be_read(visit: OpenVisit, theme: str) -> None:
    opened = visit(theme=theme)
    for selector in (".min_value", ".max_value", "[role=tab][aria-selected=true]", "[role=tab]"):
        colours = opened.page.evaluate(_COLOURS, selector)
        assert colours
        for colour, ground in colours:
            assert contrast(colour, ground) >= READABLE, selector


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_axe_finds_nothing(visit: OpenVisit, language: str, theme: str) -> None:
    opened = visit(language, theme)
    for tab in FIGURES:
        opened.tab(tab)
        found = Axe().run(opened.page)
        assert found.violations_count == 0, found.generate_report()


def test_a_slider_is_called_by_its_name_alone(visit: OpenVisit) -> None:
    page = visit("zh").page
    for role in ("slider", "spinbutton"):
        names = [box.get_attribute("aria-label") for box in page.get_by_role(role).all()]
        assert "温度" in names
        assert not any(" for " in str(name) for name in names)
    page.get_by_role("radio", name="English").check()
    page.get_by_role("slider", name="Temperature", exact=True).wait_for()
    assert page.get_by_role("slider", name="温度", exact=True).count() == 0


@pytest.mark.parametrize("place", ["#views", "#lab-tabs"])
def test_arrow_keys_go_from_tab_to_tab(visit: OpenVisit, place: str) -> None:
    opened = visit()
    opened.tab(LAB)
    page = opened.page
    row = page.locator(f"{place} [role=tablist]").first
    names = row.get_by_role("tab").all_text_contents()
    chosen = row.locator("[aria-selected=true]")
    page.locator(f"{place} [role=tab]").first.click()
    keys = ["ArrowRight"] * len(names) + ["ArrowLeft", "Home", "End"]
    expected = [*names[1:], names[0], names[-1], names[0], names[-1]]
    for key, name in zip(keys, expected, strict=True):
        page.keyboard.press(key)
        page.wait_for_function("name => document.activeElement.textContent === name", arg=name)
        assert chosen.all_text_contents() == [name]


def test_what_is_written_is_read_out_in_pieces_and_then_why_it_ended(visit: OpenVisit) -> None:
    opened = visit()
    opened.number("max_new_tokens", 60)
    opened.type("seed", "3")
    opened.tab(GENERATE)
    for _ in range(2):  # the second text is read anew
        opened.write()
        reason = opened.text("#reason").strip()
        assert reason
        opened.wait_text("#voice", reason)
        *pieces, last = opened.page.locator("#voice p").all_text_contents()
        assert last == reason
        assert "".join(pieces) == opened.text("#text .added")
        assert all(not after[:1].isalpha() for _, after in pairwise(pieces))
    assert opened.page.locator("#voice").get_attribute("role") == "log"
