"""A folder as GPT-2 is published in: transformers' `config.json` and `model.safetensors`.

Knows the fields of transformers' GPT2Config and no name of a weight (see `gpt2_layout`). What a
folder asks for is held against what our model can compute before any memory is taken.
"""

import json
import reprlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from safetensors.torch import save

from playground.errors import ConfigError
from playground.gpt.checkpoint import (
    CONFIG_FILE,
    LONGEST_CONTEXT,
    WEIGHTS_FILE,
    expected_shapes,
    filled_model,
    read_json,
    read_tensors,
    refuse,
    weights_path,
)
from playground.gpt.config import Activation, GPTConfig
from playground.gpt.gpt2_layout import from_gpt2, to_gpt2
from playground.gpt.model import NORM_EPSILON, GPTModel

_SHARDS_FILE = f"{WEIGHTS_FILE}.index.json"
_MOST = {
    "vocab_size": 1 << 20,
    "n_positions": LONGEST_CONTEXT,
    "n_ctx": LONGEST_CONTEXT,
    "n_embd": 1 << 16,
    "n_layer": 1000,
    "n_head": 1 << 16,
    "n_inner": 1 << 20,
}
"""Far above any GPT-2, and small enough that a shape can be checked in a moment."""
_ACTIVATIONS: dict[str, Activation] = {
    "gelu_new": "gelu_tanh",
    "gelu_pytorch_tanh": "gelu_tanh",
    "gelu": "gelu",
}
_FIXED = {
    "model_type": "gpt2",
    "layer_norm_epsilon": NORM_EPSILON,
    "scale_attn_weights": True,
    "scale_attn_by_inverse_layer_idx": False,
    "reorder_and_upcast_attn": False,
    "add_cross_attention": False,
}
"""What our model computes; these are also the values that hold where a file leaves them out."""
_ADVICE = "choose another GPT-2 model"


def read_gpt2_config(folder: Path) -> GPTConfig:
    """The shape that a folder's config.json gives, with dropout 0; unknown fields are ignored.

    Raises AssetError, naming the file, when it is missing or damaged, lacks a size, or asks for
    something that our model does not compute.
    """
    path = folder / CONFIG_FILE
    values = read_json(path)
    if not isinstance(values, dict):
        refuse("config_fields", str(path), "must hold the fields of a GPT-2 model")
    for name, wanted in _FIXED.items():
        if values.get(name, wanted) != wanted:
            _refuse_value(path, name, values[name], json.dumps(wanted))
    try:
        return GPTConfig(
            vocab_size=_size(path, values, "vocab_size"),
            context_length=_size(path, values, "n_positions", "n_ctx"),
            d_model=_size(path, values, "n_embd"),
            num_heads=_size(path, values, "n_head"),
            num_layers=_size(path, values, "n_layer"),
            mlp_expansion=_mlp_expansion(path, values),
            dropout=0.0,
            weight_tying=values.get("tie_word_embeddings", True),
            activation=_activation(path, values),
        )
    except ConfigError as error:
        refuse("config_invalid", str(path), f"describes no model: {error}", _ADVICE)


def load_gpt2_folder(folder: Path) -> GPTModel:
    """The model of a folder: float32, in eval mode, without gradients.

    The file of weights is mapped, not read into memory; its numbers may be of half precision.
    Raises AssetError, naming the file, when one is missing, damaged, split, a pickle, or does not
    hold the model that config.json describes.
    """
    if (folder / _SHARDS_FILE).exists() and not (folder / WEIGHTS_FILE).exists():
        problem = f"says that the weights are split into several files; {WEIGHTS_FILE} is missing"
        advice = f"save the model as one file {WEIGHTS_FILE}, or choose a smaller one"
        refuse("weights_split", str(folder / _SHARDS_FILE), problem, advice)
    path = weights_path(folder)
    config = read_gpt2_config(folder)
    state = read_tensors(path)
    shapes = expected_shapes(config, len(state), path)
    return filled_model(config, from_gpt2(config, shapes, state, str(path)))


def gpt2_files(
    model: GPTModel, start_id: int | None = None, end_id: int | None = None
) -> dict[str, bytes]:
    """config.json and model.safetensors (float32), as transformers' GPT2LMHeadModel opens them.

    Takes every model of ours, and gives the same logits. start_id, end_id: the ids that texts
    start from and end with, where the model's encoding is known.
    """
    config = _gpt2_config(model.config) | {"bos_token_id": start_id, "eos_token_id": end_id}
    return {
        CONFIG_FILE: (json.dumps(config, indent=2) + "\n").encode(),
        WEIGHTS_FILE: save(to_gpt2(model), {"format": "pt"}),  # transformers 4 demands this mark
    }


def _gpt2_config(config: GPTConfig) -> dict[str, object]:
    activations = {ours: theirs for theirs, ours in reversed(_ACTIVATIONS.items())}
    return {
        "architectures": ["GPT2LMHeadModel"],
        **_FIXED,
        "vocab_size": config.vocab_size,
        "n_positions": config.context_length,
        "n_ctx": config.context_length,
        "n_embd": config.d_model,
        "n_layer": config.num_layers,
        "n_head": config.num_heads,
        "n_inner": config.mlp_width,
        "activation_function": activations[config.activation],
        "tie_word_embeddings": config.weight_tying,
        "embd_pdrop": config.dropout,
        "attn_pdrop": config.dropout,
        "resid_pdrop": config.dropout,
    }


def _size(path: Path, values: Mapping[str, Any], *names: str) -> int:
    """The first of `names` that the file holds."""
    found = [name for name in names if name in values]
    if not found:
        lacking = " or ".join(names)
        refuse("config_fields", str(path), f"lacks {lacking}", _ADVICE, names=list(names))
    return _whole(path, found[0], values[found[0]])


def _whole(path: Path, name: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= _MOST[name]:
        _refuse_value(path, name, value, f"a whole number from 1 to {_MOST[name]}")
    return value


def _mlp_expansion(path: Path, values: Mapping[str, Any]) -> int:
    """n_inner in units of n_embd; left out or null it is 4 of them."""
    if values.get("n_inner") is None:
        return 4
    inner, width = _size(path, values, "n_inner"), _size(path, values, "n_embd")
    if inner % width:
        _refuse_value(path, "n_inner", inner, f"null or a multiple of n_embd, which is {width}")
    return inner // width


def _activation(path: Path, values: Mapping[str, Any]) -> Activation:
    name = values.get("activation_function", "gelu_new")
    if not isinstance(name, str) or name not in _ACTIVATIONS:
        _refuse_value(path, "activation_function", name, ", ".join(_ACTIVATIONS))
    return _ACTIVATIONS[name]


def _refuse_value(path: Path, name: str, given: object, allowed: str) -> NoReturn:
    shown = reprlib.repr(given)
    problem = f"gives {name} as {shown}; what can be loaded here: {allowed}"
    refuse("gpt2_config", str(path), problem, _ADVICE, name=name, given=shown, allowed=allowed)
