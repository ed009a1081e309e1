"""A cache changes no logits and belongs to one request."""

from collections.abc import Callable

import pytest
import torch

from playground.errors import SequenceTooLong
from playground.gpt.config import GPTConfig
from playground.gpt.kv_cache import KVCache
from playground.gpt.model import GPTModel

LoudModel = Callable[[GPTConfig], GPTModel]

LEARNED = GPTConfig(97, 16, d_model=32, num_heads=4, num_layers=3)
SINUSOIDAL = GPTConfig(97, 16, d_model=32, num_heads=2, num_layers=2, position="sinusoidal")
SPLITS = (
    [16],
    [1] * 16,
    [5, 1, 1, 9],
    [1, 15],
    [15, 1],
    [2, 2, 2, 2, 2, 2, 2, 2],
    [7, 3, 1, 5],
)


def random_ids(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.randint(97, shape, generator=torch.Generator().manual_seed(seed))


@pytest.mark.parametrize("config", [LEARNED, SINUSOIDAL], ids=["learned", "sinusoidal"])
@pytest.mark.parametrize("split", SPLITS, ids=str)
@pytest.mark.parametrize("return_attention", [False, True])
def test_a26_any_split_of_the_prompt_equals_the_uncached_logits(
    config: GPTConfig, split: list[int], return_attention: bool, loud_model: LoudModel
) -> None:
    model = loud_model(config)
    ids = random_ids(2, 16)
    whole = model(ids, return_attention=True)
    assert whole.logits.std() > 0.5
    cache = KVCache.new(config, batch_size=2)
    end = 0
    for steps in split:
        start, end = end, end + steps
        output = model(ids[:, start:end], cache=cache, return_attention=return_attention)
        expected = whole.logits[:, start:end]
        torch.testing.assert_close(output.logits, expected, atol=1e-5, rtol=0)
        for layer, weights in enumerate(output.attention):
            wanted = whole.attention[layer][:, :, start:end, :end]
            torch.testing.assert_close(weights, wanted, atol=1e-5, rtol=0)
        assert cache.length == end


def test_two_caches_interleaved_do_not_disturb_each_other(loud_model: LoudModel) -> None:
    model = loud_model(LEARNED)
    texts = [random_ids(1, 12, seed=1), random_ids(1, 12, seed=2)]
    whole = [model(ids).logits for ids in texts]
    caches = [KVCache.new(LEARNED), KVCache.new(LEARNED)]
    for position in range(12):
        for which in (0, 1):
            step = texts[which][:, position : position + 1]
            logits = model(step, cache=caches[which]).logits
            expected = whole[which][:, position : position + 1]
            torch.testing.assert_close(logits, expected, atol=1e-5, rtol=0)


def test_a_cleared_cache_starts_again(loud_model: LoudModel) -> None:
    model = loud_model(LEARNED)
    cache = KVCache.new(LEARNED)
    model(random_ids(1, 16, seed=1), cache=cache)
    cache.clear()
    assert cache.length == 0
    ids = random_ids(1, 6, seed=2)
    torch.testing.assert_close(model(ids, cache=cache).logits, model(ids).logits, atol=1e-5, rtol=0)


def test_a_cache_that_overflows_names_both_numbers_and_stays_as_it_was(
    loud_model: LoudModel,
) -> None:
    model = loud_model(LEARNED)
    cache = KVCache.new(LEARNED)
    ids = random_ids(1, 16)
    model(ids[:, :14], cache=cache)
    with pytest.raises(SequenceTooLong, match="has 17 tokens, but the context holds 16"):
        model(ids[:, :3], cache=cache)
    assert cache.length == 14
    expected = model(ids).logits[:, 14:]
    torch.testing.assert_close(model(ids[:, 14:], cache=cache).logits, expected, atol=1e-5, rtol=0)


def test_a_cache_takes_the_memory_that_its_shape_says() -> None:
    cache = KVCache.new(LEARNED, batch_size=3)
    assert [layer.shape for layer in cache.layers] == [(2, 3, 16, 4, 8)] * 3
    assert cache.length == 0
    like = torch.empty(1, dtype=torch.float16, requires_grad=True)
    half = KVCache.new(LEARNED, like=like)
    assert {layer.dtype for layer in half.layers} == {torch.float16}
    assert not any(layer.requires_grad for layer in half.layers)
