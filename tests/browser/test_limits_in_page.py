"""Numbers and seeds that cannot be used get a sentence; the charts stay."""

from collections.abc import Callable

import pytest

from tests.browser.visit import GENERATE, NEXT, Visit

OpenVisit = Callable[..., Visit]


def no_notice(opened: Visit) -> None:
    opened.page.wait_for_function("!document.querySelector('#notice .notice')")


def test_a25_gpt2_xl_with_48_heads_is_refused_with_heads_that_divide(visit: OpenVisit) -> None:
    opened = visit()
    opened.choose_preset("GPT-2 XL")
    assert opened.page.locator("#num_heads input[type=number]").input_value() == "25"
    assert opened.page.locator("#num_layers input[type=number]").input_value() == "48"
    assert "1,557,611,200" in opened.text("#parameters-figure .above")
    before = opened.traces("#parameters-figure"), opened.drawn("#parameters-figure")
    opened.number("num_heads", 48)
    opened.wait_text("#notice", "d_model 1600 cannot be split over 48 heads")
    assert "Try 32 or 40 heads" in opened.text("#notice")
    assert (opened.traces("#parameters-figure"), opened.drawn("#parameters-figure")) == before
    assert opened.page.locator("#notice .notice").get_attribute("role") == "alert"
    opened.number("num_heads", 40)
    no_notice(opened)
    opened.wait_text("#badge", "Custom")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Temperature: 99 is out of range. Give a number from 0 to 2."),
        ("zh", "温度：99 超出范围。请输入 0 到 2 之间的数。"),
    ],
)
def test_a42_a_typed_number_is_checked_like_a_slid_one(
    visit: OpenVisit, language: str, sentence: str
) -> None:
    opened = visit(language)
    opened.tab(NEXT)
    before = opened.traces("#next-figure"), opened.drawn("#next-figure")
    opened.number("temperature", 99)
    opened.wait_text("#notice", sentence)
    assert (opened.traces("#next-figure"), opened.drawn("#next-figure")) == before
    assert opened.page.locator(".toast-body").count() == 0
    opened.number("temperature", 1.3)
    no_notice(opened)
    opened.wait_drawn("#next-figure", before[1])


def test_a42_ten_thousand_layers_are_refused_before_any_memory_is_taken(visit: OpenVisit) -> None:
    opened = visit()
    opened.number("num_layers", 10_000)
    opened.wait_text("#notice", "Layers: 10000 is out of range. Give a number from 1 to 48.")
    opened.number("num_layers", 5)
    no_notice(opened)
    opened.wait_text("#badge", "Custom")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "Seed: 'abc' is not a number."), ("zh", "随机种子：'abc' 不是数。")],
)
def test_a_seed_that_is_no_number_gets_a_sentence(
    visit: OpenVisit, language: str, sentence: str
) -> None:
    opened = visit(language)
    opened.type("seed", "abc")
    opened.tab(GENERATE)
    opened.press("generate")
    opened.wait_text("#notice", sentence)
    assert opened.text("#text").strip() == ""
    opened.type("seed", "12")
    opened.press("generate")
    opened.wait_text("#facts", "12")
    no_notice(opened)


def test_a_model_too_large_to_run_is_counted_and_says_so(visit: OpenVisit) -> None:
    opened = visit()
    opened.choose_preset("GPT-2 medium")
    assert "counted only" in opened.text("#badge")
    assert "Published count: 354,823,168. Ours: 354,823,168. They are equal." in opened.text(
        "#parameters-figure"
    )
    opened.tab(NEXT)
    assert "models up to 130,000,000 can run here" in opened.text("#next-figure")
    assert opened.page.locator("#next-figure .figure").is_hidden()
    opened.tab(GENERATE)
    opened.press("generate")
    opened.wait_text("#notice", "This model has 354,823,168 parameters")
    opened.choose_preset("Story GPT")
    no_notice(opened)
    opened.tab(NEXT)
    assert opened.page.locator("#next-figure .main-svg").first.is_visible()
