"""The breakdown from the config against the parameters of the real module, part by part."""

import ast
from collections.abc import Callable
from dataclasses import replace

import pytest
from torch import nn

from playground.analysis.parameters import ParameterBreakdown, breakdown
from playground.gpt.config import GPTConfig
from playground.gpt.model import GPTModel, count_parameters
from playground.gpt.presets import PRESETS

Build = Callable[[GPTConfig], GPTModel]

KEYS = (
    "token_embedding",
    "position_embedding",
    "attention_qkv",
    "attention_projection",
    "mlp_expand",
    "mlp_projection",
    "norms",
    "head",
)


def counted_by_module(model: GPTModel) -> dict[str, int]:
    """The same parts, counted from the tensors of the real model."""

    def over_blocks(path: str) -> int:
        return sum(count_parameters(block.get_submodule(path)) for block in model.blocks)

    norms = sum(count_parameters(m) for m in model.modules() if isinstance(m, nn.LayerNorm))
    return {
        "token_embedding": count_parameters(model.token_embedding),
        "position_embedding": count_parameters(model.position_embedding),
        "attention_qkv": sum(
            over_blocks(f"attention.{part}") for part in ("query", "key", "value")
        ),
        "attention_projection": over_blocks("attention.projection"),
        "mlp_expand": over_blocks("mlp.expand"),
        "mlp_projection": over_blocks("mlp.projection"),
        "norms": norms,
        "head": 0 if model.config.weight_tying else count_parameters(model.head),
    }


def assert_equals_module(found: ParameterBreakdown, model: GPTModel) -> None:
    assert found.total == count_parameters(model)
    assert {part.key: part.count for part in found.parts} == counted_by_module(model)
    inside = count_parameters(model.blocks) + count_parameters(model.final_norm)
    assert found.without_embeddings == inside
    assert found.part("head").shared == (model.head.weight is model.token_embedding.weight)


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_equals_the_real_module(name: str, build_on_meta: Build) -> None:
    config = PRESETS[name].config
    assert_equals_module(breakdown(config), build_on_meta(config))


@pytest.mark.slow
def test_200_random_shapes_equal_the_real_module(
    random_configs: tuple[GPTConfig, ...], build_on_meta: Build
) -> None:
    assert len(random_configs) == 200
    for config in random_configs:
        assert_equals_module(breakdown(config), build_on_meta(config))


def test_the_random_shapes_cover_every_switch(random_configs: tuple[GPTConfig, ...]) -> None:
    switches = {(c.use_bias, c.qkv_bias, c.weight_tying, c.position) for c in random_configs}
    assert len(switches) == 16


def test_a18_a_tied_head_adds_nothing_and_an_untied_one_its_matrix() -> None:
    tied, untied = breakdown(GPTConfig()), breakdown(GPTConfig(weight_tying=False))
    assert (tied.total, untied.total) == (124_439_808, 163_037_184)
    assert (tied.part("head").count, tied.part("head").shared) == (0, True)
    assert (untied.part("head").count, untied.part("head").shared) == (50257 * 768, False)
    small = GPTConfig(65, 32, d_model=64, num_heads=4, num_layers=2)
    assert breakdown(small).total == 106_304


def test_a19_without_embeddings_is_a_number_of_its_own() -> None:
    found = breakdown(GPTConfig())
    assert (found.total, found.without_embeddings) == (124_439_808, 85_056_000)
    assert breakdown(GPTConfig(weight_tying=False)).without_embeddings == 85_056_000


def test_a25_the_xl_preset_has_48_layers_of_25_heads() -> None:
    found = breakdown(PRESETS["gpt2-xl"].config)
    assert found.total == 1_557_611_200
    assert found.part("attention_projection").formula == "48 × (1,600 × 1,600 + 1,600)"


def test_parts_come_in_one_order_with_shares_that_sum_to_one(
    random_configs: tuple[GPTConfig, ...],
) -> None:
    for config in random_configs:
        found = breakdown(config)
        assert tuple(part.key for part in found.parts) == KEYS
        assert sum(part.count for part in found.parts) == found.total
        assert sum(part.share for part in found.parts) == pytest.approx(1)
        assert all(part.share == part.count / found.total for part in found.parts)


def test_formulas_of_gpt2_small() -> None:
    found = breakdown(GPTConfig())
    assert [part.formula for part in found.parts] == [
        "50,257 × 768",
        "1,024 × 768",
        "12 × (768 × 2,304 + 2,304)",
        "12 × (768 × 768 + 768)",
        "12 × (768 × 3,072 + 3,072)",
        "12 × (3,072 × 768 + 768)",
        "(2 × 12 + 1) × 2 × 768",
        "0",
    ]


def test_every_formula_computes_to_its_count(random_configs: tuple[GPTConfig, ...]) -> None:
    for config in random_configs:
        for part in breakdown(config).parts:
            assert value_of(part.formula) == part.count, (config, part)


def value_of(formula: str) -> int:
    tree = ast.parse(formula.replace(",", "").replace("×", "*"), mode="eval")
    allowed = (ast.Expression, ast.BinOp, ast.Add, ast.Mult, ast.Constant)
    assert all(isinstance(node, allowed) for node in ast.walk(tree))
    return int(eval(compile(tree, "formula", "eval")))


def test_sinusoidal_positions_and_missing_bias_leave_their_numbers_out() -> None:
    plain = replace(GPTConfig(), position="sinusoidal", use_bias=False)
    found = breakdown(plain)
    assert (found.part("position_embedding").count, found.part("position_embedding").formula) == (
        0,
        "0",
    )
    assert found.part("attention_qkv").formula == "12 × 768 × 2,304"
    assert found.part("norms").formula == "(2 × 12 + 1) × 768"


def test_an_unknown_part_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        breakdown(GPTConfig()).part("bias")
