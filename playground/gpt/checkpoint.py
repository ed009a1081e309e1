"""A model in a folder: `config.json` (its shape) and `model.safetensors` (its weights).

Knows no preset and no network. Files from outside are checked before memory is taken, and only
safetensors are read: a pickle (.bin, .pt) can run code when it is opened.
"""

import json
import math
import reprlib
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, NoReturn

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor

from playground.errors import AssetError, ConfigError
from playground.gpt.compression import compress, expand
from playground.gpt.config import GPTConfig
from playground.gpt.fused_qkv import fused_shapes, is_fused, split
from playground.gpt.model import GPTModel

CONFIG_FILE = "config.json"
WEIGHTS_FILE = "model.safetensors"
LONGEST_CONTEXT = 1 << 13
"""Tokens. The causal mask takes memory in the square of it, which no file of weights has to account
for."""

_PICKLE_SUFFIXES = {".bin", ".pt", ".pth", ".ckpt", ".pkl", ".pickle"}
_LFS_POINTER = b"version https://git-lfs.github.com/"
_NAMES_SHOWN = 3
_CONFIG_BYTES = 1_000_000
"""Far more than any config.json has."""
_ROWS_CHECKED = 1024


def save_model(model: GPTModel, folder: Path, dtype: torch.dtype = torch.float16) -> None:
    """Write config.json and model.safetensors into `folder`; a tied head is stored once.

    Raises AssetError when a weight is not finite in `dtype` (float16 ends at 65,504).
    """
    save_weights(model, folder / WEIGHTS_FILE, dtype)
    (folder / CONFIG_FILE).write_text(
        json.dumps(model.config.to_dict(), indent=2) + "\n", encoding="utf-8"
    )


def save_weights(model: GPTModel, path: Path, dtype: torch.dtype = torch.float16) -> None:
    """The same without config.json, into a file of any name that `load_model` is told."""
    tensors = {name: tensor.to(dtype) for name, tensor in _weights(model).items()}
    require_finite(tensors, f"The model in {dtype}")
    _write(tensors, path)


def save_compressed(model: GPTModel, path: Path) -> None:
    """As `save_weights`, with matrices at one byte a number."""
    tensors = _weights(model)
    require_finite(tensors, "The model")
    _write(compress(tensors), path)


def _weights(model: GPTModel) -> dict[str, Tensor]:
    """A tensor that is used in two places is there once."""
    return {
        name: parameter.detach().to("cpu").contiguous()
        for name, parameter in model.named_parameters()
    }


def _write(tensors: dict[str, Tensor], path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.part")
    save_file(tensors, unfinished)
    unfinished.chmod(0o644)  # safetensors lets nobody but the owner read it
    unfinished.replace(path)


def load_model(folder: Path, weights: str = WEIGHTS_FILE) -> GPTModel:
    """The model of a folder: float32, in eval mode, without gradients.

    weights: name of the file in the folder, whose matrices may be compressed to one byte a number.
    Raises AssetError, naming the file, when one is missing, damaged or not what it should be.
    """
    path = weights_path(folder, weights)
    config = _read_config(folder / CONFIG_FILE)
    tensors = expand(read_tensors(path))
    shapes = expected_shapes(config, len(tensors), path)
    if any(map(is_fused, tensors)):
        shapes = fused_shapes(shapes)
    require_tensors(shapes, tensors, str(path))
    require_finite(tensors, str(path))
    return filled_model(config, split(tensors))


def filled_model(config: GPTConfig, tensors: Mapping[str, Tensor]) -> GPTModel:
    """A model with these weights copied in, which have been checked: float32, in eval mode,
    without gradients. Beside the tensors only the model takes memory."""
    model = GPTModel(config, seed=None)
    copy_weights(model, tensors)
    return model.eval().requires_grad_(False)


def copy_weights(model: GPTModel, tensors: Mapping[str, Tensor]) -> None:
    """Copy tensors of the same names and shapes into the model."""
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            parameter.copy_(tensors[name])


def require_tensors(
    shapes: Mapping[str, torch.Size], tensors: Mapping[str, Tensor], source: str
) -> None:
    """Hold tensors against the exact names and shapes that a model needs.

    source: what to name, a file as a rule. Raises AssetError for a missing or unknown name, a
    wrong shape, or numbers that are no floating point numbers.
    """
    if missing := sorted(shapes.keys() - tensors.keys()):
        refuse("weights_missing", source, f"lacks {_some(missing)}", names=missing)
    if unknown := sorted(tensors.keys() - shapes.keys()):
        refuse("weights_unknown", source, f"holds unknown weights {_some(unknown)}", names=unknown)
    for name, shape in shapes.items():
        given = tensors[name]
        if given.shape != shape:
            found, wanted = list(given.shape), list(shape)
            problem = f"holds {name} with shape {found}, but the model needs {wanted}"
            refuse("weights_shape", source, problem, name=name, found=found, wanted=wanted)
        if not given.is_floating_point():
            problem = f"holds {name} as {given.dtype}, but the model needs floating point numbers"
            refuse("weights_dtype", source, problem, name=name, found=str(given.dtype))


def require_finite(tensors: Mapping[str, Tensor], source: str) -> None:
    """Raise AssetError when a tensor holds a NaN or an infinity as float32, which is what the model
    computes in. A few rows at a time: the steps in between are as large as what they check."""
    for name, tensor in tensors.items():
        if not all(rows.float().isfinite().all() for rows in tensor.split(_ROWS_CHECKED)):
            problem = f"has numbers in {name} that are not finite"
            refuse("weights_not_finite", source, problem, "use other weights", name=name)


def read_json(path: Path) -> Any:
    """What a JSON file holds. Raises AssetError when it is missing, damaged or something else."""
    require_content(path)
    if path.stat().st_size > _CONFIG_BYTES:
        refuse("config_damaged", str(path), f"is longer than {_CONFIG_BYTES:,} bytes")
    try:
        return json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        refuse("config_damaged", str(path), f"is not JSON ({error})")


def _read_config(path: Path) -> GPTConfig:
    """A field that is missing has its default: the file may be older than the field."""
    values = read_json(path)
    names = {field.name for field in fields(GPTConfig)}
    if not isinstance(values, dict) or not values:
        refuse("config_fields", str(path), f"must hold the fields {_some(sorted(names))}")
    if unknown := sorted(values.keys() - names):
        problem = f"holds {_some(unknown)}, which no model here has"
        refuse("config_fields", str(path), problem, names=unknown)
    try:
        config = GPTConfig(**values)
    except ConfigError as error:
        refuse("config_invalid", str(path), f"describes no model: {error}")
    if config.context_length > LONGEST_CONTEXT:
        problem = f"asks for a longer context than the {LONGEST_CONTEXT:,} tokens that fit here"
        refuse("config_too_large", str(path), problem, context_length=config.context_length)
    return config


def weights_path(folder: Path, name: str = WEIGHTS_FILE) -> Path:
    """The file of weights in a folder. Raises AssetError when it is missing, empty, something else
    than what was to be fetched, or a pickle."""
    path = folder / name
    pickles = sorted(p for p in (folder, *folder.glob("*")) if p.suffix in _PICKLE_SUFFIXES)
    if pickles and not path.exists():
        problem = "is a pickle, which can run code when it is opened"
        refuse("weights_pickle", str(pickles[0]), problem, f"put {name} in its place")
    require_content(path)
    return path


def require_content(path: Path) -> None:
    """Refuse what a failed download leaves behind, each by its own name."""
    if not path.is_file():
        refuse("asset_missing", str(path), "is missing")
    with path.open("rb") as file:
        start = file.read(len(_LFS_POINTER))
    if not start:
        refuse("asset_empty", str(path), "is empty")
    if start == _LFS_POINTER:
        refuse("asset_pointer", str(path), "is a Git LFS pointer, not the file", "run git lfs pull")
    if start.lstrip().startswith(b"<"):
        refuse("asset_web_page", str(path), "is a web page, not the file")


def read_tensors(path: Path) -> dict[str, Tensor]:
    """All tensors, as views of the file: it may be replaced meanwhile, but not written into."""
    try:
        return load_file(path)
    except (SafetensorError, OSError, ValueError, KeyError) as error:
        refuse("weights_damaged", str(path), f"is damaged or not a safetensors file ({error})")


def expected_shapes(config: GPTConfig, tensors: int, path: Path) -> dict[str, torch.Size]:
    """Name and shape of every weight of a config.

    tensors: how many the file at `path` holds. Raises AssetError when no such file can be right.
    """
    if config.num_layers > tensors:  # else an absurd number of layers would take minutes
        held = "1 weight" if tensors == 1 else f"{tensors} weights"
        problem = f"holds {held}, too few for {reprlib.repr(config.num_layers)} layers"
        refuse("weights_layers", str(path), problem, num_layers=config.num_layers)
    try:
        return weight_shapes(config)
    except (RuntimeError, TypeError):  # torch's ways to refuse a size past 64 bits
        problem = "describes a model larger than any computer can address"
        refuse("config_too_large", str(path.with_name(CONFIG_FILE)), problem)


def weight_shapes(config: GPTConfig) -> dict[str, torch.Size]:
    """Name and shape of every weight, from a model that takes no memory."""
    with torch.device("meta"):
        model = GPTModel(config, seed=None)
    return {name: parameter.shape for name, parameter in model.named_parameters()}


def weight_count(config: GPTConfig) -> int:
    """Numbers in the weights of a config; a tensor that is used in two places counts once."""
    return sum(map(math.prod, weight_shapes(config).values()))


def _some(names: list[str]) -> str:
    more = len(names) - _NAMES_SHOWN
    shown = ", ".join(f"{name:.60}" for name in names[:_NAMES_SHOWN])
    return shown + (f" and {more} more" if more > 0 else "")


def refuse(
    code: str, path: str, problem: str, advice: str = "fetch the file again", **values: Any
) -> NoReturn:
    """Raise the AssetError about a file: what is wrong with it, and what to do."""
    raise AssetError(code, f"{path} {problem}; {advice}.", file=path, **values)
