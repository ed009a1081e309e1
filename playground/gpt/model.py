"""The GPT: ids -> logits, in plain torch. Knows no text, no sampling, no page.

Read from top to bottom: attention, MLP, block, GPT. `gpt/fast/` computes the same more quickly.
Axes: B batch, T query positions, S key positions, H heads, D head width, C model width,
V vocabulary.
"""

import math
from dataclasses import dataclass, field

import torch
from torch import Tensor, nn

from playground.gpt.config import GPTConfig, require_room
from playground.gpt.derived import WithDerivedState
from playground.gpt.kv_cache import Cache
from playground.gpt.positions import SinusoidalPositions
from playground.gpt.uninitialised import Embedding, Linear

INITIAL_STD = 0.02
"""Standard deviation of GPT-2's initial weights."""
NORM_EPSILON = 1e-5
"""GPT-2's epsilon inside LayerNorm."""


@dataclass
class LayerTrace:
    """What a forward pass records per layer for those who look inside.

    attention  weights (B, H, T, S); hidden: the residual stream after the block, (..., C)
    """

    attention: list[Tensor] = field(default_factory=list)
    hidden: list[Tensor] = field(default_factory=list)


class CausalSelfAttention(nn.Module):
    """Multi-head causal self-attention (Vaswani et al. 2017, section 3.2)."""

    def __init__(self, config: GPTConfig) -> None:
        super().__init__()
        width = config.d_model
        self.heads = config.num_heads, config.head_width  # H, D
        self.query = Linear(width, width, bias=config.has_qkv_bias)
        self.key = Linear(width, width, bias=config.has_qkv_bias)
        self.value = Linear(width, width, bias=config.has_qkv_bias)
        self.projection = Linear(width, width, bias=config.use_bias)
        self.dropout = nn.Dropout(config.dropout)

    def forward(
        self, x: Tensor, allowed: Tensor, layer: int, cache: Cache | None, trace: LayerTrace | None
    ) -> Tensor:
        """x (B, T, C), allowed (..., T, S) -> (B, T, C)."""
        query = self.query(x).unflatten(-1, self.heads)  # (B, T, H, D)
        key = self.key(x).unflatten(-1, self.heads)  # (B, T, H, D)
        value = self.value(x).unflatten(-1, self.heads)  # (B, T, H, D)
        if cache is not None:
            key, value = cache.store(layer, torch.stack((key, value)))  # (B, S, H, D)
        query, key, value = (each.transpose(1, 2) for each in (query, key, value))  # (B, H, _, D)
        weights = attention_weights(query, key, allowed)  # (B, H, T, S)
        if trace is not None:
            trace.attention.append(weights)
        mixed = self.dropout(weights) @ value  # (B, H, T, D)
        mixed = mixed.transpose(1, 2).flatten(2)  # (B, T, C)
        update: Tensor = self.dropout(self.projection(mixed))  # (B, T, C)
        return update


def attention_weights(query: Tensor, key: Tensor, allowed: Tensor) -> Tensor:
    """softmax(q k^T / sqrt(D)) over allowed keys: (B, H, T, D), (B, H, S, D) -> (B, H, T, S)."""
    scores = query @ key.transpose(-2, -1) / math.sqrt(query.shape[-1])  # (B, H, T, S)
    return scores.masked_fill(~allowed, -math.inf).softmax(dim=-1)  # (B, H, T, S)


class FeedForward(nn.Module):
    """The MLP: two linear layers with a GELU between them (Hendrycks and Gimpel 2016)."""

    def __init__(self, config: GPTConfig) -> None:
        super().__init__()
        self.expand = Linear(config.d_model, config.mlp_width, bias=config.use_bias)
        self.gelu = nn.GELU(approximate="tanh" if config.activation == "gelu_tanh" else "none")
        self.projection = Linear(config.mlp_width, config.d_model, bias=config.use_bias)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, x: Tensor) -> Tensor:
        """(B, T, C) -> (B, T, C)."""
        hidden = self.gelu(self.expand(x))  # (B, T, mlp_width)
        update: Tensor = self.dropout(self.projection(hidden))  # (B, T, C)
        return update


class TransformerBlock(nn.Module):
    """Pre-norm block: x + attention(norm(x)), then x + mlp(norm(x)) (GPT-2, section 2.3)."""

    def __init__(self, config: GPTConfig) -> None:
        super().__init__()
        self.attention_norm = build_norm(config)
        self.attention = CausalSelfAttention(config)
        self.mlp_norm = build_norm(config)
        self.mlp = FeedForward(config)

    def forward(
        self, x: Tensor, allowed: Tensor, layer: int, cache: Cache | None, trace: LayerTrace | None
    ) -> Tensor:
        """x (B, T, C), allowed (..., T, S) -> (B, T, C)."""
        x = x + self.attention(self.attention_norm(x), allowed, layer, cache, trace)  # (B, T, C)
        update: Tensor = self.mlp(self.mlp_norm(x))  # (B, T, C)
        return x + update


def build_norm(config: GPTConfig) -> nn.LayerNorm:
    """The normalisation before each sub-layer and before the head (Ba et al. 2016)."""
    return nn.LayerNorm(config.d_model, eps=NORM_EPSILON, bias=config.use_bias)


@dataclass(frozen=True)
class ModelOutput:
    """logits (B, T, V), or (B, 1, V) when only the last were asked for; attention: one tensor
    (B, H, T, S) per layer when asked for, else empty."""

    logits: Tensor
    attention: tuple[Tensor, ...] = ()


class GPTModel(WithDerivedState):
    """A GPT of the shape that `config` gives, initialised like GPT-2.

    `seed` alone decides the initial weights; the global random state is neither read nor changed.
    With seed None they are left as the memory was, for a caller that loads them at once.
    """

    causal_mask: Tensor
    position_ids: Tensor

    def __init__(self, config: GPTConfig, seed: int | None = 0) -> None:
        super().__init__()
        self.config = config
        learned = config.position == "learned"
        self.token_embedding = Embedding(config.vocab_size, config.d_model)
        self.position_embedding: Embedding | SinusoidalPositions = (
            Embedding(config.context_length, config.d_model)
            if learned
            else SinusoidalPositions(config)
        )
        self.embedding_dropout = nn.Dropout(config.dropout)
        self.blocks = nn.ModuleList(TransformerBlock(config) for _ in range(config.num_layers))
        self.final_norm = build_norm(config)
        self.head = Linear(config.d_model, config.vocab_size, bias=False)
        self.derive()
        if seed is not None:
            self.initialise(torch.Generator().manual_seed(seed))

    def derive(self) -> None:
        """What follows from the config and the weights: the tied head, the mask, the positions."""
        if self.config.weight_tying:
            self.head.weight = self.token_embedding.weight
        size, device = self.config.context_length, self.head.weight.device
        allowed = torch.ones(size, size, dtype=torch.bool, device=device).tril()
        self.register_buffer("causal_mask", allowed, persistent=False)
        self.register_buffer("position_ids", torch.arange(size, device=device), persistent=False)
        if isinstance(self.position_embedding, SinusoidalPositions):
            self.position_embedding.fill(like=self.head.weight)

    @torch.no_grad()
    def initialise(self, generator: torch.Generator) -> None:
        """Matrices N(0, 0.02), biases 0; the two projections that write into the residual stream
        are scaled down by sqrt(2 * num_layers), as GPT-2 (section 2.3) describes."""
        residual_std = INITIAL_STD / math.sqrt(2 * self.config.num_layers)
        for name, parameter in self.named_parameters():
            if name.endswith("bias"):
                parameter.zero_()
            elif parameter.dim() == 2:
                std = residual_std if name.endswith("projection.weight") else INITIAL_STD
                parameter.normal_(std=std, generator=generator)

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
        trace = LayerTrace() if return_attention else None
        hidden = self.hidden_states(ids, cache, trace)  # (B, T, C)
        if last_only:
            hidden = hidden[:, -1:]  # (B, 1, C)
        return ModelOutput(self.head(hidden), tuple(trace.attention) if trace else ())

    def hidden_states(
        self, ids: Tensor, cache: Cache | None = None, trace: LayerTrace | None = None
    ) -> Tensor:
        """What the head reads: ids (B, T) -> (B, T, C) after the final norm."""
        steps = ids.shape[1]
        positions, allowed = self._place(steps) if cache is None else cache.place(steps)
        x = self.token_embedding(ids) + self.position_embedding(positions)  # (B, T, C)
        x = self.embedding_dropout(x)  # (B, T, C)
        for layer, block in enumerate(self.blocks):
            x = block(x, allowed, layer, cache, trace)  # (B, T, C)
            if trace is not None:
                trace.hidden.append(x)
        if cache is not None:
            cache.advance(steps)
        normed: Tensor = self.final_norm(x)  # (B, T, C)
        return normed

    def _place(self, steps: int) -> tuple[Tensor, Tensor]:
        """Positions (T,) of a sequence from its start, and what they may attend to, (T, T)."""
        require_room(steps, self.config.context_length)
        return self.position_ids[:steps], self.causal_mask[:steps, :steps]


def count_parameters(model: nn.Module) -> int:
    """Trainable numbers in a module; a tensor that is used in two places counts once."""
    return sum(parameter.numel() for parameter in model.parameters())
