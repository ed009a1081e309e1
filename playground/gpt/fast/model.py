"""The forward pass of a plain model, more quickly: fused query, key and value, fused attention,
no hooks and no dropout. Says what the plain model says, but for rounding.

Axes: B batch, T query positions, S key positions, H heads, D head width, C model width,
V vocabulary.
"""

import math
from collections.abc import Iterable
from typing import cast

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from playground.gpt.config import require_room
from playground.gpt.fast.layers import (
    FastLayerNorm,
    FastLinear,
    HooklessModule,
    SingleTokenFunction,
)
from playground.gpt.fast.single_cache import LayerMemory
from playground.gpt.kv_cache import Cache, KVCache
from playground.gpt.model import GPTModel, LayerTrace, ModelOutput, TransformerBlock


class FastAttention(HooklessModule):
    """Causal self-attention with query, key and value from one product."""

    def __init__(self, block: TransformerBlock) -> None:
        super().__init__()
        plain = block.attention
        self.num_heads, self.head_width = plain.heads
        self.qkv = FastLinear(plain.query, plain.key, plain.value)
        self.projection = FastLinear(plain.projection)

    def forward(
        self,
        x: Tensor,
        mask: Tensor | None,
        layer: int,
        cache: Cache | None,
        trace: LayerTrace | None,
    ) -> Tensor:
        """x (B, T, C), additive mask (..., T, S) -> (B, T, C). Without a mask a single position
        sees all keys, and several see those up to their own."""
        batch, steps, width = x.shape
        qkv = self.qkv(x).contiguous()  # (B, T, 3 * C); the fused attention wants it so
        qkv = qkv.view(batch, steps, 3, self.num_heads, self.head_width)
        qkv = qkv.permute(2, 0, 1, 3, 4)  # (3, B, T, H, D)
        pair = qkv[1:] if cache is None else cache.store(layer, qkv[1:])  # (2, B, S, H, D)
        query = qkv[0].transpose(1, 2)  # (B, H, T, D)
        key, value = pair.transpose(2, 3)  # (B, H, S, D)
        if trace is None:
            causal = mask is None and steps > 1
            mixed = F.scaled_dot_product_attention(
                query, key, value, attn_mask=mask, is_causal=causal
            )  # (B, H, T, D)
        else:
            scores = query @ key.transpose(-2, -1) / math.sqrt(self.head_width)  # (B, H, T, S)
            weights = (scores if mask is None else scores + mask).softmax(dim=-1)  # (B, H, T, S)
            trace.attention.append(weights)
            mixed = weights @ value  # (B, H, T, D)
        mixed = mixed.transpose(1, 2).reshape(batch, steps, width)  # (B, T, C)
        update: Tensor = self.projection(mixed)  # (B, T, C)
        return update


class FastBlock(HooklessModule):
    """A transformer block, for many positions and, as `single_token_fn`, for one."""

    def __init__(self, block: TransformerBlock) -> None:
        super().__init__()
        self.attention_norm = FastLayerNorm(block.attention_norm)
        self.attention = FastAttention(block)
        self.mlp_norm = FastLayerNorm(block.mlp_norm)
        self.expand = FastLinear(block.mlp.expand)
        self.approximate = block.mlp.gelu.approximate
        self.project = FastLinear(block.mlp.projection)

    def forward(
        self,
        x: Tensor,
        mask: Tensor | None,
        layer: int,
        cache: Cache | None,
        trace: LayerTrace | None,
    ) -> Tensor:
        """x (B, T, C) -> (B, T, C)."""
        x = x + self.attention(self.attention_norm(x), mask, layer, cache, trace)  # (B, T, C)
        hidden = F.gelu(self.expand(self.mlp_norm(x)), approximate=self.approximate)
        update: Tensor = self.project(hidden)  # (B, T, C)
        return x + update

    def single_token_fn(self) -> SingleTokenFunction:
        """x (C,), the memory of the layer, the position and a trace -> x, changed.

        One function, since calls among Python functions would take a twentieth of the time.
        """
        attention_norm, mlp_norm = self.attention_norm.arguments, self.mlp_norm.arguments
        qkv, mix = self.attention.qkv.single_token_fn(), self.attention.projection.single_token_fn()
        expand, project = self.expand.single_token_fn(), self.project.single_token_fn()
        norm, attend, gelu = torch.layer_norm, F.scaled_dot_product_attention, F.gelu
        approximate = self.approximate
        scale, none = 1 / math.sqrt(self.attention.head_width), mlp_norm[1].new_zeros(())

        def run(x: Tensor, memory: LayerMemory, position: int, trace: LayerTrace | None) -> Tensor:
            row, query, new, pair, keys, values = memory
            qkv(norm(x, *attention_norm), out=row)  # (3 * C,)
            pair.narrow(2, position, 1).copy_(new)
            keys = keys.narrow(2, 0, position + 1)  # (1, H, S, D)
            values = values.narrow(2, 0, position + 1)  # (1, H, S, D)
            if trace is None:
                mixed = attend(query, keys, values)  # (1, H, 1, D)
            else:
                product = query[0], keys[0].transpose(1, 2)  # (H, 1, D), (H, D, S)
                weights = torch.baddbmm(none, *product, beta=0, alpha=scale).softmax(dim=-1)
                trace.attention.append(weights.unsqueeze(0))  # (1, H, 1, S)
                mixed = torch.bmm(weights, values[0])  # (H, 1, D)
            x.add_(mix(mixed.view(-1)))
            hidden = gelu(expand(norm(x, *mlp_norm)), approximate=approximate)  # (mlp_width,)
            return x.add_(project(hidden))

        return run


class FastGPT(nn.Module):
    """A plain model in its fast form, with the same calls. The embeddings are the plain ones."""

    def __init__(self, model: GPTModel) -> None:
        super().__init__()
        self.config = model.config
        self.token_embedding = model.token_embedding
        self.position_embedding = model.position_embedding
        self.position_ids, self.causal_mask = model.position_ids, model.causal_mask
        blocks = cast(Iterable[TransformerBlock], model.blocks)
        self.blocks = nn.ModuleList(FastBlock(block) for block in blocks)
        self.final_norm = FastLayerNorm(model.final_norm)
        self.head = FastLinear(model.head)

    def forward(
        self,
        ids: Tensor,
        *,
        cache: Cache | None = None,
        last_only: bool = False,
        return_attention: bool = False,
    ) -> ModelOutput:
        """As `GPTModel.forward`."""
        trace = LayerTrace() if return_attention else None
        hidden = self.hidden_states(ids, cache, trace)  # (B, T, C)
        if last_only:
            hidden = hidden[:, -1:]  # (B, 1, C)
        return ModelOutput(self.head(hidden), tuple(trace.attention) if trace else ())

    def hidden_states(
        self, ids: Tensor, cache: Cache | None = None, trace: LayerTrace | None = None
    ) -> Tensor:
        """As `GPTModel.hidden_states`."""
        steps = ids.shape[1]
        positions, mask = self._place(steps, cache, trace)
        x = self.token_embedding(ids) + self.position_embedding(positions)  # (B, T, C)
        for layer, block in enumerate(self.blocks):
            x = block(x, mask, layer, cache, trace)  # (B, T, C)
            if trace is not None:
                trace.hidden.append(x)
        if cache is not None:
            cache.advance(steps)
        normed: Tensor = self.final_norm(x)  # (B, T, C)
        return normed

    def _place(
        self, steps: int, cache: Cache | None, trace: LayerTrace | None
    ) -> tuple[Tensor, Tensor | None]:
        """Positions (T,) or (B, T), and the additive mask where it is neither everything nor the
        plain triangle (`scaled_dot_product_attention` aligns that to the top left, so it is right
        only when query and key positions are the same)."""
        like = self.token_embedding.weight
        if cache is not None and not isinstance(cache, KVCache):
            positions, allowed = cache.place(steps)
            return positions, additive_mask(allowed, like)
        start = 0 if cache is None else cache.length
        end = start + steps
        require_room(end, self.config.context_length)
        mask = None
        if steps > 1 and (start > 0 or trace is not None):
            mask = additive_mask(self.causal_mask[start:end, :end], like)
        return self.position_ids[start:end], mask


def additive_mask(allowed: Tensor, like: Tensor) -> Tensor:
    """A mask as it is added to scores: 0 where allowed, else -inf; dtype and device of `like`."""
    return like.new_zeros(allowed.shape).masked_fill_(~allowed, -math.inf)


def prepare(model: GPTModel) -> "GPTModel | FastGPT":
    """The fast form of a plain model, or the model itself where there is none: when a block is not
    exactly the one that the fast form was written for.

    Takes no memory for weights: those of `model` become views of the fast form's.
    """
    if all(type(block) is TransformerBlock for block in model.blocks):
        return FastGPT(model)
    return model
