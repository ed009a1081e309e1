"""Penalties and bans against values worked out by hand."""

import math
from collections.abc import Sequence
from typing import Any

import pytest
import torch

from playground.decoding.sampling import SamplingParams, distribution

ALL_PENALTIES = {"repetition_penalty": 2.0, "presence_penalty": 2.0, "frequency_penalty": 2.0}


def probs(
    logits: Sequence[float],
    prompt: Sequence[int] = (),
    generated: Sequence[int] = (),
    **settings: Any,
) -> list[float]:
    params = SamplingParams(**settings)
    given = torch.tensor(logits, dtype=torch.float32)
    return distribution(given, params, prompt_ids=prompt, generated_ids=generated).tolist()


def softmax(*logits: float) -> object:
    return pytest.approx(torch.tensor(logits).double().softmax(0).tolist(), abs=1e-6)


def near(*values: float, digits: int = 4) -> object:
    return pytest.approx(values, abs=0.6 * 10**-digits)


def test_a01_repetition_penalty_lowers_negative_logits_too() -> None:
    x = [-5, -6, -7]
    assert probs(x)[0] == pytest.approx(0.6652, abs=1e-4)
    for prompt, generated in (([0, 0], []), ([], [0, 0]), ([0], [0])):
        penalised = probs(x, prompt, generated, repetition_penalty=1.5)
        assert penalised[0] == pytest.approx(0.1402, abs=1e-4)


def test_a12_repetition_penalty_covers_the_prompt_and_counts_an_id_once() -> None:
    x = [2.0, 1.0, -1.0]
    for prompt, generated in (([0, 0], [2]), ([2, 0], []), ([0, 2], [0, 2, 2])):
        assert probs(x, prompt, generated, repetition_penalty=1.3) == softmax(2 / 1.3, 1, -1.3)


def test_repetition_penalty_depends_on_the_zero_of_the_logits() -> None:
    low = probs([0, 1, 2], prompt=[1], repetition_penalty=1.2)[1]
    high = probs([10, 11, 12], prompt=[1], repetition_penalty=1.2)[1]
    assert (low, high) == near(0.215, 0.049, digits=3)


def test_repetition_penalty_below_one_rewards_and_zero_logits_stay() -> None:
    assert probs([1, 1], prompt=[0], repetition_penalty=0.5) == near(0.7311, 0.2689)
    assert probs([0, 0], prompt=[0], repetition_penalty=1.5) == [0.5, 0.5]


def test_presence_and_frequency_count_generated_ids() -> None:
    both = {"frequency_penalty": 0.5, "presence_penalty": 1.0}
    assert probs([2, 2, 2], generated=[0, 0, 1], **both) == near(0.0996, 0.1643, 0.7361)
    assert probs([2, 2, 2], prompt=[0, 0, 1], **both) == softmax(2, 2, 2)


def test_presence_counts_once_and_frequency_each_time() -> None:
    presence = probs([0, 0], generated=[0, 0, 0], presence_penalty=1)
    assert presence == softmax(-1.0, 0)
    frequency = probs([0, 0], generated=[0, 0, 0], frequency_penalty=1)
    assert frequency == softmax(-3.0, 0)
    reward = probs([0, 0], generated=[0], presence_penalty=-2)
    assert reward == softmax(2.0, 0)


def test_repetition_comes_before_presence_and_before_temperature() -> None:
    result = probs([3, 1], generated=[0], temperature=2, repetition_penalty=1.5, presence_penalty=1)
    assert result == softmax((3 / 1.5 - 1) / 2, 1 / 2)


@pytest.mark.parametrize("ids", [[3, 10**9], [-1], [-3, 3]])
def test_ids_outside_the_vocabulary_are_ignored(ids: list[int]) -> None:
    x = torch.tensor([1.0, 2.0, 3.0])
    result = distribution(
        x, SamplingParams(**ALL_PENALTIES), prompt_ids=ids, generated_ids=ids, banned=ids
    )
    assert torch.equal(result, x.double().softmax(0))


def test_a_penalty_is_not_a_ban_and_leaves_minus_infinity() -> None:
    result = probs([1, -math.inf, 2], generated=[0, 1], **ALL_PENALTIES)
    assert result[0] > 0
    assert result[1] == 0


def test_greedy_looks_at_the_penalised_logits() -> None:
    assert probs([5, 4], prompt=[0], temperature=0, repetition_penalty=2) == [0, 1]


def test_banned_ids_get_no_probability() -> None:
    x = torch.tensor([1.0, 9.0, 1.0])
    for params in (SamplingParams(), SamplingParams(temperature=0), SamplingParams(top_k=1)):
        result = distribution(x, params, banned=[1])
        assert float(result[1]) == 0
        assert float(result.sum()) == 1
