"""The shape of the data at each stage of a forward pass, from the config alone."""

from dataclasses import dataclass

from playground.gpt.config import GPTConfig


@dataclass(frozen=True)
class Stage:
    """One stage of the forward pass and the shape of what leaves it."""

    key: str
    shape: tuple[int, ...]


def stage_shapes(config: GPTConfig, batch: int, tokens: int) -> tuple[Stage, ...]:
    """Shapes for ids (B, T) without a cache, from the ids to the logits.

    `batch` is B and `tokens` is T, from 1 to context_length. Every block has the same shapes, so
    the stages of one block stand for all of them.
    """
    stream = (batch, tokens, config.d_model)
    per_head = (batch, config.num_heads, tokens, config.head_width)
    scores = (batch, config.num_heads, tokens, tokens)
    return (
        Stage("ids", (batch, tokens)),
        Stage("token_embedding", stream),
        Stage("position_embedding", (tokens, config.d_model)),
        Stage("embedding_sum", stream),
        Stage("query", per_head),
        Stage("key", per_head),
        Stage("value", per_head),
        Stage("attention_weights", scores),
        Stage("attention_output", stream),
        Stage("mlp_hidden", (batch, tokens, config.mlp_width)),
        Stage("block_output", stream),
        Stage("final_norm", stream),
        Stage("logits", (batch, tokens, config.vocab_size)),
    )
