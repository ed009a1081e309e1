"""The sampler and the loop are what their blackboard forms say."""

import random
from collections.abc import Callable

import pytest
import torch

from playground.decoding import reference
from playground.decoding.generation import generate
from playground.decoding.model_source import ModelSource
from playground.decoding.sampling import SamplingParams, distribution
from playground.gpt.model import GPTModel

CASES = 120


def params_of(chance: random.Random) -> SamplingParams:
    return SamplingParams(
        temperature=chance.choice([0, 0.2, 0.7, 1, 1.7]),
        top_k=chance.choice([0, 1, 5, 40, 2000]),
        top_p=chance.choice([1, 0.93, 0.61, 0.07]),
        min_p=chance.choice([0, 0.013, 0.21]),
        repetition_penalty=chance.choice([0.8, 1, 1.3]),
        presence_penalty=chance.choice([0, 0.5]),
        frequency_penalty=chance.choice([0, -0.3]),
    )


@pytest.mark.parametrize("part", range(3))
def test_the_distribution_is_that_of_the_blackboard(part: int) -> None:
    for number in range(part * CASES // 3, (part + 1) * CASES // 3):
        chance = random.Random(number)
        size = chance.choice([2, 50, 1000])
        logits = 3 * torch.randn(size, generator=torch.Generator().manual_seed(number))
        prompt, new = (
            [chance.randrange(size) for _ in range(chance.choice([0, 6]))] for _ in range(2)
        )
        params = params_of(chance)
        found = distribution(logits, params, prompt_ids=prompt, generated_ids=new)
        wanted = reference.distribution(logits, params, prompt, new)
        torch.testing.assert_close(found, wanted, atol=1e-12, rtol=0)
        assert float(wanted.sum()) == pytest.approx(1)


@pytest.mark.parametrize("number", range(10))
def test_a_text_is_that_of_the_blackboard(number: int, loud_model: Callable[..., GPTModel]) -> None:
    """Past the context too, where the window slides."""
    chance = random.Random(number)
    model, params = loud_model(), params_of(chance)
    prompt = [chance.randrange(97) for _ in range(chance.choice([1, 5, 20]))]
    end = chance.choice([None, 3])
    steps = generate(
        ModelSource(model), prompt, params, max_new_tokens=24, seed=number, end_of_text=end
    )
    wanted = reference.generate(
        model, prompt, params, max_new_tokens=24, seed=number, end_of_text=end
    )
    assert [step.id for step in steps] == wanted
