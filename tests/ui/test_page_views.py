"""What the views and the token strip show, and what it costs to show it."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from playground.serving.models import ModelStore
from playground.ui.page import Page
from playground.ui.scene import read_scene
from tests.passes import before_each_pass
from tests.ui.reading import plain_text, text_in, value_of, view_of, words_of_view

Values = Callable[..., dict[str, Any]]


def entropy_card(page: Page, updates: dict[Any, Any]) -> float:
    text = plain_text(view_of(updates[page.next.view])["above"])
    return float(text.partition("Entropy")[2].partition("bits")[0])


def moved(page: Page, values: dict[str, Any], **sampler: Any) -> dict[Any, Any]:
    """What a sampling slider changes on a page that shows `values`."""
    return page.draw_sampled({**values, "shown": read_scene(values), **sampler})


def test_a_moved_slider_makes_the_model_custom_and_says_that_it_is_untrained(
    page: Page, values: Values
) -> None:
    updates = page.draw(values("story", d_model=128))
    assert value_of(updates[page.controls.preset]) == "custom"
    assert "Custom" in text_in(updates, page.badge)
    assert "untrained" in text_in(updates, page.badge)
    caption = words_of_view(updates[page.next.view])
    assert "its weights are random" in caption
    assert "12.00 bits" in caption  # log2 of 4,097
    back = page.draw(values("story"))
    assert value_of(back[page.controls.preset]) == "story"
    assert "random" not in words_of_view(back[page.next.view])


def test_a_sampling_slider_does_not_run_the_model(
    page: Page, store: ModelStore, values: Values
) -> None:
    prompt = values("demo", prompt="only once")
    scene = read_scene(prompt)
    runs: list[int] = []
    end = before_each_pass(store.get(scene.choice, scene.vocab_size).source, runs.append)
    page.draw(prompt)
    assert len(runs) == 2  # once for the logits, once for the attention
    for temperature in (0, 0.2, 1, 2):
        moved(page, prompt, temperature=temperature, top_k=5, min_p=0.1)
    page.translate({**prompt, "language": "zh"})
    page.draw(prompt)
    end()
    assert len(runs) == 2


def test_entropy_rises_with_temperature_in_chart_and_text(page: Page, values: Values) -> None:
    cold = moved(page, values("story"), temperature=0.2)
    hot = moved(page, values("story"), temperature=2)
    assert entropy_card(page, cold) < entropy_card(page, hot)
    tallest = [max(view_of(each[page.next.view])["figure"]["data"][1]["x"]) for each in (cold, hot)]
    assert tallest[0] > 2 * tallest[1]
    assert "at temperature 0.2" in words_of_view(cold[page.next.view])
    assert "at temperature 2" in words_of_view(hot[page.next.view])


def test_a_sampling_slider_speaks_the_language_of_now(page: Page, values: Values) -> None:
    updates = moved(page, values("story"), language="zh")
    assert "参加抽取的词元" in words_of_view(updates[page.next.view])


def test_a14_greedy_is_said_at_temperature_zero(page: Page, values: Values) -> None:
    updates = moved(page, values("story"), temperature=0)
    assert "Temperature 0 is greedy" in words_of_view(updates[page.next.view])
    assert entropy_card(page, updates) == 0


@pytest.mark.parametrize(
    ("prompt", "hint"),
    [
        ("", "The prompt is empty"),
        (None, "The prompt is empty"),
        ("The capital of France is ", "The prompt ends in a space"),
        ("a b " * 100, "tokens were dropped: the context holds 64"),
        ("x" * 20_005, "The first 5 characters were cut: a prompt has at most 20,000."),
    ],
)
def test_a34_a35_a36_what_happened_to_a_prompt_is_said(
    page: Page, values: Values, prompt: str | None, hint: str
) -> None:
    updates = page.draw(values("demo", prompt=prompt))
    assert hint in text_in(updates, page.controls.strip)
    assert view_of(updates[page.next.view])["figure"]["data"]


def test_a35_the_lone_space_is_a_token_of_its_own(page: Page, values: Values) -> None:
    updates = page.draw(values("demo", prompt="is "))
    assert text_in(updates, page.controls.strip).startswith("is271␣220")


def test_layer_and_head_stay_where_the_model_has_them(page: Page, values: Values) -> None:
    updates = page.draw(values("demo", layer=2, head=4))
    for control in (page.mask.layer, page.mask.head):
        assert "value" not in updates[control]  # by the time of the answer it may be another
    assert "layer 2, head 4" in words_of_view(updates[page.mask.attention])
    updates = page.draw(values("demo", layer=40, head=30))
    assert (value_of(updates[page.mask.layer]), value_of(updates[page.mask.head])) == (2, 4)
    assert updates[page.mask.layer]["choices"] == [(1, 1), (2, 2)] or (
        updates[page.mask.layer]["choices"] == [1, 2]
    )


def test_every_head_of_every_layer_can_be_seen(page: Page, values: Values) -> None:
    seen = set()
    given = {**values("demo"), "shown": read_scene(values("demo"))}
    for layer in (1, 2):
        for head in (1, 2, 3, 4):
            updates = page.draw_attention({**given, "layer": layer, "head": head})
            seen.add(json.dumps(view_of(updates[page.mask.attention])["figure"]["data"]))
    assert len(seen) == 8


def test_a_layer_that_the_model_lacks_is_brought_back_into_range(
    page: Page, values: Values
) -> None:
    given = {**values("demo"), "shown": read_scene(values("demo"))}
    updates = page.draw_attention({**given, "layer": 3, "head": 1})
    assert "layer 2, head 1" in words_of_view(updates[page.mask.attention])
