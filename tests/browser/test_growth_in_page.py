"""The slider that moves a model through its training, and the tab that shows how it grew."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from playground.analysis.growth import growth
from playground.gpt.presets import PRESETS
from playground.locales import LANGUAGES
from tests.browser.visit import GROWTH, MASK, NEXT, PARAMETERS, Visit

OpenVisit = Callable[..., Visit]
STORY = PRESETS["story"]
LAST = len(STORY.moments) - 1
ABOVE = "#growth-figure .above"
BUSY_TABS = (MASK, NEXT, GROWTH)


class Seen(NamedTuple):
    """What the page shows at one moment."""

    badge: str
    bars: str
    attention: str
    line: str
    marker: str


def line(opened: Visit) -> str:
    return opened.text("#growth-figure .written")


def marked(opened: Visit) -> float:
    """Height of the ring that marks the moment on the curve."""
    return float(opened.traces("#growth-figure")[2]["y"][0])


def slide_to(opened: Visit, moment: int) -> None:
    """Move the slider while the Growth tab is open, and wait until the tab follows."""
    opened.slide("moment", moment)
    wait_for_step(opened, STORY.moments[moment])


def wait_for_step(opened: Visit, step: int) -> None:
    opened.page.wait_for_function(
        """([place, step]) => {
            const card = document.querySelector(place + ' .card .value');
            return card && card.textContent === step;
        }""",
        arg=[ABOVE, f"{step:,}"],
    )


def look(opened: Visit) -> Seen:
    return Seen(
        opened.text("#badge").strip(),
        str(opened.traces("#next-figure")),
        str(opened.cells("#attention-figure")),
        line(opened),
        str(marked(opened)),
    )


@pytest.fixture
def grown(visit: OpenVisit) -> Visit:
    """A page with the Growth tab open; the others have been open before."""
    opened = visit()
    for tab in BUSY_TABS:
        opened.tab(tab)
    wait_for_step(opened, STORY.moments[LAST])
    return opened


def test_everything_moves_through_the_training(grown: Visit) -> None:
    measured = growth(STORY).moments
    seen = []
    for moment, step in enumerate(STORY.moments):
        slide_to(grown, moment)
        seen.append(look(grown))
        assert marked(grown) == pytest.approx(measured[moment].nats_per_token)
        assert line(grown).startswith("Once upon a time")
        assert f"{measured[moment].bits_per_byte:.3f}" in grown.text(ABOVE)
        if 0 < moment < LAST:
            assert f"after {step:,} of {STORY.moments[-1]:,} training steps" in grown.text("#badge")
    assert "untrained" in seen[0].badge
    assert seen[LAST].badge.endswith("parameters · trained")
    for name, each in zip(Seen._fields, zip(*seen, strict=True), strict=True):
        assert len(set(each)) == len(STORY.moments), f"{name} is the same at two moments"


def test_the_poems_grow_too(visit: OpenVisit) -> None:
    opened = visit("zh")
    opened.choose_preset("唐诗 GPT")
    opened.tab(GROWTH)
    wait_for_step(opened, PRESETS["tang"].moments[-1])
    poem = line(opened)
    opened.slide("moment", 0)
    wait_for_step(opened, 0)
    assert poem.startswith("白日依山尽，")
    assert line(opened).startswith("白日依山尽，")
    assert line(opened) != poem
    assert "未训练" in opened.text("#badge")
    assert "ln 6,289 = 8.75" in opened.text("#growth-figure .annotation-text")


def test_the_slider_is_there_only_for_models_that_grew_here(visit: OpenVisit) -> None:
    opened = visit()
    slider = opened.page.locator("#moment input[type=range]")
    slider.wait_for(state="visible")
    assert slider.input_value() == str(LAST)
    opened.slide("moment", 1)
    opened.wait_text("#moment-note", f"After {STORY.moments[1]:,} of ")
    opened.choose_preset("Demo")
    slider.wait_for(state="hidden")
    assert opened.text("#moment-note").strip() == ""
    opened.tab(GROWTH)
    assert "there is no growth to show" in opened.text("#growth-figure .below")
    assert opened.page.locator("#growth-figure .figure").is_hidden()
    opened.choose_preset("Story GPT")
    slider.wait_for(state="visible")
    wait_for_step(opened, STORY.moments[LAST])
    assert slider.input_value() == str(LAST)
    assert opened.page.locator("#growth-figure .main-svg").first.is_visible()


def test_the_open_tab_speaks_the_language_of_now(grown: Visit) -> None:
    slide_to(grown, 2)
    before = line(grown)
    words = LANGUAGES["zh"]
    grown.change_language("中文", words.page.title)
    grown.wait_text(ABOVE, words.growth.line_heading)
    assert words.growth.bits_note in grown.text(ABOVE)
    even = words.growth.even_guess.format(vocab="4,097", loss="8.32")
    assert grown.text("#growth-figure .annotation-text") == even
    assert f"训练了 {STORY.moments[2]:,} 步" in grown.text("#moment-note")
    assert words.model.moment.label in grown.text("#moment")
    assert line(grown) == before


def test_the_line_follows_sampler_and_prompt_while_its_tab_is_open(grown: Visit) -> None:
    seen = [line(grown)]
    for temperature in (0, 2):
        grown.slide("temperature", temperature)
        wait_for_another_line(grown, seen[-1])
        seen.append(line(grown))
    grown.slide("temperature", 0)
    wait_for_another_line(grown, seen[-1])
    assert line(grown) == seen[1]
    grown.type("prompt", "The old fox")
    grown.wait_text("#growth-figure .given", "The old fox")
    assert len({*seen, line(grown)}) == 4


def wait_for_another_line(opened: Visit, before: str) -> None:
    opened.page.wait_for_function(
        "line => document.querySelector('#growth-figure .written').textContent !== line",
        arg=before,
    )


def test_who_comes_back_to_the_tab_finds_the_moment_of_now(grown: Visit) -> None:
    grown.tab(PARAMETERS)
    drawn, count = grown.drawn("#growth-figure"), grown.drawn("#next-figure")
    grown.slide("moment", 0)
    grown.wait_text("#badge", "untrained")
    grown.wait_drawn("#next-figure", count)
    grown.slide("temperature", 1.2)
    grown.wait_text("#next-figure .below", "temperature 1.2")
    assert grown.drawn("#growth-figure") == drawn
    grown.tab(GROWTH)
    wait_for_step(grown, 0)
    assert marked(grown) == pytest.approx(growth(STORY).moments[0].nats_per_token)


def test_moving_about_leaves_no_moment_behind(grown: Visit) -> None:
    """Fast moves: the last one wins, and every view shows it."""
    for moment in (0, 3, 1, LAST, 2, 0, 4, 1):
        grown.slide("moment", moment)
    wait_for_step(grown, STORY.moments[1])
    grown.wait_text("#badge", f"after {STORY.moments[1]:,} of")
    here = look(grown)
    slide_to(grown, LAST)
    slide_to(grown, 1)
    assert look(grown) == here
