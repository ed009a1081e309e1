"""The numbers of the explanations against a float64 reference that shares no code with them."""

import math
import random

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from playground.analysis.explanations import Explanations, explanations
from playground.decoding.sampling import SamplingParams

Row = NDArray[np.float64]


def softmax(logits: Row, temperature: float) -> Row:
    weights = np.exp((logits - logits.max()) / temperature)
    return np.asarray(weights / math.fsum(weights))


def held(ranked: list[float], mass: float) -> int:
    """So many of the likeliest hold `mass`."""
    for count in range(1, len(ranked) + 1):
        if math.fsum(ranked[:count]) >= mass:
            return count
    return len(ranked)


def penalise(logit: float, penalty: float) -> float:
    return logit / penalty if logit > 0 else logit * penalty


def reference(logits: Row, params: SamplingParams, prompt: list[int]) -> Explanations:
    changed = logits.copy()
    for token_id in set(prompt):
        changed[token_id] = penalise(changed[token_id], params.repetition_penalty)
    shares = softmax(changed, params.temperature or 1)
    ranked = sorted(shares.tolist(), reverse=True)
    favourite = int(changed.argmax())
    top_k, min_p = params.top_k or 40, params.min_p or 0.05
    penalty = params.repetition_penalty if params.repetition_penalty != 1 else 1.3
    after_top_k = ranked[: params.top_k or None]
    after_top_p = after_top_k
    if params.top_p < 1:
        after_top_p = ranked[: held(after_top_k, params.top_p * math.fsum(after_top_k))]
    repeated = prompt[int(np.array([logits[token_id] for token_id in prompt]).argmax())]
    return Explanations(
        favourite=favourite,
        share=ranked[0],
        cold_share=softmax(changed, 0.5)[favourite],
        hot_share=softmax(changed, 2)[favourite],
        even=1 / len(logits),
        top_k=top_k,
        top_k_mass=math.fsum(ranked[:top_k]),
        half=held(after_top_k, 0.5 * math.fsum(after_top_k)),
        most=held(after_top_k, 0.9 * math.fsum(after_top_k)),
        min_p=min_p,
        min_p_least=min_p * ranked[0],
        min_p_count=sum(share >= min_p * ranked[0] for share in after_top_p),
        penalty=penalty,
        repeated=repeated,
        logit=logits[repeated],
        penalised=penalise(logits[repeated], penalty),
    )


def same(found: Explanations, wanted: Explanations) -> None:
    for name, value in vars(wanted).items():
        assert getattr(found, name) == pytest.approx(value, rel=1e-9, abs=1e-12), name


@pytest.mark.parametrize("number", range(150))
def test_all_numbers_equal_a_reference(number: int) -> None:
    chance = random.Random(number)
    size = chance.choice([2, 30, 300, 3000])
    logits = torch.randn(size, generator=torch.Generator().manual_seed(number)) * 3
    params = SamplingParams(
        temperature=chance.choice([0, 0.3, 1, 1.7]),
        top_k=chance.choice([0, 1, 5, 200]),
        top_p=chance.choice([1, 0.3]),
        min_p=chance.choice([0, 0.013, 0.21]),
        repetition_penalty=chance.choice([1, 0.7, 1.8]),
    )
    prompt = [chance.randrange(size) for _ in range(chance.choice([1, 6]))]
    found = explanations(logits, params, prompt_ids=prompt, vocab_size=size)
    same(found, reference(logits.double().numpy(), params, prompt))


def explained(logits: list[float], prompt: list[int], **settings: float) -> Explanations:
    params = SamplingParams(**settings)  # type: ignore[arg-type]
    return explanations(torch.tensor(logits), params, prompt_ids=prompt, vocab_size=len(logits))


@pytest.mark.parametrize(("logit", "penalty", "penalised"), [(3, 1.5, 2), (-2, 1.5, -3)])
def test_a_penalty_divides_above_zero_and_multiplies_below(
    logit: float, penalty: float, penalised: float
) -> None:
    facts = explained([9, logit, 0.5], [1], repetition_penalty=penalty)
    assert (facts.repeated, facts.logit, facts.penalised) == (1, logit, pytest.approx(penalised))


def test_a_penalty_that_is_off_is_told_with_one() -> None:
    facts = explained([0, 2.6], [1])
    assert (facts.penalty, facts.penalised) == (1.3, pytest.approx(2))


def test_filters_before_top_p_and_min_p_count() -> None:
    """Shares 8/16, 4/16, 2/16, 1/16 and 1/16: of the first three, two hold 12/14, three all."""
    logits = [math.log(share) for share in (8, 4, 2, 1, 1)]
    facts = explained(logits, [0], min_p=0.12)
    assert (facts.half, facts.most, facts.min_p_count) == (1, 4, 5)
    facts = explained(logits, [0], top_k=3, min_p=0.12)
    assert (facts.half, facts.most, facts.min_p_count) == (1, 3, 3)
    facts = explained(logits, [0], top_k=4, top_p=0.7, min_p=0.12)
    assert (facts.half, facts.most, facts.min_p_count) == (1, 3, 2)
    assert facts.min_p_least == pytest.approx(0.06)


@pytest.mark.parametrize(("logit", "penalised"), [(3, 6), (-2, -1)])
def test_a_penalty_below_one_is_told_as_it_is(logit: float, penalised: float) -> None:
    facts = explained([9, logit], [1], repetition_penalty=0.5)
    assert (facts.penalty, facts.penalised) == (0.5, pytest.approx(penalised))


def test_of_equals_in_the_prompt_the_first_one_is_told() -> None:
    assert explained([1, 4, 4, 9], [0, 2, 1]).repeated == 2


def test_even_shares_by_hand() -> None:
    facts = explained([0.0] * 100, [7], min_p=0.4, top_k=25)
    assert (facts.favourite, facts.repeated, facts.even) == (0, 7, 0.01)
    shares = (facts.share, facts.cold_share, facts.hot_share)
    assert shares == pytest.approx((0.01,) * 3)
    assert (facts.half, facts.most) == (13, 23)  # of the 25 that top-k leaves
    assert (facts.top_k, facts.top_k_mass) == (25, pytest.approx(0.25))
    assert (facts.min_p_least, facts.min_p_count) == (pytest.approx(0.004), 25)


def test_padding_counts_for_nothing() -> None:
    logits = torch.tensor([1.0, 2.0, 0.5, 70.0])
    facts = explanations(logits, SamplingParams(), prompt_ids=[0], vocab_size=3)
    assert facts.favourite == 1
    assert facts.even == 1 / 3
    assert facts.top_k_mass == pytest.approx(1)
    assert (facts.most, facts.min_p_count) == (3, 3)
