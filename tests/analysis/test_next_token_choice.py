"""The facts beside the bars, from the one distribution."""

import math

import pytest
import torch

from playground.analysis.next_token import NextToken, entropy_bits, next_token
from playground.decoding.sampling import SamplingParams, distribution

HALVES = torch.tensor([0.125, 0.5, 0.25, 0.125]).double().log()


def choose(logits: torch.Tensor, rows_shown: int = 20, **settings: float) -> NextToken:
    return next_token(
        logits,
        SamplingParams(**settings),  # type: ignore[arg-type]
        prompt_ids=[],
        vocab_size=len(logits),
        label=lambda token: f"t{token}",
        rows_shown=rows_shown,
    )


def test_rows_fall_by_probability_and_equals_rise_by_id() -> None:
    found = choose(HALVES)
    assert [row.id for row in found.rows] == [1, 2, 0, 3]
    assert [row.label for row in found.rows] == ["t1", "t2", "t0", "t3"]
    assert [row.before for row in found.rows] == pytest.approx([0.5, 0.25, 0.125, 0.125])
    assert found.top.id == 1


def test_neutral_settings_keep_everything() -> None:
    found = choose(HALVES)
    assert [row.after for row in found.rows] == [row.before for row in found.rows]
    assert (found.survivors, found.greedy) == (4, False)
    assert found.mass_kept == pytest.approx(1)
    assert found.entropy_before_bits == found.entropy_after_bits == pytest.approx(1.75)
    assert found.max_entropy_bits == 2


def test_top_k_removes_and_renormalises() -> None:
    found = choose(HALVES, top_k=2)
    assert [row.kept for row in found.rows] == [True, True, False, False]
    assert [row.after for row in found.rows] == pytest.approx([2 / 3, 1 / 3, 0, 0])
    assert found.survivors == 2
    assert found.mass_kept == pytest.approx(0.75)
    assert found.entropy_before_bits == pytest.approx(1.75)
    assert found.entropy_after_bits == pytest.approx(math.log2(3) - 2 / 3)


def test_greedy_shows_the_untempered_choice_and_takes_one() -> None:
    found = choose(HALVES, temperature=0)
    assert [row.before for row in found.rows] == pytest.approx([0.5, 0.25, 0.125, 0.125])
    assert [row.after for row in found.rows] == [1, 0, 0, 0]
    assert (found.greedy, found.survivors, found.entropy_after_bits) == (True, 1, 0)
    assert found.mass_kept == pytest.approx(0.5)


def test_numbers_cover_the_tokens_that_are_not_shown() -> None:
    found = choose(torch.zeros(1000), rows_shown=3, top_k=500)
    assert [row.id for row in found.rows] == [0, 1, 2]
    assert found.survivors == 500
    assert found.mass_kept == pytest.approx(0.5)
    assert found.entropy_before_bits == pytest.approx(found.max_entropy_bits)
    assert found.entropy_after_bits == pytest.approx(math.log2(500))


def test_both_columns_are_the_one_distribution() -> None:
    logits = torch.randn(50, generator=torch.Generator().manual_seed(3)) * 3
    params = SamplingParams(
        temperature=0.7, top_k=12, top_p=0.9, min_p=0.01, repetition_penalty=1.3,
        frequency_penalty=0.5,
    )  # fmt: skip
    history = {"prompt_ids": [1, 2, 3], "generated_ids": [4, 4, 5]}
    found = next_token(logits, params, vocab_size=48, label=str, rows_shown=60, **history)
    before = distribution(logits, params.without_filters(), vocab_size=48, **history)
    after = distribution(logits, params, vocab_size=48, **history)
    assert {row.id: (row.before, row.after) for row in found.rows} == {
        token: (float(before[token]), float(after[token])) for token in range(48)
    }
    assert 1 < found.survivors == int((after > 0).sum()) < 48


def test_a24_padding_is_never_a_row() -> None:
    logits = torch.zeros(50304)
    logits[50257:] = 30.0
    found = next_token(
        logits,
        SamplingParams(temperature=5.0, top_k=50304),
        prompt_ids=[],
        vocab_size=50257,
        label=str,
        rows_shown=50304,
    )
    assert len(found.rows) == 50257
    assert max(row.id for row in found.rows) == 50256
    assert found.max_entropy_bits == pytest.approx(math.log2(50257))


def test_entropy_counts_nothing_for_impossible_tokens() -> None:
    assert entropy_bits(torch.tensor([0.5, 0.5, 0.0]).double()) == pytest.approx(1)
    assert entropy_bits(torch.tensor([1.0, 0.0]).double()) == 0
