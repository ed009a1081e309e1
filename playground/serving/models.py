"""Models in memory: immutable, shared by everybody, bounded in bytes.

A model is named by its shape and by the folder of its trained weights, if it has any. Without
trained weights it is drawn from one fixed seed, so all visitors see the same untrained model.
"""

import threading
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

import torch

from playground.decoding.model_source import ModelSource
from playground.gpt.checkpoint import load_model
from playground.gpt.config import GPTConfig
from playground.gpt.model import GPTModel, count_parameters

MODELS_FOLDER = Path(__file__).resolve().parents[2] / "assets" / "models"
INITIALISATION_SEED = 0
STORE_BYTES = 2_000_000_000


@dataclass(frozen=True)
class ModelChoice:
    """What a visitor chose: a shape, the encoding of its ids, the preset it equals, if any, and
    whether that preset's trained weights are meant."""

    config: GPTConfig
    encoding: str
    preset: str | None = None
    trained: bool = False


@dataclass(frozen=True)
class LoadedModel:
    """A model ready to run. vocab_size of `source`: ids that stand for something."""

    model: GPTModel
    source: ModelSource
    size_bytes: int


class ModelStore:
    """Least recently used models leave first when `size_bytes` is full; one build at a time."""

    def __init__(self, size_bytes: int = STORE_BYTES) -> None:
        self._size_bytes = size_bytes
        self._models: OrderedDict[ModelChoice, LoadedModel] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, choice: ModelChoice, vocab_size: int) -> LoadedModel:
        """The model of a choice, built or loaded if need be.

        vocab_size: ids of the encoding; larger ids are padding and never sampled.
        Raises AssetError when trained weights are missing or damaged.
        """
        with self._lock:
            loaded = self._models.get(choice)
            if loaded is None:
                loaded = self._models[choice] = _load(choice, vocab_size)
                self._make_room()
            self._models.move_to_end(choice)
            return loaded

    def _make_room(self) -> None:
        while len(self._models) > 1 and self.size_in_use() > self._size_bytes:
            self._models.popitem(last=False)

    def size_in_use(self) -> int:
        """Bytes of all weights in memory."""
        return sum(loaded.size_bytes for loaded in self._models.values())


def _load(choice: ModelChoice, vocab_size: int) -> LoadedModel:
    if choice.trained and choice.preset is not None:
        model = load_model(MODELS_FOLDER / choice.preset)
    else:
        model = GPTModel(choice.config, INITIALISATION_SEED)
    model.requires_grad_(False)
    size_bytes = count_parameters(model) * torch.finfo(torch.float32).bits // 8
    return LoadedModel(model, ModelSource(model, vocab_size), size_bytes)
