"""Our GPT for many requests at once: one forward pass takes a step of all of them.

A request that has a prompt to read, or whose window has slid, reads it in pieces between the steps
of the others, so that nobody stalls. Knows no sampling.
"""

from collections.abc import Hashable, Mapping, Sequence
from itertools import count

import torch
from torch import Tensor

from playground.decoding.model_source import ModelSource, require_known
from playground.gpt.checkpoint import weight_count
from playground.gpt.fast.batch_cache import BatchedDecodeCache, PackedPrefillCache, SlotCache
from playground.gpt.kv_cache import KVCache

PIECE, PIECE_OF_A_SMALL_MODEL = 128, 256
SMALL = 10_000_000
"""Parameters."""


class ModelBatch:
    """A ModelSource for up to `slots` requests, each named by any key of its own.

    Logits of several differ from those of lone sessions in rounding, since sums run in another
    order, by no more than cached ones from uncached ones (see `ModelSource`). A request that is
    alone is computed as a lone session computes it.
    """

    def __init__(self, source: ModelSource, slots: int, piece: int | None = None) -> None:
        """piece: tokens of prompts that one call reads beside others; left out it is PIECE, or
        PIECE_OF_A_SMALL_MODEL."""
        self.slots = slots
        self._source = source
        self._model = source.model
        self._cache = SlotCache(self._model.config, slots, like=self._model.token_embedding.weight)
        self._rows: list[_Row] = []
        self._turn = count()
        is_small = weight_count(self._model.config) < SMALL
        self._piece = piece or (PIECE_OF_A_SMALL_MODEL if is_small else PIECE)

    def __len__(self) -> int:
        return len(self._rows)

    def join(self, key: Hashable) -> None:
        """Give a request a slot. Raises ValueError when none is free."""
        if len(self._rows) == self.slots:
            raise ValueError(f"all {self.slots} slots are taken")
        slot = self._cache.slots[len(self._rows)]
        slot.clear()
        self._rows.append(_Row(key, slot, next(self._turn)))

    def fork(self, key: Hashable, new: Hashable) -> None:
        """Give the request `new` a slot that holds what `key` has read. Raises as `join` does."""
        place = next(n for n, row in enumerate(self._rows) if row.key == key)
        self.join(new)
        self._cache.move(place, len(self._rows) - 1)
        self._rows[-1].follow(self._rows[place])

    @torch.inference_mode()
    def next_logits(self, histories: Mapping[Hashable, Sequence[int]]) -> dict[Hashable, Tensor]:
        """Logits (V,) by key for those of `histories` that are read to their end; all have joined.

        The others have come nearer to it; ask again. Raises InputError for an empty history and
        for an id that the model does not have, before anything is computed.
        """
        rows = {row.key: row for row in self._rows}
        missing: dict[_Row, list[int]] = {}
        for key, ids in histories.items():
            row, window = rows[key], list(ids[-self._source.context_length :])
            missing[row] = row.missing(window, len(ids))
            require_known(missing[row], self._model.config.vocab_size)
        steps = {row: ids[0] for row, ids in missing.items() if len(ids) == 1}
        logits = self._step(steps) if steps else {}
        return logits | self._read({row: ids for row, ids in missing.items() if row not in steps})

    def release(self, key: Hashable) -> None:
        """Forget a request; nothing happens if it is not known."""
        place = next((n for n, row in enumerate(self._rows) if row.key == key), None)
        if place is None:
            return
        last = self._rows.pop()
        if place < len(self._rows):
            self._cache.move(len(self._rows), place)
            last.slot = self._cache.slots[place]
            self._rows[place] = last
        self._cache.free(len(self._rows))

    def _step(self, steps: Mapping["_Row", int]) -> dict[Hashable, Tensor]:
        """One more id each."""
        if len(steps) == 1:
            ((row, token_id),) = steps.items()
            logits = self._source.after_one_more(token_id, row.slot)
            row.read.append(token_id)
            return {row.key: logits}
        places = {self._rows.index(row): token_id for row, token_id in steps.items()}
        cache = BatchedDecodeCache(self._cache, list(places))
        logits = self._forward([[places.get(n, 0)] for n in range(cache.count)], cache)  # (B, V)
        for row, token_id in steps.items():
            row.read.append(token_id)
        return {self._rows[place].key: logits[place] for place in places}

    def _read(self, prompts: Mapping["_Row", list[int]]) -> dict[Hashable, Tensor]:
        """Pieces of prompts, the one that has waited longest first."""
        left = self._piece if len(self._rows) > 1 else self._source.context_length
        pieces: dict[_Row, list[int]] = {}
        for row in sorted(prompts, key=lambda row: row.turn):
            if not left:
                break
            pieces[row] = prompts[row][:left]
            left -= len(pieces[row])
            row.turn = next(self._turn)
        logits = self._read_together(pieces) if len(pieces) > 1 else self._read_alone(pieces)
        for row, piece in pieces.items():
            row.read += piece
        whole = (row for row, piece in pieces.items() if len(piece) == len(prompts[row]))
        return {row.key: logits[row] for row in whole}

    def _read_alone(self, pieces: Mapping["_Row", list[int]]) -> dict["_Row", Tensor]:
        return {row: self._forward([piece], row.slot)[0] for row, piece in pieces.items()}

    def _read_together(self, pieces: Mapping["_Row", list[int]]) -> dict["_Row", Tensor]:
        """Logits (V,) after each piece; all of them in one pass."""
        lengths = [(self._rows.index(row), len(piece)) for row, piece in pieces.items()]
        cache = PackedPrefillCache(self._cache, lengths)
        ids = self._ids([[token_id for piece in pieces.values() for token_id in piece]])  # (1, N)
        hidden = self._model.hidden_states(ids, cache)  # (1, N, C)
        return dict(zip(pieces, self._model.head(hidden[0, cache.last]), strict=True))

    def _forward(self, ids: list[list[int]], cache: KVCache | BatchedDecodeCache) -> Tensor:
        logits: Tensor = self._model(self._ids(ids), cache=cache, last_only=True).logits[:, -1]
        return logits  # (B, V)

    def _ids(self, ids: list[list[int]]) -> Tensor:
        return torch.tensor(ids, device=self._model.token_embedding.weight.device)  # (B, T)


class _Row:
    """One request: the ids that its slot holds, and where in its history they begin."""

    def __init__(self, key: Hashable, slot: KVCache, turn: int) -> None:
        self.key = key
        self.slot = slot
        self.turn = turn
        self.read: list[int] = []
        self._begin = 0

    def follow(self, other: "_Row") -> None:
        """Count as read what `other` has read, once the slot holds it."""
        self.read, self._begin = list(other.read), other._begin

    def missing(self, window: list[int], length: int) -> list[int]:
        """What is still to be read of the window at the end of a history of `length` ids; all of
        it when the slot holds something else."""
        begin = length - len(window)
        known = len(self.read)
        if begin != self._begin or known >= len(window) or self.read != window[:known]:
            self._begin, self.read, known = begin, [], 0
            self.slot.clear()
        return window[known:]
