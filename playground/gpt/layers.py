"""The parts of a transformer block. Each knows only the config.

A block has two forms of the same arithmetic: `forward` for many positions of many sequences, and
`on_vectors` for one position of one sequence, where shapes and copies would cost more than sums.
This is where a LLaMA differs from a GPT-2: `build_norm` (RMSNorm), `FeedForward` (SwiGLU) and
`CausalSelfAttention` (RoPE on query and key, grouped keys and values).
Axes: B batch, T query positions, S key positions, H heads, D head width, C model width.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from playground.gpt.cache import Cache, LayerMemory
from playground.gpt.config import GPTConfig

NORM_EPSILON = 1e-5
"""GPT-2's epsilon inside LayerNorm."""

FEW_ROWS, MANY_OUTPUTS, INPUTS_AT_ONCE = range(2, 49), 2048, 32
"""FEW_ROWS times a matrix with MANY_OUTPUTS are summed over INPUTS_AT_ONCE: for more inputs torch
copies the matrix first, and takes up to twice as long (measured with MKL, AVX-512, one thread)."""

VectorFunction = Callable[..., Tensor]
"""A layer with its weights at hand, as plain tensors, which torch takes faster than parameters: a
vector (C,) -> a new vector."""


@dataclass
class Seen:
    """What a pass leaves for those who look on, a layer at a time.

    attention  weights of the last position (1, H, 1, S); hidden: the residual stream (C,) behind
               each block
    """

    attention: list[Tensor] = field(default_factory=list)
    hidden: list[Tensor] = field(default_factory=list)


class Direct(nn.Module):
    """A module whose call goes straight to `forward`.

    torch's own call looks for hooks first, which in a small model costs as much as the product of
    a matrix and a vector. This project asks for what it wants to see and hooks nothing.
    """

    def __call__(self, *inputs: Any) -> Any:
        """What `forward` returns."""
        return self.forward(*inputs)


class Linear(Direct):
    """A linear layer, whose numbers GPTModel draws.

    In memory its weight (out_features, in_features) lies input by input: so one row reads it up to
    a third faster, and few rows need no copy of it.
    """

    def __init__(self, in_features: int, out_features: int, bias: bool = True) -> None:
        super().__init__()
        self.in_features = in_features
        self.out_features = out_features
        self.weight = nn.Parameter(torch.empty(in_features, out_features).T)
        self.bias = nn.Parameter(torch.empty(out_features)) if bias else None

    def forward(self, x: Tensor) -> Tensor:
        """(..., in_features) -> (..., out_features)."""
        rows = x.numel() // self.in_features
        few = self.out_features >= MANY_OUTPUTS and rows in FEW_ROWS
        if self.training or not few or torch.is_autocast_enabled("cpu"):
            return F.linear(x, self.weight, self.bias)
        return self.on_few_rows(x.reshape(rows, -1)).view(*x.shape[:-1], -1)

    def on_vectors(self) -> VectorFunction:
        """(in_features,) -> (out_features,); `out` takes the memory for it."""
        weight = self.weight.detach()
        bias = None if self.bias is None else self.bias.detach()
        return partial(torch.mv, weight) if bias is None else partial(torch.addmv, bias, weight)

    def on_few_rows(self, x: Tensor) -> Tensor:
        """(N, in_features) -> (N, out_features)."""
        parts = self.weight.T.split(INPUTS_AT_ONCE)  # each (INPUTS_AT_ONCE, out_features)
        first, *others = zip(x.split(INPUTS_AT_ONCE, dim=1), parts, strict=True)
        sums = torch.mm(*first) if self.bias is None else torch.addmm(self.bias, *first)
        for each in others:
            sums.addmm_(*each)
        return sums


class LayerNorm(Direct, nn.LayerNorm):
    """LayerNorm (Ba et al. 2016)."""

    @property
    def arguments(self) -> tuple[tuple[int, ...], Tensor, Tensor | None, float]:
        """What `torch.layer_norm` takes behind its input."""
        bias = None if self.bias is None else self.bias.detach()
        return self.normalized_shape, self.weight.detach(), bias, self.eps


class Embedding(nn.Embedding):
    """An embedding whose numbers GPTModel draws, for the same reasons."""

    def reset_parameters(self) -> None:
        """Leave the memory as it is."""

    @property
    def table(self) -> Tensor:
        """All vectors (N, C)."""
        return self.weight


def build_norm(config: GPTConfig) -> LayerNorm:
    """The normalisation in front of every sub-layer and of the head."""
    return LayerNorm(config.d_model, eps=NORM_EPSILON, bias=config.use_bias)


class CausalSelfAttention(Direct):
    """Multi-head causal self-attention (Vaswani et al. 2017, 3.2) with one fused qkv projection."""

    def __init__(self, config: GPTConfig) -> None:
        super().__init__()
        self.num_heads = config.num_heads
        self.head_width = config.head_width
        self.dropout = config.dropout
        self.qkv = Linear(config.d_model, 3 * config.d_model, bias=config.has_qkv_bias)
        self.projection = Linear(config.d_model, config.d_model, bias=config.use_bias)
        self.residual_dropout = nn.Dropout(config.dropout)

    def forward(
        self, x: Tensor, mask: Tensor | None, layer: int, cache: Cache | None, return_weights: bool
    ) -> tuple[Tensor, Tensor | None]:
        """x (B, T, C), mask (..., T, S) -> (B, T, C) and, if asked for, weights (B, H, T, S).

        The mask is added to the scores: 0 where allowed, else -inf. Without one a single position
        sees all keys, and several see those up to their own.
        """
        batch, steps, width = x.shape
        qkv = self.qkv(x).contiguous()  # (B, T, 3 * C); the fused attention wants it so
        qkv = qkv.view(batch, steps, 3, self.num_heads, self.head_width)
        qkv = qkv.permute(2, 0, 1, 3, 4)  # (3, B, T, H, D)
        pair = qkv[1:] if cache is None else cache.store(layer, qkv[1:])  # (2, B, S, H, D)
        query = qkv[0].transpose(1, 2)  # (B, H, T, D)
        key, value = pair.transpose(2, 3)  # (B, H, S, D)
        weights = None
        if return_weights:
            weights = attention_weights(query, key, mask)  # (B, H, T, S)
            mixed = F.dropout(weights, self.dropout, self.training) @ value  # (B, H, T, D)
        else:
            mixed = F.scaled_dot_product_attention(
                query,
                key,
                value,
                attn_mask=mask,
                dropout_p=self.dropout if self.training else 0.0,
                is_causal=mask is None and steps > 1,
            )  # (B, H, T, D)
        mixed = mixed.transpose(1, 2).reshape(batch, steps, width)  # (B, T, C)
        update = self.projection(mixed)  # (B, T, C)
        return (self.residual_dropout(update) if self.training else update), weights


def attention_weights(query: Tensor, key: Tensor, mask: Tensor | None) -> Tensor:
    """softmax(q k^T / sqrt(D) + mask): (B, H, T, D), (B, H, S, D) -> (B, H, T, S)."""
    scores = query @ key.transpose(-2, -1) / math.sqrt(query.shape[-1])  # (B, H, T, S)
    return (scores if mask is None else scores + mask).softmax(dim=-1)


class FeedForward(Direct):
    """Two linear layers with a GELU between them (Hendrycks and Gimpel 2016)."""

    def __init__(self, config: GPTConfig) -> None:
        super().__init__()
        self.expand = Linear(config.d_model, config.mlp_width, bias=config.use_bias)
        self.approximate = "tanh" if config.activation == "gelu_tanh" else "none"
        self.projection = Linear(config.mlp_width, config.d_model, bias=config.use_bias)
        self.residual_dropout = nn.Dropout(config.dropout)

    def forward(self, x: Tensor) -> Tensor:
        """(B, T, C) -> (B, T, C)."""
        hidden = F.gelu(self.expand(x), approximate=self.approximate)  # (B, T, mlp_width)
        update: Tensor = self.projection(hidden)  # (B, T, C)
        return self.residual_dropout(update) if self.training else update


class TransformerBlock(Direct):
    """Pre-norm block: x + attention(norm(x)), then x + mlp(norm(x)) (GPT-2, section 2.3)."""

    def __init__(self, config: GPTConfig) -> None:
        super().__init__()
        self.attention_norm = build_norm(config)
        self.attention = CausalSelfAttention(config)
        self.mlp_norm = build_norm(config)
        self.mlp = FeedForward(config)

    def forward(
        self, x: Tensor, mask: Tensor | None, layer: int, cache: Cache | None, return_weights: bool
    ) -> tuple[Tensor, Tensor | None]:
        """x (B, T, C) -> (B, T, C) and, if asked for, attention weights (B, H, T, S)."""
        mixed, weights = self.attention(self.attention_norm(x), mask, layer, cache, return_weights)
        x = x + mixed
        return x + self.mlp(self.mlp_norm(x)), weights

    def on_vectors(self) -> VectorFunction:
        """x (C,), the memory of the layer, the position and what is looked at -> x, changed.

        In one function, since calls among functions of Python would take a twentieth of the time.
        """
        attention_norm, mlp_norm = self.attention_norm.arguments, self.mlp_norm.arguments
        qkv, mix = self.attention.qkv.on_vectors(), self.attention.projection.on_vectors()
        expand, project = self.mlp.expand.on_vectors(), self.mlp.projection.on_vectors()
        norm, attend, gelu = torch.layer_norm, F.scaled_dot_product_attention, F.gelu
        approximate = self.mlp.approximate
        scale, none = 1 / math.sqrt(self.attention.head_width), self.mlp_norm.weight.new_zeros(())

        def run(x: Tensor, memory: LayerMemory, position: int, seen: Seen | None) -> Tensor:
            row, query, new, pair, keys, values = memory
            qkv(norm(x, *attention_norm), out=row)  # (3 * C,)
            pair.narrow(2, position, 1).copy_(new)
            keys = keys.narrow(2, 0, position + 1)  # (1, H, S, D)
            values = values.narrow(2, 0, position + 1)  # (1, H, S, D)
            if seen is None:
                mixed = attend(query, keys, values)  # (1, H, 1, D)
            else:
                product = query[0], keys[0].transpose(1, 2)  # (H, 1, D), (H, D, S)
                weights = torch.baddbmm(none, *product, beta=0, alpha=scale).softmax(dim=-1)
                seen.attention.append(weights.unsqueeze(0))  # (1, H, 1, S)
                mixed = torch.bmm(weights, values[0])  # (H, 1, D)
            x.add_(mix(mixed.view(-1)))
            hidden = gelu(expand(norm(x, *mlp_norm)), approximate=approximate)  # (mlp_width,)
            return x.add_(project(hidden))

        return run


def sinusoidal_positions(context_length: int, d_model: int) -> Tensor:
    """Fixed vectors (T, C): sin in even, cos in odd channels (Vaswani et al. 2017, 3.5)."""
    position = torch.arange(context_length).unsqueeze(1)  # (T, 1)
    rate = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10_000.0) / d_model))  # (C / 2)
    table = torch.empty(context_length, d_model)
    table[:, 0::2] = torch.sin(position * rate)
    table[:, 1::2] = torch.cos(position * rate)
    return table
