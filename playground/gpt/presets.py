"""The models that the page offers, as data. Knows no torch."""

from dataclasses import dataclass

from playground.gpt.config import GPTConfig


@dataclass(frozen=True)
class Preset:
    """One named shape.

    encoding     name of the text encoding that its ids belong to (see `playground.text`)
    published    parameter count in the source, None where the project itself chose the shape
    source       where the count is published
    trained      whether weights ship under assets/models/<name>/
    """

    name: str
    config: GPTConfig
    encoding: str
    published: int | None = None
    source: str = ""
    trained: bool = False


_GPT2_PAPER = "Radford et al. 2019 (counts as in the released checkpoints)"
_MINIGPT_LESSON = "MiniGPT lesson"
_TANG_LESSON = "Tang-poem GPT lesson"


def _gpt2(name: str, d_model: int, num_layers: int, num_heads: int, published: int) -> Preset:
    config = GPTConfig(d_model=d_model, num_layers=num_layers, num_heads=num_heads)
    return Preset(name, config, "gpt2", published, _GPT2_PAPER)


PRESETS: dict[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset(
            "story",
            GPTConfig(4097, 256, d_model=256, num_heads=4, num_layers=4, dropout=0.0),
            "gpt2-4096",
            trained=True,
        ),
        Preset("demo", GPTConfig(1025, 64, d_model=64, num_heads=4, num_layers=2), "gpt2-1024"),
        Preset(
            "minigpt",
            GPTConfig(
                5000,
                128,
                d_model=128,
                num_heads=4,
                num_layers=4,
                weight_tying=False,
                activation="gelu",
            ),
            "gpt2-4999",
            2_089_728,
            _MINIGPT_LESSON,
        ),
        Preset(
            "tang",
            GPTConfig(6289, 128, d_model=128, num_heads=4, num_layers=4, activation="gelu"),
            "tang",
            1_614_720,
            _TANG_LESSON,
        ),
        _gpt2("gpt2-small", 768, 12, 12, 124_439_808),
        Preset(
            "gpt2-untied",
            GPTConfig(weight_tying=False, qkv_bias=False),
            "gpt2",
            163_009_536,
            "GPT-2-style lesson",
        ),
        _gpt2("gpt2-medium", 1024, 24, 16, 354_823_168),
        _gpt2("gpt2-large", 1280, 36, 20, 774_030_080),
        _gpt2("gpt2-xl", 1600, 48, 25, 1_557_611_200),
    )
}
"""All presets by name, in the order in which the page lists them."""
