"""Two visitors at once: each sees the own model, text and seed."""

from collections.abc import Callable

from playground.locales import LANGUAGES
from tests.browser.visit import GENERATE, NEXT, PARAMETERS, Visit

OpenVisit = Callable[..., Visit]


def test_a43_two_visitors_on_different_presets_do_not_see_each_other(visit: OpenVisit) -> None:
    first, second = visit(), visit(language="zh", theme="dark")
    first.choose_preset("Demo")
    second.choose_preset("唐诗 GPT")
    for opened, seed in ((first, "1"), (second, "2")):
        opened.number("max_new_tokens", 12)  # fewer than end a poem
        opened.type("seed", seed)
        opened.tab(GENERATE)
    for opened in (first, second):
        opened.press("generate")
    ends = tuple(words.generate.stopped_by_length for words in LANGUAGES.values())
    first.wait_text("#reason", ends[0])
    second.wait_text("#reason", ends[1])
    assert "seed 1" in first.text("#facts")
    assert "种子 2" in second.text("#facts")
    assert first.written().startswith("Once upon a time")
    assert second.written().startswith("白日依山尽，")
    texts = first.written(), second.written()
    assert first.write() == texts[0]
    assert second.write(ends[1]) == texts[1]
    for opened, name, count in ((first, "Demo", "169,792"), (second, "唐诗 GPT", "1,614,720")):
        assert name in opened.text("#badge")
        opened.tab(PARAMETERS)
        assert count in opened.text("#parameters-figure .above")


def test_a43_a_slider_of_one_visitor_moves_nothing_for_the_other(visit: OpenVisit) -> None:
    first, second = visit(), visit()
    for opened in (first, second):
        opened.tab(GENERATE)
        opened.tab(NEXT)
    before = second.drawn("#next-figure"), second.traces("#next-figure")
    count = first.drawn("#next-figure")
    first.slide("temperature", 2)
    first.wait_drawn("#next-figure", count)
    first.type("prompt", "a b")
    first.wait_text("#strip", "2 tokens.")
    assert (second.drawn("#next-figure"), second.traces("#next-figure")) == before
    assert second.text("#text").strip() == ""
    third = visit()
    assert third.page.locator("#temperature input[type=number]").input_value() == "0.8"
    assert "Once upon" in third.page.locator("#prompt textarea").input_value()
