"""The text and the chart of each request when it runs alone: what a visitor has to be shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import torch
from torch import Tensor

from playground.decoding.generation import Generation
from playground.decoding.model_batch import ModelBatch
from playground.decoding.sampling import SamplingParams, distribution, filtered
from playground.gpt.presets import PRESETS
from playground.serving.limits import SAMPLER_DEFAULTS
from playground.serving.models import LoadedModel, ModelChoice, ModelStore
from playground.text.encoding import Encoding, encoding_named

PARAMS = SamplingParams(SAMPLER_DEFAULTS["temperature"], int(SAMPLER_DEFAULTS["top_k"]))


@dataclass(frozen=True)
class Wanted:
    """A text that somebody asked for, and how many tokens of it are to be known."""

    preset: str
    prompt: str
    seed: int
    tokens: int
    params: SamplingParams = PARAMS

    @property
    def encoding(self) -> Encoding:
        """Of the preset's ids."""
        return encoding_named(PRESETS[self.preset].encoding)

    @property
    def prompt_ids(self) -> list[int]:
        """What the text starts from."""
        return self.encoding.encode(self.prompt) or [self.encoding.start]

    def generation(self) -> Generation:
        """The text before its first token."""
        return Generation(
            _loaded(self.preset).source,
            self.prompt_ids,
            self.params,
            max_new_tokens=self.tokens,
            seed=self.seed,
            end_of_text=self.encoding.end_of_text,
        )

    def text(self, ids: Sequence[int]) -> str:
        """The prompt and what is shown of the ids, which begin with the prompt's."""
        new = ids[len(self.prompt_ids) :]
        return self.prompt + self.encoding.decode(
            [each for each in new if not self.encoding.is_special(each)]
        )


def lone_text(
    preset_name: str, prompt: str, seed: int, tokens: int, params: SamplingParams = PARAMS
) -> str:
    """The prompt and what is added to it, by the page's own sampler as a rule."""
    wanted = Wanted(preset_name, prompt, seed, tokens, params)
    generation, session = wanted.generation(), _loaded(preset_name).source.open()
    while not generation.finished:
        generation.take(session.next_logits(generation.ids))
    return wanted.text(generation.ids)


def lone_run(wanted: Wanted) -> tuple[list[int], list[float]]:
    """The ids, the prompt's included, and of each new one how near the draw was to another one
    (see `distance_to_another`)."""
    generation, session = wanted.generation(), _loaded(wanted.preset).source.open()
    draws = torch.Generator().manual_seed(wanted.seed)
    distances = []
    while not generation.finished:
        logits = session.next_logits(generation.ids)
        step = generation.take(logits)
        uniform = float(torch.rand((), dtype=torch.float64, generator=draws))
        distances.append(distance_to_another(logits, step.id, uniform, wanted.encoding.vocab_size))
    return generation.ids, distances


def distance_to_another(logits: Tensor, drawn: int, uniform: float, vocab_size: int) -> float:
    """By how much probabilities would have to change for another id to be drawn: the least of the
    way from the draw to both ends of its id, and of the gap between the last id that top-k keeps
    and the first that it does not."""
    choice = filtered(logits, PARAMS, vocab_size=vocab_size)
    before, after = choice.before, choice.after  # each (V,)
    end = float(after[: drawn + 1].double().sum())
    most = before.topk(PARAMS.top_k + 1).values
    kept = float(most[:-1].sum())
    return min(
        abs(end - uniform),
        abs(end - float(after[drawn]) - uniform),
        float(most[-2] - most[-1]) / kept,
    )


def texts_together(wanted: Sequence[Wanted], slots: int = 32) -> list[str]:
    """All texts of one preset, many in each forward pass: much faster than alone for a large model,
    and the same but for last bits."""
    source = _loaded(wanted[0].preset).source
    batch, left = ModelBatch(source, slots), list(range(len(wanted)))
    running: dict[int, Generation] = {}
    ids: dict[int, list[int]] = {}
    while left or running:
        while left and len(batch) < slots:
            batch.join(left[0])
            running[left[0]] = wanted[left[0]].generation()
            left.pop(0)
        for name, logits in batch.next_logits({n: g.ids for n, g in running.items()}).items():
            running[name].take(logits)  # type: ignore[index]
        for name in [name for name, generation in running.items() if generation.finished]:
            ids[name] = running.pop(name).ids
            batch.release(name)
    return [each.text(ids[number]) for number, each in enumerate(wanted)]


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
