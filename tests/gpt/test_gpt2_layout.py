"""Weights in GPT-2's published layout, against transformers' GPT-2 and by hand."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
import torch
from torch import Tensor

from playground.errors import AssetError
from playground.gpt.checkpoint import copy_weights
from playground.gpt.config import GPTConfig
from playground.gpt.gpt2_layout import from_gpt2
from playground.gpt.model import GPTModel

LoudModel = Callable[[GPTConfig], GPTModel]
State = dict[str, Tensor]

SHAPE = {"vocab_size": 97, "context_length": 16, "d_model": 32, "num_heads": 4, "num_layers": 3}
CONFIG = GPTConfig(**SHAPE)
IDS = torch.randint(97, (2, 16), generator=torch.Generator().manual_seed(0))
PROJECTIONS = ("attn.c_attn", "attn.c_proj", "mlp.c_fc", "mlp.c_proj")


def transformers_gpt2(**changes: Any) -> Any:
    """A tiny GPT2LMHeadModel; the range 0.3 makes errors show that 0.02 would hide."""
    transformers = pytest.importorskip("transformers")
    settings = {
        "vocab_size": 97,
        "n_positions": 16,
        "n_embd": 32,
        "n_layer": 3,
        "n_head": 4,
        "initializer_range": 0.3,
    }
    with torch.random.fork_rng():
        torch.manual_seed(11)
        model = transformers.GPT2LMHeadModel(transformers.GPT2Config(**settings | changes)).eval()
        for parameter in model.parameters():  # its shifts are zeros and its norms ones
            if parameter.dim() == 1:
                parameter.data.add_(torch.randn_like(parameter) * 0.3)
    return model


@pytest.fixture(scope="module")
def reference() -> Any:
    return transformers_gpt2()


@pytest.fixture
def state(reference: Any) -> State:
    """Without prefix, mask buffers and head: the leanest of the published forms."""
    return {
        name.removeprefix("transformer."): tensor.clone()
        for name, tensor in reference.state_dict().items()
        if name != "lm_head.weight"
    }


def fresh(config: GPTConfig = CONFIG) -> GPTModel:
    return GPTModel(config).eval().requires_grad_(False)


def load_state(model: GPTModel, state: Mapping[str, Tensor]) -> None:
    shapes = {name: parameter.shape for name, parameter in model.named_parameters()}
    copy_weights(model, from_gpt2(model.config, shapes, state))


def assert_same_logits(model: GPTModel, reference: Any) -> None:
    expected = reference(IDS).logits
    assert expected.std() > 1
    torch.testing.assert_close(model(IDS).logits, expected, atol=1e-5, rtol=0)


def test_a22_logits_equal_transformers_gpt2(reference: Any) -> None:
    model = fresh()
    load_state(model, reference.state_dict())
    assert_same_logits(model, reference)
    assert model.head.weight is model.token_embedding.weight


def test_a22_a_forgotten_transpose_of_the_square_projection_would_show(
    reference: Any, state: State
) -> None:
    model = fresh()
    state["h.1.attn.c_proj.weight"] = state["h.1.attn.c_proj.weight"].t()
    load_state(model, state)
    assert (model(IDS).logits - reference(IDS).logits).abs().max() > 0.1


def test_a23_the_exact_gelu_would_show(reference: Any, state: State) -> None:
    model = fresh(GPTConfig(**SHAPE, activation="gelu"))
    load_state(model, state)
    assert (model(IDS).logits - reference(IDS).logits).abs().max() > 1e-4


def test_a23_the_exact_gelu_equals_transformers_exact_gelu() -> None:
    reference = transformers_gpt2(activation_function="gelu")
    model = fresh(GPTConfig(**SHAPE, activation="gelu"))
    load_state(model, reference.state_dict())
    assert_same_logits(model, reference)


def test_an_untied_head_equals_transformers_untied_head() -> None:
    reference = transformers_gpt2(tie_word_embeddings=False)
    untied = reference.state_dict()
    assert not torch.equal(untied["lm_head.weight"], untied["transformer.wte.weight"])
    model = fresh(GPTConfig(**SHAPE, weight_tying=False))
    load_state(model, untied)
    assert_same_logits(model, reference)


@pytest.mark.parametrize("prefix", ["", "transformer."])
@pytest.mark.parametrize("buffers", [False, True])
@pytest.mark.parametrize("head", [False, True])
def test_a21_prefix_buffers_and_tied_head_may_be_there_or_not(
    prefix: str, buffers: bool, head: bool, reference: Any, state: State
) -> None:
    if buffers:
        for layer in range(3):
            state[f"h.{layer}.attn.bias"] = torch.tril(torch.ones(1, 1, 16, 16, dtype=torch.bool))
            state[f"h.{layer}.attn.masked_bias"] = torch.tensor(-1e4)
    named = {prefix + name: tensor for name, tensor in state.items()}
    if head:
        named["lm_head.weight"] = state["wte.weight"].clone()
    model = fresh()
    load_state(model, named)
    assert_same_logits(model, reference)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("h.0.attn.rotary", "weights_unknown"),
        ("h.3.attn.bias", "weights_unknown"),  # there is no fourth layer
        ("h.0.mlp.bias", "weights_unknown"),
        ("lm_head.bias", "weights_unknown"),
        ("transformer.wte.weight", "weights_twice"),
    ],
)
def test_a21_any_other_unknown_key_is_an_error(name: str, code: str, state: State) -> None:
    with pytest.raises(AssetError) as caught:
        load_state(fresh(), state | {name: torch.zeros(1)})
    assert caught.value.code == code
    if code == "weights_unknown":
        assert name in str(caught.value)


def test_a21_any_missing_key_is_an_error_and_changes_nothing(state: State) -> None:
    model = fresh()
    before = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    for name in state:
        fewer = {other: tensor for other, tensor in state.items() if other != name}
        with pytest.raises(AssetError, match="lacks") as caught:
            load_state(model, fewer)
        assert caught.value.values["names"] == [name]
    for name, tensor in model.state_dict().items():
        assert torch.equal(tensor, before[name])


def test_a_separate_head_must_be_in_the_file(state: State) -> None:
    with pytest.raises(AssetError, match=r"lacks lm_head\.weight"):
        load_state(fresh(GPTConfig(**SHAPE, weight_tying=False)), state)


def test_a_head_that_differs_does_not_fit_a_tied_model(state: State) -> None:
    state["lm_head.weight"] = state["wte.weight"] + 1
    with pytest.raises(AssetError, match="build it with weight_tying=False"):
        load_state(fresh(), state)


@pytest.mark.parametrize("part", ["attn.c_attn", "mlp.c_fc", "mlp.c_proj"])
def test_a_projection_that_lies_the_other_way_round_is_an_error(part: str, state: State) -> None:
    name = f"h.2.{part}.weight"
    state[name] = state[name].t()
    with pytest.raises(AssetError, match=f"holds {name} with shape") as caught:
        load_state(fresh(), state)
    assert caught.value.values["found"] == caught.value.values["wanted"][::-1]


def test_a_checkpoint_of_another_size_is_an_error(state: State) -> None:
    with pytest.raises(AssetError, match=r"wpe\.weight with shape \[16, 32\].* needs \[8, 32\]"):
        load_state(fresh(GPTConfig(**SHAPE | {"context_length": 8})), state)


def test_numbers_that_are_not_finite_are_an_error(state: State) -> None:
    state["h.0.ln_1.weight"][3] = float("nan")
    with pytest.raises(AssetError, match=r"numbers in h\.0\.ln_1\.weight that are not finite"):
        load_state(fresh(), state)


@pytest.mark.parametrize(
    "config",
    [
        GPTConfig(**SHAPE, weight_tying=False, qkv_bias=False),
        GPTConfig(**SHAPE, use_bias=False),
        GPTConfig(**SHAPE, position="sinusoidal"),
    ],
    ids=["untied, no qkv bias", "no bias", "sinusoidal"],
)
def test_shapes_that_transformers_lacks_come_back_from_a_layout_written_by_hand(
    config: GPTConfig, loud_model: LoudModel
) -> None:
    source = loud_model(config)
    by_hand = {"token_embedding": "wte", "position_embedding": "wpe", "final_norm": "ln_f"}
    by_hand |= {"head": "lm_head"}
    for n in range(3):
        by_hand |= {
            f"blocks.{n}.attention_norm": f"h.{n}.ln_1",
            f"blocks.{n}.attention.qkv": f"h.{n}.attn.c_attn",
            f"blocks.{n}.attention.projection": f"h.{n}.attn.c_proj",
            f"blocks.{n}.mlp_norm": f"h.{n}.ln_2",
            f"blocks.{n}.mlp.expand": f"h.{n}.mlp.c_fc",
            f"blocks.{n}.mlp.projection": f"h.{n}.mlp.c_proj",
        }
    state = {}
    held = source.state_dict()
    for n in range(3):
        for kind in ("weight", "bias"):
            parts = [
                held.pop(f"blocks.{n}.attention.{part}.{kind}", None)
                for part in ("query", "key", "value")
            ]
            if parts[0] is not None:
                held[f"blocks.{n}.attention.qkv.{kind}"] = torch.cat(parts)
    for name, tensor in held.items():
        module, _, kind = name.rpartition(".")
        turn = kind == "weight" and by_hand[module].endswith(PROJECTIONS)
        state[f"{by_hand[module]}.{kind}"] = tensor.t().contiguous() if turn else tensor
    model = fresh(config)
    load_state(model, state)
    torch.testing.assert_close(model(IDS).logits, source(IDS).logits, atol=1e-5, rtol=0)


def test_half_precision_files_are_read_as_float32(reference: Any, state: State) -> None:
    model = fresh()
    load_state(model, {name: tensor.half() for name, tensor in state.items()})
    assert {parameter.dtype for parameter in model.parameters()} == {torch.float32}
    torch.testing.assert_close(model(IDS).logits, reference(IDS).logits, atol=0.1, rtol=0)
