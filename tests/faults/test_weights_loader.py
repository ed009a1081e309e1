"""Weights that are damaged or not what they should be, as they are loaded: each by its name."""

import math
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from playground.errors import AssetError
from playground.gpt.checkpoint import load_model, save_model
from playground.gpt.config import GPTConfig
from playground.gpt.model import GPTModel

CONFIG = GPTConfig(vocab_size=97, context_length=16, d_model=32, num_heads=4, num_layers=2)
LFS_POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A model in a folder."""
    save_model(GPTModel(CONFIG, seed=0), tmp_path)
    return tmp_path


def refusal(folder: Path) -> AssetError:
    """What is said about a folder; once mended it loads."""
    with pytest.raises(AssetError) as caught:
        load_model(folder)
    save_model(GPTModel(CONFIG, seed=0), folder)
    assert load_model(folder).config == CONFIG
    return caught.value


@pytest.mark.parametrize("name", ["config.json", "model.safetensors"])
@pytest.mark.parametrize(
    ("content", "code", "words"),
    [
        (b"", "asset_empty", "is empty"),
        (LFS_POINTER, "asset_pointer", "is a Git LFS pointer, not the file; run git lfs pull"),
        (b"<!DOCTYPE html><html>", "asset_web_page", "is a web page, not the file"),
        (b"\n  <html>", "asset_web_page", "is a web page, not the file"),
    ],
)
def test_fault_26_what_a_failed_download_leaves_is_named(
    folder: Path, name: str, content: bytes, code: str, words: str
) -> None:
    (folder / name).write_bytes(content)
    error = refusal(folder)
    assert error.code == code
    assert str(error).startswith(f"{folder / name} {words}")
    assert error.values["file"] == str(folder / name)


@pytest.mark.parametrize("change", [1, 7, 8, 100, 1000, -1, b"\0" * 64], ids=str)
def test_fault_26_a_file_that_is_cut_or_grown_is_named(folder: Path, change: int | bytes) -> None:
    path = folder / "model.safetensors"
    content = path.read_bytes()
    path.write_bytes(content + change if isinstance(change, bytes) else content[:change])
    error = refusal(folder)
    assert error.code == "weights_damaged"
    assert str(path) in str(error)


def _without(name: str) -> Callable[[dict[str, Tensor]], object]:
    return lambda tensors: tensors.pop(name)


def _with(name: str, tensor: Tensor) -> Callable[[dict[str, Tensor]], object]:
    return lambda tensors: tensors.update({name: tensor})


def _filled(number: float) -> Callable[[dict[str, Tensor]], object]:
    return lambda tensors: tensors["blocks.0.mlp.expand.weight"][5, 6].fill_(number)


def change_weights(folder: Path, change: Callable[[dict[str, Tensor]], object]) -> None:
    path = folder / "model.safetensors"
    tensors = {name: tensor.clone() for name, tensor in load_file(path).items()}
    change(tensors)
    save_file(tensors, path)


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        (_without("blocks.1.mlp.expand.bias"), "weights_missing", "lacks blocks.1.mlp.expand.bias"),
        (_with("head.weight", torch.zeros(2)), "weights_unknown", "unknown weights head.weight"),
        (_with("causal_mask", torch.zeros(2)), "weights_unknown", "unknown weights causal_mask"),
        (
            _with("final_norm.bias", torch.zeros(31)),
            "weights_shape",
            "final_norm.bias with shape [31], but the model needs [32]",
        ),
        (
            _with("final_norm.bias", torch.zeros(32, dtype=torch.int64)),
            "weights_dtype",
            "final_norm.bias as torch.int64",
        ),
    ],
    ids=["missing key", "extra head", "extra mask", "shape", "dtype"],
)
def test_fault_27_weights_of_another_model_are_refused_by_name(
    folder: Path, change: Callable[[dict[str, Tensor]], object], code: str, words: str
) -> None:
    change_weights(folder, change)
    error = refusal(folder)
    assert error.code == code
    assert words in str(error)


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_fault_28_weights_that_are_not_finite_are_refused(folder: Path, number: float) -> None:
    change_weights(folder, _filled(number))
    error = refusal(folder)
    assert error.code == "weights_not_finite"
    assert "blocks.0.mlp.expand.weight" in str(error)


@pytest.mark.parametrize("name", ["pytorch_model.bin", "checkpoint.pt", "model.pickle", "m.pkl"])
def test_fault_29_a_pickle_is_refused_by_its_name(folder: Path, name: str) -> None:
    torch.save({}, folder / name)
    assert load_model(folder).config == CONFIG  # beside real weights it is not read
    (folder / "model.safetensors").unlink()
    error = refusal(folder)
    assert error.code == "weights_pickle"
    assert str(error).startswith(f"{folder / name} is a pickle")
    with pytest.raises(AssetError, match="is a pickle"):
        load_model(folder / name)


def test_fault_29_a_pickle_under_the_name_of_the_weights_is_refused(folder: Path) -> None:
    torch.save({"final_norm.weight": torch.zeros(32)}, folder / "model.safetensors")
    assert refusal(folder).code == "weights_damaged"
