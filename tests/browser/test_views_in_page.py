"""The frame around the figures: tables, looks, widths, and that nothing is left behind."""

from collections.abc import Callable

import pytest

from playground.locales import LANGUAGES
from tests.browser.visit import FIGURES, MASK, NEXT, PARAMETERS, Visit

OpenVisit = Callable[..., Visit]
TOO_WIDE = """values => values.filter(each => each.scrollWidth > each.clientWidth)
    .map(each => each.textContent)"""


def open_table(opened: Visit, place: str) -> list[list[str]]:
    opened.page.locator(f"{place} summary").click()
    opened.page.locator(f"{place} .table tbody tr").first.wait_for()
    rows = opened.page.locator(f"{place} .table tbody tr").all()
    return [row.locator("th, td").all_text_contents() for row in rows]


def test_the_table_of_the_parameters_adds_up(visit: OpenVisit) -> None:
    rows = open_table(visit(), "#parameters-figure")
    counts = [int(row[1].replace(",", "")) for row in rows]
    assert sum(counts[:-1]) == counts[-1] == 4_273_920
    assert rows[-1][2] == "100%"
    assert rows[-2][3] == "shared with the token embedding"


def test_the_table_of_the_next_token_has_the_numbers_of_the_bars(visit: OpenVisit) -> None:
    opened = visit()
    opened.tab(NEXT)
    rows = open_table(opened, "#next-figure")
    assert [row[0] for row in rows] == opened.labels("#next-figure")
    shown = [float(row[3].rstrip("%")) for row in rows]
    drawn = [100 * share for share in opened.bars("#next-figure")[1]]
    assert shown == pytest.approx(drawn, abs=0.06)


def test_an_open_table_follows_the_sliders(visit: OpenVisit) -> None:
    opened = visit()
    opened.tab(NEXT)
    before = open_table(opened, "#next-figure")
    count = opened.drawn("#next-figure")
    opened.slide("temperature", 2)
    opened.wait_drawn("#next-figure", count)
    rows = opened.page.locator("#next-figure .table tbody tr").all_text_contents()
    assert rows != ["".join(row) for row in before]
    assert opened.page.locator("#next-figure details").get_attribute("open") is not None


def test_the_button_changes_the_look_and_back(visit: OpenVisit) -> None:
    opened = visit(theme="light")
    looks = []
    for _ in range(3):
        looks.append(
            opened.page.evaluate(
                """() => [getComputedStyle(
                    document.querySelector('gradio-app')).backgroundColor,
                    getComputedStyle(document.querySelector('#parameters-figure text')).fill]"""
            )
        )
        opened.press("theme")
        opened.page.wait_for_function(
            "dark => document.body.classList.contains('dark') === dark", arg=len(looks) % 2 == 1
        )
    assert looks[0] == looks[2]
    assert looks[0][0] != looks[1][0]
    assert looks[0][1] != looks[1][1]


def test_figures_fit_their_place_after_the_window_changed_behind_another_tab(
    visit: OpenVisit,
) -> None:
    opened = visit()
    opened.tab(MASK)
    opened.tab(NEXT)
    opened.page.set_viewport_size({"width": 1100, "height": 800})
    opened.slide("temperature", 1.4)
    for tab in (PARAMETERS, MASK, NEXT):
        opened.tab(tab)
        for place in FIGURES[tab]:
            opened.page.wait_for_function(
                """place => {
                    const figure = document.querySelector(place + ' .figure');
                    return Math.abs(figure._fullLayout.width - figure.offsetWidth) <= 1;
                }""",
                arg=place,
            )


def test_redrawing_leaves_nothing_behind(visit: OpenVisit) -> None:
    opened = visit()
    opened.tab(NEXT)
    sizes = []
    for round_ in range(12):
        count = opened.drawn("#next-figure")
        opened.slide("temperature", 0.5 + 0.1 * round_)
        opened.wait_drawn("#next-figure", count)
        sizes.append(opened.page.evaluate("document.querySelectorAll('*').length"))
    assert max(sizes[2:]) - min(sizes[2:]) < 60  # a grid line more or less


def test_every_figure_is_read_out_as_its_caption(visit: OpenVisit) -> None:
    opened = visit()
    for tab, places in FIGURES.items():
        opened.tab(tab)
        for place in places:
            label = opened.page.locator(f"{place} .figure").get_attribute("aria-label")
            assert label
            assert label in opened.text(f"{place} .below")


def test_every_control_says_what_it_does(visit: OpenVisit) -> None:
    opened = visit()
    silent = opened.page.evaluate(
        """() => Array.from(document.querySelectorAll('#controls [id]'))
            .filter(block => block.querySelector(':scope input, :scope textarea'))
            .filter(block => block.classList.contains('block') && !block.matches('.gr-accordion'))
            .filter(block => !block.querySelector('.info-text')?.textContent.trim())
            .map(block => block.id)"""
    )
    assert silent == []


@pytest.mark.parametrize("width", [1440, 1280, 390])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_largest_counts_fit_into_their_cards(
    visit: OpenVisit, language: str, width: int
) -> None:
    opened = visit(language, width=width)
    for preset in ("gpt2-small", "gpt2-xl"):
        opened.choose_preset(LANGUAGES[language].model.preset_names[preset])
        values = opened.page.locator("#parameters-figure .card .value")
        assert values.count() >= 4
        assert values.evaluate_all(TOO_WIDE) == []
