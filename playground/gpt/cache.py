"""Keys and values that requests have computed so far. Knows nothing of weights.

A cache is an argument of the forward pass and belongs to its caller: the model stores nothing, so
two requests cannot meet in it. Memory is taken once, for the whole context.

Axes: B sequences, H heads, T new positions, S positions so far, D head width.
"""

import math
import mmap
import sys
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

import torch
from torch import Tensor

from playground.gpt.config import GPTConfig


class LayerMemory(NamedTuple):
    """One layer of the cache of one sequence, seen as a single position needs it.

    qkv           (3 * C,) where that position's query, key and value are computed;
    query         (1, H, 1, D) and `new` (2, 1, 1, H, D), key and value, are views of it
    pair          (2, 1, context, H, D); `keys` and `values` (1, H, context, D) are views of it
    """

    qkv: Tensor
    query: Tensor
    new: Tensor
    pair: Tensor
    keys: Tensor
    values: Tensor

    @classmethod
    def of(cls, pair: Tensor) -> "LayerMemory":
        """The views of a layer (2, 1, context, H, D)."""
        heads, width = pair.shape[3:]
        qkv = pair.new_empty(3 * heads * width)
        parts = qkv.view(3, 1, 1, heads, width)
        keys, values = pair.transpose(2, 3)
        return cls(qkv, parts[0].transpose(1, 2), parts[1:], pair, keys, values)


class KVCache:
    """Keys and values of all layers for B sequences of equal length.

    `length` is the number of positions filled. Shape of a layer: (2, B, context, H, D).
    """

    def __init__(self, layers: Sequence[Tensor]) -> None:
        """`layers`: the memory; `new` takes some."""
        self.layers = layers
        self.length = 0

    @cached_property
    def single(self) -> list[LayerMemory]:
        """The layers of a cache of one sequence, for one position at a time."""
        return [LayerMemory.of(layer) for layer in self.layers]

    @classmethod
    def new(cls, config: GPTConfig, batch_size: int = 1, like: Tensor | None = None) -> "KVCache":
        """Room for one context. `like`: a weight whose device and dtype the cache takes (default:
        CPU, float32)."""
        return cls(
            _layers(config, batch_size, torch.empty(0) if like is None else like, _unwritten)
        )

    def store(self, layer: int, pair: Tensor) -> Tensor:
        """Write key and value (2, B, T, H, D) behind the filled part of a layer.

        Returns all keys and values of that layer so far, (2, B, S, H, D), as a view.
        """
        end = self.length + pair.shape[2]
        memory = self.layers[layer]
        memory[:, :, self.length : end] = pair
        return memory[:, :, :end]

    def advance(self, steps: int) -> None:
        """Count `steps` positions as filled, once every layer has stored them."""
        self.length += steps

    def clear(self) -> None:
        """Forget everything; the memory is kept."""
        self.length = 0


class SlotCache:
    """Slots for several requests at different positions; each is a KVCache, all lie in one memory,
    so that one forward pass can take a step of many. The system hands the memory out page by page
    as it is written."""

    def __init__(self, config: GPTConfig, slots: int, like: Tensor) -> None:
        """`like`: a weight whose device and dtype the memory takes."""
        self._maps: list[mmap.mmap] = []
        self.layers = _layers(config, slots, like, self._zeros)
        self.slots = [
            KVCache([layer[:, slot : slot + 1] for layer in self.layers]) for slot in range(slots)
        ]

    def move(self, source: int, target: int) -> None:
        """Let slot `target` hold what slot `source` holds."""
        length = self.slots[target].length = self.slots[source].length
        for layer in self.layers:
            layer[:, target, :length] = layer[:, source, :length]

    def free(self, slot: int) -> None:
        """Forget what a slot holds, and give its memory back to a system that takes it."""
        self.slots[slot].clear()
        size = self.layers[0][0, slot].numel() * self.layers[0].element_size()
        for layer, memory in zip(self.layers, self._maps, strict=False):
            for part in range(2):
                start = (part * layer.shape[1] + slot) * size
                _give_back(memory, start, start + size)

    def _zeros(self, shape: tuple[int, ...], like: Tensor) -> Tensor:
        """For sequences of which some are read beyond what is written: a masked key weighs 0, and
        0 times what was in the memory before could be NaN.

        A map of its own, since torch would write all zeros at once, and numpy asks for huge pages,
        of which a single token would take most.
        """
        if like.device.type != "cpu":
            return like.new_zeros(shape)
        self._maps.append(_zero_map(math.prod(shape) * like.element_size()))
        return torch.frombuffer(self._maps[-1], dtype=like.dtype).view(shape)


class SlotStep:
    """The next position of some slots, as a cache of one forward pass with T = 1.

    The pass runs over all slots up to the last of them, so that they lie side by side. What it
    writes for the others stands behind their filled part, where their own next position will go;
    of a full slot it spoils the last position, so clear that before it is used again.

    positions  (B, 1) where each sequence stands
    mask       (B, 1, 1, S), added to the scores: 0 at keys that a sequence has, else -inf
    """

    def __init__(self, cache: SlotCache, slots: Sequence[int]) -> None:
        """`slots`: those that take the step; none of them full."""
        self.count = max(slots) + 1
        self._layers = cache.layers
        self._stepping = [cache.slots[slot] for slot in slots]
        last = self._layers[0].shape[2] - 1
        filled = [min(slot.length, last) for slot in cache.slots[: self.count]]
        device = self._layers[0].device
        places = torch.tensor(filled, device=device)  # (B,)
        self.positions = places.unsqueeze(1)  # (B, 1)
        self._end = max(filled) + 1
        keys = torch.arange(self._end, device=device)  # (S,)
        self.mask = added(keys <= self.positions, self._layers[0])[:, None, None]  # (B, 1, 1, S)
        rows = torch.arange(self.count, device=device) * (last + 1)  # (B,), of one position each
        self._rows = rows + places

    def store(self, layer: int, pair: Tensor) -> Tensor:
        """As `KVCache.store` with T = 1, each sequence at its own place."""
        memory = self._layers[layer]
        memory.view(2, -1, *memory.shape[3:]).index_copy_(1, self._rows, pair.squeeze(2))
        return memory[:, : self.count, : self._end]

    def advance(self, steps: int) -> None:
        """Count the position of each slot that took the step."""
        for slot in self._stepping:
            slot.length += steps


class SlotPieces:
    """The next positions of some slots, however many of each, as a cache of one forward pass over
    all of them in a row (B = 1): every weight is read once for all.

    positions  (1, N) where each of them stands in its own sequence
    mask       (1, 1, N, S), added to the scores: 0 at keys of its own sequence up to itself, else
               -inf
    last       (B,) where in the row the last position of each slot is
    """

    def __init__(self, cache: SlotCache, pieces: Sequence[tuple[int, int]]) -> None:
        """pieces: slots, and how many positions of each, for which there is room."""
        self._layers = cache.layers
        self._stepping = [cache.slots[slot] for slot, _ in pieces]
        self._spans = [
            (slot, cache.slots[slot].length, cache.slots[slot].length + steps)
            for slot, steps in pieces
        ]
        device = self._layers[0].device
        asking = [torch.arange(start, end, device=device) for _, start, end in self._spans]
        known = [torch.arange(end, device=device) for _, _, end in self._spans]
        positions, keys = torch.cat(asking), torch.cat(known)  # (N,), (S,)
        mine = _owners(asking).unsqueeze(1) == _owners(known)  # (N, S)
        self.positions = positions.unsqueeze(0)
        self.mask = added(mine & (keys <= positions.unsqueeze(1)), self._layers[0])[None, None]
        self.last = torch.tensor([len(each) for each in asking], device=device).cumsum(0) - 1

    def store(self, layer: int, pair: Tensor) -> Tensor:
        """As `KVCache.store`; what comes back are the keys and values of all slots in a row."""
        memory, done = self._layers[layer], 0
        for slot, start, end in self._spans:
            memory[:, slot, start:end] = pair[:, 0, done : done + end - start]
            done += end - start
        return torch.cat([memory[:, slot, :end] for slot, _, end in self._spans], 1).unsqueeze(1)

    def advance(self, steps: int) -> None:
        """Count the positions of each slot."""
        for slot, (_, _, end) in zip(self._stepping, self._spans, strict=True):
            slot.length = end


def _owners(pieces: Sequence[Tensor]) -> Tensor:
    """The number of the piece that each position is in."""
    return torch.cat([torch.full_like(piece, number) for number, piece in enumerate(pieces)])


def added(allowed: Tensor, like: Tensor) -> Tensor:
    """A mask as it is added to scores: 0 where allowed, else -inf; of the dtype of `like`."""
    return like.new_zeros(allowed.shape).masked_fill_(~allowed, -math.inf)


Cache = KVCache | SlotStep | SlotPieces


Memory = Callable[[tuple[int, ...], Tensor], Tensor]


def _layers(config: GPTConfig, batch_size: int, like: Tensor, memory: Memory) -> list[Tensor]:
    shape = (2, batch_size, config.context_length, config.num_heads, config.head_width)
    return [memory(shape, like) for _ in range(config.num_layers)]


def _unwritten(shape: tuple[int, ...], like: Tensor) -> Tensor:
    """For sequences that are read as far as they are written, and no further."""
    return like.new_empty(shape)


def _zero_map(size_bytes: int) -> mmap.mmap:
    if sys.platform == "win32":
        return mmap.mmap(-1, size_bytes)
    return mmap.mmap(-1, size_bytes, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)


def _give_back(memory: mmap.mmap, start: int, end: int) -> None:
    """Whole pages within a range of bytes; they are zero when they are read again."""
    first = -(-start // mmap.PAGESIZE) * mmap.PAGESIZE
    length = end // mmap.PAGESIZE * mmap.PAGESIZE - first
    if sys.platform == "linux" and length > 0:
        memory.madvise(mmap.MADV_DONTNEED, first, length)
