"""Logits that are padded, damaged, impossible, in half precision or of the wrong shape."""

import math

import pytest
import torch

from playground.decoding.choice import draw
from playground.decoding.sampling import SamplingParams, distribution
from playground.errors import SamplingError


def test_a24_padded_ids_get_no_probability() -> None:
    x = torch.randn(50304, generator=torch.Generator().manual_seed(3))
    x[50257:] = 100
    for params in (SamplingParams(5), SamplingParams(top_k=50304), SamplingParams(0)):
        result = distribution(x, params, vocab_size=50257)
        assert result.shape == (50304,)
        assert int((result[50257:] > 0).sum()) == 0
        alone = distribution(x[:50257], params)
        torch.testing.assert_close(result[:50257], alone, rtol=1e-12, atol=0)


def test_damage_in_the_padding_does_not_matter() -> None:
    x = torch.tensor([1.0, 2.0, math.nan])
    assert torch.equal(distribution(x, SamplingParams(), vocab_size=2)[2:], torch.zeros(1).double())


@pytest.mark.parametrize("damage", [math.nan, math.inf])
@pytest.mark.parametrize("temperature", [0, 1])
def test_damaged_logits_are_named_and_not_repaired(damage: float, temperature: float) -> None:
    x = torch.tensor([0.0, 1.0, damage, damage])
    params = SamplingParams(temperature=temperature, repetition_penalty=1.2)
    with pytest.raises(SamplingError, match=f"gave {damage} as the logit of id 2") as caught:
        distribution(x, params, prompt_ids=[2])
    assert caught.value.code == "logits_damaged"
    told = caught.value.values
    assert (told["id"], str(told["logit"]), told["count"]) == (2, str(damage), 2)


@pytest.mark.parametrize("temperature", [0, 1])
def test_nothing_left_to_choose_is_an_error(temperature: float) -> None:
    params = SamplingParams(temperature=temperature)
    nothing = torch.full((3,), -math.inf)
    with pytest.raises(SamplingError, match="None of the 3 tokens can be chosen") as caught:
        distribution(nothing, params)
    assert caught.value.code == "no_token_left"
    with pytest.raises(SamplingError, match="None of the 3 tokens"):
        distribution(torch.zeros(3), params, banned=[0, 1, 2])


@pytest.mark.parametrize("temperature", [0, 1e-45, 0.5, 1, 1e6, 3.4e38])
def test_minus_infinity_is_never_likely(temperature: float) -> None:
    x = torch.tensor([-math.inf, 1, -math.inf, 0])
    result = distribution(x, SamplingParams(temperature=temperature, top_k=3, top_p=0.9))
    assert float(result[0]) == float(result[2]) == 0
    assert float(result.sum()) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("shape", [(1, 3), (), (0,)])
def test_only_one_row_of_logits_is_taken(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="one row"):
        distribution(torch.zeros(shape), SamplingParams())


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_a15_half_precision_never_draws_an_impossible_id(dtype: torch.dtype) -> None:
    x = torch.full((100,), -math.inf, dtype=dtype)
    x[37] = 2
    result = distribution(x, SamplingParams())
    generator = torch.Generator().manual_seed(0)
    uniforms = torch.rand(20_000, dtype=torch.float64, generator=generator).tolist()
    assert {draw(result, uniform) for uniform in uniforms} == {37}


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64])
def test_the_logits_are_never_changed(dtype: torch.dtype) -> None:
    x = torch.randn(20, generator=torch.Generator().manual_seed(4)).to(dtype)
    before = x.clone()
    params = SamplingParams(0.7, 5, 0.9, 0.05, 1.3, 0.5, 0.5)
    distribution(x, params, prompt_ids=[1], generated_ids=[2], vocab_size=18, banned=[3])
    assert torch.equal(x, before)


def test_logits_that_carry_gradients_are_accepted() -> None:
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    assert not distribution(x, SamplingParams()).requires_grad
