"""The cache of one sequence, as the decoder of single tokens reads and writes it.

Axes: H heads, S positions, D head width, C model width.
"""

from typing import NamedTuple

from torch import Tensor


class LayerMemory(NamedTuple):
    """One layer of the cache of one sequence.

    qkv           (3 * C,) where the new position's query, key and value are computed;
    query         (1, H, 1, D) and `new` (2, 1, 1, H, D), key and value, are views of it
    pair          (2, 1, context, H, D); `keys` and `values` (1, H, context, D) are views of it
    """

    qkv: Tensor
    query: Tensor
    new: Tensor
    pair: Tensor
    keys: Tensor
    values: Tensor

    @classmethod
    def of(cls, pair: Tensor) -> "LayerMemory":
        """The views of a layer (2, 1, context, H, D)."""
        heads, width = pair.shape[3:]
        qkv = pair.new_empty(3 * heads * width)
        parts = qkv.view(3, 1, 1, heads, width)
        keys, values = pair.transpose(2, 3)
        return cls(qkv, parts[0].transpose(1, 2), parts[1:], pair, keys, values)
