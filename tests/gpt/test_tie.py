"""Fault A69: the tie of head and token embedding, and the buffers, outlive every way that weights
come in or move."""

import copy
import io
import pickle
from collections.abc import Callable

import pytest
import torch

from playground.gpt.config import GPTConfig
from playground.gpt.model import GPTModel, count_parameters

LoudModel = Callable[[GPTConfig], GPTModel]
Way = Callable[[GPTModel], GPTModel]

CONFIGS = [
    GPTConfig(97, 16, d_model=32, num_heads=4, num_layers=2, dropout=0.0),
    GPTConfig(97, 16, d_model=32, num_heads=4, num_layers=2, dropout=0.0, weight_tying=False),
    GPTConfig(97, 16, d_model=32, num_heads=4, num_layers=2, dropout=0.0, position="sinusoidal"),
]


def on_meta(config: GPTConfig) -> GPTModel:
    with torch.device("meta"):
        return GPTModel(config, seed=None)


def assigned(model: GPTModel) -> GPTModel:
    other = GPTModel(model.config, seed=5)
    other.load_state_dict(model.state_dict(), assign=True)
    return other


def assigned_to_meta(model: GPTModel) -> GPTModel:
    other = on_meta(model.config)
    other.load_state_dict(model.state_dict(), assign=True)
    return other


def assigned_from_a_file(model: GPTModel) -> GPTModel:
    file = io.BytesIO()
    torch.save({name: tensor.clone() for name, tensor in model.state_dict().items()}, file)
    file.seek(0)
    other = on_meta(model.config)
    other.load_state_dict(torch.load(file, weights_only=True), assign=True)
    return other


def emptied(model: GPTModel) -> GPTModel:
    state = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    model.to_empty(device="cpu")
    model.load_state_dict(state)
    return model


def emptied_from_meta(model: GPTModel) -> GPTModel:
    other = on_meta(model.config).to_empty(device="cpu")
    other.load_state_dict(model.state_dict())
    return other


def inside_another_module(model: GPTModel) -> GPTModel:
    whole = torch.nn.Sequential(on_meta(model.config))
    state = {f"0.{name}": tensor for name, tensor in model.state_dict().items()}
    whole.load_state_dict(state, assign=True)
    inner = whole[0]
    assert isinstance(inner, GPTModel)
    return inner


def pickled(model: GPTModel) -> GPTModel:
    other = pickle.loads(pickle.dumps(model))
    assert isinstance(other, GPTModel)
    other.load_state_dict(model.state_dict(), assign=True)
    return other


def swapped(model: GPTModel) -> GPTModel:
    torch.__future__.set_overwrite_module_params_on_conversion(True)
    try:
        return model.double().float()
    finally:
        torch.__future__.set_overwrite_module_params_on_conversion(False)


WAYS: list[Way] = [
    assigned,
    assigned_to_meta,
    assigned_from_a_file,
    emptied,
    emptied_from_meta,
    inside_another_module,
    pickled,
    swapped,
    copy.deepcopy,
    lambda model: assigned(copy.deepcopy(model)),
]


@pytest.mark.parametrize("config", CONFIGS, ids=["tied", "untied", "sinusoidal"])
@pytest.mark.parametrize("way", WAYS)
def test_a69_the_model_is_whole_whatever_way_its_weights_came(
    way: Way, config: GPTConfig, loud_model: LoudModel
) -> None:
    model = loud_model(config)
    ids = torch.arange(16)[None]
    expected, count = model(ids).logits, count_parameters(model)
    other = way(model).eval()
    assert count_parameters(other) == count
    assert torch.equal(other(ids).logits, expected)
    assert torch.equal(other.causal_mask, torch.ones(16, 16, dtype=torch.bool).tril())
    assert other.position_ids.tolist() == list(range(16))
    tied = other.head.weight is other.token_embedding.weight
    assert tied == config.weight_tying
    with torch.no_grad():
        other.head.weight += 1
    assert torch.equal(other.head.weight, other.token_embedding.weight) == config.weight_tying


@pytest.mark.parametrize("name", ["head.weight", "token_embedding.weight"])
@pytest.mark.parametrize("assign", [False, True])
def test_a69_a_tied_matrix_that_is_given_once_is_enough(
    name: str, assign: bool, loud_model: LoudModel
) -> None:
    model = loud_model(CONFIGS[0])
    state = model.state_dict()
    del state[name]
    other = on_meta(CONFIGS[0]) if assign else GPTModel(CONFIGS[0], seed=5)
    other.load_state_dict(state, assign=assign)
    assert other.head.weight is other.token_embedding.weight
    assert torch.equal(other.head.weight, model.head.weight)


@pytest.mark.parametrize("assign", [False, True])
def test_a69_two_different_matrices_are_refused_where_they_should_be_one(
    assign: bool, loud_model: LoudModel
) -> None:
    model = loud_model(CONFIGS[0])
    state = model.state_dict()
    state["head.weight"] = state["head.weight"] + 1
    with pytest.raises(RuntimeError, match=r"head\.weight and token_embedding\.weight differ"):
        GPTModel(CONFIGS[0], seed=5).load_state_dict(state, assign=assign)


def test_a69_the_story_shape_keeps_its_count() -> None:
    config = GPTConfig(4097, 256, d_model=256, num_heads=4, num_layers=4)
    model = GPTModel(config)
    model.load_state_dict(
        {name: tensor.clone() for name, tensor in model.state_dict().items()}, assign=True
    )
    assert count_parameters(model) == 4_273_920
