"""Small models: shapes that are built in a moment, and the demo preset."""

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


@pytest.fixture(scope="session")
def loud() -> ModelChoice:
    """97 ids, a context of 32, 3 layers of 4 heads; its weights are in `loud_store`."""
    config = GPTConfig(97, 32, d_model=32, num_heads=4, num_layers=3, dropout=0.0)
    return ModelChoice(config, "gpt2-96")


@pytest.fixture(scope="session")
def loud_store(loud: ModelChoice) -> ModelStore:
    """Holds `loud` with weights ten times GPT-2's initial ones: with those, logits and attention
    are flat and hide errors."""
    store = ModelStore()
    for parameter in store.get(loud, 97).model.parameters():
        if parameter.dim() == 2:
            parameter.mul_(10)
    return store
