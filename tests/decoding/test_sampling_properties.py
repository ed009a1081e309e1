"""What must hold for any logits: neutral settings, nesting, symmetry."""

import math
import random
from itertools import pairwise

import pytest
import torch
from torch import Tensor

from playground.decoding.choice import choose, draw
from playground.decoding.sampling import SamplingParams, distribution, filtered
from playground.errors import SamplingError

SEEDS = range(20)


def row(seed: int, size: int = 65) -> Tensor:
    """Logits that differ, most of them negative, as a model's are."""
    return 3 * torch.randn(size, generator=torch.Generator().manual_seed(seed)) - 1


def kept(logits: Tensor, **settings: float) -> set[int]:
    result = distribution(logits, SamplingParams(**settings))  # type: ignore[arg-type]
    return set(result.nonzero().squeeze(1).tolist())


def entropy_bits(probabilities: Tensor) -> float:
    return -float(torch.special.xlogy(probabilities, probabilities).sum()) / 0.6931471805599453


@pytest.mark.parametrize("size", [1, 2, 65, 1000, 4097, 50257, 50304])
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64])
def test_neutral_settings_are_exactly_softmax(size: int, dtype: torch.dtype) -> None:
    x = row(size, size).to(dtype)
    history = list(range(0, size, 3))
    for top_k in (0, size, size + 1):
        params = SamplingParams(1, top_k, 1, 0, 1, 0, 0)
        result = distribution(x, params, prompt_ids=history, generated_ids=history, vocab_size=size)
        assert torch.equal(result, x.double().softmax(0))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_higher_temperature_has_more_entropy(seed: int) -> None:
    temperatures = (0.01, 0.2, 0.5, 1.0, 1.5, 2.0, 5.0, 100.0)
    results = [distribution(row(seed), SamplingParams(temperature=t)) for t in temperatures]
    entropies = [entropy_bits(result) for result in results]
    assert all(low < high for low, high in pairwise(entropies))
    assert entropies[-1] < 6.0224  # log2 65


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("top_k", (1, 2, 5, 20, 64, 65)),
        ("top_p", (0.0, 0.1, 0.5, 0.9, 0.99, 1.0)),
        ("min_p", (1.0, 0.5, 0.1, 0.01, 0.0)),
    ],
)
def test_looser_filters_keep_what_stricter_ones_keep(
    seed: int, name: str, values: tuple[float, ...]
) -> None:
    sets = [kept(row(seed), **{name: value}) for value in values]
    assert all(stricter <= looser for stricter, looser in pairwise(sets))
    assert len(sets[0]) == 1
    assert len(sets[-1]) == 65


@pytest.mark.parametrize("seed", SEEDS)
def test_filters_keep_the_likeliest_ids_and_their_proportions(seed: int) -> None:
    x = row(seed)
    params = SamplingParams(temperature=0.8, top_k=20, top_p=0.9, min_p=0.03)
    before = distribution(x, params.without_filters())
    after = distribution(x, params)
    survivors = after > 0
    assert int(after.argmax()) == int(x.argmax())
    assert float(before[survivors].min()) > float(before[~survivors].max())
    expected = before[survivors] / before[survivors].sum()
    torch.testing.assert_close(after[survivors], expected, rtol=1e-12, atol=0)


@pytest.mark.parametrize("seed", SEEDS)
def test_permuting_the_vocabulary_permutes_the_result(seed: int) -> None:
    x = row(seed)
    order = torch.randperm(65, generator=torch.Generator().manual_seed(seed))
    params = SamplingParams(temperature=0.9, top_k=30, top_p=0.95, min_p=0.001)
    torch.testing.assert_close(
        distribution(x[order], params), distribution(x, params)[order], rtol=1e-12, atol=0
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_a_constant_added_to_the_logits_changes_nothing(seed: int) -> None:
    x = row(seed).double()
    params = SamplingParams(0.7, 30, 0.95, 0.01, presence_penalty=0.5, frequency_penalty=0.2)
    history = [1, 2, 2, 7]
    torch.testing.assert_close(
        distribution(x + 8, params, generated_ids=history),
        distribution(x, params, generated_ids=history),
        rtol=1e-10,
        atol=0,
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_a_tiny_temperature_is_greedy(seed: int) -> None:
    x = row(seed)
    greedy = distribution(x, SamplingParams(temperature=0))
    assert torch.equal(distribution(x, SamplingParams(temperature=1e-30)), greedy)
    assert torch.equal(distribution(x, SamplingParams(top_k=1)), greedy)
    assert torch.equal(distribution(x, SamplingParams(top_p=0)), greedy)


@pytest.mark.parametrize("seed", SEEDS)
def test_top_k_keeps_the_same_ids_at_every_temperature(seed: int) -> None:
    sets = [kept(row(seed), temperature=t, top_k=10) for t in (0.2, 1.0, 1e6, 1e30)]
    assert all(ids == sets[0] for ids in sets)
    assert len(sets[0]) == 10


@pytest.mark.parametrize("seed", SEEDS)
def test_a_stronger_penalty_makes_a_used_id_less_likely(seed: int) -> None:
    x = row(seed)
    for name, values in (
        ("repetition_penalty", (0.8, 1.0, 1.2, 2.0)),
        ("presence_penalty", (-2.0, 0.0, 0.5, 2.0)),
        ("frequency_penalty", (-2.0, 0.0, 0.5, 2.0)),
    ):
        results = [
            distribution(x, SamplingParams(**{name: value}), generated_ids=[3, 3])  # type: ignore[arg-type]
            for value in values
        ]
        assert all(float(a[3]) > float(b[3]) for a, b in pairwise(results))


def any_settings(chance: random.Random) -> SamplingParams:
    return SamplingParams(
        temperature=chance.choice([0, 0.3, 1, 2]),
        top_k=chance.choice([0, 1, 40]),
        top_p=chance.choice([0, 0.5, 0.95, 1]),
        min_p=chance.choice([0, 0.1]),
        repetition_penalty=chance.choice([1, 1.4]),
        presence_penalty=chance.choice([0, 1]),
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_before_and_after_are_the_two_distributions(seed: int) -> None:
    x = row(seed, 1500).bfloat16() if seed % 2 else row(seed, 65)
    params = any_settings(random.Random(seed))
    given = {"prompt_ids": [1, 2, 3], "generated_ids": [3, 4], "vocab_size": 60}
    choice = filtered(x, params, **given)  # type: ignore[arg-type]
    unfiltered = distribution(x, params.without_filters(), **given)  # type: ignore[arg-type]
    assert torch.equal(choice.before, unfiltered)
    assert choice.mass == pytest.approx(float(choice.before[choice.after > 0].sum()), abs=1e-12)


@pytest.mark.parametrize("seed", range(40))
def test_a_choice_is_a_draw_from_the_whole_distribution(seed: int) -> None:
    chance = random.Random(seed)
    x = row(seed, 1500).bfloat16() if seed % 2 else row(seed, 65)
    x = x.round() if seed % 3 else x  # many are equal
    params = any_settings(chance)
    given = {"prompt_ids": [1, 2, 3], "generated_ids": [3, 4], "vocab_size": 60}
    whole = filtered(x, params, **given)  # type: ignore[arg-type]
    before, after = whole.before, whole.after
    edges = [edge for edge in after.cumsum(0).unique().tolist() if 0 < edge < 1 - 1e-9]
    beside = [math.nextafter(edge, edge + step) for edge in edges for step in (-1, 0, 1)]
    for uniform in (0.0, *(chance.random() for _ in range(30)), *beside, 1 - 2**-53):
        choice = choose(x, params, iter([uniform]), **given)  # type: ignore[arg-type]
        assert choice.id == draw(after, 0.0 if params.is_greedy else uniform)
        assert choice.before == float(before[choice.id])
        assert choice.after == float(after[choice.id])


def test_greedy_draws_no_uniform_and_others_one() -> None:
    uniforms = iter([0.1, 0.2, 0.3])
    x = row(1, 65)
    choose(x, SamplingParams(temperature=0), uniforms)
    choose(x, SamplingParams(temperature=1, top_k=5), uniforms)
    assert next(uniforms) == 0.2


@pytest.mark.parametrize("temperature", [0.0, 0.7])
@pytest.mark.parametrize("damage", [math.nan, math.inf])
def test_nothing_is_chosen_from_damaged_logits(temperature: float, damage: float) -> None:
    x = row(1, 20)
    x[4] = damage
    with pytest.raises(SamplingError) as caught:
        choose(x, SamplingParams(temperature), iter([0.5]))
    assert caught.value.code == "logits_damaged"
    assert caught.value.values["id"] == 4


@pytest.mark.parametrize("kept_ids", [1, 127, 128, 129, 1023, 1024, 1025])
def test_a_nucleus_of_any_size_is_the_shortest_prefix(kept_ids: int) -> None:
    """Ids of falling probability, of which so many hold just the mass that is asked for."""
    x = torch.linspace(0, -12, 3000, dtype=torch.float64)
    shares = x.softmax(0)
    mass = float(shares[:kept_ids].sum()) - float(shares[kept_ids - 1]) / 2
    assert kept(x, top_p=mass) == set(range(kept_ids))


@pytest.mark.parametrize("top_p", [0.2, 0.5, 0.9])
def test_equals_at_the_edge_of_a_nucleus_are_kept_from_the_lowest_id(top_p: float) -> None:
    x = torch.arange(2000, 0, -1).div(200, rounding_mode="floor")  # ten steps of 200 equals
    x = x[torch.randperm(2000, generator=torch.Generator().manual_seed(3))]
    shares = x.double().softmax(0)
    ranking = x.sort(descending=True, stable=True).indices
    count = int((shares[ranking].cumsum(0) < top_p).sum()) + 1
    assert kept(x, top_p=top_p) == set(ranking[:count].tolist())
