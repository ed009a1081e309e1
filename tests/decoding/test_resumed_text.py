"""A text that is cut off and resumed, and the numbers that its draws used."""

from typing import Any

import pytest
import torch

from playground.decoding.choice import draw
from playground.decoding.generation import (
    DRAWN_AT_ONCE,
    Generation,
    Step,
    generate,
    steps_of,
    uniform_of,
)
from playground.decoding.sampling import SamplingParams, distribution

LENGTH = 2 * DRAWN_AT_ONCE + 22
SEED = 7
SETTINGS = {
    "plain": SamplingParams(),
    "greedy": SamplingParams(temperature=0, repetition_penalty=1.5),
    "all": SamplingParams(0.8, 12, 0.95, 0.01, 1.3, 0.4, 0.2),
}


def whole(script: Any, params: SamplingParams, end_of_text: int | None = None) -> list[Step]:
    return list(
        generate(
            script.source(),
            [3, 5],
            params,
            max_new_tokens=LENGTH,
            seed=SEED,
            end_of_text=end_of_text,
        )
    )


def resumed(script: Any, params: SamplingParams, written: list[int], **more: Any) -> Generation:
    settings = {"max_new_tokens": LENGTH, "seed": SEED, "written_ids": written, **more}
    return Generation(script.source(), [3, 5], params, **settings)


@pytest.mark.parametrize("params", SETTINGS.values(), ids=SETTINGS)
def test_a_text_may_be_cut_off_at_any_place(script: Any, params: SamplingParams) -> None:
    steps = whole(script, params)
    ids = [step.id for step in steps]
    assert len(set(ids)) > 1
    for place in range(LENGTH):
        generation = resumed(script, params, ids[:place])
        assert not generation.finished
        assert generation.ids == [3, 5, *ids[:place]]
        assert list(steps_of(script.source(), generation)) == steps[place:]
        assert generation.stop_reason == "length"


def test_what_is_written_is_penalised_as_if_it_had_been_drawn(script: Any) -> None:
    """Otherwise the cut of the test above would not have shown a lost history."""
    params = SETTINGS["all"]
    ids = [step.id for step in whole(script, params)]
    forgetful = Generation(
        script.source(), [3, 5, *ids[:70]], params, max_new_tokens=LENGTH, seed=SEED
    )
    assert [step.id for step in steps_of(script.source(), forgetful)][:80] != ids[70:]


@pytest.mark.parametrize("extra", [0, 1, 9])
def test_a_text_that_has_its_length_is_over_at_once(script: Any, extra: int) -> None:
    generation = resumed(script, SETTINGS["plain"], [1] * (LENGTH + extra))
    assert (generation.finished, generation.stop_reason) == (True, "length")
    assert list(steps_of(script.source(), generation)) == []
    assert script.asked == []


def test_a_text_that_has_come_to_its_end_is_over_at_once(script: Any) -> None:
    ids = [step.id for step in whole(script, SETTINGS["plain"])]
    end = ids[80]
    steps = whole(script, SETTINGS["plain"], end_of_text=end)
    assert steps[-1] == (end, *steps[-1][1:3], "stop")
    generation = resumed(script, SETTINGS["plain"], [step.id for step in steps], end_of_text=end)
    assert (generation.finished, generation.stop_reason) == (True, "stop")
    ended_at_last = resumed(script, SETTINGS["plain"], [1, end], max_new_tokens=2, end_of_text=end)
    assert ended_at_last.stop_reason == "stop"


def test_an_end_of_text_in_the_prompt_ends_nothing(script: Any) -> None:
    assert not resumed(script, SETTINGS["plain"], [], end_of_text=5).finished
    assert not resumed(script, SETTINGS["plain"], [], end_of_text=None).finished


@pytest.mark.parametrize("name", ["plain", "all"])
def test_the_number_of_a_place_is_the_one_that_drew_its_token(script: Any, name: str) -> None:
    params = SETTINGS[name]
    ids = [step.id for step in whole(script, params)]
    for place, token_id in enumerate(ids):
        chances = distribution(
            script.rows[[3, 5, *ids[:place]][-1]],
            params,
            prompt_ids=[3, 5],
            generated_ids=ids[:place],
        )
        assert draw(chances, uniform_of(SEED, place)) == token_id


@pytest.mark.parametrize("seed", [0, 1, 2**63 - 1])
def test_the_numbers_are_those_of_one_draw_after_the_other(seed: int) -> None:
    generator = torch.Generator().manual_seed(seed)
    alone = [float(torch.rand((), dtype=torch.float64, generator=generator)) for _ in range(200)]
    assert [uniform_of(seed, place) for place in range(200)] == alone
    assert all(0 <= number < 1 for number in alone)
