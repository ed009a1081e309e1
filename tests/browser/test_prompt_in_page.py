"""What a visitor types or pastes, on the token strip and in the figures."""

from collections.abc import Callable

import pytest

from playground.text.encoding import encoding_named
from playground.text.labels import token_label
from tests.browser.visit import GENERATE, MASK, NEXT, Visit

OpenVisit = Callable[..., Visit]
STORY = encoding_named("gpt2-4096")


def labels_of(text: str) -> list[str]:
    return [token_label(STORY, token_id) for token_id in STORY.encode(text)]


def chips(opened: Visit) -> list[str]:
    return opened.page.locator("#strip .chip bdi").all_text_contents()


def paste(opened: Visit, text: str) -> None:
    """Paste a text, and wait until the strip shows its tokens."""
    opened.type("prompt", text)
    wait_for_chips(opened, text)


def wait_for_chips(opened: Visit, text: str) -> None:
    opened.page.wait_for_function(
        """labels => JSON.stringify(labels) === JSON.stringify(Array.from(
            document.querySelectorAll('#strip .chip bdi'), chip => chip.textContent))""",
        arg=labels_of(text),
    )


def test_pasting_deleting_and_composing_are_followed(visit: OpenVisit) -> None:
    opened = visit()
    paste(opened, "one two three")
    box = opened.page.locator("#prompt textarea")
    box.press("End")
    for _ in " three":
        box.press("Backspace")
    wait_for_chips(opened, "one two")
    opened.page.keyboard.insert_text("，你好")  # as an input method does it: no key is pressed
    wait_for_chips(opened, "one two，你好")


@pytest.mark.parametrize(
    ("text", "hint", "first"),
    [("", "The prompt is empty", "⟨endoftext⟩"), ("   ", "The prompt ends in a space", "␣")],
)
def test_a34_an_empty_or_blank_prompt_works(
    visit: OpenVisit, text: str, hint: str, first: str
) -> None:
    opened = visit()
    opened.type("prompt", text)
    opened.wait_text("#strip", hint)
    assert chips(opened)[0].startswith(first)
    opened.tab(NEXT)
    assert opened.entropy() > 0
    opened.tab(GENERATE)
    opened.number("max_new_tokens", 3)
    opened.type("seed", "1")
    assert opened.write().startswith(text)


def test_a35_a_last_space_is_kept_and_told(visit: OpenVisit) -> None:
    opened = visit()
    paste(opened, "The capital of France is ")
    assert "The prompt ends in a space" in opened.text("#strip")
    assert chips(opened)[-1] == "␣"
    assert opened.page.locator("#prompt textarea").input_value() == "The capital of France is "


def test_a36_a_million_characters_are_cut_and_nobody_waits(visit: OpenVisit) -> None:
    opened, other = visit(), visit()
    opened.type("prompt", "^" * 1_000_000)
    opened.wait_text("#strip", "characters were cut: a prompt has at most 20,000")
    opened.wait_text("#strip", "tokens were dropped: the context holds 256")
    other.tab(NEXT)
    count = other.drawn("#next-figure")
    other.slide("temperature", 1.2)
    other.wait_drawn("#next-figure", count)
    paste(opened, "short again")
    assert "cut" not in opened.text("#strip")


def test_a31_the_end_of_text_marker_is_plain_text(visit: OpenVisit) -> None:
    opened = visit()
    text = "say <|endoftext|> now"
    paste(opened, text)
    assert "⟨endoftext⟩" not in chips(opened)
    opened.tab(GENERATE)
    opened.number("max_new_tokens", 2)
    opened.type("seed", "1")
    assert opened.write().startswith(text)


@pytest.mark.parametrize("text", ["<b>", "a<br>b", "&amp;", "</", "${1+1} {{value}}"])
def test_a40_markup_in_a_prompt_is_shown_letter_by_letter(visit: OpenVisit, text: str) -> None:
    opened = visit()
    paste(opened, text)
    assert opened.page.locator("#strip b, #strip br").count() == 0
    opened.tab(MASK)
    opened.page.wait_for_function(
        "count => document.querySelectorAll('#mask-figure .ytick').length === count",
        arg=len(labels_of(text)),
    )
    for place in ("#mask-figure", "#attention-figure"):
        for axis in ("x", "y"):
            assert opened.labels(place, axis) == labels_of(text)
    last = labels_of(text)[-1]
    assert f"the last token “{last}” looks most at" in opened.text("#attention-figure .below")


def test_a37_equal_tokens_keep_a_row_each(visit: OpenVisit) -> None:
    opened = visit()
    paste(opened, "the the the")
    opened.tab(MASK)
    opened.page.wait_for_function("document.querySelectorAll('#mask-figure .ytick').length === 3")
    assert opened.labels("#mask-figure") == ["the", "␣the", "␣the"]
    assert len(opened.cells("#mask-figure")) == 3


def test_a38_invisible_tokens_are_shown_and_differ(visit: OpenVisit) -> None:
    opened = visit()
    text = " a\n\tb\n\n "
    paste(opened, text)
    labels = labels_of(text)
    assert {"⏎", "⇥"} <= set("".join(labels))
    opened.tab(MASK)
    opened.page.wait_for_function(
        "count => document.querySelectorAll('#mask-figure .ytick').length === count",
        arg=len(labels),
    )
    assert opened.labels("#mask-figure") == labels
    assert all(label.strip() for label in labels)


def test_a39_the_first_query_is_on_top_and_the_likeliest_token_too(visit: OpenVisit) -> None:
    opened = visit()
    text = "one two three four"
    paste(opened, text)
    opened.tab(MASK)
    opened.page.wait_for_function("document.querySelectorAll('#mask-figure .ytick').length === 4")
    assert opened.labels("#mask-figure", "y") == labels_of(text)
    assert opened.labels("#mask-figure", "x") == labels_of(text)
    assert opened.cells("#mask-figure") == [[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]]
    for title in ("query: the token that looks", "key: the token looked at"):
        assert title in opened.text("#mask-figure")
    opened.tab(NEXT)
    bars = opened.bars("#next-figure")
    assert bars[1] == sorted(bars[1], reverse=True)
    first = opened.labels("#next-figure")[0]
    assert f"The favourite is “{first}”" in opened.text("#next-figure .below")
