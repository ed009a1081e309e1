"""A model in a folder: `config.json` (its shape) and `model.safetensors` (its weights).

Knows no preset and no network. Files from outside are checked before memory is taken, and only
safetensors are read: a pickle (.bin, .pt) can run code when it is opened.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, NoReturn

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor

from playground.errors import AssetError, ConfigError
from playground.gpt.config import GPTConfig
from playground.gpt.model import GPTModel

MODELS_FOLDER = Path(__file__).resolve().parents[2] / "assets" / "models"
"""Where the models that ship with the project lie, a folder each."""
CONFIG_FILE = "config.json"
WEIGHTS_FILE = "model.safetensors"

_PICKLE_SUFFIXES = {".bin", ".pt", ".pth", ".ckpt", ".pkl", ".pickle"}
_LFS_POINTER = b"version https://git-lfs.github.com/"
_NAMES_SHOWN = 3


def save_model(model: GPTModel, folder: Path, dtype: torch.dtype = torch.float16) -> None:
    """Write config.json and model.safetensors into `folder`; a tied head is stored once.

    Raises AssetError when a weight is not finite in `dtype` (float16 ends at 65,504).
    """
    tensors = {
        name: parameter.detach().to("cpu", dtype).contiguous()
        for name, parameter in model.named_parameters()  # lists a shared tensor once
    }
    require_finite(tensors, f"The model in {dtype}")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / CONFIG_FILE).write_text(
        json.dumps(model.config.to_dict(), indent=2) + "\n", encoding="utf-8"
    )
    unfinished = folder / f"{WEIGHTS_FILE}.part"
    save_file(tensors, unfinished)
    unfinished.replace(folder / WEIGHTS_FILE)


def load_model(folder: Path, sha256: str | None = None) -> GPTModel:
    """The model of a folder: float32, in eval mode, without gradients.

    sha256: hexadecimal digest that model.safetensors must have. Raises AssetError, naming the
    file, when one is missing, damaged or not what it should be.
    """
    path = _weights_path(folder)
    config = _read_config(folder / CONFIG_FILE)
    if sha256 is not None:
        _require_digest(path, sha256)
    tensors = _read_tensors(path)
    require_tensors(_expected_shapes(config, len(tensors), path), tensors, str(path))
    require_finite(tensors, str(path))
    model = GPTModel(config, seed=None)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            parameter.copy_(tensors[name])
    return model.eval().requires_grad_(False)


def require_tensors(
    shapes: Mapping[str, torch.Size], tensors: Mapping[str, Tensor], source: str
) -> None:
    """Hold tensors against the exact names and shapes that a model needs.

    source: what to name, a file as a rule. Raises AssetError for a missing or unknown name, a
    wrong shape, or numbers that are no floating point numbers.
    """
    if missing := sorted(shapes.keys() - tensors.keys()):
        _refuse("weights_missing", source, f"lacks {_some(missing)}", names=missing)
    if unknown := sorted(tensors.keys() - shapes.keys()):
        _refuse("weights_unknown", source, f"holds unknown weights {_some(unknown)}", names=unknown)
    for name, shape in shapes.items():
        given = tensors[name]
        if given.shape != shape:
            found, wanted = list(given.shape), list(shape)
            problem = f"holds {name} with shape {found}, but the model needs {wanted}"
            _refuse("weights_shape", source, problem, name=name, found=found, wanted=wanted)
        if not given.is_floating_point():
            problem = f"holds {name} as {given.dtype}, but the model needs floating point numbers"
            _refuse("weights_dtype", source, problem, name=name, found=str(given.dtype))


def require_finite(tensors: Mapping[str, Tensor], source: str) -> None:
    """Raise AssetError when a tensor holds a NaN or an infinity."""
    for name, tensor in tensors.items():
        if not tensor.float().isfinite().all():  # as float32, which is what the model computes in
            problem = f"has numbers in {name} that are not finite"
            _refuse("weights_not_finite", source, problem, "use other weights", name=name)


def _read_config(path: Path) -> GPTConfig:
    _require_content(path)
    try:
        values = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        _refuse("config_damaged", str(path), f"is not JSON ({error})")
    names = {field.name for field in fields(GPTConfig)}
    if not isinstance(values, dict) or values.keys() != names:
        different = sorted(names ^ values.keys()) if isinstance(values, dict) else sorted(names)
        problem = f"must hold exactly the fields of a model; it differs in {_some(different)}"
        _refuse("config_fields", str(path), problem, names=different)
    try:
        return GPTConfig(**values)
    except ConfigError as error:
        _refuse("config_invalid", str(path), f"describes no model: {error}")


def _weights_path(folder: Path) -> Path:
    path = folder / WEIGHTS_FILE
    pickles = sorted(p for p in (folder, *folder.glob("*")) if p.suffix in _PICKLE_SUFFIXES)
    if pickles and not path.exists():
        problem = "is a pickle, which can run code when it is opened"
        _refuse("weights_pickle", str(pickles[0]), problem, f"put {WEIGHTS_FILE} in its place")
    _require_content(path)
    return path


def _require_content(path: Path) -> None:
    """Refuse what a failed download leaves behind, each by its own name."""
    if not path.is_file():
        _refuse("asset_missing", str(path), "is missing")
    with path.open("rb") as file:
        start = file.read(len(_LFS_POINTER))
    if not start:
        _refuse("asset_empty", str(path), "is empty")
    if start == _LFS_POINTER:
        _refuse(
            "asset_pointer", str(path), "is a Git LFS pointer, not the file", "run git lfs pull"
        )
    if start.lstrip().startswith(b"<"):
        _refuse("asset_web_page", str(path), "is a web page, not the file")


def _require_digest(path: Path, sha256: str) -> None:
    with path.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != sha256.lower():
        problem = f"has SHA-256 {found}, but {sha256.lower()} is expected"
        _refuse("asset_digest", str(path), problem, found=found, wanted=sha256.lower())


def _read_tensors(path: Path) -> dict[str, Tensor]:
    """All tensors, as views of the file: it may be replaced meanwhile, but not written into."""
    try:
        return load_file(path)
    except (SafetensorError, OSError, ValueError, KeyError) as error:
        _refuse("weights_damaged", str(path), f"is damaged or not a safetensors file ({error})")


def _expected_shapes(config: GPTConfig, tensors: int, path: Path) -> dict[str, torch.Size]:
    """Name and shape of every weight, from a model that takes no memory."""
    if config.num_layers > tensors:  # else an absurd number of layers would take minutes
        problem = f"holds {tensors} weights, too few for {config.num_layers} layers"
        _refuse("weights_layers", str(path), problem, num_layers=config.num_layers)
    try:
        with torch.device("meta"):
            model = GPTModel(config, seed=None)
    except (RuntimeError, TypeError) as error:  # torch's words for a size past 64 bits
        _refuse("config_too_large", str(path.with_name(CONFIG_FILE)), f"is too large ({error})")
    return {name: parameter.shape for name, parameter in model.named_parameters()}


def _some(names: list[str]) -> str:
    more = len(names) - _NAMES_SHOWN
    return ", ".join(names[:_NAMES_SHOWN]) + (f" and {more} more" if more > 0 else "")


def _refuse(
    code: str, path: str, problem: str, advice: str = "fetch the file again", **values: Any
) -> NoReturn:
    raise AssetError(code, f"{path} {problem}; {advice}.", file=path, **values)
