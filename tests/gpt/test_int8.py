"""Products in int8 are near the exact ones, in every form of a layer, and are refused elsewhere."""

import pytest
import torch

from playground.errors import ResourceError
from playground.gpt.cache import KVCache
from playground.gpt.config import GPTConfig
from playground.gpt.int8 import Int8Linear, to_int8
from playground.gpt.layers import Linear
from playground.gpt.model import GPTModel
from playground.gpt.presets import PRESETS
from playground.gpt.shipped import shipped_model
from playground.gpt.vector_pass import VectorPass
from playground.text.encoding import encoding_named

TEXT = (
    "Once upon a time there was a little girl who had a red ball. One day she took it to the park "
    "and played with her friend Tom. They were very happy, but then the ball rolled away."
)
CONFIG = GPTConfig(97, 16, d_model=32, num_heads=4, num_layers=2)


def layer(bias: bool) -> Linear:
    linear = Linear(64, 48, bias=bias)
    for parameter in linear.parameters():
        parameter.data.normal_(generator=torch.Generator().manual_seed(parameter.dim()))
    return linear.requires_grad_(False)


@pytest.mark.parametrize("bias", [True, False])
def test_a_layer_is_near_the_exact_one_in_all_its_forms(bias: bool) -> None:
    exact = layer(bias)
    rounded = Int8Linear(exact)
    x = torch.randn(3, 64, generator=torch.Generator().manual_seed(1))
    expected = exact(x)
    step = float(expected.abs().max()) / 127
    assert (rounded(x) - expected).abs().max() < 3 * step
    assert torch.equal(rounded.on_few_rows(x), rounded(x))
    memory = torch.empty(48)
    for row in x:
        alone = rounded(row[None])[0]
        assert torch.equal(rounded.on_vectors()(row), alone)
        assert torch.equal(rounded.on_vectors()(row, out=memory), alone)
        assert torch.equal(memory, alone)


def test_a_row_of_zeros_stays_zero() -> None:
    exact = layer(bias=False)
    exact.weight[5] = 0
    assert Int8Linear(exact)(torch.ones(1, 64))[0, 5] == 0


def test_a_whole_model_is_turned_and_still_says_nearly_the_same() -> None:
    preset = PRESETS["story"]
    exact = shipped_model(preset, preset.moments[-1])
    rounded = to_int8(shipped_model(preset, preset.moments[-1]))
    assert not any(isinstance(module, Linear) for module in rounded.modules())
    ids = torch.tensor([encoding_named(preset.encoding).encode(TEXT)])
    with torch.inference_mode():
        expected = exact(ids).logits.log_softmax(-1)
        given = rounded(ids).logits.log_softmax(-1)
    divergence = (expected.exp() * (expected - given)).sum(-1)  # (1, T), nats
    assert float(divergence.mean()) < 0.01


def test_a_step_on_vectors_is_near_the_whole_pass() -> None:
    model = to_int8(GPTModel(CONFIG).eval())
    ids = list(range(16))
    whole = model(torch.tensor([ids])).logits[0]
    cache, one_more = KVCache.new(CONFIG), VectorPass(model)
    with torch.inference_mode():
        for position, token_id in enumerate(ids):
            logits = one_more(token_id, cache)
            assert (logits - whole[position]).abs().max() < 0.1 * whole.std()


def test_a_machine_without_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playground.gpt.int8.ENGINES", ())
    with pytest.raises(ResourceError, match="Leave --int8 out"):
        to_int8(GPTModel(CONFIG))
