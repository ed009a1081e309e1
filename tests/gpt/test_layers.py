"""The linear layer: its order in memory, and the product of few rows."""

import pytest
import torch
import torch.nn.functional as F

from playground.gpt.config import GPTConfig
from playground.gpt.layers import FEW_ROWS, MANY_OUTPUTS, Linear
from playground.gpt.model import GPTModel

WIDTH = 70
"""Inputs: more than are summed at once, and no multiple of that."""


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("rows", [1, FEW_ROWS.start, 30, FEW_ROWS.stop - 1, FEW_ROWS.stop])
@pytest.mark.parametrize("outputs", [MANY_OUTPUTS, 64])
def test_few_rows_give_what_torch_gives(rows: int, bias: bool, outputs: int) -> None:
    generator = torch.Generator().manual_seed(rows)
    layer = Linear(WIDTH, outputs, bias=bias).eval().requires_grad_(False)
    for parameter in layer.parameters():
        parameter.copy_(torch.randn(parameter.shape, generator=generator))
    x = torch.randn(2, rows, WIDTH, generator=generator)[1:]
    wanted = F.linear(x, layer.weight, layer.bias if bias else None)
    torch.testing.assert_close(layer(x), wanted, atol=1e-4, rtol=0)
    torch.testing.assert_close(layer.on_few_rows(x[0]), wanted[0], atol=1e-4, rtol=0)
    torch.testing.assert_close(layer.on_vectors()(x[0, 0]), wanted[0, 0], atol=1e-4, rtol=0)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float64])
def test_few_rows_of_another_precision(dtype: torch.dtype) -> None:
    layer = Linear(WIDTH, MANY_OUTPUTS).eval().requires_grad_(False)
    for parameter in layer.parameters():
        parameter.fill_(0.5)
    x = torch.ones(4, WIDTH)
    with torch.autocast("cpu", torch.bfloat16):
        assert layer(x).dtype == torch.bfloat16
    assert layer.to(dtype)(x.to(dtype)).eq(WIDTH / 2 + 0.5).all()


def test_weights_lie_input_by_input_however_they_came() -> None:
    config = GPTConfig(30, 8, d_model=16, num_heads=2, num_layers=1)
    for tying in (True, False):
        model = GPTModel(GPTConfig(**{**config.to_dict(), "weight_tying": tying}))
        model.load_state_dict(model.state_dict())
        layers = [module for module in model.modules() if isinstance(module, Linear)]
        assert len(layers) == 5
        assert all(layer.weight.T.is_contiguous() for layer in layers)
