"""What a GPT costs to hold and to run, computed from its config alone."""

from dataclasses import dataclass

from playground.analysis.parameters import breakdown
from playground.gpt.config import GPTConfig

FP32_BYTES = 4
FP16_BYTES = 2


@dataclass(frozen=True)
class Cost:
    """Memory in bytes; work in floating-point operations, an addition and a multiplication each
    counting one.

    weights_bytes_*       every trainable number once
    kv_bytes_per_token    keys and values of all layers, in fp32, that one more token adds
    kv_bytes_full         the same for a full context
    flops_per_token       one generated token with the cache, when the context is full
    """

    weights_bytes_fp32: int
    weights_bytes_fp16: int
    kv_bytes_per_token: int
    kv_bytes_full: int
    flops_per_token: int


def cost(config: GPTConfig) -> Cost:
    """The cost of `GPTModel(config)` for one sequence."""
    total = breakdown(config).total
    cached = FP32_BYTES * config.cached_per_token
    return Cost(
        weights_bytes_fp32=FP32_BYTES * total,
        weights_bytes_fp16=FP16_BYTES * total,
        kv_bytes_per_token=cached,
        kv_bytes_full=cached * config.context_length,
        flops_per_token=flops_per_token(config, config.context_length),
    )


def flops_per_token(config: GPTConfig, positions: int) -> int:
    """Forward work for one token that sees `positions` tokens, itself included, with the cache.

    Counts the matrix products alone, two operations for each multiply and add (Kaplan et al. 2020,
    table 1, with the head and without the embedding, which is a look-up). Norms, GELU, softmax
    and shifts are left out: they are below one percent at the sizes shown.
    """
    width = config.d_model
    linear = width * (3 * width) + width * width + 2 * width * config.mlp_width
    attention = 2 * width * positions  # query times key, then weights times value, all heads
    head = width * config.vocab_size
    return 2 * (config.num_layers * (linear + attention) + head)
