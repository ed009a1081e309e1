"""Every stage against a reference in float64 that shares no code with the sampler."""

import math
import random

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from playground.analysis.next_token import next_token
from playground.analysis.stages import FILTERS, Stages
from playground.decoding.sampling import SamplingParams, distribution

Row = NDArray[np.float64]
CASES = 1_000
ORDER = ("logits", "penalties", "temperature", *FILTERS)


def softmax(logits: Row) -> Row:
    weights = np.exp(logits - logits.max())
    return np.asarray(weights / math.fsum(weights))


def reference(logits: Row, params: SamplingParams, history: list[int]) -> list[Row]:
    """The distribution behind each stage, one token at a time."""
    changed = logits.copy()
    for token in set(history):
        factor = params.repetition_penalty
        changed[token] = changed[token] * factor if changed[token] < 0 else changed[token] / factor
    tempered = softmax(changed / params.temperature)
    ranking = sorted(range(len(logits)), key=lambda token: (-changed[token], token))
    kept = ranking[: params.top_k or len(ranking)]
    rows = [softmax(logits), softmax(changed), tempered, cut(tempered, kept)]
    if params.top_p < 1:
        mass, whole, nucleus = 0.0, math.fsum(tempered[kept]), []
        for token in kept:
            nucleus.append(token)
            mass += tempered[token]
            if mass >= params.top_p * whole:
                break
        kept = nucleus
    rows.append(cut(tempered, kept))
    if params.min_p:
        kept = [token for token in kept if tempered[token] >= params.min_p * tempered[kept[0]]]
    return [*rows, cut(tempered, kept)]


def cut(shares: Row, kept: list[int]) -> Row:
    left = np.zeros(len(shares))
    left[kept] = shares[kept] / math.fsum(shares[kept])
    return left


def case(number: int) -> tuple[torch.Tensor, SamplingParams, list[int]]:
    chance = random.Random(number)
    size = chance.choice([2, 7, 60, 300, 1500])
    logits = torch.randn(size, generator=torch.Generator().manual_seed(number)) * 3
    if number % 3 == 0:
        logits = logits.round()  # many are equal
    params = SamplingParams(
        temperature=chance.choice([0.2, 0.7, 1, 1.7]),
        top_k=chance.choice([0, 1, 5, 40, 2000]),
        top_p=chance.choice([1, 0.93, 0.61, 0.07]),
        min_p=chance.choice([0, 0.013, 0.21]),
        repetition_penalty=chance.choice([1, 1.3]),
    )
    return logits, params, [chance.randrange(size) for _ in range(chance.choice([0, 5]))]


@pytest.mark.parametrize("part", range(10))
def test_stages_equal_a_float64_reference(part: int) -> None:
    for number in range(part * CASES // 10, (part + 1) * CASES // 10):
        logits, params, history = case(number)
        wanted = reference(logits.double().numpy(), params, history)
        stages = Stages(logits, params, prompt_ids=history)
        assert tuple(each.name for each in stages.stages) == ORDER
        tokens = {0, len(logits) - 1, *random.Random(number).choices(range(len(logits)), k=6)}
        paths = {token: stages.path(token) for token in tokens}
        for place, (stage, row) in enumerate(zip(stages.stages, wanted, strict=True)):
            assert stage.survivors == np.count_nonzero(row)
            mine = -math.fsum(p * math.log2(p) for p in row if p)
            assert stage.entropy_bits == pytest.approx(mine, abs=1e-9)
            assert stage.choices == pytest.approx(2**mine, rel=1e-9)
            if place > 2:
                held = math.fsum(wanted[place - 1][row > 0])
                assert stage.mass_kept == pytest.approx(held, abs=1e-9)
            for token, path in paths.items():
                assert path.shares[place] == pytest.approx(row[token], abs=1e-9)
                assert (path.shares[place] == 0) == (row[token] == 0)
        for token, path in paths.items():
            gone = [name for name, row in zip(ORDER, wanted, strict=True) if not row[token]]
            assert path.removed_by == (gone[0] if gone else None)


def test_the_last_stage_is_what_is_drawn_from() -> None:
    for number in range(50):
        logits, params, history = case(number)
        chances = distribution(logits, params, prompt_ids=history)
        stages = Stages(logits, params, prompt_ids=history)
        for token in range(min(len(logits), 60)):
            assert stages.path(token).shares[-1] == pytest.approx(float(chances[token]), abs=1e-12)
        assert stages.stages[-1].survivors == int((chances > 0).sum())


def test_equals_at_an_edge_keep_exactly_k_and_the_first_of_them() -> None:
    stages = Stages(torch.tensor([1.0, 2, 2, 2, 3]), SamplingParams(top_k=3))
    assert stages.cuts == (("top_k", 3),)
    assert [stages.path(token).rank for token in range(5)] == [5, 2, 3, 4, 1]
    assert [stages.path(token).removed_by for token in range(5)] == [
        "top_k", None, None, "top_k", None,
    ]  # fmt: skip


def test_neutral_settings_change_nothing_on_the_way() -> None:
    logits = torch.randn(50, generator=torch.Generator().manual_seed(2))
    stages = Stages(logits, SamplingParams())
    shares = [each.entropy_bits for each in stages.stages]
    assert shares == pytest.approx([shares[0]] * 6)
    assert {each.survivors for each in stages.stages} == {50}
    assert {each.mass_kept for each in stages.stages} == {1.0}


def test_at_temperature_zero_the_likeliest_alone_is_left() -> None:
    stages = Stages(torch.tensor([1.0, 5, 2]), SamplingParams(temperature=0))
    assert [each.survivors for each in stages.stages] == [3, 3, 1, 1, 1, 1]
    assert stages.cuts == (("temperature", 1),)
    assert f"{stages.stages[-1].entropy_bits:.3f}" == "0.000"
    assert stages.path(1).shares[-1] == 1
    assert stages.path(0).removed_by == "temperature"


def test_the_curve_falls_from_the_likeliest_to_the_last() -> None:
    logits = torch.randn(5000, generator=torch.Generator().manual_seed(2))
    stages = Stages(logits, SamplingParams(0.5))
    ranks, shares = zip(*stages.curve(200), strict=True)
    assert (ranks[0], ranks[-1]) == (1, 5000)
    assert len(ranks) <= 200
    assert list(ranks) == sorted(set(ranks))
    ranked = (logits.double() / 0.5).softmax(0).sort(descending=True).values
    assert shares == pytest.approx([float(ranked[rank - 1]) for rank in ranks], rel=1e-9)
    assert [rank for rank, _ in Stages(logits[:3], SamplingParams()).curve(200)] == [1, 2, 3]


def test_padding_has_no_chance_at_any_stage() -> None:
    stages = Stages(torch.zeros(6), SamplingParams(), vocab_size=4)
    assert stages.path(5).shares == (0,) * 6
    assert stages.path(5).removed_by == "logits"
    assert stages.stages[0].survivors == 4


def test_a_temperature_near_zero_takes_out_no_token() -> None:
    """A probability below the least float64 number is 0; its token is left all the same."""
    logits = torch.linspace(0, 12, 50)
    params = SamplingParams(temperature=0.01)
    stages = Stages(logits, params)
    assert stages.path(0).shares[2] == 0
    assert {each.survivors for each in stages.stages} == {50}
    assert stages.path(0).removed_by is None
    bars = next_token(logits, params, prompt_ids=(), vocab_size=50, label=str)
    assert bars.survivors == 50
    cut = Stages(logits, SamplingParams(temperature=0.01, top_k=40))
    assert cut.stages[-1].survivors == 40
    assert cut.path(9).removed_by == "top_k"
