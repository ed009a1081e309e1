"""One token behind a cache: the layers of a model in their form for plain vectors.

A forward pass of one token is a hundred small operations, and in a small model looking up layers
and shaping tensors takes as long as they do. So the functions are put together once.
Axes: C model width, L layers, V vocabulary.
"""

from collections.abc import Iterable
from typing import cast

import torch
from torch import Tensor

from playground.gpt.cache import KVCache
from playground.gpt.layers import Seen, TransformerBlock
from playground.gpt.model import GPTModel


class VectorPass:
    """Takes its weights from the model once; it says what the model says, but for
    rounding (see `ModelSource`)."""

    def __init__(self, model: GPTModel) -> None:
        self._tokens = model.token_embedding.table.detach()  # (V, C)
        self._positions = model.position_embedding.table.detach()  # (context, C)
        blocks = cast(Iterable[TransformerBlock], model.blocks)
        self._blocks = [block.on_vectors() for block in blocks]
        self._norm = model.final_norm.arguments
        self._head = model.head.on_vectors()
        self._heads = model.head.on_few_rows

    def __call__(self, token_id: int, cache: KVCache, seen: Seen | None = None) -> Tensor:
        """Logits (V,) after one more id of the sequence in `cache`, which has room for it."""
        hidden = self._hidden(token_id, cache, seen)
        return self._head(torch.layer_norm(hidden, *self._norm))

    def lens(self, token_id: int, cache: KVCache, seen: Seen) -> Tensor:
        """What each layer would say if it were the last, (L, V); the last row is what a call
        returns (nostalgebraist 2020, "logit lens"). The head is read once for all layers."""
        self._hidden(token_id, cache, seen)
        rows: Tensor = self._heads(torch.layer_norm(torch.stack(seen.hidden), *self._norm))
        return rows

    def _hidden(self, token_id: int, cache: KVCache, seen: Seen | None) -> Tensor:
        """What the final norm reads, (C,)."""
        position = cache.length
        x: Tensor = self._tokens[token_id] + self._positions[position]  # (C,)
        for block, memory in zip(self._blocks, cache.single, strict=True):
            block(x, memory, position, seen)
            if seen is not None:
                seen.hidden.append(x.clone())
        cache.advance(1)
        return x
