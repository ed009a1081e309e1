"""Keys and values that one request has computed so far. Knows nothing of weights.

The cache is an argument of the forward pass and belongs to one request: the model stores nothing,
so two requests cannot meet in it. Memory is taken once, for the whole capacity.
"""

import torch
from torch import Tensor

from playground.gpt.config import GPTConfig


class KVCache:
    """Preallocated keys and values of all layers for B sequences of equal length.

    `length` is the number of positions filled. Shape of a layer: (2, B, H, capacity, D).
    """

    def __init__(self, config: GPTConfig, batch_size: int = 1, like: Tensor | None = None) -> None:
        """`like`: a weight whose device and dtype the cache takes (default: CPU, float32)."""
        shape = (2, batch_size, config.num_heads, config.context_length, config.head_width)
        like = torch.empty(0) if like is None else like
        self.layers = [like.new_empty(shape) for _ in range(config.num_layers)]
        self.capacity = config.context_length
        self.length = 0

    def store(self, layer: int, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
        """Write key and value (B, H, T, D) behind the filled part of a layer.

        Returns all keys and all values of that layer so far, each (B, H, S, D), as views.
        """
        end = self.length + key.shape[2]
        memory = self.layers[layer]
        memory[0, :, :, self.length : end] = key
        memory[1, :, :, self.length : end] = value
        return memory[0, :, :, :end], memory[1, :, :, :end]

    def advance(self, steps: int) -> None:
        """Count `steps` positions as filled, once every layer has stored them."""
        self.length += steps

    def clear(self) -> None:
        """Forget everything; the memory is kept."""
        self.length = 0
