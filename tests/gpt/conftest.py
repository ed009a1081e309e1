"""Small models whose logits are far from flat, so that a wrong step shows."""

from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from playground.gpt.checkpoint import save_model
from playground.gpt.config import GPTConfig
from playground.gpt.model import GPTModel

LoudModel = Callable[[GPTConfig], GPTModel]


@pytest.fixture
def loud_model() -> LoudModel:
    """Builds a model in eval mode with noise of standard deviation 0.3 on every parameter."""

    def build(config: GPTConfig) -> GPTModel:
        model = GPTModel(config).eval().requires_grad_(False)
        generator = torch.Generator().manual_seed(5)
        for parameter in model.parameters():
            parameter.add_(torch.empty_like(parameter).normal_(std=0.3, generator=generator))
        return model

    return build


@pytest.fixture
def folder(tmp_path: Path, loud_model: LoudModel) -> Path:
    """A folder with a small tied model in it, saved in half precision."""
    save_model(loud_model(GPTConfig(97, 16, d_model=32, num_heads=4, num_layers=2)), tmp_path)
    return tmp_path
