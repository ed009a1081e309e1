"""What a model is seen to hold at one token of a text is what it held when it wrote that."""

import random

import pytest
import torch
from torch import Tensor

from playground.decoding.generation import Generation
from playground.decoding.sampling import SamplingParams
from playground.serving.inspection import Inspector
from playground.serving.models import ModelChoice, ModelStore

CONTEXT, HEADS, LAYERS, IDS = 32, 4, 3, 97
CLOSE = {"rtol": 0, "atol": 1e-5}
"""The logits of this model reach to about 5, so this is rounding in float32."""


def text(length: int, seed: int = 0) -> tuple[int, ...]:
    return tuple(random.Random(seed).choices(range(IDS), k=length))


def seen_by_generation(
    store: ModelStore, choice: ModelChoice, prompt: tuple[int, ...], count: int
) -> tuple[list[Tensor], tuple[int, ...]]:
    """The logits of each step of a text, and its ids with the prompt."""
    source = store.get(choice, IDS).source
    params = SamplingParams(repetition_penalty=1.2)
    generation = Generation(source, prompt, params, max_new_tokens=count, seed=3)
    session, rows = source.open(), []
    while not generation.finished:
        rows.append(session.next_logits(generation.ids).clone())
        generation.take(rows[-1])
    return rows, tuple(generation.ids)


@pytest.mark.parametrize(("prompt", "count"), [(1, 1), (1, 31), (5, 20), (31, 1), (16, 16)])
def test_all_logits_are_what_generation_saw_at_each_step(
    loud_store: ModelStore, loud: ModelChoice, prompt: int, count: int
) -> None:
    rows, ids = seen_by_generation(loud_store, loud, text(prompt), count)
    assert torch.stack(rows).std() > 0.5
    found = Inspector(loud_store).all_logits(loud, IDS, ids, count)
    torch.testing.assert_close(found, torch.stack(rows), **CLOSE)


@pytest.mark.parametrize("length", [2, 3, 17, CONTEXT, CONTEXT + 1, CONTEXT + 2, 75])
def test_a_lens_ends_with_the_logits_that_generation_saw(
    loud_store: ModelStore, loud: ModelChoice, length: int
) -> None:
    ids, inspector = text(length), Inspector(loud_store)
    lens = inspector.inside(loud, IDS, ids).lens
    assert lens.shape == (LAYERS, IDS)
    torch.testing.assert_close(lens[-1], inspector.logits(loud, IDS, ids[:-1]), **CLOSE)
    model = loud_store.get(loud, IDS).model
    with torch.inference_mode():
        whole = model(torch.tensor([ids[:-1][-CONTEXT:]]), last_only=True).logits[0, -1]
    torch.testing.assert_close(lens[-1], whole, **CLOSE)


@torch.inference_mode()
def hidden_behind(store: ModelStore, choice: ModelChoice, ids: tuple[int, ...]) -> list[Tensor]:
    """The residual stream (C,) of the last id behind each block, by the blocks themselves."""
    model = store.get(choice, IDS).model
    x = model.token_embedding(torch.tensor([ids])) + model.position_embedding(
        torch.arange(len(ids))
    )
    found = []
    for layer, block in enumerate(model.blocks):
        x = block(x, model.causal_mask[: len(ids), : len(ids)], layer, None, None)
        found.append(x[0, -1])
    return found


@pytest.mark.parametrize("length", [2, 9, CONTEXT + 1])
def test_each_row_of_a_lens_is_the_head_on_what_is_behind_that_layer(
    loud_store: ModelStore, loud: ModelChoice, length: int
) -> None:
    ids = text(length)
    model = loud_store.get(loud, IDS).model
    lens = Inspector(loud_store).inside(loud, IDS, ids).lens
    with torch.inference_mode():
        hidden = torch.stack(hidden_behind(loud_store, loud, ids[:-1]))
        wanted = model.final_norm(hidden) @ model.head.weight.T  # (L, V)
    torch.testing.assert_close(lens, wanted, **CLOSE)
    assert (lens[0] - lens[-1]).abs().max() > 0.1


@pytest.mark.parametrize("length", [2, 3, 17, CONTEXT, CONTEXT + 1, 75])
def test_attention_is_the_last_row_of_the_full_pass(
    loud_store: ModelStore, loud: ModelChoice, length: int
) -> None:
    ids = text(length)
    layers = Inspector(loud_store).inside(loud, IDS, ids).attention
    window = ids[-CONTEXT:]
    with torch.inference_mode():
        model = loud_store.get(loud, IDS).model
        wanted = model(torch.tensor([window]), return_attention=True).attention
    assert len(layers) == LAYERS
    for found, whole in zip(layers, wanted, strict=True):
        assert found.shape == (HEADS, len(window))
        torch.testing.assert_close(found, whole[0, :, -1], **CLOSE)
        torch.testing.assert_close(found.sum(-1), torch.ones(HEADS), **CLOSE)
    assert layers[0].std() > 0.01


def test_what_the_mask_blocks_is_exactly_nothing(loud_store: ModelStore, loud: ModelChoice) -> None:
    for length in (1, 2, CONTEXT):
        layers = Inspector(loud_store).attention(loud, IDS, text(length))
        assert len(layers) == LAYERS
        for weights in layers:
            assert weights.shape == (HEADS, length, length)
            assert weights.triu(1).count_nonzero() == 0
            assert weights.tril().count_nonzero() == HEADS * length * (length + 1) // 2
            torch.testing.assert_close(weights.sum(-1), torch.ones(HEADS, length), **CLOSE)


def test_a_token_is_looked_into_once(loud_store: ModelStore, loud: ModelChoice) -> None:
    inspector = Inspector(loud_store)
    first = inspector.inside(loud, IDS, (5, 6, 7))
    assert inspector.inside(loud, IDS, (5, 6, 7)) is first
    other = inspector.inside(loud, IDS, (5, 6, 8))
    torch.testing.assert_close(other.lens, first.lens, **CLOSE)
    assert not torch.allclose(other.attention[0], first.attention[0])
