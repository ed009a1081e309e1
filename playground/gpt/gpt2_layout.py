"""GPT-2's published weights -> our names. The only file that knows `wte` and `c_attn`.

In these files the four projections of a block lie as (in, out), ours as (out, in). Some files
carry the prefix `transformer.`, mask buffers, or a copy of the tied head; others do not.
"""

from collections.abc import Iterator, Mapping

import torch
from torch import Tensor

from playground.errors import AssetError
from playground.gpt.checkpoint import require_finite, require_tensors
from playground.gpt.model import GPTModel

_PREFIX = "transformer."
_HEAD = "lm_head.weight"
_SOURCE = "The GPT-2 checkpoint"

_TOP = {
    "token_embedding": "wte",
    "position_embedding": "wpe",
    "final_norm": "ln_f",
    "head": "lm_head",
}
_IN_BLOCK = {
    "attention_norm": "ln_1",
    "attention.qkv": "attn.c_attn",
    "attention.projection": "attn.c_proj",
    "mlp_norm": "ln_2",
    "mlp.expand": "mlp.c_fc",
    "mlp.projection": "mlp.c_proj",
}
_STORED_IN_OUT = ("c_attn.weight", "c_proj.weight", "c_fc.weight")


def load_gpt2_state(model: GPTModel, state: Mapping[str, Tensor]) -> None:
    """Copy a GPT-2 state dict into `model`, which must have its shape.

    Raises AssetError, and leaves the model as it was, when a name is missing or unknown, a shape
    is wrong, a number is not finite, or a head is given that a tied model cannot hold.
    """
    parameters = {_gpt2_name(name): value for name, value in model.named_parameters()}
    tensors = _without_prefix(state)
    for name in _mask_buffers(model.config.num_layers):
        tensors.pop(name, None)
    if model.config.weight_tying and _HEAD in tensors:
        _require_tied_head(tensors)
        del tensors[_HEAD]
    shapes = {name: _turned(name, value).shape for name, value in parameters.items()}
    require_tensors(shapes, tensors, _SOURCE)
    require_finite(tensors, _SOURCE)
    with torch.no_grad():
        for name, parameter in parameters.items():
            parameter.copy_(_turned(name, tensors[name]))


def _gpt2_name(name: str) -> str:
    """`blocks.3.mlp.expand.bias` -> `h.3.mlp.c_fc.bias`."""
    module, _, kind = name.rpartition(".")
    if not module.startswith("blocks."):
        return f"{_TOP[module]}.{kind}"
    _, layer, part = module.split(".", 2)
    return f"h.{layer}.{_IN_BLOCK[part]}.{kind}"


def _turned(name: str, tensor: Tensor) -> Tensor:
    return tensor.t() if name.endswith(_STORED_IN_OUT) else tensor


def _without_prefix(state: Mapping[str, Tensor]) -> dict[str, Tensor]:
    tensors = {name.removeprefix(_PREFIX): tensor for name, tensor in state.items()}
    if len(tensors) < len(state):
        raise AssetError(
            "weights_twice",
            f"{_SOURCE} holds weights both with and without the prefix {_PREFIX!r}; keep one set.",
            file=_SOURCE,
        )
    return tensors


def _mask_buffers(num_layers: int) -> Iterator[str]:
    """Causal masks that older files carry; ours is a buffer that is not stored."""
    for layer in range(num_layers):
        yield f"h.{layer}.attn.bias"
        yield f"h.{layer}.attn.masked_bias"


def _require_tied_head(tensors: Mapping[str, Tensor]) -> None:
    embedding = tensors.get("wte.weight")
    if embedding is not None and not torch.equal(tensors[_HEAD], embedding):
        raise AssetError(
            "weights_head",
            f"{_SOURCE} has a head of its own ({_HEAD} differs from wte.weight), but the model "
            "ties the two; build it with weight_tying=False.",
            file=_SOURCE,
        )
