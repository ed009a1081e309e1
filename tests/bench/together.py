"""Thirty texts: all in one forward pass against one after the other, and the engine against a
thread a visitor. Equal greedy ids are asserted before anything is timed."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass

from playground.decoding.generation import Generation, generate
from playground.decoding.model_batch import ModelBatch
from playground.decoding.model_source import ModelSource
from playground.decoding.sampling import SamplingParams
from playground.gpt.presets import PRESETS
from playground.serving.engine.interface import TextRequest
from playground.serving.engine.local import local_engine
from playground.serving.engine.stepper import Stepper
from playground.serving.models import ModelChoice, ModelStore
from tests.bench.interleaved import as_served, median_seconds
from tests.bench.models import GREEDY, model_of, prompt_of

TEXTS = 30
SAMPLED = SamplingParams(temperature=0.8, top_k=40)


@dataclass(frozen=True)
class Texts:
    """TEXTS texts of one model, whose prompts differ in length and in their ids."""

    source: ModelSource
    prompts: Sequence[Sequence[int]]
    tokens: int

    def alone(self) -> list[list[int]]:
        """One after the other."""
        return [
            [step.id for step in generate(self.source, prompt, GREEDY,
                                          max_new_tokens=self.tokens, seed=0)]
            for prompt in self.prompts
        ]  # fmt: skip

    def together(self) -> list[list[int]]:
        """All in one forward pass."""
        batch = ModelBatch(self.source, slots=TEXTS)
        texts = {}
        for name, prompt in enumerate(self.prompts):
            batch.join(name)
            texts[name] = Generation(
                self.source, prompt, GREEDY, max_new_tokens=self.tokens, seed=0
            )
        while running := {name: text.ids for name, text in texts.items() if not text.finished}:
            for name, row in batch.next_logits(running).items():
                texts[name].take(row)  # type: ignore[index]
        return [text.ids[-self.tokens :] for text in texts.values()]


def measure(name: str, tokens: int, threads: int, rounds: int = 5) -> float:
    """How many times the tokens per second all together make of those one after the other."""
    model = model_of(name)
    prompt = prompt_of(model)
    prompts = [prompt[number % 16 :] + prompt[: number % 16] for number in range(TEXTS)]
    texts = Texts(
        ModelSource(model), [each[: 16 + n % 17] for n, each in enumerate(prompts)], tokens
    )
    assert texts.alone() == texts.together()
    seconds = median_seconds(
        {
            "alone": as_served(texts.alone, threads),
            "together": as_served(texts.together, threads),
        },
        rounds,
    )
    return seconds["alone"] / seconds["together"]


def slowest_wait(tokens: int = 60, rounds: int = 5) -> float:
    """The longest of TEXTS visitors' waits in the engine, over the longest with a free thread for
    each of them; Story GPT, one thread a forward pass."""
    preset = PRESETS["story"]
    choice = ModelChoice(preset.config, preset.encoding, preset.name, preset.moments[-1])
    store = ModelStore()
    source = store.get(choice, preset.config.vocab_size).source
    prompt = tuple(prompt_of(source.model))
    engine = local_engine(store)

    def in_threads() -> None:
        def write(seed: int) -> None:
            list(generate(source, prompt, SAMPLED, max_new_tokens=tokens, seed=seed))

        threads = [threading.Thread(target=write, args=(seed,)) for seed in range(TEXTS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    seconds = median_seconds(
        {
            "threads": as_served(in_threads),
            "engine": as_served(lambda: _all(engine, choice, prompt, tokens)),
        },
        rounds,
    )
    engine.close()
    return seconds["engine"] / seconds["threads"]


def _all(engine: Stepper, choice: ModelChoice, prompt: tuple[int, ...], tokens: int) -> None:
    streams = [
        engine.submit(
            TextRequest(
                choice, choice.config.vocab_size, prompt, SAMPLED, tokens, seed, None, str(seed)
            )
        )
        for seed in range(TEXTS)
    ]
    for stream in streams:
        for _ in stream:
            pass
