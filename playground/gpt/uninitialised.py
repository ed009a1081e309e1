"""Layers whose memory is left as it is: GPTModel draws all initial weights from its own generator,
and a model that is loaded needs none."""

from torch import nn


class Linear(nn.Linear):
    """A linear layer without initial weights."""

    def reset_parameters(self) -> None:
        """Leave the memory as it is."""


class Embedding(nn.Embedding):
    """An embedding without initial weights."""

    def reset_parameters(self) -> None:
        """Leave the memory as it is."""
