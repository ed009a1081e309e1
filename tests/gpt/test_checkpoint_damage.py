"""A folder with a model that is damaged, or not what it should be: each fault by its name."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from playground.errors import AssetError
from playground.gpt.checkpoint import load_model


def refusal(folder: Path) -> AssetError:
    with pytest.raises(AssetError) as caught:
        load_model(folder)
    return caught.value


def change_config(folder: Path, **changes: Any) -> None:
    path = folder / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def change_weights(folder: Path, change: Callable[[dict[str, Tensor]], object]) -> None:
    tensors = {name: tensor.clone() for name, tensor in weights_of(folder).items()}
    change(tensors)
    save_file(tensors, folder / "model.safetensors")


def weights_of(folder: Path) -> dict[str, Tensor]:
    return load_file(folder / "model.safetensors")


@pytest.mark.parametrize("name", ["config.json", "model.safetensors"])
@pytest.mark.parametrize(
    ("content", "code", "words"),
    [
        (None, "asset_missing", "is missing"),
        (b"", "asset_empty", "is empty"),
        (
            b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n",
            "asset_pointer",
            "is a Git LFS pointer, not the file; run git lfs pull",
        ),
        (b"<!DOCTYPE html><html>", "asset_web_page", "is a web page, not the file"),
        (b"\n  <html>", "asset_web_page", "is a web page, not the file"),
    ],
)
def test_what_a_failed_download_leaves_is_named(
    name: str, content: bytes | None, code: str, words: str, folder: Path
) -> None:
    if content is None:
        (folder / name).unlink()
    else:
        (folder / name).write_bytes(content)
    error = refusal(folder)
    assert error.code == code
    assert str(error).startswith(f"{folder / name} {words}")
    assert error.values["file"] == str(folder / name)


@pytest.mark.parametrize("kept", [1, 7, 8, 100, 1000, -1])
def test_a_truncated_file_is_named(kept: int, folder: Path) -> None:
    path = folder / "model.safetensors"
    path.write_bytes(path.read_bytes()[:kept])
    error = refusal(folder)
    assert error.code == "weights_damaged"
    assert str(path) in str(error)


def test_a_file_with_bytes_added_is_named(folder: Path) -> None:
    path = folder / "model.safetensors"
    path.write_bytes(path.read_bytes() + b"\0" * 64)
    assert refusal(folder).code == "weights_damaged"


def test_a_missing_weight_is_named(folder: Path) -> None:
    change_weights(folder, lambda tensors: tensors.pop("blocks.1.mlp.expand.bias"))
    error = refusal(folder)
    assert error.code == "weights_missing"
    assert "lacks blocks.1.mlp.expand.bias" in str(error)


@pytest.mark.parametrize("name", ["head.weight", "head.bias", "causal_mask", "blocks.2.mlp.x"])
def test_an_extra_weight_is_named(name: str, folder: Path) -> None:
    change_weights(folder, lambda tensors: tensors.update({name: torch.zeros(2)}))
    error = refusal(folder)
    assert error.code == "weights_unknown"
    assert f"holds unknown weights {name}" in str(error)


def test_a_wrong_shape_names_both(folder: Path) -> None:
    change_weights(folder, lambda tensors: tensors.update({"final_norm.bias": torch.zeros(31)}))
    error = refusal(folder)
    assert error.code == "weights_shape"
    assert "final_norm.bias with shape [31], but the model needs [32]" in str(error)


def test_whole_numbers_are_no_weights(folder: Path) -> None:
    zeros = torch.zeros(32, dtype=torch.int64)
    change_weights(folder, lambda tensors: tensors.update({"final_norm.bias": zeros}))
    assert refusal(folder).code == "weights_dtype"


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_numbers_that_are_not_finite_are_named(number: float, folder: Path) -> None:
    change_weights(
        folder, lambda tensors: tensors["blocks.0.mlp.expand.weight"][5, 6].fill_(number)
    )
    error = refusal(folder)
    assert error.code == "weights_not_finite"
    assert "blocks.0.mlp.expand.weight" in str(error)


@pytest.mark.parametrize("content", ["{", "nonsense", '{"d_model": 8', "\xff", "[" * 100_000])
def test_a_config_that_is_no_json_is_named(content: str, folder: Path) -> None:
    (folder / "config.json").write_text(content, encoding="latin-1")
    error = refusal(folder)
    assert error.code == "config_damaged"
    assert str(folder / "config.json") in str(error)


@pytest.mark.parametrize("content", ["[]", "null", "7", "{}"])
def test_a_config_that_holds_no_fields_is_refused(content: str, folder: Path) -> None:
    (folder / "config.json").write_text(content)
    assert refusal(folder).code == "config_fields"


def test_an_unknown_field_is_named(folder: Path) -> None:
    change_config(folder, n_embd=32)
    error = refusal(folder)
    assert error.code == "config_fields"
    assert error.values["names"] == ["n_embd"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"num_heads": 5}, "d_model 32 cannot be split over 5 heads"),
        ({"dropout": math.nan}, "dropout is nan"),
        ({"d_model": "32"}, "d_model is '32'"),
        ({"activation": "relu"}, "activation is 'relu'"),
    ],
)
def test_a_config_that_is_no_model_says_why(
    changes: dict[str, Any], words: str, folder: Path
) -> None:
    change_config(folder, **changes)
    error = refusal(folder)
    assert error.code == "config_invalid"
    assert f"describes no model: {words}" in str(error)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"d_model": 64}, "weights_shape"),
        ({"vocab_size": 98}, "weights_shape"),
        ({"num_layers": 3}, "weights_missing"),
        ({"num_layers": 1}, "weights_unknown"),
        ({"weight_tying": False}, "weights_missing"),
        ({"qkv_bias": False}, "weights_unknown"),
        ({"num_layers": 10**12}, "weights_layers"),
        ({"vocab_size": 10**30}, "config_too_large"),
        ({"vocab_size": 2**62}, "config_too_large"),
    ],
)
def test_a_config_of_another_shape_is_refused_before_memory_is_taken(
    changes: dict[str, Any], code: str, folder: Path
) -> None:
    change_config(folder, **changes)
    assert refusal(folder).code == code


@pytest.mark.parametrize("name", ["pytorch_model.bin", "checkpoint.pt", "model.pickle", "m.pkl"])
def test_a_pickle_is_refused(name: str, folder: Path) -> None:
    torch.save({}, folder / name)
    assert load_model(folder).config.d_model == 32  # beside real weights it is not read
    (folder / "model.safetensors").unlink()
    error = refusal(folder)
    assert error.code == "weights_pickle"
    assert str(error).startswith(f"{folder / name} is a pickle")
    assert refusal(folder / name).code == "weights_pickle"


def test_a_pickle_under_the_name_of_the_weights_is_refused(folder: Path) -> None:
    torch.save({"final_norm.weight": torch.zeros(32)}, folder / "model.safetensors")
    assert refusal(folder).code == "weights_damaged"


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    error = refusal(tmp_path / "nowhere")
    assert error.code == "asset_missing"
    assert "nowhere" in str(error)
