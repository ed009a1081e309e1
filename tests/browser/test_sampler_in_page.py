"""The sampler's controls, and the token that was drawn."""

from collections.abc import Callable

import pytest

from tests.browser.visit import GENERATE, NEXT, Visit

OpenVisit = Callable[..., Visit]


def redraw(opened: Visit, name: str, value: float) -> None:
    count = opened.drawn("#next-figure")
    opened.slide(name, value)
    opened.wait_drawn("#next-figure", count)


def survivors(opened: Visit) -> str:
    return opened.text("#next-figure .card .value >> nth=0")


def test_every_filter_leaves_fewer_tokens_and_says_how_many(visit: OpenVisit) -> None:
    opened = visit()
    opened.tab(NEXT)
    assert survivors(opened) == "40"
    redraw(opened, "top_k", 3)
    assert survivors(opened) == "3"
    before, after, removed = opened.bars("#next-figure")
    first_three = [place < 3 for place in range(len(after))]
    assert [value is not None for value in before] == first_three
    assert [value > 0 for value in after] == first_three
    assert [value is None for value in removed] == first_three
    assert sum(after) == pytest.approx(1)
    redraw(opened, "top_k", 0)
    assert survivors(opened) == "4,097"
    redraw(opened, "top_p", 0)
    assert survivors(opened) == "1"
    assert opened.entropy() == 0


def test_a14_a_sampled_token_is_marked_with_its_probability(visit: OpenVisit) -> None:
    opened = visit()
    opened.tab(NEXT)
    redraw(opened, "temperature", 1)
    redraw(opened, "top_k", 10)
    opened.number("max_new_tokens", 1)
    opened.type("seed", "4")
    opened.tab(GENERATE)
    opened.write()
    assert "Sampled at temperature 1" in opened.text("#facts")
    tip = opened.page.locator("#text .tok").first.get_attribute("data-tip") or ""
    label = tip.partition("“")[2].partition("”")[0]
    opened.tab(NEXT)
    opened.wait_text(
        "#next-figure .drawn", f"▸ The generated text begins with “{label}”, drawn with "
    )
    assert opened.labels("#next-figure").count(f"▸ {label}") == 1
    probability = tip.rpartition(" · ")[2].partition(" after")[0]
    assert f"drawn with {probability} (" in opened.text("#next-figure .drawn")


def test_a14_greedy_is_said_and_takes_the_favourite(visit: OpenVisit) -> None:
    opened = visit()
    opened.tab(NEXT)
    redraw(opened, "temperature", 0)
    opened.wait_text("#next-figure .below", "Temperature 0 is greedy: no draw")
    favourite = opened.labels("#next-figure")[0]
    opened.number("max_new_tokens", 1)
    opened.tab(GENERATE)
    opened.write()
    assert "Greedy (temperature 0)" in opened.text("#facts")
    opened.tab(NEXT)
    opened.wait_text("#next-figure .drawn", f"begins with “{favourite}”, greedy")


def test_a12_the_repetition_penalty_covers_the_prompt_and_says_so(visit: OpenVisit) -> None:
    opened = visit()
    assert "tokens of the prompt or the text" in opened.text("#repetition_penalty")
    opened.type("prompt", "cat cat cat cat cat")
    opened.wait_text("#strip", "␣cat")
    opened.tab(NEXT)
    redraw(opened, "top_k", 0)
    first = opened.traces("#next-figure")[0]["x"]
    redraw(opened, "repetition_penalty", 2)
    assert opened.traces("#next-figure")[0]["x"] != first


def test_every_head_shows_its_own_attention(visit: OpenVisit) -> None:
    opened = visit()
    opened.tab(1)
    seen = [opened.cells("#attention-figure")]
    for name, choice in (("layer", "3"), ("head", "2")):
        count = opened.drawn("#attention-figure")
        opened.choose(name, choice)
        opened.wait_drawn("#attention-figure", count)
        seen.append(opened.cells("#attention-figure"))
    assert "In layer 3, head 2" in opened.text("#attention-figure .below")
    assert seen[0] != seen[1] != seen[2]


def test_a_sampling_slider_leaves_the_other_views_alone(visit: OpenVisit) -> None:
    opened = visit()
    opened.tab(1)
    opened.tab(NEXT)
    places = ("#parameters-figure", "#mask-figure", "#attention-figure")
    before = [opened.drawn(place) for place in places]
    redraw(opened, "temperature", 1.7)
    assert [opened.drawn(place) for place in places] == before
