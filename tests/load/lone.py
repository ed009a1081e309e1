"""The text and the chart of each request when it runs alone: what a visitor has to be shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from playground.decoding.generation import Generation
from playground.decoding.model_batch import ModelBatch
from playground.decoding.sampling import SamplingParams, distribution
from playground.gpt.presets import PRESETS
from playground.serving.limits import SAMPLER_DEFAULTS
from playground.serving.models import LoadedModel, ModelChoice, ModelStore
from playground.text.encoding import Encoding, encoding_named
from tests.near_ties import Difference, lone_run

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

    def text(self, new: Sequence[int]) -> str:
        """The prompt and what is shown of new ids."""
        return self.prompt + self.encoding.decode(
            [each for each in new if not self.encoding.is_special(each)]
        )

    def lone_text(self) -> str:
        """The prompt and what is added to it, by the page's own sampler as a rule."""
        generation, session = self.generation(), _loaded(self.preset).source.open()
        while not generation.finished:
            generation.take(session.next_logits(generation.ids))
        return self.text(generation.ids[len(self.prompt_ids) :])

    def difference(self, shown: str) -> Difference:
        """Where a text that is not the lone one begins to differ, and whether at a near tie."""
        run = lone_run(
            _loaded(self.preset).source,
            self.prompt_ids,
            self.params,
            max_new_tokens=self.tokens,
            seed=self.seed,
            end_of_text=self.encoding.end_of_text,
        )
        return run.difference_in_text(shown, self.text)


def lone_text(
    preset_name: str, prompt: str, seed: int, tokens: int, params: SamplingParams = PARAMS
) -> str:
    """The prompt and what is added to it, by the page's own sampler as a rule."""
    return Wanted(preset_name, prompt, seed, tokens, params).lone_text()


def is_lone_text(
    shown: str,
    preset_name: str,
    prompt: str,
    seed: int,
    tokens: int,
    params: SamplingParams = PARAMS,
) -> bool:
    """Whether a text is the one of `lone_text`, or fell the other way at a near tie."""
    wanted = Wanted(preset_name, prompt, seed, tokens, params)
    return shown == wanted.lone_text() or wanted.difference(shown).excused()


def texts_together(wanted: Sequence[Wanted], slots: int = 32) -> list[str]:
    """All texts of one preset, many in each forward pass: much faster than alone for a large model,
    and the same but for rounding."""
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
    return [each.text(ids[n][len(each.prompt_ids) :]) for n, each in enumerate(wanted)]


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
