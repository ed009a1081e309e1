"""What the charts need from a model, most of it computed once for the same model and ids.

Logits and attention weights depend on the model and the prompt alone, so they are shared and
remembered; a sampling slider redraws from them without running the model.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import Generic, NamedTuple, TypeVar

import torch
from torch import Tensor

from playground.gpt.kv_cache import KVCache
from playground.gpt.model import LayerTrace
from playground.serving.models import LoadedModel, ModelChoice, ModelStore

LOGITS_BYTES, ATTENTION_BYTES, INSIDE_BYTES = 16 * 2**20, 16 * 2**20, 32 * 2**20
"""What is remembered of each at most."""
ATTENTION_TOKENS = 64
"""Attention is shown for this many last tokens, run on their own."""


Value = TypeVar("Value")


class Memo(Generic[Value]):
    """Tensors by key, the least recently used forgotten first when there are more bytes of them
    than `size_bytes`. A value is computed outside the lock: two visitors may compute the same one,
    and both are right."""

    def __init__(self, size_bytes: int) -> None:
        self._room = size_bytes
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
            if key not in self._values:
                self._room -= _size_bytes(value)
                self._values[key] = value
            while self._room < 0:
                self._room += _size_bytes(self._values.popitem(last=False)[1])
        return value


def _size_bytes(value: object) -> int:
    """Of a tensor, or of all tensors in a tuple."""
    if isinstance(value, tuple):
        return sum(map(_size_bytes, value))
    assert isinstance(value, Tensor)
    return value.untyped_storage().nbytes()


class Inside(NamedTuple):
    """One token inside a model.

    lens       what each layer would have said in its place, if it were the last: (L, V) logits at
               the token before it; the last row is what the model said
    attention  where it looks itself: a tensor (H, S) a layer
    """

    lens: Tensor
    attention: tuple[Tensor, ...]


class Inspector:
    """Logits after a prompt and attention inside it."""

    def __init__(self, store: ModelStore) -> None:
        self._store = store
        self._logits: Memo[Tensor] = Memo(LOGITS_BYTES)
        self._attention: Memo[tuple[Tensor, ...]] = Memo(ATTENTION_BYTES)
        self._inside: Memo[Inside] = Memo(INSIDE_BYTES)

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

    def all_logits(
        self, choice: ModelChoice, vocab_size: int, ids: tuple[int, ...], count: int
    ) -> Tensor:
        """Raw logits (count, V) with which the last `count` of `ids` were chosen. `ids` fit into
        the context, and at least one stands before those."""
        return _all_logits(self._model(choice, vocab_size), ids, count)

    def inside(self, choice: ModelChoice, vocab_size: int, ids: tuple[int, ...]) -> Inside:
        """What the layers hold at the last of `ids`; at least two."""
        return self._inside.get(
            (choice, ids), lambda: _inside(self._model(choice, vocab_size), ids)
        )

    def _model(self, choice: ModelChoice, vocab_size: int) -> LoadedModel:
        return self._store.get(choice, vocab_size)


@torch.inference_mode()
def _attention(loaded: LoadedModel, ids: tuple[int, ...]) -> tuple[Tensor, ...]:
    output = loaded.runner(torch.tensor([ids]), last_only=True, return_attention=True)
    return tuple(weights[0] for weights in output.attention)


@torch.inference_mode()
def _all_logits(loaded: LoadedModel, ids: tuple[int, ...], count: int) -> Tensor:
    hidden = loaded.runner.hidden_states(torch.tensor([ids[:-1]]))  # (1, T, C)
    logits: Tensor = loaded.runner.head(hidden[0, -count:])  # (count, V)
    return logits


@torch.inference_mode()
def _inside(loaded: LoadedModel, ids: tuple[int, ...]) -> Inside:
    """Both tokens stand where generation has them: the choice of the last one in a window that ends
    before it, its own look back in a window that ends with it."""
    one_more, context_length = loaded.source.after_one_more, loaded.model.config.context_length
    *known, before = ids[:-1][-context_length:]
    cache = _read(loaded, known)
    lens = one_more.lens(before, cache, LayerTrace())
    if cache.length == context_length:
        cache = _read(loaded, ids[-context_length:-1])
    trace = LayerTrace()
    one_more(ids[-1], cache, trace)
    return Inside(lens, tuple(weights[0, :, 0] for weights in trace.attention))


def _read(loaded: LoadedModel, ids: Sequence[int]) -> KVCache:
    """A cache that holds some tokens, or none."""
    cache = KVCache.new(loaded.model.config)
    if ids:
        loaded.runner.hidden_states(torch.tensor([ids]), cache)
    return cache
