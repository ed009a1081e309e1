"""Folders against transformers: what it saves we open, what we write it opens, to the same logits.

transformers is a second implementation, so each side is held against code that is not ours.
"""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file
from torch import Tensor

from playground.decoding.generation import generate
from playground.decoding.model_source import ModelSource
from playground.decoding.sampling import SamplingParams
from playground.gpt.config import GPTConfig
from playground.gpt.gpt2_folder import gpt2_files, load_gpt2_folder
from playground.gpt.model import GPTModel

transformers = pytest.importorskip("transformers")
LoudModel = Callable[[GPTConfig], GPTModel]

TOLERANCE = 1e-4
NEAR_TIE = 1e-3
TEXT_LENGTH = 50
TINY = {"vocab_size": 97, "n_positions": 64, "n_embd": 32, "n_layer": 3, "n_head": 4}


def random_gpt2(spread: float = 0.3, **settings: Any) -> Any:
    """A GPT2LMHeadModel with noise also on shifts and norms, whose text no token ends."""
    with torch.random.fork_rng():
        torch.manual_seed(11)
        config = transformers.GPT2Config(initializer_range=spread, eos_token_id=None, **settings)
        model = transformers.GPT2LMHeadModel(config).eval().requires_grad_(False)
        for parameter in model.parameters():
            if parameter.dim() == 1:
                parameter.add_(torch.randn_like(parameter) * spread)
    return model


def some_ids(vocab_size: int, length: int) -> Tensor:
    return torch.randint(vocab_size, (2, length), generator=torch.Generator().manual_seed(0))


def assert_same_logits(model: GPTModel, reference: Any, length: int) -> None:
    ids = some_ids(model.config.vocab_size, length)
    with torch.no_grad():
        expected = reference(ids).logits
    assert expected.std() > 0.3
    torch.testing.assert_close(model(ids).logits, expected, atol=TOLERANCE, rtol=0)


def assert_same_text(model: GPTModel, reference: Any) -> None:
    """Fifty likeliest tokens in a row, each side with its own loop and cache.

    Where the two part, the two likeliest tokens must have been as good as equal.
    """
    prompt = some_ids(model.config.vocab_size, 5)[:1]
    greedy = SamplingParams(temperature=0)
    steps = generate(
        ModelSource(model), prompt[0].tolist(), greedy, max_new_tokens=TEXT_LENGTH, seed=0
    )
    ours = prompt[0].tolist() + [step.id for step in steps]
    theirs = reference.generate(
        prompt,
        attention_mask=torch.ones_like(prompt),
        max_new_tokens=TEXT_LENGTH,
        do_sample=False,
        pad_token_id=0,
    )[0].tolist()
    assert len(ours) == len(theirs) == 5 + TEXT_LENGTH
    assert len(set(theirs[5:])) >= 5
    parted = next((i for i in range(5, len(ours)) if ours[i] != theirs[i]), None)
    if parted is not None:
        best = reference(torch.tensor([theirs[:parted]])).logits[0, -1].topk(2).values
        assert best[0] - best[1] < NEAR_TIE


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"tie_word_embeddings": False},
        {"activation_function": "gelu"},
        {"activation_function": "gelu_pytorch_tanh"},
        {"n_inner": 64},
        {"n_head": 1, "n_layer": 1},
    ],
    ids=str,
)
def test_a_folder_that_transformers_saved_gives_its_logits_and_its_text(
    settings: dict[str, Any], tmp_path: Path
) -> None:
    reference = random_gpt2(**TINY | settings)
    reference.save_pretrained(tmp_path)
    model = load_gpt2_folder(tmp_path)
    assert_same_logits(model, reference, 64)
    assert_same_text(model, reference)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_a_folder_in_half_precision_gives_the_logits_of_its_numbers(
    dtype: torch.dtype, tmp_path: Path
) -> None:
    random_gpt2(**TINY).to(dtype).save_pretrained(tmp_path)
    stored = load_file(tmp_path / "model.safetensors")
    assert {tensor.dtype for tensor in stored.values()} == {dtype}
    reference = transformers.GPT2LMHeadModel.from_pretrained(tmp_path, dtype=torch.float32)
    assert_same_logits(load_gpt2_folder(tmp_path), reference, 64)


@pytest.mark.parametrize("head", [False, True])
def test_the_older_layout_has_no_prefix_and_carries_masks(head: bool, tmp_path: Path) -> None:
    reference = random_gpt2(**TINY)
    reference.save_pretrained(tmp_path)
    path = tmp_path / "model.safetensors"
    older = {name.removeprefix("transformer."): t for name, t in load_file(path).items()}
    assert "wte.weight" in older
    for layer in range(3):
        older[f"h.{layer}.attn.bias"] = torch.ones(1, 1, 64, 64).tril()
        older[f"h.{layer}.attn.masked_bias"] = torch.tensor(-1e4)
    if head:
        older["lm_head.weight"] = older["wte.weight"].clone()
    save_file(older, path, {"format": "pt"})
    assert_same_logits(load_gpt2_folder(tmp_path), reference, 64)


@pytest.mark.slow
def test_a_random_model_of_the_shape_of_gpt2_small_gives_its_logits_and_its_text() -> None:
    with TemporaryDirectory() as folder:  # half a gigabyte that no later run should find
        reference = random_gpt2(spread=0.06)
        reference.save_pretrained(folder)
        model = load_gpt2_folder(Path(folder))
        assert model.config == GPTConfig(dropout=0.0)
        assert_same_logits(model, reference, 100)
        assert_same_text(model, reference)


ODD_CONFIGS = {
    "plain": GPTConfig(97, 16, d_model=32, num_heads=4, num_layers=2),
    "no bias": GPTConfig(97, 16, d_model=32, num_heads=4, num_layers=2, use_bias=False),
    "no qkv bias": GPTConfig(97, 16, d_model=32, num_heads=4, num_layers=2, qkv_bias=False),
    "untied": GPTConfig(97, 16, d_model=32, num_heads=4, num_layers=2, weight_tying=False),
    "sinusoidal": GPTConfig(97, 16, d_model=32, num_heads=4, num_layers=2, position="sinusoidal"),
    "exact gelu": GPTConfig(97, 16, d_model=32, num_heads=4, num_layers=2, activation="gelu"),
    "narrow mlp": GPTConfig(97, 16, d_model=32, num_heads=4, num_layers=2, mlp_expansion=1),
    "wide mlp": GPTConfig(97, 16, d_model=32, num_heads=4, num_layers=2, mlp_expansion=7),
    "one head": GPTConfig(97, 16, d_model=32, num_heads=1, num_layers=1),
    "heads of one channel": GPTConfig(97, 16, d_model=8, num_heads=8, num_layers=2),
    "odd width": GPTConfig(101, 7, d_model=15, num_heads=3, num_layers=2),
    "two tokens": GPTConfig(2, 3, d_model=6, num_heads=2, num_layers=1, dropout=0.5),
    "no two alike": GPTConfig(
        53,
        5,
        d_model=12,
        num_heads=3,
        num_layers=4,
        mlp_expansion=2,
        dropout=0.3,
        use_bias=False,
        weight_tying=False,
        position="sinusoidal",
        activation="gelu",
    ),
}


@pytest.mark.parametrize("name", ODD_CONFIGS)
def test_what_we_write_opens_in_transformers_with_nothing_missing_or_left_over(
    name: str, tmp_path: Path, loud_model: LoudModel
) -> None:
    model = loud_model(ODD_CONFIGS[name])
    for file, content in gpt2_files(model, start_id=1, end_id=0).items():
        (tmp_path / file).write_bytes(content)
    reference, found = transformers.GPT2LMHeadModel.from_pretrained(
        tmp_path, output_loading_info=True
    )
    assert not any(found.values()), found
    assert not reference.training
    assert reference.dtype == torch.float32
    assert (reference.config.bos_token_id, reference.config.eos_token_id) == (1, 0)
    tied = reference.lm_head.weight is reference.transformer.wte.weight
    assert tied == model.config.weight_tying
    assert_same_logits(model, reference, model.config.context_length)


def test_the_weights_carry_the_mark_that_transformers_4_demands(
    tmp_path: Path, loud_model: LoudModel
) -> None:
    path = tmp_path / "model.safetensors"
    path.write_bytes(gpt2_files(loud_model(ODD_CONFIGS["plain"]))["model.safetensors"])
    with safe_open(path, framework="pt") as file:
        assert file.metadata() == {"format": "pt"}


def test_unknown_ids_of_start_and_end_stay_open(tmp_path: Path, loud_model: LoudModel) -> None:
    for file, content in gpt2_files(loud_model(ODD_CONFIGS["plain"])).items():
        (tmp_path / file).write_bytes(content)
    config = transformers.GPT2Config.from_pretrained(tmp_path)
    assert (config.bos_token_id, config.eos_token_id) == (None, None)


def test_a_trained_head_survives_the_way_there_and_back(
    tmp_path: Path, loud_model: LoudModel
) -> None:
    model = loud_model(ODD_CONFIGS["untied"])
    for file, content in gpt2_files(model).items():
        (tmp_path / file).write_bytes(content)
    transformers.GPT2LMHeadModel.from_pretrained(tmp_path).save_pretrained(tmp_path / "again")
    again = load_gpt2_folder(tmp_path / "again")
    assert again.config.weight_tying is False
    assert torch.equal(again.head.weight, model.head.weight)
    assert_same_logits(again, model, 16)
