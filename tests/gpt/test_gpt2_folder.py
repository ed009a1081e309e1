"""A folder in GPT-2's published layout: what is read, what is refused, and by which name."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from playground.errors import AssetError
from playground.gpt.config import GPTConfig
from playground.gpt.gpt2_folder import gpt2_files, load_gpt2_folder
from playground.gpt.model import GPTModel

LoudModel = Callable[[GPTConfig], GPTModel]
State = dict[str, Tensor]

SMALL = GPTConfig(97, 16, d_model=32, num_heads=4, num_layers=2)
IDS = torch.randint(97, (2, 16), generator=torch.Generator().manual_seed(0))


@pytest.fixture
def gpt2(tmp_path: Path, loud_model: LoudModel) -> Path:
    """A folder with a small tied model in it."""
    return write(loud_model(SMALL), tmp_path / "gpt2")


def write(model: GPTModel, folder: Path) -> Path:
    folder.mkdir()
    for name, content in gpt2_files(model).items():
        (folder / name).write_bytes(content)
    return folder


def change_config(folder: Path, **changes: Any) -> None:
    path = folder / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def change_weights(folder: Path, change: Callable[[State], object]) -> None:
    path = folder / "model.safetensors"
    state = {name: tensor.clone() for name, tensor in load_file(path).items()}
    change(state)
    save_file(state, path)


def refusal(folder: Path) -> AssetError:
    with pytest.raises(AssetError) as caught:
        load_gpt2_folder(folder)
    return caught.value


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64])
def test_a_model_is_ready_to_be_shared(dtype: torch.dtype, gpt2: Path) -> None:
    change_weights(gpt2, lambda s: s.update({name: t.to(dtype) for name, t in s.items()}))
    model = load_gpt2_folder(gpt2)
    stored = load_file(gpt2 / "model.safetensors")
    assert {tensor.dtype for tensor in stored.values()} == {dtype}
    assert torch.equal(model.token_embedding.weight, stored["wte.weight"].float())
    assert not any(module.training for module in model.modules())
    assert not any(parameter.requires_grad for parameter in model.parameters())
    assert {parameter.dtype for parameter in model.parameters()} == {torch.float32}
    assert not any(tensor.is_meta for tensor in (*model.parameters(), *model.buffers()))


def test_the_file_may_be_overwritten_once_the_model_is_loaded(gpt2: Path) -> None:
    model = load_gpt2_folder(gpt2)
    before = model(IDS).logits
    path = gpt2 / "model.safetensors"
    path.write_bytes(b"\0" * path.stat().st_size)
    torch.testing.assert_close(model(IDS).logits, before, atol=1e-5, rtol=0)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"weight_tying": False, "qkv_bias": False},
        {"use_bias": False, "activation": "gelu"},
        {"position": "sinusoidal", "mlp_expansion": 2},
    ],
    ids=str,
)
def test_what_was_written_is_read_again(
    changes: dict[str, Any], tmp_path: Path, loud_model: LoudModel
) -> None:
    model = loud_model(replace(SMALL, **changes))
    loaded = load_gpt2_folder(write(model, tmp_path / "gpt2"))
    full = replace(model.config, dropout=0.0, use_bias=True, qkv_bias=True, position="learned")
    assert loaded.config == full
    assert model(IDS).logits.std() > 1
    torch.testing.assert_close(loaded(IDS).logits, model(IDS).logits, atol=1e-4, rtol=0)


@pytest.mark.parametrize(
    ("changes", "code", "words"),
    [
        ({"vocab_size": 98}, "weights_shape", "wte.weight with shape [97, 32]"),
        ({"n_positions": 8}, "weights_shape", "wpe.weight with shape [16, 32]"),
        ({"n_embd": 1 << 16, "n_inner": None}, "weights_shape", "needs [97, 65536]"),
        ({"n_inner": 64}, "weights_shape", "h.0.mlp.c_fc.weight with shape [32, 128]"),
        ({"n_layer": 3}, "weights_missing", "lacks h.2."),
        ({"n_layer": 1}, "weights_unknown", "holds unknown weights h.1."),
        ({"n_layer": 1000}, "weights_layers", "28 weights, too few for 1000 layers"),
        ({"tie_word_embeddings": False}, "weights_missing", "lacks lm_head.weight"),
    ],
)
def test_weights_of_another_shape_are_refused_before_memory_is_taken(
    changes: dict[str, Any], code: str, words: str, gpt2: Path
) -> None:
    change_config(gpt2, **changes)
    error = refusal(gpt2)
    assert error.code == code
    assert words in str(error)
    assert str(error).startswith(str(gpt2 / "model.safetensors"))


def test_a_context_whose_mask_alone_would_fill_the_memory_is_refused(gpt2: Path) -> None:
    """The table of positions has 9 million numbers, but the mask would have 84 thousand million."""
    change_weights(gpt2, lambda state: state.update({"wpe.weight": torch.zeros(290_000, 32)}))
    change_config(gpt2, n_positions=290_000)
    assert "gives n_positions as 290000; what can be loaded here: a whole" in str(refusal(gpt2))


@pytest.mark.parametrize("content", [b"PK\3\4 not a model", b'{"error": "not found"}', b"\x80\2}q"])
def test_a_wrong_file_is_named(content: bytes, gpt2: Path) -> None:
    (gpt2 / "model.safetensors").write_bytes(content)
    error = refusal(gpt2)
    assert error.code == "weights_damaged"
    assert str(error).startswith(str(gpt2 / "model.safetensors"))
    assert str(error).endswith("; fetch the file again.")


@pytest.mark.parametrize("kept", [4, 100, 5000, -1])
def test_a_truncated_file_is_named(kept: int, gpt2: Path) -> None:
    path = gpt2 / "model.safetensors"
    path.write_bytes(path.read_bytes()[:kept])
    assert refusal(gpt2).code == "weights_damaged"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (None, "asset_missing"),
        (b"", "asset_empty"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n", "asset_pointer"),
        (b"<!DOCTYPE html><html>", "asset_web_page"),
    ],
)
@pytest.mark.parametrize("name", ["config.json", "model.safetensors"])
def test_what_a_failed_download_leaves_is_named(
    name: str, content: bytes | None, code: str, gpt2: Path
) -> None:
    (gpt2 / name).unlink()
    if content is not None:
        (gpt2 / name).write_bytes(content)
    error = refusal(gpt2)
    assert error.code == code
    assert error.values["file"] == str(gpt2 / name)


@pytest.mark.parametrize("name", ["pytorch_model.bin", "model.pt", "weights.pkl"])
def test_a_pickle_is_refused_and_never_opened(name: str, gpt2: Path) -> None:
    (gpt2 / name).write_bytes(b"cos\nsystem\n(S'exit 1'\ntR.")
    assert load_gpt2_folder(gpt2).config.d_model == 32  # beside real weights it is not read
    (gpt2 / "model.safetensors").unlink()
    error = refusal(gpt2)
    assert error.code == "weights_pickle"
    assert str(error) == (
        f"{gpt2 / name} is a pickle, which can run code when it is opened; "
        "put model.safetensors in its place."
    )


def test_split_weights_are_refused(gpt2: Path) -> None:
    (gpt2 / "model.safetensors.index.json").write_text("{}")
    assert load_gpt2_folder(gpt2).config.d_model == 32  # beside the whole it is not read
    (gpt2 / "model.safetensors").rename(gpt2 / "model-00001-of-00002.safetensors")
    error = refusal(gpt2)
    assert error.code == "weights_split"
    assert str(error).startswith(f"{gpt2 / 'model.safetensors.index.json'} says that the weights")
    assert "; save the model as one file model.safetensors, or choose a smaller one." in str(error)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    assert str(refusal(tmp_path / "nowhere")).startswith(str(tmp_path / "nowhere"))


def test_a_head_of_its_own_says_which_setting_is_wrong(gpt2: Path) -> None:
    change_weights(gpt2, lambda s: s.update({"lm_head.weight": s["wte.weight"] + 1}))
    error = refusal(gpt2)
    assert error.code == "weights_head"
    assert str(error).startswith(str(gpt2 / "model.safetensors"))
    assert str(error).endswith("which is tie_word_embeddings false in config.json.")
    change_config(gpt2, tie_word_embeddings=False)
    stored = load_file(gpt2 / "model.safetensors")["lm_head.weight"]
    assert torch.equal(load_gpt2_folder(gpt2).head.weight, stored)


@pytest.mark.parametrize("row", [0, 1500])
def test_a_number_that_is_not_finite_is_found_in_any_row(row: int, tmp_path: Path) -> None:
    config = GPTConfig(1600, 4, d_model=2, num_heads=1, num_layers=1)
    folder = write(GPTModel(config), tmp_path / "gpt2")
    change_weights(folder, lambda s: s["wte.weight"][row, 1].fill_(float("nan")))
    error = refusal(folder)
    assert error.code == "weights_not_finite"
    assert f"{folder / 'model.safetensors'} has numbers in wte.weight that are" in str(error)


MEASURE = """
import re, sys
from pathlib import Path
from playground.gpt.gpt2_folder import load_gpt2_folder
small, large = map(Path, sys.argv[1:])
load_gpt2_folder(small)  # so that what every load needs is there
peak = lambda: int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
before = peak()
load_gpt2_folder(large)
print(peak() - before)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the peak is read from Linux")
def test_loading_takes_the_mapped_file_and_one_model(gpt2: Path, tmp_path: Path) -> None:
    """The embedding is half of the model, and the file holds a copy of it as its head."""
    config = GPTConfig(20_000, 64, d_model=512, num_layers=3, num_heads=16)
    large = write(GPTModel(config), tmp_path / "large")
    change_weights(large, lambda s: s.update({"lm_head.weight": s["wte.weight"].clone()}))
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, str(gpt2), str(large)],
        cwd=Path(__file__).resolve().parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    embedding = 4 * 20_000 * 512
    file_size = (large / "model.safetensors").stat().st_size
    model_size = file_size - embedding
    assert embedding > 0.5 * model_size
    growth = 1024 * int(done.stdout)
    assert model_size < growth < file_size + model_size + 0.5 * embedding
