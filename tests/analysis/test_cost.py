"""Memory and work against the real module, its real cache and torch's own counter."""

from collections.abc import Callable

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from playground.analysis.cost import cost, flops_per_token
from playground.gpt.config import GPTConfig
from playground.gpt.kv_cache import KVCache
from playground.gpt.model import GPTModel

SMALL = (
    GPTConfig(65, 16, d_model=64, num_heads=4, num_layers=2, dropout=0.0),
    GPTConfig(
        130, 9, d_model=24, num_heads=3, num_layers=3, mlp_expansion=2, use_bias=False,
        weight_tying=False, position="sinusoidal",
    ),
    GPTConfig(33, 5, d_model=8, num_heads=1, num_layers=1, mlp_expansion=1, qkv_bias=False),
)  # fmt: skip


@torch.no_grad()
def counted_for_last_token(config: GPTConfig, positions: int) -> int:
    """Operations of torch's matrix products for the last of `positions` tokens, with the cache."""
    model = GPTModel(config).eval()
    cache = KVCache.new(config)
    ids = torch.zeros(1, positions, dtype=torch.long)
    if positions > 1:
        model(ids[:, :-1], cache=cache)
    # With the weights asked for, attention runs as plain products, which the counter knows.
    with FlopCounterMode(display=False) as counter:
        model(ids[:, -1:], cache=cache, return_attention=True)
    return int(counter.get_total_flops())


@pytest.mark.parametrize("config", SMALL)
def test_work_of_one_token_equals_torchs_count_at_every_context(config: GPTConfig) -> None:
    for positions in (1, 2, config.context_length):
        assert flops_per_token(config, positions) == counted_for_last_token(config, positions)
    full = cost(config)
    assert full.flops_per_token == counted_for_last_token(config, config.context_length)


def test_memory_of_weights_equals_the_real_tensors(
    build_on_meta: Callable[[GPTConfig], GPTModel],
) -> None:
    for config in (*SMALL, GPTConfig()):
        model = build_on_meta(config)
        found = cost(config)
        assert found.weights_bytes_fp32 == sum(p.nbytes for p in model.parameters())
        assert found.weights_bytes_fp16 == sum(p.half().nbytes for p in model.parameters())


def test_cache_bytes_equal_the_real_cache() -> None:
    for config in SMALL:
        found = cost(config)
        in_fp32 = sum(layer.nbytes for layer in KVCache.new(config).layers)
        assert found.kv_bytes_full == in_fp32
        assert found.kv_bytes_per_token * config.context_length == in_fp32


def test_gpt2_small_by_hand() -> None:
    found = cost(GPTConfig())
    assert found.weights_bytes_fp32 == 497_759_232
    assert found.kv_bytes_per_token == 2 * 12 * 768 * 4 == 73_728
    per_layer = 2 * 12 * 768**2 + 4 * 768 * 1024
    assert found.flops_per_token == 12 * per_layer + 2 * 768 * 50257 == 284_812_800
