"""Fixed position vectors in place of a learnt table."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from playground.gpt.config import GPTConfig


class SinusoidalPositions(nn.Module):
    """Fixed position vectors, looked up like an embedding; nothing is trained."""

    weight: Tensor

    def __init__(self, config: GPTConfig) -> None:
        super().__init__()
        self.size = config.context_length, config.d_model

    def fill(self, like: Tensor) -> None:
        """Compute the vectors (context, C) on the device and in the dtype of `like`."""
        with like.device:
            vectors = sinusoidal_positions(*self.size).to(like.dtype)
        self.register_buffer("weight", vectors, persistent=False)

    def forward(self, positions: Tensor) -> Tensor:
        """(T,) -> (T, C)."""
        return F.embedding(positions, self.weight)


def sinusoidal_positions(context_length: int, d_model: int) -> Tensor:
    """Fixed vectors (T, C): sin in even, cos in odd channels (Vaswani et al. 2017, 3.5)."""
    position = torch.arange(context_length).unsqueeze(1)  # (T, 1)
    rate = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10_000.0) / d_model))  # (C / 2)
    table = torch.empty(context_length, d_model)
    table[:, 0::2] = torch.sin(position * rate)
    table[:, 1::2] = torch.cos(position * rate)
    return table
