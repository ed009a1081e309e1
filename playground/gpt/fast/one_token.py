"""One token after a cache: the layers of a model as functions of plain vectors.

A forward pass of one token is a hundred small operations, and in a small model looking up layers
and shaping tensors takes as long as they do. So the functions are put together once.
Axes: C model width, L layers, V vocabulary.
"""

from collections.abc import Iterable
from typing import cast
from weakref import WeakKeyDictionary

import torch
from torch import Tensor

from playground.gpt.fast.model import FastBlock, FastGPT
from playground.gpt.fast.single_cache import LayerMemory
from playground.gpt.kv_cache import KVCache
from playground.gpt.model import GPTModel, LayerTrace


class OneTokenDecoder:
    """Says what the model says, but for rounding (see `ModelSource`)."""

    def __init__(self, model: FastGPT) -> None:
        self._tokens = model.token_embedding.weight.detach()  # (V, C)
        self._positions = model.position_embedding.weight.detach()  # (context, C)
        blocks = cast(Iterable[FastBlock], model.blocks)
        self._blocks = [block.single_token_fn() for block in blocks]
        self._norm = model.final_norm
        self._head = model.head.single_token_fn()
        self._heads = model.head.blocked
        self._memory: WeakKeyDictionary[KVCache, list[LayerMemory]] = WeakKeyDictionary()

    def __call__(self, token_id: int, cache: KVCache, trace: LayerTrace | None = None) -> Tensor:
        """Logits (V,) after one more id of the sequence in `cache`, which has room for it."""
        return self._head(self._norm(self._hidden(token_id, cache, trace)))

    def lens(self, token_id: int, cache: KVCache, trace: LayerTrace) -> Tensor:
        """What each layer would predict if it were the last, (L, V); the last row is what a call
        returns (nostalgebraist 2020, "logit lens"). The head is read once for all layers."""
        self._hidden(token_id, cache, trace)
        return self._heads(self._norm(torch.stack(trace.hidden)))

    def _hidden(self, token_id: int, cache: KVCache, trace: LayerTrace | None) -> Tensor:
        """What the final norm reads, (C,)."""
        layers = self._memory.get(cache)
        if layers is None:
            layers = self._memory[cache] = [LayerMemory.of(layer) for layer in cache.layers]
        position = cache.length
        x: Tensor = self._tokens[token_id] + self._positions[position]  # (C,)
        for block, memory in zip(self._blocks, layers, strict=True):
            block(x, memory, position, trace)
            if trace is not None:
                trace.hidden.append(x.clone())
        cache.advance(1)
        return x


class PlainOneToken:
    """The same calls for a model that has no fast form."""

    def __init__(self, model: GPTModel) -> None:
        self._model = model

    def __call__(self, token_id: int, cache: KVCache, trace: LayerTrace | None = None) -> Tensor:
        """As `OneTokenDecoder`."""
        logits: Tensor = self._model.head(self._hidden(token_id, cache, trace))
        return logits

    def lens(self, token_id: int, cache: KVCache, trace: LayerTrace) -> Tensor:
        """As `OneTokenDecoder.lens`."""
        self._hidden(token_id, cache, trace)
        hidden = torch.stack([each[0, -1] for each in trace.hidden])  # (L, C)
        rows: Tensor = self._model.head(self._model.final_norm(hidden))
        return rows

    def _hidden(self, token_id: int, cache: KVCache, trace: LayerTrace | None) -> Tensor:
        """What the head reads, (C,)."""
        ids = torch.tensor([[token_id]], device=self._model.token_embedding.weight.device)
        return self._model.hidden_states(ids, cache, trace)[0, -1]


def one_token_decoder(model: GPTModel | FastGPT) -> OneTokenDecoder | PlainOneToken:
    """The quickest way that there is for a model."""
    return OneTokenDecoder(model) if isinstance(model, FastGPT) else PlainOneToken(model)
