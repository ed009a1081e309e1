"""Models in memory: immutable, shared by everybody, bounded in bytes.

A model is named by its shape and by the folder of its trained weights, if it has any. Without
trained weights it is drawn from one fixed seed, so all visitors see the same untrained model.
"""

import threading
from collections import OrderedDict
from dataclasses import dataclass

import torch

from playground.decoding.model_source import ModelSource
from playground.gpt.checkpoint import MODELS_FOLDER, load_model
from playground.gpt.config import GPTConfig
from playground.gpt.model import GPTModel, count_parameters

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
    """Least recently used models leave first when `size_bytes` is full.

    One build at a time; whoever wants a model that is there does not wait for it.
    """

    def __init__(self, size_bytes: int = STORE_BYTES) -> None:
        self._size_bytes = size_bytes
        self._models: OrderedDict[ModelChoice, LoadedModel] = OrderedDict()
        self._lock = threading.Lock()
        self._building = threading.Lock()

    def get(self, choice: ModelChoice, vocab_size: int) -> LoadedModel:
        """The model of a choice, built or loaded if need be.

        vocab_size: ids of the encoding; larger ids are padding and never sampled.
        Raises AssetError when trained weights are missing or damaged.
        """
        loaded = self._known(choice)
        if loaded is None:
            with self._building:
                loaded = self._known(choice) or self._add(choice, _load(choice, vocab_size))
        return loaded

    def _known(self, choice: ModelChoice) -> LoadedModel | None:
        with self._lock:
            if choice in self._models:
                self._models.move_to_end(choice)
            return self._models.get(choice)

    def _add(self, choice: ModelChoice, loaded: LoadedModel) -> LoadedModel:
        with self._lock:
            self._models[choice] = loaded
            self._make_room()
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
