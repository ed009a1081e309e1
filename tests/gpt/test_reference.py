"""The whole forward pass once more, by hand in numpy: one position, one head, one sum at a time."""

import math
from collections.abc import Callable

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from playground.gpt.config import GPTConfig
from playground.gpt.model import GPTModel

Array = NDArray[np.float64]
Weights = dict[str, Array]
LoudModel = Callable[[GPTConfig], GPTModel]

CONFIGS = {
    "one layer, two channels": GPTConfig(3, 4, d_model=2, num_heads=1, num_layers=1),
    "two heads of one channel": GPTConfig(3, 4, d_model=2, num_heads=2, num_layers=1),
    "exact gelu": GPTConfig(5, 6, d_model=8, num_heads=2, num_layers=2, activation="gelu"),
    "untied": GPTConfig(5, 6, d_model=8, num_heads=2, num_layers=2, weight_tying=False),
    "no qkv bias": GPTConfig(5, 6, d_model=8, num_heads=4, num_layers=2, qkv_bias=False),
    "no bias": GPTConfig(5, 6, d_model=8, num_heads=2, num_layers=2, use_bias=False),
    "sinusoidal": GPTConfig(5, 6, d_model=8, num_heads=2, num_layers=2, position="sinusoidal"),
    "narrow mlp": GPTConfig(5, 6, d_model=8, num_heads=2, num_layers=2, mlp_expansion=1),
}


def norm(x: Array, weights: Weights, name: str) -> Array:
    centred = x - x.mean()
    scaled = centred / math.sqrt((centred**2).mean() + 1e-5)
    return scaled * weights[f"{name}.weight"] + weights.get(f"{name}.bias", 0.0)


def linear(x: Array, weights: Weights, name: str) -> Array:
    return weights[f"{name}.weight"] @ x + weights.get(f"{name}.bias", 0.0)


def gelu(x: float, exact: bool) -> float:
    if exact:
        return 0.5 * x * (1 + math.erf(x / math.sqrt(2)))
    return 0.5 * x * (1 + math.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


def attend(rows: list[Array], weights: Weights, name: str, config: GPTConfig) -> list[Array]:
    width, heads = config.d_model, config.num_heads
    queries, keys_of, values_of = (
        [linear(row, weights, f"{name}.{part}") for row in rows]
        for part in ("query", "key", "value")
    )
    mixed = []
    for t in range(len(rows)):
        parts = []
        for head in range(heads):
            channels = slice(head * width // heads, (head + 1) * width // heads)
            query = queries[t][channels]
            keys = [key[channels] for key in keys_of[: t + 1]]
            values = [value[channels] for value in values_of[: t + 1]]
            odds = [math.exp(float(query @ key) / math.sqrt(len(query))) for key in keys]
            parts.append(sum(o / sum(odds) * v for o, v in zip(odds, values, strict=True)))
        mixed.append(linear(np.concatenate(parts), weights, f"{name}.projection"))
    return mixed


def position_vector(position: int, weights: Weights, config: GPTConfig) -> Array:
    if config.position == "learned":
        return weights["position_embedding.weight"][position]
    angles = [
        position / 10_000 ** (channel // 2 * 2 / config.d_model)
        for channel in range(config.d_model)
    ]
    return np.array([math.cos(a) if c % 2 else math.sin(a) for c, a in enumerate(angles)])


def forward(ids: list[int], weights: Weights, config: GPTConfig) -> Array:
    rows = [
        weights["token_embedding.weight"][token_id] + position_vector(position, weights, config)
        for position, token_id in enumerate(ids)
    ]
    for layer in range(config.num_layers):
        block = f"blocks.{layer}"
        normed = [norm(row, weights, f"{block}.attention_norm") for row in rows]
        update = attend(normed, weights, f"{block}.attention", config)
        rows = [row + more for row, more in zip(rows, update, strict=True)]
        for t, row in enumerate(rows):
            hidden = linear(norm(row, weights, f"{block}.mlp_norm"), weights, f"{block}.mlp.expand")
            hidden = np.array([gelu(float(h), config.activation == "gelu") for h in hidden])
            rows[t] = row + linear(hidden, weights, f"{block}.mlp.projection")
    head = weights["token_embedding.weight" if config.weight_tying else "head.weight"]
    return np.stack([head @ norm(row, weights, "final_norm") for row in rows])


@pytest.mark.parametrize("name", CONFIGS)
def test_logits_equal_those_computed_by_hand(name: str, loud_model: LoudModel) -> None:
    config = CONFIGS[name]
    model = loud_model(config)
    weights = {key: value.double().numpy() for key, value in model.state_dict().items()}
    ids = [token_id % config.vocab_size for token_id in (2, 0, 1, 2, 4, 3)][: config.context_length]
    logits = model(torch.tensor([ids])).logits[0].double().numpy()
    expected = forward(ids, weights, config)
    np.testing.assert_allclose(logits, expected, atol=1e-5, rtol=0)
    assert expected.std() > 0.1
