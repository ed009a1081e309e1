"""Each preset's count, proved against the real module; on the meta device it takes no memory."""

import pytest
import torch

from playground.gpt.config import GPTConfig
from playground.gpt.model import GPTModel, count_parameters
from playground.gpt.presets import PRESETS
from playground.text.encoding import encoding_named

COUNTS = {
    "gpt2-small": 124_439_808,
    "distilgpt2": 81_912_576,
    "gpt2-medium": 354_823_168,
    "gpt2-large": 774_030_080,
    "gpt2-xl": 1_557_611_200,
    "gpt2-untied": 163_009_536,
    "minigpt": 2_089_728,
    "tang": 1_614_720,
    "story": 4_273_920,
    "demo": 169_792,
}


def on_meta(config: GPTConfig) -> GPTModel:
    with torch.device("meta"):
        return GPTModel(config)


def test_every_preset_has_a_count_here_and_its_own_name() -> None:
    assert set(PRESETS) == set(COUNTS)
    assert all(preset.name == name for name, preset in PRESETS.items())


@pytest.mark.parametrize("name", COUNTS)
def test_a18_the_real_module_has_the_published_count(name: str) -> None:
    preset = PRESETS[name]
    assert count_parameters(on_meta(preset.config)) == COUNTS[name]
    assert preset.published in (None, COUNTS[name])
    assert (preset.published is None) == (preset.source == "")


def test_a18_only_presets_of_our_own_lack_a_published_count() -> None:
    assert {p.name for p in PRESETS.values() if p.published is None} == {"story", "demo"}


def test_a18_a_small_shape_counted_by_hand() -> None:
    config = GPTConfig(65, 32, d_model=64, num_heads=4, num_layers=2)
    block = 2 * 128 + (64 * 192 + 192) + (64 * 64 + 64) + (64 * 256 + 256) + (256 * 64 + 64)
    assert 65 * 64 + 32 * 64 + 2 * block + 128 == 106_304
    assert count_parameters(on_meta(config)) == 106_304


def test_a18_a_tied_head_is_counted_once() -> None:
    tied, untied = on_meta(GPTConfig()), on_meta(GPTConfig(weight_tying=False))
    assert count_parameters(untied) - count_parameters(tied) == 50257 * 768
    assert count_parameters(untied) == 163_037_184


def test_a19_blocks_and_final_norm_of_gpt2_small() -> None:
    model = on_meta(PRESETS["gpt2-small"].config)
    assert count_parameters(model.blocks) + count_parameters(model.final_norm) == 85_056_000


@pytest.mark.parametrize(
    ("name", "d_model", "num_layers", "num_heads"),
    [
        ("gpt2-small", 768, 12, 12),
        ("distilgpt2", 768, 6, 12),
        ("gpt2-medium", 1024, 24, 16),
        ("gpt2-large", 1280, 36, 20),
        ("gpt2-xl", 1600, 48, 25),
    ],
)
def test_a25_gpt2_layers_and_heads_are_not_swapped(
    name: str, d_model: int, num_layers: int, num_heads: int
) -> None:
    expected = GPTConfig(d_model=d_model, num_layers=num_layers, num_heads=num_heads)
    assert PRESETS[name].config == expected


def test_published_weights_can_be_named_for_the_gpt2_shapes_that_a_host_can_run() -> None:
    assert {name: preset.hub for name, preset in PRESETS.items() if preset.hub} == {
        "gpt2-small": "openai-community/gpt2",
        "distilgpt2": "distilbert/distilgpt2",
        "gpt2-medium": "openai-community/gpt2-medium",
    }


@pytest.mark.parametrize("name", [name for name, preset in PRESETS.items() if preset.hub])
def test_a_download_is_the_weights_and_the_masks_that_the_file_carries(name: str) -> None:
    preset = PRESETS[name]
    masks = preset.config.num_layers * preset.config.context_length**2
    assert preset.hub_bytes == pytest.approx(4 * (COUNTS[name] + masks), rel=0.001)


def test_a_preset_without_published_weights_downloads_nothing() -> None:
    assert all((preset.hub == "") == (preset.hub_bytes == 0) for preset in PRESETS.values())


def test_gpt2_presets_use_the_tanh_gelu_and_the_other_lessons_the_exact_one() -> None:
    for name, preset in PRESETS.items():
        exact = name in ("minigpt", "tang")
        assert preset.config.activation == ("gelu" if exact else "gelu_tanh")


@pytest.mark.parametrize("name", COUNTS)
def test_the_vocabulary_of_a_preset_is_that_of_its_encoding(name: str) -> None:
    preset = PRESETS[name]
    assert encoding_named(preset.encoding).vocab_size == preset.config.vocab_size
