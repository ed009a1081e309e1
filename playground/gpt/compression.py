"""Weights as one byte a number, for models that are only looked at in passing.

Each row of a matrix is divided by its largest magnitude and rounded to whole numbers from -127 to
127 (symmetric absmax quantisation by row, as in Dettmers et al. 2022, section 2.1); the row's scale
is kept beside it. Vectors stay as they are. Knows tensors and their names, no model and no file.
"""

from collections.abc import Mapping

import torch
from torch import Tensor

_SCALE = ".scale"
_LEVELS = 127


def compress(tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Matrices (rows, columns) as int8 with `<name>.scale` (rows,) in float32; all else in float16.

    A row is off by at most half a level, its largest magnitude / 254. Numbers must be finite.
    """
    small: dict[str, Tensor] = {}
    for name, tensor in tensors.items():
        if tensor.dim() != 2:
            small[name] = tensor.half()
            continue
        scale = tensor.float().abs().amax(dim=1) / _LEVELS  # (rows,)
        steps = tensor.float() / scale.clamp(min=torch.finfo(torch.float32).tiny)[:, None]
        small[name] = steps.round().to(torch.int8)  # (rows, columns)
        small[name + _SCALE] = scale
    return small


def expand(tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """What `compress` was given, in float32 where it was compressed; other tensors unchanged.

    A matrix of int8 without a scale of its rows is left as it is, for the caller to refuse.
    """
    whole: dict[str, Tensor] = {}
    for name, tensor in tensors.items():
        scale = tensors.get(name + _SCALE)
        if name.endswith(_SCALE) and name.removesuffix(_SCALE) in tensors:
            continue
        if tensor.dtype == torch.int8 and scale is not None and scale.shape == tensor.shape[:1]:
            tensor = tensor.float() * scale.float()[:, None]  # (rows, columns)
        whole[name] = tensor
    return whole
