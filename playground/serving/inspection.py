"""What the charts need from a model, computed once for the same model and the same ids.

Logits and attention weights depend on the model and the prompt alone, so they are shared and
remembered; a sampling slider redraws from them without running the model.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

import torch
from torch import Tensor

from playground.serving.models import LoadedModel, ModelChoice, ModelStore

LOGITS_KEPT = 128
ATTENTION_KEPT = 8
ATTENTION_TOKENS = 64
"""Attention is shown for this many last tokens, run on their own."""


Value = TypeVar("Value")


class Memo(Generic[Value]):
    """Values by key, the least recently used forgotten first. A value is computed outside the
    lock: two visitors may compute the same one, and both are right."""

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self._values: OrderedDict[Hashable, Value] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, compute: Callable[[], Value]) -> Value:
        """The value of a key, computed if it is not known."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        value = compute()
        with self._lock:
            self._values[key] = value
            if len(self._values) > self._kept:
                self._values.popitem(last=False)
        return value


class Inspector:
    """Logits after a prompt and attention inside it."""

    def __init__(self, store: ModelStore) -> None:
        self._store = store
        self._logits: Memo[Tensor] = Memo(LOGITS_KEPT)
        self._attention: Memo[tuple[Tensor, ...]] = Memo(ATTENTION_KEPT)

    def logits(self, choice: ModelChoice, vocab_size: int, ids: tuple[int, ...]) -> Tensor:
        """Raw logits (V,) for the token after ids, as generation sees them."""
        return self._logits.get(
            (choice, ids),
            lambda: self._model(choice, vocab_size).source.open().next_logits(ids),
        )

    def attention(
        self, choice: ModelChoice, vocab_size: int, ids: tuple[int, ...]
    ) -> tuple[Tensor, ...]:
        """Attention weights (H, T, T) of every layer over the last ATTENTION_TOKENS of ids."""
        shown = ids[-ATTENTION_TOKENS:]
        return self._attention.get(
            (choice, shown), lambda: _attention(self._model(choice, vocab_size), shown)
        )

    def _model(self, choice: ModelChoice, vocab_size: int) -> LoadedModel:
        return self._store.get(choice, vocab_size)


@torch.inference_mode()
def _attention(loaded: LoadedModel, ids: tuple[int, ...]) -> tuple[Tensor, ...]:
    output = loaded.model(torch.tensor([ids]), last_only=True, return_attention=True)
    return tuple(weights[0] for weights in output.attention)
