"""Models on the meta device, and shapes drawn by chance."""

import random
from collections.abc import Callable

import pytest
import torch

from playground.gpt.config import GPTConfig
from playground.gpt.model import GPTModel


@pytest.fixture
def build_on_meta() -> Callable[[GPTConfig], GPTModel]:
    """Builds a real model whose tensors have shapes, but take no memory."""

    def build(config: GPTConfig) -> GPTModel:
        with torch.device("meta"):
            return GPTModel(config)

    return build


@pytest.fixture(scope="session")
def random_configs() -> tuple[GPTConfig, ...]:
    """200 valid shapes, the same in every run."""
    draw = random.Random(20)
    return tuple(_random_config(draw) for _ in range(200))


def _random_config(draw: random.Random) -> GPTConfig:
    num_heads = draw.randint(1, 16)
    return GPTConfig(
        vocab_size=draw.randint(2, 60_000),
        context_length=draw.randint(1, 512),
        d_model=2 * num_heads * draw.randint(1, 64),
        num_heads=num_heads,
        num_layers=draw.randint(1, 5),
        mlp_expansion=draw.randint(1, 8),
        dropout=draw.choice([0.0, 0.1]),
        use_bias=draw.random() < 0.5,
        weight_tying=draw.random() < 0.5,
        qkv_bias=draw.random() < 0.5,
        position=draw.choice(["learned", "sinusoidal"]),
        activation=draw.choice(["gelu", "gelu_tanh"]),
    )
