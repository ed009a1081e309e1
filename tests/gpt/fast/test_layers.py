"""The fast linear layer: its order in memory, several in one, and the product of few rows."""

import pytest
import torch
from torch import nn

from playground.gpt.config import GPTConfig
from playground.gpt.fast.layers import FEW_ROWS, MANY_OUTPUTS, FastLinear
from playground.gpt.fast.model import prepare
from playground.gpt.model import GPTModel

WIDTH = 70
"""Inputs: more than are summed at once, and no multiple of that."""


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("rows", [1, FEW_ROWS.start, 30, FEW_ROWS.stop - 1, FEW_ROWS.stop])
@pytest.mark.parametrize("outputs", [MANY_OUTPUTS, 64])
def test_few_rows_give_what_torch_gives(rows: int, bias: bool, outputs: int) -> None:
    generator = torch.Generator().manual_seed(rows)
    plain = nn.Linear(WIDTH, outputs, bias=bias).requires_grad_(False)
    for parameter in plain.parameters():
        parameter.copy_(torch.randn(parameter.shape, generator=generator))
    x = torch.randn(2, rows, WIDTH, generator=generator)[1:]
    wanted = plain(x)
    layer = FastLinear(plain)
    torch.testing.assert_close(layer(x), wanted, atol=1e-4, rtol=0)
    torch.testing.assert_close(layer.blocked(x[0]), wanted[0], atol=1e-4, rtol=0)
    torch.testing.assert_close(layer.single_token_fn()(x[0, 0]), wanted[0, 0], atol=1e-4, rtol=0)


def test_several_layers_are_one_and_each_sees_its_part_of_the_memory() -> None:
    generator = torch.Generator().manual_seed(1)
    parts = [nn.Linear(6, outputs).requires_grad_(False) for outputs in (4, 3)]
    for part in parts:
        for parameter in part.parameters():
            parameter.copy_(torch.randn(parameter.shape, generator=generator))
    x = torch.randn(5, 6, generator=generator)
    wanted = torch.cat([part(x) for part in parts], dim=1)
    fused = FastLinear(*parts)
    torch.testing.assert_close(fused(x), wanted)
    torch.testing.assert_close(torch.cat([part(x) for part in parts], dim=1), wanted)
    fused.weight.zero_()
    assert not any(part.weight.any() for part in parts)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float64])
def test_few_rows_of_another_precision(dtype: torch.dtype) -> None:
    plain = nn.Linear(WIDTH, MANY_OUTPUTS).requires_grad_(False)
    for parameter in plain.parameters():
        parameter.fill_(0.5)
    layer = FastLinear(plain.to(dtype))
    assert layer(torch.ones(4, WIDTH, dtype=dtype)).eq(WIDTH / 2 + 0.5).all()


def test_weights_lie_input_by_input_and_are_held_once() -> None:
    config = GPTConfig(30, 8, d_model=16, num_heads=2, num_layers=1)
    for tying in (True, False):
        model = GPTModel(GPTConfig(**{**config.to_dict(), "weight_tying": tying}))
        layers = [each for each in prepare(model).modules() if isinstance(each, FastLinear)]
        assert len(layers) == 5
        assert all(layer.weight.T.is_contiguous() for layer in layers)
        held = {layer.weight.untyped_storage().data_ptr() for layer in layers}
        plain = [each for each in model.modules() if isinstance(each, nn.Linear)]
        assert len(plain) == 7
        assert {each.weight.untyped_storage().data_ptr() for each in plain} == held
