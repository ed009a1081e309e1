"""The stages from the config against what passes through a real model."""

from typing import Any

import pytest
import torch
from torch import Tensor, nn

from playground.analysis.shapes import stage_shapes
from playground.gpt import model as model_module
from playground.gpt.config import GPTConfig
from playground.gpt.model import GPTModel

BATCH, TOKENS = 2, 5
CONFIGS = (
    GPTConfig(40, 8, d_model=24, num_heads=3, num_layers=2),
    GPTConfig(
        21, 5, d_model=12, num_heads=2, num_layers=1, mlp_expansion=3, weight_tying=False,
        position="sinusoidal",
    ),
)  # fmt: skip


@torch.no_grad()
def seen_in_model(config: GPTConfig, patch: pytest.MonkeyPatch) -> dict[str, tuple[int, ...]]:
    """The shape of every stage, read from the tensors of a forward pass."""
    model = GPTModel(config).eval()
    block = model.blocks[0]
    seen: dict[str, tuple[int, ...]] = {}

    def record_output(key: str, module: nn.Module) -> None:
        forward = module.forward

        def watched(*inputs: Any) -> Any:
            output = forward(*inputs)
            seen.update({key: shape_of(output)})
            return output

        patch.setattr(module, "forward", watched)

    record_output("token_embedding", model.token_embedding)
    record_output("position_embedding", model.position_embedding)
    record_output("attention_output", block.get_submodule("attention"))
    record_output("mlp_hidden", block.get_submodule("mlp.expand"))
    record_output("block_output", block)
    record_output("final_norm", model.final_norm)

    real_block, real_weights = block.forward, model_module.attention_weights

    def watched_block(x: Tensor, *others: Any) -> Any:
        seen.update(embedding_sum=tuple(x.shape))
        return real_block(x, *others)

    def watched_weights(query: Tensor, key: Tensor, allowed: Tensor) -> Tensor:
        seen.update(query=tuple(query.shape), key=tuple(key.shape))
        return real_weights(query, key, allowed)

    patch.setattr(block, "forward", watched_block)
    patch.setattr(model_module, "attention_weights", watched_weights)
    ids = torch.zeros(BATCH, TOKENS, dtype=torch.long)
    output = model(ids, return_attention=True)
    seen.update(
        ids=tuple(ids.shape),
        attention_weights=tuple(output.attention[0].shape),
        logits=tuple(output.logits.shape),
    )
    return seen


def shape_of(output: Any) -> tuple[int, ...]:
    return tuple((output[0] if isinstance(output, tuple) else output).shape)


@pytest.mark.parametrize("config", CONFIGS)
def test_every_stage_has_the_shape_of_the_real_tensor(
    config: GPTConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = {stage.key: stage.shape for stage in stage_shapes(config, BATCH, TOKENS)}
    assert told.pop("value") == told["key"]
    assert told == seen_in_model(config, monkeypatch)


def test_stages_follow_the_data() -> None:
    keys = [stage.key for stage in stage_shapes(GPTConfig(), 1, 10)]
    assert keys == [
        "ids",
        "token_embedding",
        "position_embedding",
        "embedding_sum",
        "query",
        "key",
        "value",
        "attention_weights",
        "attention_output",
        "mlp_hidden",
        "block_output",
        "final_norm",
        "logits",
    ]
