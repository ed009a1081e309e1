"""Small models: a shape that is built in a moment, and the demo preset."""

import pytest

from playground.gpt.config import GPTConfig
from playground.gpt.presets import PRESETS
from playground.serving.models import ModelChoice, ModelStore


@pytest.fixture
def store() -> ModelStore:
    return ModelStore()


@pytest.fixture
def demo() -> ModelChoice:
    """The demo preset, untrained."""
    preset = PRESETS["demo"]
    return ModelChoice(preset.config, preset.encoding, preset.name)


@pytest.fixture
def tiny() -> ModelChoice:
    """A model of 8 channels with room for 1,025 ids, of which 1,000 stand for something."""
    config = GPTConfig(1025, 32, d_model=8, num_heads=2, num_layers=1, dropout=0.0)
    return ModelChoice(config, "gpt2-999")
