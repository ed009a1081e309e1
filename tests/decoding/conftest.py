"""A tiny model that has something to say, and a script that keeps a record."""

from collections.abc import Callable, Sequence

import pytest
import torch
from torch import Tensor

from playground.decoding.source import ScriptedSource
from playground.gpt.config import GPTConfig
from playground.gpt.model import GPTModel


def _loud_model(dropout: float = 0.0, vocab_size: int = 97, context_length: int = 16) -> GPTModel:
    """Weights 10 times GPT-2's initial ones: with those, logits are flat and hide errors."""
    config = GPTConfig(
        vocab_size, context_length, d_model=32, num_heads=4, num_layers=3, dropout=dropout
    )
    model = GPTModel(config, seed=5)
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() == 2:
                parameter.mul_(10)
    return model


@pytest.fixture(scope="session")
def loud_model() -> Callable[..., GPTModel]:
    """Builds GPTModel with context 16, 97 ids, 3 layers; arguments: see above."""
    return _loud_model


class CountingScript:
    """Logits that depend on the last id, and a record of what was asked."""

    def __init__(self, vocab_size: int = 20) -> None:
        generator = torch.Generator().manual_seed(1)
        self.rows = torch.randn(vocab_size, vocab_size, generator=generator)
        self.asked: list[list[int]] = []

    def __call__(self, ids: Sequence[int]) -> Tensor:
        self.asked.append(list(ids))
        return self.rows[ids[-1]]

    def source(self) -> ScriptedSource:
        return ScriptedSource(self, vocab_size=len(self.rows))


@pytest.fixture
def script() -> CountingScript:
    """20 ids; `source()` opens it, `asked` lists the histories that it was asked for."""
    return CountingScript()
