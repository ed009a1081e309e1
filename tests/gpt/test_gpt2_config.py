"""config.json of GPT-2's published layout: what is read, and what our model does not compute."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

from playground.errors import AssetError
from playground.gpt.config import GPTConfig
from playground.gpt.gpt2_folder import read_gpt2_config

SMALL = GPTConfig(97, 16, d_model=32, num_heads=4, num_layers=2, dropout=0.0)
LEAST = {"vocab_size": 97, "n_positions": 16, "n_embd": 32, "n_head": 4, "n_layer": 2}
PUBLISHED_SMALL = {
    "activation_function": "gelu_new",
    "architectures": ["GPT2LMHeadModel"],
    "attn_pdrop": 0.1,
    "bos_token_id": 50256,
    "embd_pdrop": 0.1,
    "eos_token_id": 50256,
    "initializer_range": 0.02,
    "layer_norm_epsilon": 1e-05,
    "model_type": "gpt2",
    "n_ctx": 1024,
    "n_embd": 768,
    "n_head": 12,
    "n_layer": 12,
    "n_positions": 1024,
    "resid_pdrop": 0.1,
    "summary_type": "cls_index",
    "task_specific_params": {"text-generation": {"do_sample": True, "max_length": 50}},
    "vocab_size": 50257,
}


def config_of(folder: Path, values: object) -> GPTConfig:
    (folder / "config.json").write_text(json.dumps(values))
    return read_gpt2_config(folder)


def refusal(folder: Path, values: object) -> AssetError:
    with pytest.raises(AssetError) as caught:
        config_of(folder, values)
    return caught.value


def test_the_published_config_is_our_default_shape(tmp_path: Path) -> None:
    assert config_of(tmp_path, PUBLISHED_SMALL) == GPTConfig(dropout=0.0)


def test_what_a_config_leaves_out_is_as_in_gpt2(tmp_path: Path) -> None:
    assert config_of(tmp_path, LEAST) == SMALL


@pytest.mark.parametrize(
    ("changes", "field", "value"),
    [
        ({"n_inner": None}, "mlp_expansion", 4),
        ({"n_inner": 32}, "mlp_expansion", 1),
        ({"n_inner": 96}, "mlp_expansion", 3),
        ({"activation_function": "gelu_new"}, "activation", "gelu_tanh"),
        ({"activation_function": "gelu_pytorch_tanh"}, "activation", "gelu_tanh"),
        ({"activation_function": "gelu"}, "activation", "gelu"),
        ({"tie_word_embeddings": False}, "weight_tying", False),
        ({"n_positions": 16, "n_ctx": 99}, "context_length", 16),
        ({"n_layer": 5}, "num_layers", 5),
        ({"n_head": 8}, "num_heads", 8),
        ({"vocab_size": 500}, "vocab_size", 500),
    ],
)
def test_a_field_is_read(
    changes: dict[str, Any], field: str, value: object, tmp_path: Path
) -> None:
    assert getattr(config_of(tmp_path, LEAST | changes), field) == value


def test_the_older_name_of_the_context_is_read(tmp_path: Path) -> None:
    older = {name: value for name, value in LEAST.items() if name != "n_positions"}
    assert config_of(tmp_path, older | {"n_ctx": 24}).context_length == 24


@pytest.mark.parametrize(
    ("changes", "code", "words"),
    [
        ({"model_type": "llama"}, "gpt2_config", "gives model_type as 'llama'"),
        ({"activation_function": "relu"}, "gpt2_config", "activation_function as 'relu'"),
        ({"activation_function": ["gelu"]}, "gpt2_config", "activation_function as ['gelu']"),
        ({"layer_norm_epsilon": 1e-6}, "gpt2_config", "layer_norm_epsilon as 1e-06"),
        ({"layer_norm_epsilon": math.nan}, "gpt2_config", "layer_norm_epsilon as nan"),
        ({"scale_attn_weights": False}, "gpt2_config", "scale_attn_weights as False"),
        ({"scale_attn_by_inverse_layer_idx": True}, "gpt2_config", "inverse_layer_idx as True"),
        ({"reorder_and_upcast_attn": True}, "gpt2_config", "reorder_and_upcast_attn as True"),
        ({"add_cross_attention": True}, "gpt2_config", "add_cross_attention as True"),
        ({"n_inner": 100}, "gpt2_config", "n_inner as 100; what can be loaded here: null or a"),
        ({"n_inner": "128"}, "gpt2_config", "n_inner as '128'"),
        ({"n_layer": 0}, "gpt2_config", "n_layer as 0; what can be loaded here: a whole number"),
        ({"n_layer": True}, "gpt2_config", "n_layer as True"),
        ({"n_embd": 32.0}, "gpt2_config", "n_embd as 32.0"),
        ({"vocab_size": None}, "gpt2_config", "vocab_size as None"),
        ({"n_head": 5}, "config_invalid", "d_model 32 cannot be split over 5 heads"),
        ({"tie_word_embeddings": "no"}, "config_invalid", "weight_tying is 'no'"),
    ],
)
def test_what_our_model_does_not_compute_is_refused(
    changes: dict[str, Any], code: str, words: str, tmp_path: Path
) -> None:
    error = refusal(tmp_path, LEAST | changes)
    assert error.code == code
    assert words in str(error)
    assert str(error).startswith(str(tmp_path / "config.json"))
    assert str(error).endswith("; choose another GPT-2 model.")


@pytest.mark.parametrize("name", LEAST)
def test_a_missing_size_is_named(name: str, tmp_path: Path) -> None:
    error = refusal(tmp_path, {other: size for other, size in LEAST.items() if other != name})
    assert error.code == "config_fields"
    assert f"config.json lacks {name}" in str(error)


def test_a_config_of_our_own_format_is_refused(tmp_path: Path) -> None:
    error = refusal(tmp_path, SMALL.to_dict())
    assert "config.json lacks n_positions or n_ctx; choose another GPT-2 model." in str(error)


@pytest.mark.parametrize("content", [[], None, 7, "gpt2"])
def test_a_config_without_fields_is_refused(content: object, tmp_path: Path) -> None:
    assert "config.json must hold the fields of a GPT-2 model" in str(refusal(tmp_path, content))


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (None, "asset_missing"),
        (b"", "asset_empty"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n", "asset_pointer"),
        (b"<!DOCTYPE html><html>", "asset_web_page"),
        (b'{"n_embd": 32', "config_damaged"),
        (b"[" * 100_000, "config_damaged"),
        (b'{"n_embd": ' + b"9" * 5000 + b"}", "config_damaged"),
    ],
)
def test_what_is_no_config_is_named(content: bytes | None, code: str, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / "config.json").write_bytes(content)
    with pytest.raises(AssetError) as caught:
        read_gpt2_config(tmp_path)
    assert caught.value.code == code
    assert str(caught.value).startswith(str(tmp_path / "config.json"))


@pytest.mark.parametrize("name", LEAST)
@pytest.mark.parametrize("number", [2**62, 10**30, 1e300, math.inf, -(10**30)])
def test_a_huge_number_is_refused_at_once(name: str, number: float, tmp_path: Path) -> None:
    error = refusal(tmp_path, LEAST | {name: number})
    assert error.code == "gpt2_config"
    assert error.values["name"] == name
    assert len(str(error)) < len(str(tmp_path)) + 200


def test_heads_that_do_not_divide_a_huge_width_are_refused_at_once(tmp_path: Path) -> None:
    """Other numbers of heads are tried for the sentence, which takes time in the width."""
    error = refusal(tmp_path, LEAST | {"n_embd": 10**12, "n_head": 7})
    assert error.values["name"] == "n_embd"
