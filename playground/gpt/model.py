"""The GPT: ids -> logits. Knows no text, no sampling, no page.

Axes: B batch, T query positions, S key positions, H heads, C model width, V vocabulary.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from playground.errors import SequenceTooLong
from playground.gpt.cache import Cache, SlotPieces, SlotStep, added
from playground.gpt.config import GPTConfig
from playground.gpt.layers import (
    Embedding,
    Linear,
    TransformerBlock,
    build_norm,
    sinusoidal_positions,
)

INITIAL_STD = 0.02
"""Standard deviation of GPT-2's initial weights."""
ROWS_AT_ONCE = 1024
"""Rows of a matrix that are drawn at once, so that drawing takes little memory."""


@dataclass(frozen=True)
class ModelOutput:
    """logits (B, T, V), or (B, 1, V) when only the last were asked for; attention: one tensor
    (B, H, T, S) a layer when asked for, else empty."""

    logits: Tensor
    attention: tuple[Tensor, ...] = ()


class GPTModel(nn.Module):
    """A GPT of the shape that `config` gives, initialised like GPT-2.

    `seed` alone decides the initial weights; the global random state is neither read nor changed.
    With seed None they are left as the memory was, for a caller that loads them at once.
    A tied head stays one tensor with the token embedding, and the buffers stay right, however the
    weights come in or move: `load_state_dict` with and without `assign`, `to`, `to_empty`.
    """

    causal_mask: Tensor
    position_ids: Tensor

    def __init__(self, config: GPTConfig, seed: int | None = 0) -> None:
        super().__init__()
        self.config = config
        self.token_embedding = Embedding(config.vocab_size, config.d_model)
        self.position_embedding = _position_embedding(config)
        self.embedding_dropout = nn.Dropout(config.dropout)
        self.blocks = nn.ModuleList(TransformerBlock(config) for _ in range(config.num_layers))
        self.final_norm = build_norm(config)
        self.head = Linear(config.d_model, config.vocab_size, bias=False)
        self._complete()
        self.register_load_state_dict_pre_hook(_complete_state)  # type: ignore[no-untyped-call]
        self.register_load_state_dict_post_hook(_complete_model)  # type: ignore[no-untyped-call]
        if seed is not None:
            self._initialise(torch.Generator().manual_seed(seed))

    def forward(
        self,
        ids: Tensor,
        *,
        cache: Cache | None = None,
        last_only: bool = False,
        return_attention: bool = False,
    ) -> ModelOutput:
        """Raw logits for every position of ids (B, T), or for the last one only.

        With a cache, ids follow the positions that the cache already holds.
        Raises SequenceTooLong when they do not fit into the context.
        """
        hidden, attention = self.hidden_states(ids, cache, return_attention)  # (B, T, C)
        if last_only:
            hidden = hidden[:, -1:]  # (B, 1, C)
        return ModelOutput(self.head(hidden), attention)

    def hidden_states(
        self, ids: Tensor, cache: Cache | None = None, return_attention: bool = False
    ) -> tuple[Tensor, tuple[Tensor, ...]]:
        """What the head reads: (B, T) ids -> (B, T, C) after the final norm, and attention."""
        steps = ids.shape[1]
        positions, mask = self._layout(steps, cache, return_attention)
        x = self.token_embedding(ids)  # (B, T, C)
        x = x + self.position_embedding(positions)  # (B, T, C)
        if self.training:
            x = self.embedding_dropout(x)
        attention = []
        for layer, block in enumerate(self.blocks):
            x, weights = block(x, mask, layer, cache, return_attention)  # (B, T, C)
            if weights is not None:
                attention.append(weights)
        if cache is not None:
            cache.advance(steps)
        return self.final_norm(x), tuple(attention)

    def _layout(
        self, steps: int, cache: Cache | None, return_attention: bool
    ) -> tuple[Tensor, Tensor | None]:
        """Positions (T,) or (B, T), and what they may see, where that is neither everything nor
        the plain triangle (`scaled_dot_product_attention` aligns that to the top left, so it is
        right only when query and key positions are the same)."""
        if isinstance(cache, SlotStep | SlotPieces):
            return cache.positions, cache.mask
        start = 0 if cache is None else cache.length
        end = start + steps
        if end > self.config.context_length:
            raise _too_long(end, self.config.context_length)
        mask = None
        if steps > 1 and (start > 0 or return_attention):
            mask = added(self.causal_mask[start:end, :end], self.token_embedding.table)
        return self.position_ids[start:end], mask

    def _complete(self) -> None:
        """What follows from the config and the weights: the tie, and the buffers beside them."""
        if self.config.weight_tying:
            self.token_embedding.weight = self.head.weight
        size, device = self.config.context_length, self.head.weight.device
        allowed = torch.ones(size, size, dtype=torch.bool, device=device).tril()
        self.register_buffer("causal_mask", allowed, persistent=False)
        positions = torch.arange(size, device=device)
        self.register_buffer("position_ids", positions, persistent=False)
        if isinstance(self.position_embedding, SinusoidalPositions):
            self.position_embedding.fill(like=self.head.weight)

    def _apply(self, fn: Callable[[Tensor], Tensor], recurse: bool = True) -> Self:
        """What `to`, `to_empty` and the like go through; they take tensors one by one."""
        super()._apply(fn, recurse)  # type: ignore[no-untyped-call]
        self._complete()
        return self

    @torch.no_grad()
    def _initialise(self, generator: torch.Generator) -> None:
        """Weights N(0, 0.02), shifts 0; the two projections that write into the residual stream
        are scaled down by sqrt(2 * num_layers), as GPT-2 (section 2.3) describes."""
        residual_std = INITIAL_STD / math.sqrt(2 * self.config.num_layers)
        for name, parameter in self.named_parameters():
            if name.endswith("bias"):
                parameter.zero_()
            elif parameter.dim() == 2:
                std = residual_std if name.endswith("projection.weight") else INITIAL_STD
                for rows in parameter.split(ROWS_AT_ONCE):  # which may lie otherwise in memory
                    rows.copy_(torch.empty(rows.shape).normal_(std=std, generator=generator))


class SinusoidalPositions(nn.Module):
    """Fixed position vectors; looked up like an embedding, but nothing is trained."""

    table: Tensor

    def __init__(self, config: GPTConfig) -> None:
        super().__init__()
        self._size = config.context_length, config.d_model
        self.fill(like=torch.empty(0))

    def fill(self, like: Tensor) -> None:
        """Compute the vectors, on the device and in the type of `like`."""
        with like.device:
            table = sinusoidal_positions(*self._size).to(like.dtype)
        self.register_buffer("table", table, persistent=False)

    def forward(self, position_ids: Tensor) -> Tensor:
        """(T,) -> (T, C)."""
        return F.embedding(position_ids, self.table)


def _position_embedding(config: GPTConfig) -> Embedding | SinusoidalPositions:
    if config.position == "sinusoidal":
        return SinusoidalPositions(config)
    return Embedding(config.context_length, config.d_model)


def _complete_state(
    model: GPTModel,
    state: dict[str, Tensor],
    prefix: str,
    metadata: dict[str, Any],
    strict: bool,
    missing: list[str],
    unexpected: list[str],
    errors: list[str],
) -> None:
    """Before a state is loaded: a tied matrix may be in it once, or twice with the same numbers."""
    if not model.config.weight_tying:
        return
    head, embedding = (f"{prefix}{name}.weight" for name in ("head", "token_embedding"))
    if head in state and embedding in state:
        if state[head] is not state[embedding] and not torch.equal(state[head], state[embedding]):
            errors.append(f"{head} and {embedding} differ, but this model ties them.")
    elif head in state:
        state[embedding] = state[head]
    elif embedding in state:
        state[head] = state[embedding]


def _complete_model(model: GPTModel, _: object) -> None:
    model._complete()


def _too_long(length: int, context_length: int) -> SequenceTooLong:
    return SequenceTooLong(
        "sequence_too_long",
        f"The sequence has {length} tokens, but the context holds {context_length}; "
        f"keep the last {context_length}.",
        length=length,
        context_length=context_length,
    )


def count_parameters(model: nn.Module) -> int:
    """Trainable numbers in a module; a tensor that is used in two places counts once."""
    return sum(parameter.numel() for parameter in model.parameters())
