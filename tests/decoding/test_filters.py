"""Temperature and filters against values worked out by hand; names tell the case they hold."""

import math
from collections.abc import Sequence
from typing import Any

import pytest
import torch
from torch import Tensor

from playground.decoding.choice import draw
from playground.decoding.sampling import SamplingParams, distribution
from playground.errors import SamplingError


def log(*probabilities: float) -> Tensor:
    """Logits with these probabilities."""
    return torch.tensor(probabilities).log()


def probs(logits: Tensor | Sequence[float], **settings: Any) -> list[float]:
    given = torch.as_tensor(logits, dtype=torch.float32)
    result = distribution(given, SamplingParams(**settings))
    assert result.dtype == torch.float64
    assert result.shape == given.shape
    assert float(result.sum()) == pytest.approx(1, abs=1e-12)
    return result.tolist()


def near(*values: float, digits: int = 4) -> object:
    return pytest.approx(values, abs=0.6 * 10**-digits)


# Temperature


@pytest.mark.parametrize(
    ("temperature", "expected"),
    [(0.5, (0.8668, 0.1173, 0.0159)), (1, (0.6652, 0.2447, 0.0900)), (2, (0.5065, 0.3072, 0.1863))],
)
def test_temperature_divides_the_logits(temperature: float, expected: tuple[float, ...]) -> None:
    assert probs([2, 1, 0], temperature=temperature) == near(*expected)


@pytest.mark.parametrize(
    "others",
    [
        {},
        {"top_p": 1.0},
        {"top_p": 0.1},
        {"top_k": 0},
        {"top_k": 3},
        {"min_p": 1.0},
        {"top_k": 2, "top_p": 0.3, "min_p": 0.5},
    ],
)
def test_a03_temperature_zero_is_greedy_whatever_the_filters(others: dict[str, Any]) -> None:
    logits = [0.5, -1.2, 3.1, 0.8, -0.3, 2.7, -0.9, 1.4]
    assert probs(logits, temperature=0, **others) == [0, 0, 1, 0, 0, 0, 0, 0]


def test_greedy_takes_the_lowest_id_among_equals() -> None:
    assert probs([1, 3, 3, 3], temperature=0) == [0, 1, 0, 0]


@pytest.mark.parametrize("temperature", [1e-2, 1e-4, 1e-8, 1e-38, 1e-45, 5e-324])
def test_a11_tiny_temperatures_are_one_hot_without_nan(temperature: float) -> None:
    assert probs([50, 10, -20], temperature=temperature) == [1, 0, 0]
    assert probs([50, 10, -20], temperature=temperature, top_k=2, top_p=0.9) == [1, 0, 0]


def test_a_huge_temperature_is_uniform_over_the_ids_that_top_k_keeps_at_one() -> None:
    logits = [1.0, 4.0, 2.0, 3.0]
    for temperature in (1e6, 3.4e38):
        assert probs(logits, temperature=temperature) == near(0.25, 0.25, 0.25, 0.25)
        assert probs(logits, temperature=temperature, top_k=2) == near(0, 0.5, 0, 0.5)
        assert probs(logits, temperature=temperature, min_p=1) == [0, 1, 0, 0]


def test_a10_top_p_sees_the_tempered_distribution() -> None:
    right = (0.4306, 0.3335, 0.2359, 0)
    assert probs(log(0.5, 0.3, 0.15, 0.05), temperature=2, top_p=0.8) == near(*right)


# Top-k


def test_a04_top_k_zero_is_off_and_negative_is_refused() -> None:
    x = torch.tensor([0.3, -2.0, 1.5])
    expected = x.double().softmax(0)
    assert torch.equal(distribution(x, SamplingParams(top_k=0)), expected)
    assert probs(x, temperature=0, top_k=0) == [0, 0, 1]
    with pytest.raises(SamplingError, match="top_k is -1; allowed: a whole number of at least 0"):
        SamplingParams(top_k=-1)


def test_a05_top_k_one_is_greedy_even_with_equal_maxima() -> None:
    assert probs([3, 3, 1], top_k=1) == [1, 0, 0] == probs([3, 3, 1], temperature=0)
    result = distribution(torch.tensor([3.0, 3.0, 1.0]), SamplingParams(top_k=1))
    assert {draw(result, step / 1000) for step in range(1000)} == {0}


def test_a06_exactly_k_survive_and_the_lowest_equal_ids_stay() -> None:
    assert probs([1, 2, 2, 2, 3], top_k=3) == near(0, 0.2119, 0.2119, 0, 0.5761)
    two = probs([1, 2, 2, 2, 3], top_k=2)
    assert [token_id for token_id, p in enumerate(two) if p > 0] == [1, 4]


def test_a06_exactly_k_survive_in_a_row_full_of_equals() -> None:
    logits = torch.randn(50257, generator=torch.Generator().manual_seed(1)).bfloat16()
    assert len(logits.topk(50).values.unique()) < 50  # type: ignore[no-untyped-call]
    for top_k in (1, 2, 40, 50, 1000):
        result = distribution(logits, SamplingParams(top_k=top_k))
        assert int((result > 0).sum()) == top_k
    flat = distribution(torch.zeros(1000), SamplingParams(top_k=7))
    assert torch.equal(flat.nonzero().squeeze(1), torch.arange(7))


def test_a42_top_k_beyond_the_vocabulary_is_clamped() -> None:
    x = torch.tensor([1.0, 2.0, 3.0])
    for top_k in (3, 4, 10**6):
        result = distribution(x, SamplingParams(top_k=top_k))
        assert torch.equal(result, x.double().softmax(0))


def test_top_k_counts_what_is_there_when_less_than_k_is_finite() -> None:
    assert probs([-math.inf, 0, -math.inf, 0], top_k=3) == [0, 0.5, 0, 0.5]


# Top-p


def test_a07_top_p_keeps_the_crossing_token() -> None:
    assert probs(log(0.4, 0.3, 0.2, 0.1), top_p=0.8) == near(0.4444, 0.3333, 0.2222, 0)


def test_a08_top_p_zero_keeps_the_likeliest() -> None:
    assert probs([1, 5, 2], top_p=0) == [0, 1, 0]
    assert probs([5, 5, 5], top_p=0) == [1, 0, 0]


def test_a09_top_p_sees_mass_renormalised_over_top_k() -> None:
    assert probs(log(0.4375, 0.3125, 0.125, 0.125), top_k=2, top_p=0.5) == [1, 0, 0, 0]


def test_a16_top_p_answers_in_the_order_of_ids() -> None:
    assert probs(log(0.1, 0.2, 0.6, 0.1), top_p=0.5) == [0, 0, 1, 0]


@pytest.mark.parametrize(
    ("top_p", "survivors"), [(0.49, 1), (0.51, 2), (0.74, 2), (0.76, 3), (0.88, 4)]
)
def test_top_p_keeps_the_shortest_prefix(top_p: float, survivors: int) -> None:
    result = probs(log(0.125, 0.25, 0.5, 0.0625, 0.0625), top_p=top_p)
    ranking = [2, 1, 0, 3, 4]
    kept = [token_id for token_id, p in enumerate(result) if p > 0]
    assert kept == sorted(ranking[:survivors])


def test_top_p_keeps_the_lowest_of_equal_ids_and_stops_when_the_mass_is_reached() -> None:
    """Quarters are exact in floating point, so the running sum equals top_p exactly."""
    for top_p, survivors in ((0.25, 1), (0.49, 2), (0.5, 2), (0.51, 3), (0.75, 3), (0.76, 4)):
        expected = [1 / survivors] * survivors + [0.0] * (4 - survivors)
        assert probs([0, 0, 0, 0], top_p=top_p) == pytest.approx(expected)


def test_top_p_one_keeps_the_whole_underflowing_tail() -> None:
    x = torch.linspace(0, -200, 50257)
    assert int((distribution(x, SamplingParams(top_p=1)) > 0).sum()) == 50257


@pytest.mark.parametrize("scale", [0.0, 0.01, 1.0, 5.0])
def test_top_p_over_a_large_vocabulary_equals_a_full_sort(scale: float) -> None:
    """Flat rows need far more than the head that is sorted first; peaked rows do not."""
    x = scale * torch.randn(50257, generator=torch.Generator().manual_seed(2))
    p = x.double().softmax(0)
    ranking = x.sort(descending=True, stable=True).indices
    for top_p in (0.02, 0.5, 0.9, 0.999):
        count = int((p[ranking].cumsum(0) < top_p).sum()) + 1
        kept = distribution(x, SamplingParams(top_p=top_p)).nonzero().squeeze(1)
        assert torch.equal(kept, ranking[:count].sort().values)


# Min-p


@pytest.mark.parametrize(("min_p", "survivors"), [(0.1, 4), (0.24, 3), (0.26, 2), (0.51, 1)])
def test_min_p_is_a_share_of_the_likeliest(min_p: float, survivors: int) -> None:
    result = probs(log(0.5, 0.25, 0.125, 0.0625, 0.0001), min_p=min_p)
    assert sum(p > 0 for p in result) == survivors


def test_min_p_one_keeps_all_equal_maxima() -> None:
    assert probs([2, 3, 3, 1], min_p=1) == [0, 0.5, 0.5, 0]


def test_min_p_sees_the_tempered_distribution() -> None:
    x = log(0.5, 0.3, 0.15, 0.05)
    assert sum(p > 0 for p in probs(x, min_p=0.4)) == 2
    assert sum(p > 0 for p in probs(x, min_p=0.4, temperature=2)) == 3


def test_min_p_comes_after_top_p() -> None:
    x = log(0.4, 0.3, 0.2, 0.1)
    assert probs(x, top_p=0.5, min_p=0.6) == near(0.5714, 0.4286, 0, 0)
