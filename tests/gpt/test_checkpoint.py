"""A model in a folder: what goes in comes out."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from playground.errors import AssetError
from playground.gpt.checkpoint import load_model, save_compressed, save_model
from playground.gpt.config import GPTConfig
from playground.gpt.model import GPTModel

LoudModel = Callable[[GPTConfig], GPTModel]

SHAPE = {"vocab_size": 97, "context_length": 16, "d_model": 32, "num_heads": 4, "num_layers": 2}
CONFIGS = {
    "tied": GPTConfig(**SHAPE),
    "untied, no qkv bias": GPTConfig(**SHAPE, weight_tying=False, qkv_bias=False),
    "sinusoidal": GPTConfig(**SHAPE, position="sinusoidal", activation="gelu"),
    "no bias": GPTConfig(**SHAPE, use_bias=False, dropout=0.0),
}
IDS = torch.randint(97, (2, 16), generator=torch.Generator().manual_seed(0))


def weights_of(folder: Path) -> dict[str, Tensor]:
    return load_file(folder / "model.safetensors")


@pytest.mark.parametrize("name", CONFIGS)
def test_a_model_comes_back_exactly_in_float32(
    name: str, tmp_path: Path, loud_model: LoudModel
) -> None:
    model = loud_model(CONFIGS[name])
    save_model(model, tmp_path / "new" / "folder", torch.float32)
    loaded = load_model(tmp_path / "new" / "folder")
    assert loaded.config == model.config
    torch.testing.assert_close(loaded(IDS).logits, model(IDS).logits, atol=1e-5, rtol=0)
    assert torch.equal(loaded.causal_mask, model.causal_mask)
    assert torch.equal(loaded.position_ids, model.position_ids)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_a_model_comes_back_rounded_in_half_precision(
    dtype: torch.dtype, tmp_path: Path, loud_model: LoudModel
) -> None:
    model = loud_model(CONFIGS["untied, no qkv bias"])
    save_model(model, tmp_path, dtype)
    loaded = load_model(tmp_path)
    for name, parameter in loaded.named_parameters():
        assert parameter.dtype == torch.float32
        assert torch.equal(parameter, model.state_dict()[name].to(dtype).float())


def test_a_loaded_model_is_ready_to_be_shared(folder: Path) -> None:
    model = load_model(folder)
    assert not model.training
    assert not any(module.training for module in model.modules())
    assert not any(parameter.requires_grad for parameter in model.parameters())
    assert {parameter.dtype for parameter in model.parameters()} == {torch.float32}
    assert not any(tensor.is_meta for tensor in (*model.parameters(), *model.buffers()))


def test_a20_a_tied_head_is_stored_once_and_is_tied_again(folder: Path) -> None:
    assert "head.weight" not in weights_of(folder)
    model = load_model(folder)
    assert model.head.weight is model.token_embedding.weight


def test_the_folder_holds_two_files_and_half_precision_by_default(folder: Path) -> None:
    assert sorted(path.name for path in folder.iterdir()) == ["config.json", "model.safetensors"]
    assert {tensor.dtype for tensor in weights_of(folder).values()} == {torch.float16}
    assert json.loads((folder / "config.json").read_text()) == CONFIGS["tied"].to_dict()


def test_saving_leaves_the_model_as_it_was(tmp_path: Path, loud_model: LoudModel) -> None:
    model = loud_model(CONFIGS["tied"])
    before = model(IDS).logits
    save_model(model, tmp_path)
    assert model.head.weight is model.token_embedding.weight
    torch.testing.assert_close(model(IDS).logits, before, atol=1e-5, rtol=0)


def test_loading_does_not_touch_the_global_random_state(folder: Path) -> None:
    before = torch.get_rng_state()
    load_model(folder)
    assert torch.equal(torch.get_rng_state(), before)


def test_a_weight_that_overflows_half_precision_is_not_saved(
    tmp_path: Path, loud_model: LoudModel
) -> None:
    model = loud_model(CONFIGS["tied"])
    model.final_norm.weight[3] = 1e5
    with pytest.raises(AssetError, match=r"float16 has numbers in final_norm\.weight that are not"):
        save_model(model, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_compressed_moment_loads_beside_the_model(folder: Path, loud_model: LoudModel) -> None:
    model = loud_model(CONFIGS["tied"])
    save_compressed(model, folder / "growth" / "step-1.safetensors")
    found = load_model(folder, "growth/step-1.safetensors")
    for name, weight in model.named_parameters():
        level = weight.abs().amax(dim=-1, keepdim=True) / 127
        error = (found.get_parameter(name) - weight).abs()
        assert (error <= level / 2 + 1e-3 * weight.abs()).all(), name
    size, whole = (folder / name for name in ("growth/step-1.safetensors", "model.safetensors"))
    assert size.stat().st_size < whole.stat().st_size
    assert found.head.weight is found.token_embedding.weight


def test_bytes_that_lost_their_scale_are_refused(folder: Path, loud_model: LoudModel) -> None:
    path = folder / "small.safetensors"
    save_compressed(loud_model(CONFIGS["tied"]), path)
    tensors = load_file(path)
    del tensors["token_embedding.weight.scale"]
    save_file(tensors, path)
    with pytest.raises(AssetError, match=r"token_embedding\.weight as torch\.int8") as caught:
        load_model(folder, path.name)
    assert caught.value.code == "weights_dtype"
