"""The text and the chart of each request when it runs alone: what a visitor has to be shown."""

from functools import cache

from playground.decoding.generation import generate
from playground.decoding.sampling import SamplingParams, distribution
from playground.gpt.presets import PRESETS
from playground.serving.limits import SAMPLER_DEFAULTS
from playground.serving.models import LoadedModel, ModelChoice, ModelStore
from playground.text.encoding import encoding_named

PARAMS = SamplingParams(SAMPLER_DEFAULTS["temperature"], int(SAMPLER_DEFAULTS["top_k"]))


def lone_text(
    preset_name: str, prompt: str, seed: int, tokens: int, params: SamplingParams = PARAMS
) -> str:
    """The prompt and what is added to it, by the page's own sampler as a rule."""
    preset = PRESETS[preset_name]
    encoding = encoding_named(preset.encoding)
    steps = generate(
        _loaded(preset_name).source,
        encoding.encode(prompt) or [encoding.start],
        params,
        max_new_tokens=tokens,
        seed=seed,
        end_of_text=encoding.end_of_text,
    )
    ids = [step.id for step in steps]
    return prompt + encoding.decode([each for each in ids if not encoding.is_special(each)])


def lone_chances(preset_name: str, prompt: str, count: int) -> list[float]:
    """What the page's own sampler gives the `count` likeliest tokens after a prompt."""
    source = _loaded(preset_name).source
    ids = encoding_named(PRESETS[preset_name].encoding).encode(prompt)
    logits = source.open().next_logits(ids)
    chances = distribution(logits, PARAMS, prompt_ids=ids, vocab_size=source.vocab_size)
    return sorted(chances.tolist(), reverse=True)[:count]


@cache
def _loaded(preset_name: str) -> LoadedModel:
    preset = PRESETS[preset_name]
    step = preset.moments[-1] if preset.moments else 0
    choice = ModelChoice(preset.config, preset.encoding, preset.name, step)
    return ModelStore().get(choice, encoding_named(preset.encoding).vocab_size)
