"""Keys and values of the tokens that one request has read, so that none is computed twice.

A cache is an argument of the forward pass and belongs to its caller: the model stores nothing, so
two requests cannot meet in it. Knows nothing of weights.
Axes: B batch, T new positions, S positions so far, H heads, D head width.
"""

from collections.abc import Sequence
from typing import Protocol

import torch
from torch import Tensor

from playground.gpt.config import GPTConfig, require_room


class Cache(Protocol):
    """What the forward pass of a model needs of a cache."""

    def place(self, steps: int) -> tuple[Tensor, Tensor]:
        """Positions of the next `steps` ids, (T,) or (B, T), and the keys that each may attend to,
        (..., T, S), true where it may."""
        ...

    def store(self, layer: int, pair: Tensor) -> Tensor:
        """Append key and value (2, B, T, H, D) to a layer; returns all so far, (2, B, S, H, D)."""
        ...

    def advance(self, steps: int) -> None:
        """Count `steps` positions as filled, once every layer has stored them."""
        ...


class KVCache:
    """The keys and values of B sequences of equal length.

    layers  the memory, a tensor (2, B, context, H, D) per layer
    length  positions that are filled
    """

    def __init__(self, layers: Sequence[Tensor]) -> None:
        self.layers = layers
        self.length = 0

    @classmethod
    def new(cls, config: GPTConfig, batch_size: int = 1, like: Tensor | None = None) -> "KVCache":
        """An empty cache for a whole context; device and dtype are those of the weight `like`
        (default: CPU, float32)."""
        like = torch.empty(0) if like is None else like
        shape = (2, batch_size, config.context_length, config.num_heads, config.head_width)
        return cls([like.new_empty(shape) for _ in range(config.num_layers)])

    def place(self, steps: int) -> tuple[Tensor, Tensor]:
        """As in `Cache`. Raises SequenceTooLong when the context is full."""
        end = self.length + steps
        require_room(end, context_length=self.layers[0].shape[2])
        keys = torch.arange(end, device=self.layers[0].device)  # (S,)
        positions = keys[self.length :]  # (T,)
        return positions, keys <= positions.unsqueeze(1)  # (T, S)

    def store(self, layer: int, pair: Tensor) -> Tensor:
        """As in `Cache`; returns a view of the memory."""
        end = self.length + pair.shape[2]
        memory = self.layers[layer]
        memory[:, :, self.length : end] = pair
        return memory[:, :, :end]

    def advance(self, steps: int) -> None:
        """As in `Cache`."""
        self.length += steps

    def clear(self) -> None:
        """Forget everything; the memory is kept."""
        self.length = 0
