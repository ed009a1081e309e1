"""Models in memory: immutable, shared by everybody, bounded in bytes, built one at a time.

A model is named by its shape and by where its weights come from. Untrained ones are drawn from one
fixed seed, from which our own training started too, so all visitors see the same model.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from weakref import WeakValueDictionary

import torch

from playground.decoding.model_source import ModelSource
from playground.errors import PlaygroundError, ResourceError
from playground.gpt.checkpoint import weight_count
from playground.gpt.config import GPTConfig
from playground.gpt.fast.memory import return_freed_memory
from playground.gpt.fast.model import FastGPT
from playground.gpt.model import GPTModel
from playground.gpt.presets import PRESETS, Preset
from playground.gpt.shipped import shipped_model
from playground.serving.hub import Progress
from playground.serving.memory import available_bytes
from playground.serving.real_weights import RealWeights, gone, needed_bytes
from playground.serving.units import format_bytes

INITIALISATION_SEED = 0
STORE_BYTES = 2_000_000_000
MARGIN_BYTES = 200_000_000
"""Memory that has to stay free beside the weights of a new model, for what runs on them."""
BLOCK_BYTES = 32_000
"""Memory of a block's modules and tensor headers beside its numbers, measured in CPython 3.11: of a
small model it is the larger part."""
_NUMBER_BYTES = torch.finfo(torch.float32).bits // 8


@dataclass(frozen=True)
class ModelChoice:
    """What a visitor chose: a shape, the encoding of its ids, and the preset it equals, if any.

    step       how far in its own training a preset is taken, one of its moments; 0 is untrained
    published  whether the weights are those that its authors published
    """

    config: GPTConfig
    encoding: str
    preset: str | None = None
    step: int = 0
    published: bool = False

    @property
    def trained(self) -> bool:
        """Whether the weights have learnt anything."""
        return self.step > 0 or self.published


@dataclass(frozen=True)
class LoadedModel:
    """A model ready to run.

    runner      the form of it that runs: its fast one, where it has one
    source      its vocab_size counts the ids that stand for something
    size_bytes  memory that the model takes
    """

    model: GPTModel
    runner: GPTModel | FastGPT
    source: ModelSource
    size_bytes: int


class ModelStore:
    """Least recently used models leave first when `size_bytes` is full, those that somebody holds
    last: they would stay in memory all the same.

    One build at a time; whoever wants a model that is there does not wait for it.
    """

    def __init__(
        self, size_bytes: int = STORE_BYTES, real_weights: RealWeights | None = None
    ) -> None:
        self._size_bytes = size_bytes
        self._real_weights = RealWeights() if real_weights is None else real_weights
        self._models: OrderedDict[ModelChoice, LoadedModel] = OrderedDict()
        self._alive: WeakValueDictionary[ModelChoice, LoadedModel] = WeakValueDictionary()
        self._lock = threading.Lock()
        self._building = threading.Lock()

    def get(self, choice: ModelChoice, vocab_size: int) -> LoadedModel:
        """The model of a choice, built or loaded if need be.

        vocab_size: ids of the encoding; larger ids are padding and never sampled. Nothing is
        fetched. Raises AssetError when trained weights are missing or damaged, ResourceError
        when there is too little memory, and what `RealWeights.load` raises.
        """
        loaded = self._known(choice)
        if loaded is None and choice.published:
            return self._read_again(choice, vocab_size)
        if loaded is None:
            with self._building:
                loaded = self._known(choice) or self._build(choice, vocab_size)
        return loaded

    def has_published(self, preset: Preset) -> bool:
        """Whether the published weights of a preset are on this machine."""
        return self._real_weights.where(preset) is not None

    def load_published(
        self, choice: ModelChoice, vocab_size: int, progress: Progress
    ) -> LoadedModel:
        """A preset with its published weights, fetched if need be, which takes minutes.

        progress: told the bytes so far and in all, ends the wait by raising. Raises what
        `RealWeights.load` raises.
        """
        choice = replace(choice, published=True, step=0)
        loaded = self._known(choice)
        if loaded is None:
            preset = _preset_of(choice)
            self._forget(lambda: needed_bytes(preset) > available_bytes())
            model = self._real_weights.load(preset, progress)
            loaded = self._add(choice, _ready(model, vocab_size))
        return loaded

    def _read_again(self, choice: ModelChoice, vocab_size: int) -> LoadedModel:
        """Published weights that had to make room for others meanwhile."""
        preset = _preset_of(choice)
        if not self.has_published(preset):
            raise gone(preset)
        return self.load_published(choice, vocab_size, lambda received, total: None)

    def _known(self, choice: ModelChoice) -> LoadedModel | None:
        with self._lock:
            loaded = self._alive.get(choice)
            if loaded is not None:
                self._models[choice] = loaded
                self._models.move_to_end(choice)
            return loaded

    def _build(self, choice: ModelChoice, vocab_size: int) -> LoadedModel:
        size_bytes = model_bytes(choice.config)
        self._make_room(size_bytes)
        try:
            return self._add(choice, _load(choice, vocab_size))
        except PlaygroundError:
            raise
        except (MemoryError, RuntimeError):  # torch's words for memory that ran out
            self._forget(lambda: True)
        # Outside of the handler, where nothing holds the unfinished model any more.
        raise too_little_memory(size_bytes + MARGIN_BYTES, available_bytes())

    def _add(self, choice: ModelChoice, loaded: LoadedModel) -> LoadedModel:
        with self._lock:
            loaded = self._alive.setdefault(choice, loaded)  # two may have waited for one download
            self._models[choice] = loaded
        self._forget(lambda: self.size_in_use() > self._size_bytes, spared=choice)
        return_freed_memory()
        return loaded

    def _make_room(self, size_bytes: int) -> None:
        """Before a model of that size is built. Raises ResourceError when it does not fit."""

        def is_tight() -> bool:
            full = self.size_in_use() + size_bytes > self._size_bytes
            return full or size_bytes + MARGIN_BYTES > available_bytes()

        if size_bytes + MARGIN_BYTES <= available_bytes() + self.size_in_use():
            self._forget(is_tight)
        free = available_bytes()
        if size_bytes + MARGIN_BYTES > free:
            raise too_little_memory(size_bytes + MARGIN_BYTES, free)

    def _forget(self, is_tight: Callable[[], bool], spared: ModelChoice | None = None) -> None:
        """Let go of models that nobody holds, the least recently used first."""
        with self._lock:
            for choice in [each for each in self._models if each != spared]:
                if not is_tight():
                    return
                del self._models[choice]
                held = self._alive.get(choice)
                if held is not None:
                    self._models[choice] = held

    def size_in_use(self) -> int:
        """Bytes of all models in memory."""
        return sum(loaded.size_bytes for loaded in list(self._alive.values()))


def model_bytes(config: GPTConfig) -> int:
    """Memory of a model of that shape: its numbers, its mask, and the objects that hold them."""
    objects = BLOCK_BYTES * (config.num_layers + 1)
    return _NUMBER_BYTES * weight_count(config) + config.context_length**2 + objects


def too_little_memory(needed: int, free: int) -> ResourceError:
    """needed and free: bytes of memory."""
    return ResourceError(
        "too_little_memory",
        f"This model needs about {format_bytes(needed)} of memory, but this machine has "
        f"{format_bytes(free)} free; choose a smaller one, or close other programs.",
        needed=format_bytes(needed),
        free=format_bytes(free),
    )


def _load(choice: ModelChoice, vocab_size: int) -> LoadedModel:
    if choice.trained and choice.preset is not None:
        model = shipped_model(PRESETS[choice.preset], choice.step)
    else:
        model = GPTModel(choice.config, INITIALISATION_SEED)
    return _ready(model, vocab_size)


def _preset_of(choice: ModelChoice) -> Preset:
    assert choice.preset is not None
    return PRESETS[choice.preset]


def _ready(model: GPTModel, vocab_size: int) -> LoadedModel:
    model.requires_grad_(False)
    source = ModelSource(model, vocab_size)
    return LoadedModel(model, source.model, source, model_bytes(model.config))
