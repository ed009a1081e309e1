"""Layers without hooks, whose weights lie in memory as one token reads them. Built from plain ones.

A weight is held once: what it was built from becomes a view of it.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

FEW_ROWS, MANY_OUTPUTS, INPUTS_PER_BLOCK = range(2, 49), 2048, 32
"""A product of FEW_ROWS with a matrix of MANY_OUTPUTS is computed in blocks of INPUTS_PER_BLOCK.
Otherwise MKL repacks the whole matrix on every call, which can double the time (measured with
AVX-512 on one thread)."""

SingleTokenFunction = Callable[..., Tensor]
"""A layer for one token: a vector (C,) -> a new vector. Its weights are plain tensors, which torch
handles faster than parameters."""


class HooklessModule(nn.Module):
    """A module whose call goes straight to `forward`.

    torch's own call looks for hooks first, which in a small model costs as much as the product of
    a matrix and a vector.
    """

    def __call__(self, *inputs: Any) -> Any:
        """What `forward` returns."""
        return self.forward(*inputs)


class FastLinear(HooklessModule):
    """One or more linear layers with the same input, as one product.

    In memory the weight (out, in) lies input by input, so one row reads it up to a third faster,
    and few rows need no copy of it.
    """

    def __init__(self, *layers: nn.Linear) -> None:
        """The weights of `layers`, which become views of the new memory; all have a bias, or
        none."""
        super().__init__()
        weights = [layer.weight.detach() for layer in layers]
        inputs_first = torch.cat([weight.T for weight in weights], dim=1)  # (in, out)
        parts = inputs_first.split([len(weight) for weight in weights], dim=1)
        for layer, part in zip(layers, parts, strict=True):
            layer.weight.data = part.T
        biases = [layer.bias.detach() for layer in layers if layer.bias is not None]
        self.weight = inputs_first.T  # (out, in)
        self.bias = torch.cat(biases) if biases else None  # (out,)

    def forward(self, x: Tensor) -> Tensor:
        """(..., in) -> (..., out)."""
        outputs, inputs = self.weight.shape
        rows = x.numel() // inputs
        if outputs >= MANY_OUTPUTS and rows in FEW_ROWS:
            return self.blocked(x.reshape(rows, -1)).view(*x.shape[:-1], -1)
        return F.linear(x, self.weight, self.bias)

    def blocked(self, x: Tensor) -> Tensor:
        """The blocked matrix product: (N, in) -> (N, out)."""
        blocks = self.weight.T.split(INPUTS_PER_BLOCK)  # each (INPUTS_PER_BLOCK, out)
        first, *others = zip(x.split(INPUTS_PER_BLOCK, dim=1), blocks, strict=True)
        sums = torch.mm(*first) if self.bias is None else torch.addmm(self.bias, *first)
        for each in others:
            sums.addmm_(*each)
        return sums

    def single_token_fn(self) -> SingleTokenFunction:
        """(in,) -> (out,); `out` takes the memory for it."""
        if self.bias is None:
            return partial(torch.mv, self.weight)
        return partial(torch.addmv, self.bias, self.weight)


class FastLayerNorm(HooklessModule):
    """A LayerNorm without hooks."""

    def __init__(self, norm: nn.LayerNorm) -> None:
        super().__init__()
        bias = None if norm.bias is None else norm.bias.detach()
        self.arguments = norm.normalized_shape, norm.weight.detach(), bias, norm.eps

    def forward(self, x: Tensor) -> Tensor:
        """(..., C) -> (..., C)."""
        return torch.layer_norm(x, *self.arguments)
