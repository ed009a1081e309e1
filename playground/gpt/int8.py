"""Products in 8-bit integers: faster for a large model on one core, and approximate.

Reading the weights is what a token of a large model costs, and 8 bits are a quarter of 32. Weights
are rounded to 127 steps a row, inputs to 255 steps a call ("dynamic quantisation"), sums are exact.
A small model gains nothing: it is busy with calls, not with bytes.
"""

import warnings
from typing import Any

import torch
from torch import Tensor, nn

from playground.errors import ResourceError
from playground.gpt.layers import Direct, Linear, VectorFunction
from playground.gpt.model import GPTModel

ENGINES = ("x86", "fbgemm", "onednn")
"""Names in `torch.backends.quantized` of the libraries that this was measured with."""
_STEPS = 127


class Int8Linear(Direct):
    """A linear layer (..., in) -> (..., out) in float32 with products in int8."""

    def __init__(self, linear: Linear) -> None:
        """Rounds the weights of `linear` and keeps a copy of its bias."""
        super().__init__()
        self._packed = _packed(linear.weight.detach(), linear.bias)

    def forward(self, x: Tensor) -> Tensor:
        """(..., in) with at least two axes -> (..., out)."""
        result: Tensor = torch.ops.quantized.linear_dynamic(x, self._packed)
        return result

    def on_vectors(self) -> VectorFunction:
        """(in,) -> (out,); `out` takes the memory for it."""
        product, packed = torch.ops.quantized.linear_dynamic.default, self._packed

        def run(x: Tensor, out: Tensor | None = None) -> Tensor:
            result: Tensor = product(x.unsqueeze(0), packed).squeeze(0)
            return result if out is None else out.copy_(result)

        return run

    def on_few_rows(self, x: Tensor) -> Tensor:
        """(N, in) -> (N, out)."""
        return self.forward(x)


def to_int8(model: GPTModel) -> GPTModel:
    """Put int8 layers in the place of all linear layers of a model that nobody else uses.

    The embeddings stay as they are. Raises what `require_int8` raises.
    """
    require_int8()
    for module in list(model.modules()):
        for name, child in list(module.named_children()):
            if isinstance(child, Linear):
                setattr(module, name, Int8Linear(child))
    return model


def require_int8() -> None:
    """Raise ResourceError where torch has no fast int8 products."""
    if torch.backends.quantized.engine not in ENGINES:
        raise ResourceError(
            "no_int8",
            f"Products in int8 need one of {', '.join(ENGINES)} in torch; this machine has "
            f"{torch.backends.quantized.engine}. Leave --int8 out.",
        )


def _packed(weight: Tensor, bias: nn.Parameter | None) -> Any:
    """Weights (out, in) as the library wants them, one scale a row."""
    scales = weight.abs().amax(dim=1).clamp(min=torch.finfo(torch.float32).tiny) / _STEPS  # (out,)
    zeros = torch.zeros(len(weight), dtype=torch.long)
    with warnings.catch_warnings():
        # torch says that these types will move to a library of their own.
        warnings.filterwarnings("ignore", "torch.quantize_per_tensor", UserWarning)
        rounded = torch.quantize_per_channel(weight, scales.double(), zeros, 0, torch.qint8)
    return torch.ops.quantized.linear_prepack(rounded, bias)
