"""Texts that are not the page's own words: their language, their direction, untranslated, whole."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from playground.locales import LANGUAGES
from tests.browser.conftest import WINDOW_HEIGHT, OpenVisit
from tests.browser.faults import note_faults
from tests.browser.visit import DEADLINE_MS, GENERATE, LAB, MASK, NEXT, Visit

COMPARE, SWEEP, TRACE, BEAM = 1, 2, 3, 5
"""Tabs of the lab."""
HEBREW = "שלום עולם! "
TITLES = {words.page.title: words.code for words in LANGUAGES.values()}

OpenFrom = Callable[..., Page]

_NOTE_LANGUAGES = """() => {
    window.noted = new Set();
    const note = () => {
        const title = document.querySelector('#title h1');
        if (title) {
            window.noted.add(title.textContent + '|' + document.documentElement.lang);
        }
        requestAnimationFrame(note);
    };
    note();
}"""
_NOTED = "Array.from(window.noted)"

_OWN = """place => Array.from(document.querySelectorAll(place), element => ({
    text: element.value ?? element.textContent,
    lang: element.closest('[lang]').getAttribute('lang'),
    translate: element.closest('[translate]')?.getAttribute('translate') ?? 'yes',
    direction: getComputedStyle(element).direction}))"""

_LETTERS = """([place, text]) => {
    const root = document.querySelector(place);
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const start = walker.currentNode.data.indexOf(text);
        if (start < 0) continue;
        return Array.from(text, (_, place) => {
            const range = document.createRange();
            range.setStart(walker.currentNode, start + place);
            range.setEnd(walker.currentNode, start + place + 1);
            return range.getBoundingClientRect().left;
        });
    }
}"""

_BOXES = """() => Array.from(document.querySelectorAll('#text .tok'), token => ({
    text: token.textContent,
    boxes: Array.from(token.getClientRects()).filter(box => box.width > 0.5).length}))"""


@pytest.fixture
def from_country(browser: Browser, server: str) -> Iterator[OpenFrom]:
    """A function that opens the page in a browser of some country, at some link."""
    contexts, faults = [], []

    def open_one(locale: str, link: str = "") -> Page:
        context = browser.new_context(
            locale=locale, viewport={"width": 1440, "height": WINDOW_HEIGHT}
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(DEADLINE_MS)
        page.add_init_script(f"({_NOTE_LANGUAGES})()")
        note_faults(page, server, faults)
        page.goto(f"{server}/{link}")
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("locale", "link", "language"),
    [
        *(("zh-HK", "", "zh"), ("de-DE", "", "en"), ("fr-FR", "", "en"), ("ja-JP", "", "en")),
        *(("en-US", "#language=zh", "zh"), ("zh-CN", "#language=en", "en")),
    ],
)
def test_a48_the_page_declares_the_language_that_it_speaks(
    from_country: OpenFrom, locale: str, link: str, language: str
) -> None:
    page = from_country(locale, link)
    opened = Visit(page)
    opened.wait_text("#title", LANGUAGES[language].page.title)
    assert page.evaluate("document.documentElement.lang") == language
    for other in ("zh" if language == "en" else "en", language):
        opened.change_language(LANGUAGES[other].name, LANGUAGES[other].page.title)
        assert page.evaluate("document.documentElement.lang") == other
    noted = [each.rpartition("|") for each in page.evaluate(_NOTED)]
    assert noted
    assert [(title, lang) for title, _, lang in noted if TITLES[title] != lang] == []


def own(opened: Visit, place: str) -> list[dict[str, Any]]:
    """Elements with their text, language, direction, and whether they may be translated."""
    found: list[dict[str, Any]] = opened.page.evaluate(_OWN, place)
    assert found, place
    return found


def lab(opened: Visit, tab: int) -> None:
    opened.page.locator("#views button[role=tab]").nth(LAB).click()
    opened.page.locator("#lab-tabs button[role=tab]").nth(tab).click()


def open_fold(opened: Visit, place: str) -> None:
    opened.page.locator(f"{place} .fold summary").click()
    opened.page.wait_for_selector(f"{place} table")


def written_in_all_views(opened: Visit) -> list[str]:
    """Let every view write or draw; selectors of what is a token or a text of the model."""
    opened.number("max_new_tokens", 8)
    opened.type("seed", "1")
    opened.tab(MASK)
    open_fold(opened, "#attention-figure")
    opened.tab(NEXT)
    open_fold(opened, "#next-figure")
    opened.tab(GENERATE)
    opened.press("generate")
    opened.page.wait_for_selector("#save-text .save")
    lab(opened, COMPARE)
    opened.press("compare")
    opened.page.wait_for_selector("#compare-facts td")
    lab(opened, SWEEP)
    opened.type("sweep-temperatures", "1")
    opened.type("sweep-top-ks", "0")
    opened.press("sweep")
    opened.page.wait_for_selector("#sweep-cells .tok")
    lab(opened, TRACE)
    opened.press("trace")
    opened.page.wait_for_selector("#trace-lens .fold summary")
    open_fold(opened, "#trace-lens")
    lab(opened, BEAM)
    opened.page.locator("#beam-length").get_by_text("4", exact=True).click()
    opened.press("beam")
    opened.page.wait_for_selector("#beam-figure .fold summary")
    open_fold(opened, "#beam-figure")
    return [
        *("#prompt textarea", "#strip .chip bdi", "#text .given", "#text .tok"),
        *("#attention-figure td:first-child span, #attention-figure tbody th span",),
        *("#next-figure .ytick text", "#next-figure tbody th span", "#next-figure .below p span"),
        *("#mask-figure .ytick text", "#attention-figure .xtick text"),
        *("#compare-text-A .given", "#compare-text-A .tok", "#sweep-cells .tok"),
        *("#trace-text .given", "#trace-text button bdi", "#trace-candidate input"),
        *("#trace-lens td span", "#trace-draw .above p span", "#beam-figure td span"),
        *("#beam-figure .textpoint text", "#search input"),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a49_a48_tokens_are_not_translated_and_have_their_language(
    visit: OpenVisit, language: str
) -> None:
    opened, words = visit(language), LANGUAGES[language]
    preset, spoken = ("tang", "zh") if language == "en" else ("story", "en")
    if preset == "tang":
        opened.choose_preset(words.model.preset_names[preset])
    for place in written_in_all_views(opened):
        for each in own(opened, place):
            assert each["translate"] == "no", (place, each)
            if any(letter.isalpha() for letter in each["text"]) and "⟨" not in each["text"]:
                assert each["lang"] == spoken, (place, each)
    lab(opened, TRACE)
    opened.page.locator("#trace-candidate input").click()
    opened.page.wait_for_selector("[role=option]")
    assert {each["translate"] for each in own(opened, "[role=option]")} == {"no"}
    ours = (
        "#title h1, .info-text, #trace-candidate .info-text, #views button[role=tab], .card .label"
    )
    for each in own(opened, ours):
        assert each["translate"] == "yes", each
        assert each["lang"] == language
    names = {each["text"].strip(): each["lang"] for each in own(opened, "#language label")}
    assert names == {"English": "en", "中文": "zh"}


def test_a57_a_right_to_left_prompt_is_so_everywhere_and_turns_nothing(visit: OpenVisit) -> None:
    opened = visit()
    opened.type("prompt", HEBREW)
    opened.wait_text("#strip", "⟨D7⟩")
    opened.number("max_new_tokens", 8)
    opened.type("seed", "1")
    opened.tab(GENERATE)
    opened.write()
    lab(opened, COMPARE)
    opened.press("compare")
    opened.page.wait_for_selector("#compare-facts td")
    lab(opened, SWEEP)
    opened.press("sweep")
    opened.page.wait_for_selector("#sweep-cells .tok")
    lab(opened, TRACE)
    opened.press("trace")
    opened.page.wait_for_selector("#trace-text .origin, #trace-text .hint")
    for place in (
        *("#prompt textarea", "#strip .strip", "#text .written", "#compare-text-A .written"),
        *("#sweep-cells td > div", "#trace-text .written", "#text .given", "#trace-text .given"),
    ):
        assert {each["direction"] for each in own(opened, place)} == {"rtl"}, place
    lefts = opened.page.evaluate(_LETTERS, ["#trace-text .hint", HEBREW.strip()])
    assert lefts == sorted(lefts, reverse=True)
    for words in ("prompt “", "” · seed 1"):  # around the prompt, the page runs as before
        lefts = opened.page.evaluate(_LETTERS, ["#trace-text .hint", words])
        assert lefts == sorted(lefts)
    opened.tab(GENERATE)
    assert {each["direction"] for each in own(opened, "#text .added")} == {"ltr"}


@pytest.mark.parametrize("turn", ["\u202e", "\u202b", "\u2067", "\u2068\u2067", "\u2069\u202e"])
def test_a57_a_control_character_turns_nothing_around(visit: OpenVisit, turn: str) -> None:
    opened = visit()
    prompt = f"abc{turn}def, ghi"
    opened.type("prompt", prompt)
    opened.wait_text("#strip", "⟨")
    opened.number("max_new_tokens", 8)
    opened.type("seed", "1")
    opened.tab(GENERATE)
    text = opened.write()
    assert text.startswith(prompt)
    lab(opened, TRACE)
    opened.press("trace")
    opened.page.wait_for_selector("#trace-text .hint")
    for place, words in (
        *(("#text .written", "def, ghi"), ("#trace-text .written", "def, ghi")),
        *(("#trace-text .hint", "def, ghi"), ("#trace-text .hint", "” · seed 1")),
    ):
        if place.startswith("#text"):
            opened.tab(GENERATE)
        else:
            lab(opened, TRACE)
        lefts = opened.page.evaluate(_LETTERS, [place, words])
        assert lefts == sorted(lefts), (place, words)
    opened.tab(GENERATE)
    codes = opened.page.locator("#text .turn").evaluate_all("all => all.map(x => x.dataset.code)")
    assert codes == [f"U+{ord(each):04X}" for each in turn]


@pytest.mark.parametrize("width", [390, 1000])
def test_a_token_at_the_end_of_a_line_is_one_box(visit: OpenVisit, width: int) -> None:
    opened = visit(width=width)
    opened.number("max_new_tokens", 100)
    opened.type("seed", "3")
    opened.tab(GENERATE)
    opened.write()
    boxes = opened.page.evaluate(_BOXES)
    assert len(boxes) > 90
    assert [each for each in boxes if each["boxes"] > 1 and "\n" not in each["text"]] == []
    assert opened.width() <= width
