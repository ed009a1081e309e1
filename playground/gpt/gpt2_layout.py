"""GPT-2's published weights <-> our names. The only file that knows `wte` and `c_attn`.

In these files the four projections of a block lie as (in, out), ours as (out, in). Some files
carry the prefix `transformer.`, mask buffers, or a copy of the tied head; others do not.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

import torch
from torch import Tensor

from playground.errors import AssetError
from playground.gpt.checkpoint import require_finite, require_tensors, weight_shapes
from playground.gpt.config import GPTConfig
from playground.gpt.fused_qkv import fuse, fused_shapes, split
from playground.gpt.model import GPTModel
from playground.gpt.positions import SinusoidalPositions

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


def from_gpt2(
    config: GPTConfig,
    shapes: Mapping[str, torch.Size],
    state: Mapping[str, Tensor],
    source: str = _SOURCE,
) -> dict[str, Tensor]:
    """The weights of a GPT-2 state dict under our names and the way round that we hold them.

    shapes: our names and the shapes of `config`; source: what a message names, a file as a rule.
    All are views: nothing is copied. Raises AssetError when a name is missing or unknown, a shape
    is wrong, a number is not finite, or a head is given that a tied model cannot hold.
    """
    tensors = _without_prefix(state, source)
    for name in _mask_buffers(config.num_layers):
        tensors.pop(name, None)
    if config.weight_tying and _HEAD in tensors:
        _require_tied_head(tensors, source)
        del tensors[_HEAD]
    fused = fused_shapes(shapes)
    names = {name: _gpt2_name(name) for name in fused}
    wanted = {names[name]: _turned_shape(names[name], shape) for name, shape in fused.items()}
    require_tensors(wanted, tensors, source)
    require_finite(tensors, source)
    return split({ours: _turned(theirs, tensors[theirs]) for ours, theirs in names.items()})


def to_gpt2(model: GPTModel) -> dict[str, Tensor]:
    """The weights of any model of ours as a GPT-2 state dict, float32, each with its own memory.

    GPT-2 always has shifts and a table of positions: shifts that the model lacks are zeros, and
    sinusoidal positions are written out. A tied head is left out.
    """
    held = {name: parameter.detach() for name, parameter in model.named_parameters()}
    if isinstance(model.position_embedding, SinusoidalPositions):
        held["position_embedding.weight"] = model.position_embedding.weight
    full = replace(model.config, use_bias=True, qkv_bias=True, position="learned")
    ours = {
        name: held[name] if name in held else torch.zeros(shape)
        for name, shape in weight_shapes(full).items()
    }
    tensors = {}
    for name, tensor in fuse(ours).items():
        theirs = _gpt2_name(name)
        tensors[theirs] = _turned(theirs, tensor).to("cpu", torch.float32).contiguous()
    return tensors


def _gpt2_name(name: str) -> str:
    """`blocks.3.mlp.expand.bias` -> `h.3.mlp.c_fc.bias`."""
    module, _, kind = name.rpartition(".")
    if not module.startswith("blocks."):
        return f"{_TOP[module]}.{kind}"
    _, layer, part = module.split(".", 2)
    return f"h.{layer}.{_IN_BLOCK[part]}.{kind}"


def _turned(name: str, tensor: Tensor) -> Tensor:
    return tensor.t() if name.endswith(_STORED_IN_OUT) else tensor


def _turned_shape(name: str, shape: torch.Size) -> torch.Size:
    return torch.Size(reversed(shape)) if name.endswith(_STORED_IN_OUT) else shape


def _without_prefix(state: Mapping[str, Tensor], source: str) -> dict[str, Tensor]:
    tensors = {name.removeprefix(_PREFIX): tensor for name, tensor in state.items()}
    if len(tensors) < len(state):
        raise AssetError(
            "weights_twice",
            f"{source} holds weights both with and without the prefix {_PREFIX!r}; keep one set.",
            file=source,
        )
    return tensors


def _mask_buffers(num_layers: int) -> Iterator[str]:
    """Causal masks that older files carry; ours is a buffer that is not stored."""
    for layer in range(num_layers):
        yield f"h.{layer}.attn.bias"
        yield f"h.{layer}.attn.masked_bias"


def _require_tied_head(tensors: Mapping[str, Tensor], source: str) -> None:
    embedding = tensors.get("wte.weight")
    if embedding is not None and not torch.equal(tensors[_HEAD], embedding):
        raise AssetError(
            "weights_head",
            f"{source} has a head of its own ({_HEAD} differs from wte.weight), but the model "
            "ties the two; build it with weight_tying=False, which is tie_word_embeddings false "
            "in config.json.",
            file=source,
        )
