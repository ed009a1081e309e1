"""A step on plain vectors says what the model says, whatever the shape of the model."""

from collections.abc import Callable

import pytest
import torch

from playground.gpt.config import GPTConfig
from playground.gpt.fast.batch_cache import SlotCache
from playground.gpt.fast.model import FastGPT
from playground.gpt.fast.one_token import OneTokenDecoder
from playground.gpt.kv_cache import KVCache
from playground.gpt.model import GPTModel, LayerTrace

LoudModel = Callable[[GPTConfig], GPTModel]

CONTEXT = 16
CONFIGS = {
    "plain": GPTConfig(97, CONTEXT, d_model=32, num_heads=4, num_layers=3),
    "untied, no qkv bias": GPTConfig(
        97, CONTEXT, d_model=32, num_heads=2, num_layers=2, weight_tying=False, qkv_bias=False
    ),
    "no bias": GPTConfig(97, CONTEXT, d_model=24, num_heads=3, num_layers=2, use_bias=False),
    "sinusoidal, exact gelu": GPTConfig(
        97, CONTEXT, d_model=32, num_heads=2, num_layers=2, position="sinusoidal", activation="gelu"
    ),
    "one head, wide mlp": GPTConfig(
        97, CONTEXT, d_model=16, num_heads=1, num_layers=1, mlp_expansion=7
    ),
    "dropout": GPTConfig(97, CONTEXT, d_model=32, num_heads=4, num_layers=2, dropout=0.5),
}


def random_ids() -> list[int]:
    ids: list[int] = torch.randint(
        97, (CONTEXT,), generator=torch.Generator().manual_seed(3)
    ).tolist()
    return ids


@pytest.fixture(params=CONFIGS)
def model(request: pytest.FixtureRequest, loud_model: LoudModel) -> GPTModel:
    return loud_model(CONFIGS[request.param])


@pytest.mark.parametrize("prompt", [0, 1, 5, CONTEXT - 1])
def test_logits_of_every_position_behind_a_prompt(model: GPTModel, prompt: int) -> None:
    ids = random_ids()
    whole = model(torch.tensor([ids])).logits[0]  # (T, V)
    assert whole.std() > 0.5
    cache, one_more = KVCache.new(model.config), OneTokenDecoder(FastGPT(model))
    with torch.inference_mode():
        if prompt:
            model(torch.tensor([ids[:prompt]]), cache=cache)
        for position in range(prompt, CONTEXT):
            logits = one_more(ids[position], cache)
            torch.testing.assert_close(logits, whole[position], atol=1e-5, rtol=0)
            assert cache.length == position + 1


def test_a_full_pass_goes_on_where_steps_have_been(model: GPTModel) -> None:
    ids = random_ids()
    cache, one_more = KVCache.new(model.config), OneTokenDecoder(FastGPT(model))
    with torch.inference_mode():
        for token_id in ids[:7]:
            one_more(token_id, cache)
        rest = model(torch.tensor([ids[7:]]), cache=cache).logits
    torch.testing.assert_close(rest, model(torch.tensor([ids])).logits[:, 7:], atol=1e-5, rtol=0)


def test_slots_in_one_memory_are_stepped_apart(loud_model: LoudModel) -> None:
    model = loud_model(CONFIGS["plain"])
    slots, alone = SlotCache(model.config, 3, like=model.head.weight), KVCache.new(model.config)
    one_more = OneTokenDecoder(FastGPT(model))
    with torch.inference_mode():
        for token_id in random_ids()[:6]:
            expected = one_more(token_id, alone)
            for number, slot in enumerate(slots.slots):
                own = one_more((token_id + number) % 97, slot)
                assert torch.allclose(own, expected, atol=1e-4, rtol=0) == (number == 0)


def test_looking_on_changes_nothing_and_shows_rows_of_the_whole_pass(model: GPTModel) -> None:
    ids = random_ids()
    whole = model(torch.tensor([ids]), return_attention=True)
    cache, one_more = KVCache.new(model.config), OneTokenDecoder(FastGPT(model))
    seen = LayerTrace()
    with torch.inference_mode():
        model(torch.tensor([ids[:-1]]), cache=cache)
        logits = one_more(ids[-1], cache, seen)
    torch.testing.assert_close(logits, whole.logits[0, -1], atol=1e-5, rtol=0)
    assert len(seen.attention) == len(seen.hidden) == model.config.num_layers
    for weights, all_rows in zip(seen.attention, whole.attention, strict=True):
        torch.testing.assert_close(weights, all_rows[:, :, -1:], atol=1e-5, rtol=0)


def test_lens_rows_are_the_head_on_each_layer_and_the_last_is_the_answer(model: GPTModel) -> None:
    ids = random_ids()
    cache, one_more, seen = KVCache.new(model.config), OneTokenDecoder(FastGPT(model)), LayerTrace()
    with torch.inference_mode():
        model(torch.tensor([ids[:-1]]), cache=cache)
        rows = one_more.lens(ids[-1], cache, seen)  # (L, V)
        answer = model(torch.tensor([ids])).logits[0, -1]
        by_hand = [model.head(model.final_norm(hidden[None]))[0] for hidden in seen.hidden]
    assert rows.shape == (model.config.num_layers, 97)
    torch.testing.assert_close(rows[-1], answer, atol=1e-5, rtol=0)
    torch.testing.assert_close(rows, torch.stack(by_hand), atol=1e-5, rtol=0)
