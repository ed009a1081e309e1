"""The models that the page offers, as data. Knows no torch."""

from dataclasses import dataclass

from playground.gpt.config import GPTConfig


@dataclass(frozen=True)
class Preset:
    """One named shape.

    encoding     name of the text encoding that its ids belong to (see `playground.text`)
    published    parameter count in the source, None where the project itself chose the shape
    source       where the count is published
    moments      steps of its training at which weights ship, from 0, untrained, to the last one;
                 empty where none do
    hub          id of the published weights on the Hugging Face Hub, empty where there are none
    hub_bytes    about how much a download of them takes
    """

    name: str
    config: GPTConfig
    encoding: str
    published: int | None = None
    source: str = ""
    moments: tuple[int, ...] = ()
    hub: str = ""
    hub_bytes: int = 0


_STORY_MOMENTS = (0, 32, 128, 512, 2048, 21504)
_TANG_MOMENTS = (0, 32, 128, 512, 2048, 6144)
_GPT2_PAPER = "Radford et al. 2019 (counts as in the released checkpoints)"
_DISTILGPT2_CARD = "Sanh et al. 2019 and the model card of distilbert/distilgpt2"
_MINIGPT_LESSON = "MiniGPT lesson"
_TANG_LESSON = "Tang-poem GPT lesson"


def _gpt2(
    name: str,
    d_model: int,
    num_layers: int,
    num_heads: int,
    published: int,
    source: str = _GPT2_PAPER,
    hub: str = "",
    hub_bytes: int = 0,
) -> Preset:
    config = GPTConfig(d_model=d_model, num_layers=num_layers, num_heads=num_heads)
    return Preset(name, config, "gpt2", published, source, hub=hub, hub_bytes=hub_bytes)


PRESETS: dict[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset(
            "story",
            GPTConfig(4097, 256, d_model=256, num_heads=4, num_layers=4, dropout=0.0),
            "gpt2-4096",
            moments=_STORY_MOMENTS,
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
            GPTConfig(
                6289,
                128,
                d_model=128,
                num_heads=4,
                num_layers=4,
                dropout=0.0,
                activation="gelu",
            ),
            "tang",
            1_614_720,
            _TANG_LESSON,
            moments=_TANG_MOMENTS,
        ),
        _gpt2(
            "gpt2-small",
            768,
            12,
            12,
            124_439_808,
            hub="openai-community/gpt2",
            hub_bytes=548_000_000,
        ),
        _gpt2(
            "distilgpt2",
            768,
            6,
            12,
            81_912_576,
            _DISTILGPT2_CARD,
            hub="distilbert/distilgpt2",
            hub_bytes=353_000_000,
        ),
        Preset(
            "gpt2-untied",
            GPTConfig(weight_tying=False, qkv_bias=False),
            "gpt2",
            163_009_536,
            "GPT-2-style lesson",
        ),
        _gpt2(
            "gpt2-medium",
            1024,
            24,
            16,
            354_823_168,
            hub="openai-community/gpt2-medium",
            hub_bytes=1_520_000_000,
        ),
        _gpt2("gpt2-large", 1280, 36, 20, 774_030_080),
        _gpt2("gpt2-xl", 1600, 48, 25, 1_557_611_200),
    )
}
"""All presets by name, in the order in which the page lists them."""
