"""Caches of several requests in one memory, so that one forward pass serves all of them.

Knows nothing of weights.
Axes: B sequences, N positions in a row, S positions so far, H heads, D head width.
"""

import math
import mmap
import sys
from collections.abc import Sequence

import torch
from torch import Tensor

from playground.gpt.config import GPTConfig
from playground.gpt.kv_cache import KVCache


class SlotCache:
    """Slots for several requests at different positions; each is a KVCache, all lie in one memory,
    so that one forward pass can take a step of many. The system hands the memory out page by page
    as it is written."""

    def __init__(self, config: GPTConfig, slots: int, like: Tensor) -> None:
        """`like`: a weight whose device and dtype the memory takes."""
        self._maps: list[mmap.mmap] = []
        shape = (2, slots, config.context_length, config.num_heads, config.head_width)
        self.layers = [self._zeros(shape, like) for _ in range(config.num_layers)]
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


class BatchedDecodeCache:
    """The next position of some slots, as a cache of one forward pass with T = 1.

    The pass runs over all slots up to the last of them, so that they lie side by side. Idle slots
    in between receive garbage at their next free position, which their own next step overwrites.
    A full slot loses its last position: clear it before reuse.
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
        self._positions = places.unsqueeze(1)  # (B, 1)
        self._end = max(filled) + 1
        keys = torch.arange(self._end, device=device)  # (S,)
        self._allowed = (keys <= self._positions)[:, None, None]  # (B, 1, 1, S)
        rows = torch.arange(self.count, device=device) * (last + 1)  # (B,), of one position each
        self._rows = rows + places

    def place(self, steps: int) -> tuple[Tensor, Tensor]:
        """As in `Cache`: (B, 1), and (B, 1, 1, S), the keys that each sequence has."""
        return self._positions, self._allowed

    def store(self, layer: int, pair: Tensor) -> Tensor:
        """As in `Cache` with T = 1, each sequence at its own place."""
        memory = self._layers[layer]
        memory.view(2, -1, *memory.shape[3:]).index_copy_(1, self._rows, pair.squeeze(2))
        return memory[:, : self.count, : self._end]

    def advance(self, steps: int) -> None:
        """Count the position of each slot that took the step."""
        for slot in self._stepping:
            slot.length += steps


class PackedPrefillCache:
    """The next positions of some slots, however many of each, as a cache of one forward pass over
    all of them in a row (B = 1): every weight is read once for all.

    last  (B,) where in the row the last position of each slot is
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
        self._positions = positions.unsqueeze(0)  # (1, N)
        self._allowed = (mine & (keys <= positions.unsqueeze(1)))[None, None]  # (1, 1, N, S)
        self.last = torch.tensor([len(each) for each in asking], device=device).cumsum(0) - 1

    def place(self, steps: int) -> tuple[Tensor, Tensor]:
        """As in `Cache`: (1, N), and (1, 1, N, S), keys of the same sequence up to itself."""
        return self._positions, self._allowed

    def store(self, layer: int, pair: Tensor) -> Tensor:
        """As in `Cache`; returns the keys and values of all slots in a row."""
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
