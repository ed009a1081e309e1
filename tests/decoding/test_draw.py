"""The draw: inverse CDF in the order of ids."""

import pytest
import torch

from playground.decoding.choice import draw
from playground.decoding.sampling import SamplingParams, distribution

ALMOST_ONE = 1 - 2**-53
"""The largest uniform that torch.rand gives in float64."""


def test_draws_follow_the_running_sum() -> None:
    p = torch.tensor([0.0, 0.25, 0.0, 0.5, 0.25, 0.0])
    uniforms = [0, 0.1, 0.2499, 0.25, 0.5, 0.7499, 0.75, 0.9, ALMOST_ONE]
    assert [draw(p, uniform) for uniform in uniforms] == [1, 1, 1, 3, 3, 3, 4, 4, 4]


@pytest.mark.parametrize(
    "p",
    [
        [0.0, 1e-300, 0.0],
        [0.0, 1.0, 1e-20, 0.0],
        [0.1] * 10 + [0.0],
        [0.0, 1 / 3, 1 / 3, 1 / 3, 0.0, 0.0],
    ],
)
def test_impossible_ids_are_not_drawn_at_the_ends(p: list[float]) -> None:
    for uniform in (0.0, ALMOST_ONE, 1.0):
        assert p[draw(torch.tensor(p, dtype=torch.float64), uniform)] > 0


def test_appending_impossible_ids_changes_no_draw() -> None:
    generator = torch.Generator().manual_seed(1)
    p = torch.rand(100, dtype=torch.float64, generator=generator).softmax(0)
    longer = torch.cat([p, torch.zeros(47, dtype=torch.float64)])
    uniforms = torch.rand(500, dtype=torch.float64, generator=generator).tolist()
    assert [draw(p, u) for u in uniforms] == [draw(longer, u) for u in uniforms]


@pytest.mark.parametrize(
    "params",
    [
        SamplingParams(),
        SamplingParams(temperature=0.7, top_k=4),
        SamplingParams(temperature=1.5, top_p=0.9, min_p=0.02),
    ],
)
def test_twenty_thousand_draws_fit_the_distribution(params: SamplingParams) -> None:
    """Chi-square over the survivors, rejected at p < 1e-4; nothing outside them."""
    generator = torch.Generator().manual_seed(6)
    p = distribution(torch.randn(12, generator=generator) * 1.5, params)
    uniforms = torch.rand(20_000, dtype=torch.float64, generator=generator).tolist()
    counts = torch.bincount(torch.tensor([draw(p, u) for u in uniforms]), minlength=12)
    possible = p > 0
    assert int(counts[~possible].sum()) == 0
    expected = 20_000 * p[possible]
    statistic = ((counts[possible] - expected) ** 2 / expected).sum()
    freedom = torch.tensor(float(possible.sum()) - 1).double()
    assert float(torch.special.gammaincc(freedom / 2, statistic / 2)) > 1e-4
