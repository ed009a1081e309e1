"""A config that is damaged, or describes another model than the weights beside it.

Weights that are damaged: tests/faults/test_weights.py.
"""

import json
import math
from pathlib import Path
from typing import Any

import pytest

from playground.errors import AssetError
from playground.gpt.checkpoint import load_model


def refusal(folder: Path) -> AssetError:
    with pytest.raises(AssetError) as caught:
        load_model(folder)
    return caught.value


def change_config(folder: Path, **changes: Any) -> None:
    path = folder / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


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


def test_a_field_that_an_older_file_lacks_has_its_default(folder: Path) -> None:
    path = folder / "config.json"
    config = json.loads(path.read_text())
    assert config.pop("qkv_bias") is True
    path.write_text(json.dumps(config))
    assert load_model(folder).config.qkv_bias


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


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    error = refusal(tmp_path / "nowhere")
    assert error.code == "asset_missing"
    assert "nowhere" in str(error)
