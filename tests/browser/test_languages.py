"""Every visible word changes with the language, and nothing else does."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from playground.locales import LANGUAGES
from playground.locales.counts import Count
from playground.locales.words import Words
from tests.browser.visit import FIGURES, GENERATE, PLOTS, Visit

OpenVisit = Callable[..., Visit]
LATIN_IN_CHINESE = {
    *("GPT", "MiniGPT", "Top", "Min", "Transformer", "MLP", "GELU", "tanh", "KV", "FLOPs"),
    *("d_model", "qkv", "id", "log2", "ln", "fp16", "fp32", "kB", "MB", "GB", "English"),
    *("transformers", "zip", "Hugging", "Face", "Hub", "PNG", "CSV", "JSON", "PyTorch"),
    *("logit", "logits", "top", "min"),
}
"""Names that Chinese textbooks write in Latin letters, units, and the way back to English."""

VISIBLE_WORDS = """() => {
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const tokens = '.chip bdi, .written, .ytick, .xtick, th[scope=row], pre, ' +
        'textarea, script, style, [translate=no]';
    while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement;
        const text = walker.currentNode.textContent.trim();
        if (text && !parent.closest(tokens) && parent.checkVisibility()) texts.push(text);
    }
    for (const field of document.querySelectorAll('input, textarea')) {
        if (field.checkVisibility()) texts.push(field.placeholder);
        if (field.getAttribute('role') === 'combobox') texts.push(field.value);
    }
    return texts.filter(text => text);
}"""


def visible_words(opened: Visit) -> list[str]:
    """All texts that can be seen on all tabs with every fold open; tokens left out."""
    page, texts = opened.page, []
    open_all_folds(page)
    for tab in FIGURES:
        opened.tab(tab)
        for inner in page.locator("#lab-tabs button[role=tab]:visible").all() or [None]:
            if inner is not None:
                inner.click()
            for summary in page.locator(".fold:not([open]) summary").all():
                if summary.is_visible():
                    summary.click()
            texts += page.evaluate(VISIBLE_WORDS)
    return [re.sub("“[^”]*”", "“”", text) for text in texts]  # quoted tokens


def open_all_folds(page: Page) -> None:
    for fold in page.locator(".gr-accordion > button.label-wrap:not(.open)").all()[::-1]:
        fold.click()


def write_something(opened: Visit, words: Words) -> str:
    opened.tab(GENERATE)
    opened.number("max_new_tokens", 12)
    opened.type("seed", "5")
    return opened.write(words.generate.stopped_by_length)


@pytest.mark.parametrize("preset", ["story", "gpt2-xl", "demo"])
def test_no_english_word_is_left_on_the_chinese_page(visit: OpenVisit, preset: str) -> None:
    opened, words = visit("zh"), LANGUAGES["zh"]
    if preset != "story":
        opened.choose_preset(words.model.preset_names[preset])
    if preset != "gpt2-xl":
        write_something(opened, words)
    texts = visible_words(opened)
    assert len(texts) > 100
    assert words.sampler.top_k.help in texts
    published = re.compile("来源：.*")  # who published a count is a citation
    left = {
        word
        for text in texts
        for word in re.findall(r"[A-Za-z_][A-Za-z_0-9]+", published.sub("", text))
    }
    assert left - LATIN_IN_CHINESE == set()


def test_no_chinese_word_is_on_the_english_page(visit: OpenVisit) -> None:
    opened = visit("en")
    write_something(opened, LANGUAGES["en"])
    texts = visible_words(opened)
    assert len(texts) > 100
    assert {text for text in texts if re.search("[\u4e00-\u9fff]", text)} == set()


def test_the_switch_changes_the_words_and_keeps_the_work(visit: OpenVisit) -> None:
    opened, english, chinese = visit("en"), LANGUAGES["en"], LANGUAGES["zh"]
    opened.type("prompt", "The old fox")
    opened.wait_text("#strip", "old")
    opened.slide("temperature", 1.5)
    opened.number("num_layers", 3)
    opened.wait_text("#badge", "Custom")
    text = write_something(opened, english)
    assert text.startswith("The old fox")
    opened.change_language("中文", chinese.page.title)
    assert opened.written() == text
    assert chinese.generate.tokens.format(count=Count(12)) in opened.text("#facts")
    assert chinese.generate.stopped_by_length in opened.text("#reason")
    assert chinese.page.badge_untrained.partition("·")[2].split("·")[1] in opened.text("#badge")
    assert opened.page.locator("#prompt textarea").input_value() == "The old fox"
    assert opened.page.locator("#temperature input[type=number]").input_value() == "1.5"
    assert opened.page.locator("#num_layers input[type=number]").input_value() == "3"
    assert opened.page.locator("#seed input").input_value() == "5"
    opened.change_language("English", english.page.title)
    assert opened.written() == text
    assert opened.write() == text


def test_a_complaint_speaks_the_language_of_now(visit: OpenVisit) -> None:
    opened = visit("en")
    opened.number("num_heads", 7)
    opened.wait_text("#notice", "cannot be split over 7 heads")
    opened.change_language("中文", LANGUAGES["zh"].page.title)
    opened.wait_text("#notice", "不能平分给 7 个注意力头")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_leaves_a_phone(visit: OpenVisit, language: str) -> None:
    opened = visit(language, width=390)
    tabs = opened.page.locator("#views button[role=tab]")
    assert tabs.count() == len(FIGURES)
    for tab in tabs.all():
        box = tab.bounding_box()
        assert box
        assert 0 <= box["x"] <= box["x"] + box["width"] <= 390
    for number, places in FIGURES.items():
        opened.tab(number)
        for place in places:
            assert place in PLOTS
            outside = opened.page.evaluate(
                """place => Array.from(document.querySelectorAll(place + ' text'))
                    .filter(text => text.getBoundingClientRect().width)
                    .filter(text => text.getBoundingClientRect().left < 0
                        || text.getBoundingClientRect().right > 390)
                    .map(text => text.textContent)""",
                place,
            )
            assert outside == [], place
        assert opened.width() <= 390
