"""A lesson from the opened page to the same text twice, in every language, look and width."""

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from playground.locales import LANGUAGES
from playground.locales.counts import Count
from playground.locales.words import Words
from tests.browser.visit import GENERATE, GROWTH, MASK, NEXT, PARAMETERS, Visit

OpenVisit = Callable[..., Visit]
TABS = ("parameters", "mask", "next", "generate", "lab", "growth")
LOOKS = list(product(LANGUAGES, ("light", "dark"), (1440, 390)))
TEXT_FITS = "tab => tab.scrollWidth <= tab.clientWidth"
FIGURES = ("#parameters-figure", "#mask-figure", "#attention-figure", "#next-figure")


@pytest.mark.parametrize(("language", "theme", "width"), LOOKS)
def test_a_lesson(
    visit: OpenVisit, screenshots: Path, language: str, theme: str, width: int
) -> None:
    opened, words = visit(language, theme, width), LANGUAGES[language]
    assert opened.page.evaluate("document.body.classList.contains('dark')") == (theme == "dark")
    every_tab_is_in_sight(opened, width)
    for number, name in enumerate(TABS):
        opened.tab(number)
        if number == GENERATE:
            generates_stops_and_repeats(opened, words)
        if number == GROWTH:
            opened.wait_text("#growth-figure", words.growth.line_heading)
        opened.page.screenshot(
            path=screenshots / f"{language}-{theme}-{width}-{number}-{name}.png", full_page=True
        )
        assert opened.width() <= width
    entropy_rises_with_temperature(opened, words)
    opened.choose_preset(words.model.preset_names["demo"])
    keeps_its_charts_when_heads_do_not_divide(opened, words)


def every_tab_is_in_sight(opened: Visit, width: int) -> None:
    tabs = opened.page.locator("#views button[role=tab]")
    assert tabs.count() == len(TABS)
    for tab in tabs.all():
        box = tab.bounding_box()
        assert box
        assert 0 < box["x"] < box["x"] + box["width"] <= width
        assert tab.evaluate(TEXT_FITS)


def entropy_rises_with_temperature(opened: Visit, words: Words) -> None:
    opened.tab(NEXT)
    entropies, tallest = [], []
    for temperature in (0.2, 2):
        count = opened.drawn("#next-figure")
        opened.slide("temperature", temperature)
        opened.wait_drawn("#next-figure", count)
        opened.wait_text("#next-figure .below", str(temperature))
        entropies.append(opened.entropy())
        tallest.append(max(opened.bars("#next-figure")[1]))
    assert entropies[0] < entropies[1]
    assert tallest[0] > 2 * tallest[1]


def keeps_its_charts_when_heads_do_not_divide(opened: Visit, words: Words) -> None:
    opened.number("d_model", 768)
    opened.wait_text("#badge", words.model.preset_names["custom"])
    opened.number("num_layers", 12)
    opened.wait_text("#parameters-figure .above", "85,")  # million in the blocks of GPT-2 small
    before = {place: opened.traces(place) for place in FIGURES}
    texts = [opened.text(place) for place in FIGURES]
    counts = {place: opened.drawn(place) for place in FIGURES}
    opened.number("num_heads", 7)
    opened.wait_text("#notice", "728")
    for part in ("768", "7", "6", "8", "728", "784"):
        assert part in opened.text("#notice")
    assert {place: opened.traces(place) for place in FIGURES} == before
    assert {place: opened.drawn(place) for place in FIGURES} == counts
    assert [opened.text(place) for place in FIGURES] == texts
    opened.tab(PARAMETERS)
    assert opened.page.locator("#parameters-figure .main-svg").first.is_visible()
    opened.tab(MASK)
    assert opened.page.locator("#mask-figure .main-svg").first.is_visible()
    opened.number("num_heads", 8)
    opened.page.wait_for_function("!document.querySelector('#notice .notice')")


def generates_stops_and_repeats(opened: Visit, words: Words) -> None:
    generate = words.generate
    prompt = opened.page.locator("#prompt textarea").input_value()
    # With a full context each token takes a whole forward pass: time enough for a slow browser,
    # whose Stop may come ten seconds later.
    opened.choose_preset(words.model.preset_names["distilgpt2"])
    opened.type("prompt", "a rabbit " * 600)
    opened.number("max_new_tokens", 256)
    opened.type("seed", "42")  # a blank one may end the text before Stop is pressed
    opened.tab(GENERATE)
    opened.press("generate")
    opened.page.locator("#text .tok").nth(3).wait_for(state="attached")
    opened.press("stop")
    opened.wait_text("#reason", generate.stopped_by_you)
    assert 4 <= opened.page.locator("#text .tok").count() < 256
    opened.choose_preset(words.model.preset_names["story"])
    opened.type("prompt", prompt)
    opened.number("max_new_tokens", 40)
    first = opened.write(generate.stopped_by_length)
    assert opened.write(generate.stopped_by_length) == first
    assert first.startswith(prompt)
    assert len(first) > len(prompt) + 40
    assert generate.seed_used.format(seed=42) in opened.text("#facts")
    assert generate.tokens.format(count=Count(40)) in opened.text("#facts")
