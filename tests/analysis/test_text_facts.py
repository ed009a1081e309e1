"""Facts of a text, by hand."""

import math

import pytest
import torch

from playground.analysis.text_facts import (
    first_difference,
    repeated_share,
    surprises,
    text_facts,
)
from playground.decoding.sampling import SamplingParams

PLAIN = SamplingParams()


def rows(*shares: tuple[float, ...]) -> torch.Tensor:
    return torch.tensor(shares, dtype=torch.float64).log()


HALVES = (0.5, 0.25, 0.125, 0.125)


def test_surprise_is_the_bits_of_each_probability() -> None:
    logits = rows(HALVES, HALVES, (0.125, 0.125, 0.25, 0.5))
    assert surprises(logits, [0, 3, 2], 4) == pytest.approx([1, 3, 2])


def test_padding_takes_no_part() -> None:
    logits = torch.tensor([[0.0, 0, 0, 0, 9, 9]])
    assert surprises(logits, [1], 4) == pytest.approx([2])


def test_an_impossible_token_surprises_by_many_bits_but_not_without_end() -> None:
    (bits,) = surprises(rows((1.0, 0.0)), [1], 2)
    assert bits == 1022


def test_as_many_rows_as_tokens() -> None:
    with pytest.raises(ValueError, match="zip"):
        surprises(rows(HALVES), [0, 1], 4)


def test_all_facts_by_hand() -> None:
    facts = text_facts(
        rows(HALVES, (0.25,) * 4), SamplingParams(top_k=2), prompt_ids=[9], ids=[1, 3], vocab_size=4
    )
    a_third = -(2 / 3 * math.log2(2 / 3) + 1 / 3 * math.log2(1 / 3))
    assert facts.tokens == 2
    assert facts.entropy_bits == pytest.approx((a_third + 1) / 2)
    assert facts.surprise_bits == pytest.approx((2 + 2) / 2)
    assert (facts.distinct_share, facts.repeated_share) == (1, 0)


def test_surprise_is_that_of_the_model_alone_and_entropy_that_of_the_settings() -> None:
    """Logits are 2 and 0, so a penalty of 2 makes one of each 1, as does temperature 2."""
    logits = torch.tensor([[2.0, 0.0]] * 2)
    share = 1 / (1 + math.exp(-2))
    for params in (SamplingParams(2.0), SamplingParams(repetition_penalty=2.0), PLAIN):
        facts = text_facts(logits, params, prompt_ids=[0], ids=[0, 0], vocab_size=2)
        assert facts.surprise_bits == pytest.approx(-math.log2(share))
        seen = share if params == PLAIN else 1 / (1 + math.exp(-1))
        entropy = -seen * math.log2(seen) - (1 - seen) * math.log2(1 - seen)
        assert facts.entropy_bits == pytest.approx(entropy)


def test_penalties_count_the_tokens_written_before_each_place_only() -> None:
    """Presence counts what was generated: nothing at the first token, id 0 at the second."""
    logits = torch.zeros(2, 2)
    facts = text_facts(
        logits, SamplingParams(presence_penalty=1), prompt_ids=[1], ids=[0, 1], vocab_size=2
    )
    share = 1 / (1 + math.exp(-1))
    second = -share * math.log2(share) - (1 - share) * math.log2(1 - share)
    assert facts.entropy_bits == pytest.approx((1 + second) / 2)


def test_a_greedy_text_has_no_open_choice() -> None:
    facts = text_facts(
        rows(HALVES), SamplingParams(temperature=0), prompt_ids=[0], ids=[0], vocab_size=4
    )
    assert facts.entropy_bits == 0
    assert f"{facts.entropy_bits:.2f}" == "0.00"
    certain = text_facts(torch.tensor([[900.0, 0]]), PLAIN, prompt_ids=[0], ids=[0], vocab_size=2)
    assert f"{certain.entropy_bits:.2f} {certain.surprise_bits:.2f}" == "0.00 0.00"


@pytest.mark.parametrize(
    ("ids", "share"),
    [
        ([], 0),
        ([1, 1, 1], 0),
        ([1, 1, 1, 1], 0),
        ([1, 1, 1, 1, 1], 1 / 2),
        ([7] * 11, 7 / 8),
        (list(range(20)), 0),
        ([1, 2, 3, 4, 9, 1, 2, 3, 4], 1 / 6),
        ([1, 2, 3, 4, 1, 2, 3, 4], 1 / 5),
        ([1, 2, 3, 9, 1, 2, 3], 0),
    ],
)
def test_repeated_runs_by_hand(ids: list[int], share: float) -> None:
    assert repeated_share(ids) == pytest.approx(share)


def test_distinct_tokens() -> None:
    ids = [1, 1, 2, 1]
    facts = text_facts(torch.zeros(4, 3), PLAIN, prompt_ids=[0], ids=ids, vocab_size=3)
    assert facts.distinct_share == 1 / 2


@pytest.mark.parametrize(
    ("texts", "growing", "ended"),
    [
        ([(1, 2, 3), (1, 2, 3)], None, None),
        ([(1, 2, 3), (1, 9, 3)], 1, 1),
        ([(5,), (6,)], 0, 0),
        ([(1, 2), (1, 2, 3)], None, 2),
        ([(), (1,)], None, 0),
        ([(), ()], None, None),
        ([(1, 2, 3), (1, 2, 3), (1, 2, 4)], 2, 2),
        ([(1, 2), (1, 2, 3), (1, 9)], 1, 1),
        ([(1, 2, 3)], None, None),
    ],
)
def test_where_texts_part(
    texts: list[tuple[int, ...]], growing: int | None, ended: int | None
) -> None:
    assert first_difference(texts, ended=False) == growing
    assert first_difference(texts, ended=True) == ended
