"""Many draws against what they should follow: by hand, and how often the verdict is wrong."""

import math

import numpy as np
import pytest
import torch

from playground.analysis.draws import compare, draws
from playground.decoding.choice import drawn, drawn_ids
from playground.decoding.sampling import SamplingParams, filtered

SEEDS = 200
DRAWS = 10_000
LIKE_A_MODEL = torch.randn(4097, generator=torch.Generator().manual_seed(3)) * 3


def test_the_statistic_by_hand() -> None:
    choice = filtered(torch.tensor([0.5, 0.3, 0.2]).log(), SamplingParams())
    result = compare(choice, np.array([0] * 44 + [1] * 36 + [2] * 20), 3)
    assert result.statistic == pytest.approx(6**2 / 50 + 6**2 / 30 + 0)
    assert result.freedom == 2
    assert result.chance == pytest.approx(math.exp(-result.statistic / 2))
    assert [(each.id, each.observed) for each in result.tallies] == [(0, 0.44), (1, 0.36), (2, 0.2)]
    assert result.tallies[0].error == pytest.approx(math.sqrt(0.5 * 0.5 / 100), abs=1e-6)


def test_a_token_that_was_removed_must_not_be_drawn() -> None:
    choice = filtered(torch.tensor([2.0, 1.0, 0.0]), SamplingParams(top_k=2))
    result = compare(choice, np.array([0] * 60 + [1] * 39 + [2]), 3)
    assert result.statistic == math.inf
    assert not result.agrees


def test_greedy_draws_agree() -> None:
    choice = filtered(torch.tensor([2.0, 1.0]), SamplingParams(temperature=0))
    result = draws(choice, 100, 1, 2)
    assert (result.freedom, result.chance, result.agrees) == (0, 1.0, True)
    assert [each.observed for each in result.tallies] == [1.0, 0.0]


@pytest.mark.parametrize("params", [SamplingParams(), SamplingParams(0.8, top_k=40, top_p=0.9)])
def test_many_draws_are_each_a_lone_draw(params: SamplingParams) -> None:
    choice = filtered(LIKE_A_MODEL, params)
    uniforms = torch.rand(300, dtype=torch.float64, generator=torch.Generator().manual_seed(5))
    alone = [drawn(choice, uniform).id for uniform in (0.0, *uniforms.tolist(), 1 - 2**-53)]
    together = drawn_ids(choice, np.array([0.0, *uniforms.tolist(), 1 - 2**-53]))
    assert together.tolist() == alone


@pytest.mark.parametrize(
    "params",
    [SamplingParams(), SamplingParams(0.8, top_k=40), SamplingParams(1.2, top_p=0.95, min_p=0.01)],
)
def test_the_right_sampler_is_rarely_doubted(params: SamplingParams) -> None:
    choice = filtered(LIKE_A_MODEL, params)
    doubted = sum(not draws(choice, DRAWS, seed, 10).agrees for seed in range(SEEDS))
    assert doubted <= 0.02 * SEEDS


@pytest.mark.parametrize(
    ("rest", "count"), [(1e-3, 100), (1e-2, 100), (1e-4, 1000), (1e-5, 10_000), (1e-7, 10_000)]
)
def test_a_right_sampler_that_is_sure_is_rarely_doubted(rest: float, count: int) -> None:
    shares = torch.tensor([1 - rest] + [rest / 49] * 49, dtype=torch.float64)
    choice = filtered(shares.log(), SamplingParams())
    doubted = sum(not draws(choice, count, seed, 10).agrees for seed in range(5 * SEEDS))
    assert doubted <= 0.02 * 5 * SEEDS


def test_what_is_due_too_seldom_is_counted_with_the_rarest_by_hand() -> None:
    choice = filtered(torch.tensor([0.6, 0.38, 0.01, 0.01]).log(), SamplingParams())
    result = compare(choice, np.array([0] * 58 + [1] * 40 + [2, 3]), 4)
    assert result.statistic == pytest.approx(2**2 / 60 + 2**2 / 40)
    assert result.freedom == 1


@pytest.mark.parametrize("factor", [0.9, 1.1])
@pytest.mark.parametrize("params", [{}, {"top_k": 40}])
def test_a_temperature_that_is_a_tenth_off_is_caught(factor: float, params: dict[str, int]) -> None:
    shown = filtered(LIKE_A_MODEL, SamplingParams(1.0, **params))  # type: ignore[arg-type]
    wrong = filtered(LIKE_A_MODEL, SamplingParams(factor, **params))  # type: ignore[arg-type]
    caught = 0
    for seed in range(SEEDS):
        generator = torch.Generator().manual_seed(seed)
        uniforms = torch.rand(DRAWS, dtype=torch.float64, generator=generator).numpy()
        caught += not compare(shown, drawn_ids(wrong, uniforms), 10).agrees
    assert caught >= 0.95 * SEEDS
