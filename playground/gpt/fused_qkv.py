"""Query, key and value as one matrix, as GPT-2's files and older files of ours hold them.

Knows names and tensors, no model and no file.
"""

from collections.abc import Mapping

import torch
from torch import Tensor

_PARTS = ("query", "key", "value")
_FUSED = "attention.qkv."


def is_fused(name: str) -> bool:
    """Whether a name is that of a fused weight or bias, such as `blocks.0.attention.qkv.weight`."""
    return _FUSED in name


def fused_shapes(shapes: Mapping[str, torch.Size]) -> dict[str, torch.Size]:
    """Names and shapes of a model as they are with query, key and value fused: (3 * C, ...)."""
    fused: dict[str, torch.Size] = {}
    for name, (rows, *others) in shapes.items():
        whole = _fused_name(name)
        fused[whole] = torch.Size((rows if whole == name else len(_PARTS) * rows, *others))
    return fused


def fuse(tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Query, key and value, one below the other; all else unchanged."""
    groups: dict[str, list[Tensor]] = {}
    for name, tensor in tensors.items():
        groups.setdefault(_fused_name(name), []).append(tensor)
    return {
        name: torch.cat(parts) if is_fused(name) else parts[0] for name, parts in groups.items()
    }


def split(tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The reverse of `fuse`, in views."""
    apart: dict[str, Tensor] = {}
    for name, tensor in tensors.items():
        if not is_fused(name):
            apart[name] = tensor
            continue
        for part, rows in zip(_PARTS, tensor.chunk(len(_PARTS)), strict=True):
            apart[name.replace(_FUSED, f"attention.{part}.")] = rows
    return apart


def _fused_name(name: str) -> str:
    for part in _PARTS:
        name = name.replace(f"attention.{part}.", _FUSED)
    return name
