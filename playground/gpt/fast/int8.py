"""Products in 8-bit integers: faster for a large model on one core, and approximate.

Reading the weights is what a token of a large model costs, and 8 bits are a quarter of 32. Weights
are rounded to 127 steps a row, inputs to 255 steps a call ("dynamic quantisation"), sums are exact.
A small model gains nothing: it is busy with calls, not with bytes.

Sums stay exact on any processor. Where the library adds pairs of products in 16 bits, as it does
without AVX-512 VNNI, two products of 8 bits may be too large (255 * 127 * 2 > 32,767); there inputs
are rounded to 127 steps, 7 bits, which always fit (PyTorch's `reduce_range`). What the processor
does is found by a product whose sum is known: neither a processor's name nor its features say which
kernel the library takes.
"""

import warnings
from functools import cache
from typing import Any

import torch
from torch import Tensor

from playground.errors import ResourceError
from playground.gpt.fast.layers import FastLinear, HooklessModule, SingleTokenFunction
from playground.gpt.fast.model import FastGPT, prepare
from playground.gpt.model import GPTModel

ENGINES = ("x86", "fbgemm", "onednn")
"""Names in `torch.backends.quantized` of the libraries that this was measured with."""
_STEPS = 127
_PROBE = 256
"""Inputs and outputs of the product that shows how sums are taken."""


class Int8Linear(HooklessModule):
    """A linear layer (..., in) -> (..., out) in float32 with products in int8."""

    def __init__(self, linear: FastLinear) -> None:
        """Rounds the weights of `linear` and keeps a copy of its bias. Raises as `require_int8`."""
        super().__init__()
        self._seven_bits = needs_seven_bits()
        self._packed = _packed(linear.weight, linear.bias)

    def forward(self, x: Tensor) -> Tensor:
        """(..., in) with at least two axes -> (..., out)."""
        result: Tensor = torch.ops.quantized.linear_dynamic(x, self._packed, self._seven_bits)
        return result

    def single_token_fn(self) -> SingleTokenFunction:
        """(in,) -> (out,); `out` takes the memory for it."""
        product = torch.ops.quantized.linear_dynamic.default
        packed, seven_bits = self._packed, self._seven_bits

        def run(x: Tensor, out: Tensor | None = None) -> Tensor:
            result: Tensor = product(x.unsqueeze(0), packed, seven_bits).squeeze(0)
            return result if out is None else out.copy_(result)

        return run

    def blocked(self, x: Tensor) -> Tensor:
        """(N, in) -> (N, out)."""
        return self.forward(x)


def to_int8(model: GPTModel | FastGPT) -> FastGPT:
    """Replace all linear layers of a model that nobody else uses by int8 ones.

    The embeddings stay as they are. Raises what `require_int8` raises.
    """
    require_int8()
    fast = prepare(model) if isinstance(model, GPTModel) else model
    if not isinstance(fast, FastGPT):
        raise TypeError("a model without a fast form has no form in int8")
    for module in list(fast.modules()):
        for name, child in list(module.named_children()):
            if isinstance(child, FastLinear):
                setattr(module, name, Int8Linear(child))
    return fast


def require_int8() -> None:
    """Raise ResourceError where torch has no fast int8 products, or no right ones."""
    needs_seven_bits()


def needs_seven_bits() -> bool:
    """Whether inputs of 8 bits are too large for the sums of this processor. Raises as
    `require_int8`."""
    engine = torch.backends.quantized.engine
    if engine in ENGINES:
        for seven_bits in (False, True):
            if _sums_are_exact(engine, seven_bits):
                return seven_bits
    raise ResourceError(
        "no_int8",
        f"Products in int8 need torch with one of {', '.join(ENGINES)}, and a processor on which "
        f"its sums are right; this machine has {engine}. Leave --int8 out.",
    )


@cache
def _sums_are_exact(engine: str, seven_bits: bool) -> bool:
    """Whether the largest weights times the largest inputs give the largest sum; `engine` is the
    one that is set, and what is remembered is its answer."""
    x = torch.ones(1, _PROBE)
    x[0, 0] = 0  # the inputs reach from 0 to 1, and both are a step
    try:
        packed = _packed(torch.ones(_PROBE, _PROBE), None)
        sums = torch.ops.quantized.linear_dynamic(x, packed, seven_bits)  # (1, _PROBE)
    except RuntimeError:  # the engine is there and has no such product
        return False
    return bool(((sums - (_PROBE - 1)).abs() < 0.5).all())


def _packed(weight: Tensor, bias: Tensor | None) -> Any:
    """Weights (out, in) as the library wants them, one scale a row."""
    scales = weight.abs().amax(dim=1).clamp(min=torch.finfo(torch.float32).tiny) / _STEPS  # (out,)
    zeros = torch.zeros(len(weight), dtype=torch.long)
    with warnings.catch_warnings():
        # torch says that these types will move to a library of their own.
        warnings.filterwarnings("ignore", "torch.quantize_per_tensor", UserWarning)
        rounded = torch.quantize_per_channel(weight, scales.double(), zeros, 0, torch.qint8)
    return torch.ops.quantized.linear_prepack(rounded, bias)
