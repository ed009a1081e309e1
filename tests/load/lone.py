"""The text that each request gives when it runs alone: what a visitor has to be shown."""

from functools import cache

from playground.decoding.generation import generate
from playground.decoding.sampling import SamplingParams
from playground.gpt.presets import PRESETS
from playground.serving.limits import SAMPLER_DEFAULTS
from playground.serving.models import LoadedModel, ModelChoice, ModelStore
from playground.text.encoding import encoding_named

PARAMS = SamplingParams(SAMPLER_DEFAULTS["temperature"], int(SAMPLER_DEFAULTS["top_k"]))


def lone_text(preset_name: str, prompt: str, seed: int, tokens: int) -> str:
    """The prompt and what the page's own sampler adds to it."""
    preset = PRESETS[preset_name]
    encoding = encoding_named(preset.encoding)
    steps = generate(
        _loaded(preset_name).source,
        encoding.encode(prompt),
        PARAMS,
        max_new_tokens=tokens,
        seed=seed,
        end_of_text=encoding.end_of_text,
    )
    ids = [step.id for step in steps]
    return prompt + encoding.decode([each for each in ids if not encoding.is_special(each)])


@cache
def _loaded(preset_name: str) -> LoadedModel:
    preset = PRESETS[preset_name]
    step = preset.moments[-1] if preset.moments else 0
    choice = ModelChoice(preset.config, preset.encoding, preset.name, step)
    return ModelStore().get(choice, encoding_named(preset.encoding).vocab_size)
