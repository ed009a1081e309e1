"""One visitor's choices, checked and ready to draw. Builds no model."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, get_args

from playground.analysis.parameters import ParameterBreakdown, breakdown
from playground.decoding.generation import fresh_seed
from playground.decoding.sampling import SamplingParams
from playground.errors import ConfigError, InputError
from playground.gpt.config import (
    Activation,
    GPTConfig,
    Position,
    head_choices,
)
from playground.gpt.presets import PRESETS, Preset
from playground.locales import LANGUAGES
from playground.locales.words import Words
from playground.serving.limits import (
    LIMITS,
    check_choice,
    check_flag,
    check_number,
    check_runnable,
    check_seed,
    check_whole,
)
from playground.serving.models import ModelChoice
from playground.serving.prompt import Prompt, read_prompt
from playground.text.encoding import GPT2_RANKS, Encoding, encoding_named

Values = Mapping[str, object]
"""What the controls hold, by name; nothing about it is trusted."""

WHOLE_FIELDS = (
    "d_model",
    "num_layers",
    "num_heads",
    "vocab_size",
    "context_length",
    "mlp_expansion",
)
SAMPLING_FIELDS = ("temperature", "top_k", "top_p", "min_p", "repetition_penalty")
FLAG_FIELDS = ("use_bias", "qkv_bias", "weight_tying")
CUSTOM = "custom"
BYTE_PAIRS = "bpe"
TANG = "tang"


@dataclass(frozen=True)
class Scene:
    """Everything that a panel needs to draw; two that differ in their words alone are equal."""

    words: Words = field(compare=False)
    choice: ModelChoice
    encoding: Encoding
    breakdown: ParameterBreakdown
    prompt: Prompt
    params: SamplingParams
    too_large: InputError | None

    @property
    def preset_key(self) -> str:
        """The preset that the shape equals, or "custom"."""
        return self.choice.preset or CUSTOM

    @property
    def last_step(self) -> int:
        """Where the training of its preset ended; 0 where none was trained here."""
        preset = PRESETS.get(self.preset_key)
        return preset.moments[-1] if preset is not None and preset.moments else 0

    @property
    def vocab_size(self) -> int:
        """Ids that can be drawn: those of the encoding."""
        return self.encoding.vocab_size


def read_scene(values: Values) -> Scene:
    """Check everything; raises a PlaygroundError with the sentence to show."""
    choice = read_choice(values)
    encoding = encoding_named(choice.encoding)
    counted = breakdown(choice.config)
    return Scene(
        words=words_of(values),
        choice=choice,
        encoding=encoding,
        breakdown=counted,
        prompt=read_prompt(values["prompt"], encoding, choice.config.context_length),
        params=read_params(values),
        too_large=_too_large(counted.total, choice),
    )


def words_of(values: Values) -> Words:
    """The words of the chosen language."""
    return LANGUAGES[check_choice("language", values["language"], tuple(LANGUAGES))]


def shown_scene(values: Values) -> Scene | None:
    """The scene on the page, in the words of now; None before anything could be drawn.

    It stays on the server, so that a sampling slider need not send the whole page.
    """
    scene = values["shown"]
    return replace(scene, words=words_of(values)) if isinstance(scene, Scene) else None


def sampled_scene(values: Values) -> Scene | None:
    """The same with the sampler as its sliders stand now."""
    scene = shown_scene(values)
    return None if scene is None else replace(scene, params=read_params(values))


def read_choice(values: Values) -> ModelChoice:
    """The model that the controls describe; it is a preset's when the shape equals one."""
    shape: dict[str, Any] = {name: check_whole(name, values[name]) for name in WHOLE_FIELDS}
    shape |= {name: check_flag(name, values[name]) for name in FLAG_FIELDS}
    for name, allowed in (("position", Position), ("activation", Activation)):
        shape[name] = check_choice(name, values[name], get_args(allowed))
    if shape["position"] == "sinusoidal" and shape["d_model"] % 2:
        raise _odd_width(shape["d_model"])
    if shape["d_model"] % shape["num_heads"]:
        raise _uneven_heads(shape["d_model"], shape["num_heads"])
    config = GPTConfig(**shape, dropout=0.0)
    encoding = _encoding_name(values["encoding"], config.vocab_size)
    for preset in PRESETS.values():
        if preset.encoding == encoding and replace(preset.config, dropout=0.0) == config:
            published = preset.name in taken_presets(values)
            return ModelChoice(config, encoding, preset.name, _step(preset, values), published)
    return ModelChoice(config, encoding)


def read_params(values: Values) -> SamplingParams:
    """The sampler that the sliders describe."""
    return SamplingParams(
        temperature=check_number("temperature", values["temperature"]),
        top_k=check_whole("top_k", values["top_k"]),
        top_p=check_number("top_p", values["top_p"]),
        min_p=check_number("min_p", values["min_p"]),
        repetition_penalty=check_number("repetition_penalty", values["repetition_penalty"]),
    )


def read_seed(values: Values) -> int:
    """The seed in the box, which everything that is drawn takes; where it is blank a fresh one."""
    seed = check_seed(values["seed"])
    return fresh_seed() if seed is None else seed


def preset_values(preset: Preset) -> dict[str, Any]:
    """What the model controls hold when they show a preset."""
    last = max(0, len(preset.moments) - 1)
    return {**model_values(preset.config, preset.encoding), "moment": last}


def model_values(config: GPTConfig, encoding: str) -> dict[str, Any]:
    """What the model controls hold for a shape and the encoding of its ids."""
    names = (*WHOLE_FIELDS, *FLAG_FIELDS, "position", "activation")
    shape = {name: getattr(config, name) for name in names}
    return {**shape, "encoding": encoding_kind(encoding)}


def taken_presets(values: Values) -> tuple[str, ...]:
    """Names of the presets that the visitor takes with their published weights."""
    taken = values.get("taken", ())
    return taken if isinstance(taken, tuple) else ()


def _step(preset: Preset, values: Values) -> int:
    """Step of training that the moment slider stands for."""
    return preset.moments[check_whole("moment", values["moment"])] if preset.moments else 0


def encoding_kind(encoding: str) -> str:
    """The tokenizer control's value for an encoding's name."""
    return TANG if encoding == TANG else BYTE_PAIRS


def _encoding_name(kind: object, vocab_size: int) -> str:
    """Byte pairs have one id for each rank and one for end-of-text."""
    if check_choice("encoding", kind, (BYTE_PAIRS, TANG)) == BYTE_PAIRS:
        return "gpt2" if vocab_size > GPT2_RANKS else f"gpt2-{vocab_size - 1}"
    needed = encoding_named(TANG).vocab_size
    if vocab_size < needed:
        raise InputError(
            "vocabulary_too_small",
            f"The Tang characters need a vocabulary of {needed} or more; {vocab_size} was given. "
            f"Choose {needed}, or the GPT-2 tokenizer.",
            needed=needed,
            given=vocab_size,
        )
    return TANG


def _uneven_heads(d_model: int, num_heads: int) -> ConfigError:
    """As the config says it, but within the limits of the page."""
    heads = [n for n in head_choices(d_model, num_heads, d_model) if _in_reach("num_heads", n)]
    nearest = sorted(sorted(heads, key=lambda n: abs(n - num_heads))[:2])
    widths = _widths(d_model, num_heads)
    return ConfigError(
        "heads_do_not_divide",
        f"d_model {d_model} cannot be split over {num_heads} heads; "
        f"try {_either(nearest)} {'head' if nearest == [1] else 'heads'}, "
        f"or d_model {_either(widths)}.",
        d_model=d_model,
        num_heads=num_heads,
        heads=nearest,
        widths=widths,
    )


def _widths(d_model: int, factor: int) -> list[int]:
    """The multiples of a factor next to d_model that its slider can reach."""
    step = math.lcm(factor, int(LIMITS["d_model"].step))
    below = d_model // step * step
    return [width for width in (below, below + step) if _in_reach("d_model", width)]


def _in_reach(name: str, value: int) -> bool:
    return LIMITS[name].least <= value <= LIMITS[name].most


def _either(choices: Sequence[int]) -> str:
    return " or ".join(map(str, choices))


def _odd_width(d_model: int) -> ConfigError:
    widths = _widths(d_model, 2)
    return ConfigError(
        "odd_width",
        f"d_model {d_model} is odd; sine and cosine come in pairs. Try {_either(widths)}.",
        given=d_model,
        widths=widths,
    )


def _too_large(parameters: int, choice: ModelChoice) -> InputError | None:
    if choice.published:  # they are in memory already, or are held against it when they are read
        return None
    try:
        check_runnable(parameters, custom=choice.preset is None)
    except InputError as error:
        return error
    return None
