"""Slots in one memory: a step of some of them equals each alone, and disturbs no other."""

import sys
from collections.abc import Callable, Sequence

import pytest
import torch

from playground.gpt.config import GPTConfig
from playground.gpt.fast.batch_cache import BatchedDecodeCache, PackedPrefillCache, SlotCache
from playground.gpt.model import GPTModel

LoudModel = Callable[[GPTConfig], GPTModel]

CONFIG = GPTConfig(97, 16, d_model=32, num_heads=4, num_layers=3)
SINUSOIDAL = GPTConfig(97, 16, d_model=32, num_heads=2, num_layers=2, position="sinusoidal")
LENGTHS = (3, 15, 1, 8)
"""What the slots hold before the step; one has room for a single position more."""


def history(slot: int, length: int) -> torch.Tensor:
    generator = torch.Generator().manual_seed(slot)
    return torch.randint(97, (1, 16), generator=generator)[:, :length]


def filled(model: GPTModel) -> SlotCache:
    cache = SlotCache(model.config, len(LENGTHS), like=model.token_embedding.weight)
    for slot, length in enumerate(LENGTHS):
        model(history(slot, length), cache=cache.slots[slot])
    return cache


def require_alone(model: GPTModel, slot: int, length: int, logits: torch.Tensor) -> None:
    """`logits` (V,) are those of a plain forward of the slot's first `length` ids."""
    expected = model(history(slot, length)).logits[0, -1]
    torch.testing.assert_close(logits, expected, atol=1e-5, rtol=0)


@pytest.mark.parametrize("config", [CONFIG, SINUSOIDAL], ids=["learned", "sinusoidal"])
@pytest.mark.parametrize("slots", [[0, 1, 2, 3], [3], [1, 3], [0, 2], [2, 0, 1]], ids=str)
def test_a_step_of_some_slots_equals_each_alone(
    config: GPTConfig, slots: Sequence[int], loud_model: LoudModel
) -> None:
    model = loud_model(config)
    cache = filled(model)
    step = BatchedDecodeCache(cache, slots)
    ids = torch.cat([history(slot, 16)[:, [LENGTHS[slot]]] for slot in range(step.count)])
    logits = model(ids, cache=step).logits  # (B, 1, V)
    for slot in slots:
        require_alone(model, slot, LENGTHS[slot] + 1, logits[slot, 0])
    lengths = [length + (slot in slots) for slot, length in enumerate(LENGTHS)]
    assert [slot.length for slot in cache.slots] == lengths


def test_slots_that_did_not_step_go_on_as_if_nothing_had_been(loud_model: LoudModel) -> None:
    model = loud_model(CONFIG)
    cache = filled(model)
    model(torch.zeros(4, 1, dtype=torch.long), cache=BatchedDecodeCache(cache, [3]))
    for slot in (0, 1, 2):
        following = history(slot, 16)[:, LENGTHS[slot] :]
        logits = model(following, cache=cache.slots[slot]).logits[0, -1]
        require_alone(model, slot, 16, logits)


def test_a_moved_slot_goes_on_where_it_was(loud_model: LoudModel) -> None:
    model = loud_model(CONFIG)
    cache = filled(model)
    cache.move(3, 1)
    logits = model(history(3, 9)[:, 8:], cache=cache.slots[1]).logits[0, -1]
    require_alone(model, 3, 9, logits)


def test_attention_of_a_step_ends_where_each_slot_ends(loud_model: LoudModel) -> None:
    model = loud_model(CONFIG)
    ids = torch.zeros(4, 1, dtype=torch.long)
    step = BatchedDecodeCache(filled(model), range(4))
    for weights in model(ids, cache=step, return_attention=True).attention:  # (B, H, 1, S)
        for slot, length in enumerate(LENGTHS):
            assert (weights[slot, :, 0, : length + 1] > 0).all()
            assert (weights[slot, :, 0, length + 1 :] == 0).all()


def test_memory_that_nothing_was_written_to_is_zero() -> None:
    """Else a masked key could bring NaN."""
    like = torch.empty(0, dtype=torch.bfloat16)
    for _ in range(3):
        cache = SlotCache(CONFIG, 2, like)
        for layer in cache.layers:
            assert layer.dtype == torch.bfloat16
            assert (layer == 0).all()
            layer.fill_(float("nan"))
        del cache, layer


@pytest.mark.parametrize("config", [CONFIG, SINUSOIDAL], ids=["learned", "sinusoidal"])
@pytest.mark.parametrize(
    "pieces", [[(0, 2), (3, 5)], [(3, 8), (1, 1), (2, 15)], [(2, 1), (0, 13)]], ids=str
)
def test_pieces_of_some_slots_equal_each_alone(
    config: GPTConfig, pieces: list[tuple[int, int]], loud_model: LoudModel
) -> None:
    model = loud_model(config)
    cache = filled(model)
    row = torch.cat(
        [history(slot, 16)[:, LENGTHS[slot] : LENGTHS[slot] + steps] for slot, steps in pieces], 1
    )
    together = PackedPrefillCache(cache, pieces)
    logits = model(row, cache=together).logits[0]  # (N, V)
    grown = {slot: LENGTHS[slot] + steps for slot, steps in pieces}
    for (slot, _), last in zip(pieces, together.last.tolist(), strict=True):
        require_alone(model, slot, grown[slot], logits[last])
    lengths = [grown.get(slot, length) for slot, length in enumerate(LENGTHS)]
    assert [slot.length for slot in cache.slots] == lengths
    for slot, length in enumerate(lengths):  # and all go on as if they had been alone
        if length < 16:
            following = history(slot, 16)[:, length:]
            require_alone(model, slot, 16, model(following, cache=cache.slots[slot]).logits[0, -1])


def test_a_slot_that_is_free_takes_no_memory_and_reads_as_zeros(loud_model: LoudModel) -> None:
    config = GPTConfig(97, 1024, d_model=64, num_heads=4, num_layers=2)
    model = loud_model(config)
    cache = SlotCache(config, 3, like=model.head.weight)
    ids = torch.randint(97, (1, 500), generator=torch.Generator().manual_seed(1))
    for slot in cache.slots:
        model(ids, cache=slot)
    kept = [layer[:, 0].clone() for layer in cache.layers]
    cache.free(1)
    assert cache.slots[1].length == 0
    for layer, first in zip(cache.layers, kept, strict=True):
        assert torch.equal(layer[:, 0], first)
        assert layer[:, 2, :500].any(dim=-1).all()
        if sys.platform == "linux":
            assert not layer[:, 1].any()
    logits = model(ids, cache=cache.slots[1]).logits[0, -1]
    torch.testing.assert_close(logits, model(ids).logits[0, -1], atol=1e-5, rtol=0)
