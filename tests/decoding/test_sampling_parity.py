"""The distribution against the processors of Hugging Face transformers, on random cases.

The reference works in float32. Where a decision hangs on less than its rounding (a running sum
within 1e-6 of top_p, a ratio within 1e-6 of min_p, a near tie at the k-th place) a case is skipped
and counted. Ties have tests of their own, as transformers keeps more than k.
"""

import random
from dataclasses import dataclass

import pytest
import torch
from torch import Tensor
from transformers import (
    LogitsProcessorList,
    MinPLogitsWarper,
    RepetitionPenaltyLogitsProcessor,
    TemperatureLogitsWarper,
    TopKLogitsWarper,
    TopPLogitsWarper,
)

from playground.decoding.sampling import SamplingParams, distribution

MARGIN = 1e-6
TOLERANCE = 1e-5


@dataclass
class Tally:
    compared: int = 0
    skipped: int = 0
    filtered: int = 0
    largest_difference: float = 0.0


def random_params(rng: random.Random) -> SamplingParams:
    return SamplingParams(
        temperature=rng.choice([1.0, 0.1, 0.5, 0.8, 1.3, 2.0, 5.0, rng.uniform(0.1, 3)]),
        top_k=rng.choice([0, 1, 5, 50, 10**6, rng.randint(1, 100)]),
        top_p=rng.choice([1.0, 0.3, 0.9, 0.95, rng.uniform(0.05, 0.97)]),
        min_p=rng.choice([0.0, 0.05, rng.uniform(0, 0.5)]),
        repetition_penalty=rng.choice([1.0, 1.2, 0.8, rng.uniform(1, 2)]),
    )


def reference(logits: Tensor, params: SamplingParams, history: list[int]) -> Tensor:
    """Probabilities (V,) by transformers, its processors in the order of its generate()."""
    processors = LogitsProcessorList()
    if params.repetition_penalty != 1:
        processors.append(RepetitionPenaltyLogitsProcessor(params.repetition_penalty))
    if params.temperature != 1:
        processors.append(TemperatureLogitsWarper(params.temperature))
    if params.top_k:
        processors.append(TopKLogitsWarper(params.top_k))
    if params.top_p < 1:
        processors.append(TopPLogitsWarper(params.top_p))
    if params.min_p > 0:
        processors.append(MinPLogitsWarper(params.min_p))
    scores: Tensor = processors(torch.tensor([history]), logits[None].clone())
    return scores[0].softmax(0)


def is_near_a_threshold(logits: Tensor, params: SamplingParams, history: list[int]) -> bool:
    """Whether a float32 rounding could decide, judged by a naive full sort in float64."""
    x = logits.double()
    used = x[history]
    r = params.repetition_penalty
    x[history] = torch.where(used < 0, used * r, used / r)
    x = (x / params.temperature).sort(descending=True).values
    if 0 < params.top_k < len(x):
        if float(x[params.top_k - 1] - x[params.top_k]) < MARGIN:
            return True
        x = x[: params.top_k]
    if params.top_p < 1:
        mass = x.softmax(0).cumsum(0)
        if bool(((mass - params.top_p).abs() < MARGIN).any()):
            return True
        x = x[: int((mass < params.top_p).sum()) + 1]
    ratio = (x - x[0]).exp()
    return params.min_p > 0 and bool(((ratio - params.min_p).abs() < MARGIN).any())


def compare(size: int, cases: int) -> Tally:
    rng = random.Random(size)
    generator = torch.Generator().manual_seed(size)
    tally = Tally()
    for _ in range(cases):
        logits = 3 * torch.randn(size, generator=generator) - 1
        params = random_params(rng)
        history = [rng.randrange(size) for _ in range(rng.randint(1, 12))]
        if is_near_a_threshold(logits, params, history):
            tally.skipped += 1
            continue
        split = rng.randint(0, len(history))
        ours = distribution(
            logits, params, prompt_ids=history[:split], generated_ids=history[split:]
        )
        theirs = reference(logits, params, history)
        assert torch.equal(survivors(ours, logits), survivors(theirs, logits)), params
        tally.compared += 1
        tally.filtered += int((ours > 0).sum()) < size
        difference = float((ours - theirs).abs().max())
        tally.largest_difference = max(tally.largest_difference, difference)
    return tally


def survivors(probabilities: Tensor, logits: Tensor) -> Tensor:
    """Ids kept by the filters. float32 underflows to 0 where float64 does not, so ids too
    unlikely for float32 count as neither."""
    return (probabilities > 1e-37).nonzero().squeeze(1)


@pytest.mark.parametrize(
    ("size", "cases", "most_skipped"),
    [(2, 1320, 5), (65, 1500, 5), (1000, 1100, 5), (50257, 100, 10)],
)
def test_survivors_and_probabilities_equal_those_of_transformers(
    size: int, cases: int, most_skipped: int
) -> None:
    tally = compare(size, cases)
    assert tally.compared + tally.skipped == cases
    assert tally.skipped <= most_skipped
    assert tally.filtered > cases * 0.6
    assert tally.largest_difference <= TOLERANCE
