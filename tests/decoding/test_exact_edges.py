"""A66: what stands exactly on the edge of top-p or min-p is judged apart from rounding."""

import random
from math import log
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from playground.decoding.choice import choose
from playground.decoding.generation import Generation
from playground.decoding.model_batch import ModelBatch
from playground.decoding.model_source import ModelSource
from playground.decoding.sampling import SamplingParams, filtered
from playground.gpt.config import GPTConfig
from playground.gpt.model import GPTModel

TEMPERATURES = (1.0, 0.5, 0.7, 1.3, 2.0)


def left(logits: Tensor | list[float], **settings: Any) -> int:
    """How many ids the filters leave."""
    given = torch.as_tensor(logits, dtype=torch.float64)
    choice = filtered(given, SamplingParams(**settings))
    assert int((choice.after > 0).sum()) == choice.count
    return choice.count


@pytest.mark.parametrize(
    ("size", "top_p", "expected"),
    [(10, 0.9, 9), (60, 0.5, 30), (300, 0.1, 30), (10, 0.3, 3), (10, 0.5, 5), (1000, 0.3, 300)],
)
def test_a66_equal_ids_that_hold_top_p_exactly_are_enough(
    size: int, top_p: float, expected: int
) -> None:
    assert left(torch.zeros(size), top_p=top_p) == expected
    assert left(torch.full((size,), -7.3), top_p=top_p, temperature=0.7) == expected
    wider = torch.cat([torch.zeros(size), torch.full((50,), -3.0)])
    assert left(wider, top_p=top_p, top_k=size) == expected


def test_a66_k_of_n_equal_ids_are_left_at_k_over_n() -> None:
    for size in range(1, 501):
        logits = torch.zeros(size)
        counts = [left(logits, top_p=k / size) for k in range(1, size, 1 + size // 20)]
        assert counts == list(range(1, size, 1 + size // 20))


def test_a66_a_vocabulary_of_equal_ids_is_cut_in_halves_and_tenths() -> None:
    logits = torch.zeros(50_000)
    assert left(logits, top_p=0.5) == 25_000
    assert left(logits, top_p=0.9) == 45_000
    assert left(logits, top_p=0.001) == 50


@pytest.mark.parametrize(("top_p", "expected"), [(0.5, 1), (0.75, 2), (0.7499, 2), (0.7501, 3)])
def test_a66_unequal_ids_that_hold_top_p_exactly_are_enough(top_p: float, expected: int) -> None:
    assert left(torch.tensor([0.25, 0.5, 0.25]).double().log(), top_p=top_p) == expected


def random_weights(rng: random.Random) -> list[int]:
    return sorted((rng.randint(1, 20) for _ in range(rng.randint(2, 12))), reverse=True)


def test_a66_random_shares_are_cut_where_their_fractions_say() -> None:
    rng = random.Random(66)
    for _ in range(3000):
        weights = random_weights(rng)
        temperature = rng.choice(TEMPERATURES)
        logits = [temperature * log(each) for each in weights]
        kept = rng.randint(1, len(weights) - 1)
        top_p = sum(weights[:kept]) / sum(weights)
        assert left(logits, temperature=temperature, top_p=top_p) == kept
        after_top_k = [*logits, logits[-1] - 1]
        assert left(after_top_k, temperature=temperature, top_k=len(weights), top_p=top_p) == kept


def test_a66_an_id_at_min_p_of_the_likeliest_is_kept() -> None:
    rng = random.Random(67)
    for _ in range(3000):
        weights = random_weights(rng)
        temperature, edge = rng.choice(TEMPERATURES), rng.choice(weights)
        logits = [temperature * log(each / sum(weights)) for each in weights]
        kept = sum(each >= edge for each in weights)
        assert left(logits, temperature=temperature, min_p=edge / weights[0]) == kept


@pytest.mark.parametrize("beyond", [1e-6, 1e-9, 1e-12])
def test_a66_a_share_beyond_rounding_still_counts(beyond: float) -> None:
    """The tolerance is of rounding only: a billionth more than nine tenths takes the tenth id."""
    assert left(torch.zeros(10), top_p=0.9 + beyond) == 10
    assert left(torch.zeros(10), top_p=0.9 - beyond) == 9
    assert left([0.0, log(0.5)], min_p=0.5 + beyond) == 1
    assert left([0.0, log(0.5)], min_p=0.5 - beyond) == 2


def test_a66_the_draw_has_the_same_edge() -> None:
    params = SamplingParams(top_p=0.9)
    drawn = {
        choose(torch.zeros(10), params, iter([uniform])).id
        for uniform in np.linspace(0, 1, 1000, endpoint=False).tolist()
    }
    assert drawn == set(range(9))


def test_a66_texts_that_are_written_together_have_the_same_edge() -> None:
    model = GPTModel(GPTConfig(10, 64, d_model=8, num_heads=2, num_layers=1))
    for parameter in model.parameters():
        parameter.data.zero_()
    source = ModelSource(model)
    batch, running = ModelBatch(source, 6), {}
    for seed in range(6):
        running[seed] = Generation(
            source,
            [seed],
            SamplingParams(top_p=0.9),
            max_new_tokens=60,
            seed=seed,
            end_of_text=None,
        )
        batch.join(seed)
    while not all(each.finished for each in running.values()):
        for seed, logits in batch.next_logits({n: g.ids for n, g in running.items()}).items():
            running[seed].take(logits)  # type: ignore[index]
    assert {token for each in running.values() for token in each.ids[1:]} == set(range(9))
