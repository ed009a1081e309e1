"""Texts of the shipped models as they come, and figures that tell whether they hold together.

The prompts and seeds are fixed, so nobody chooses the texts; the model cards quote them.
"""

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from statistics import median

from playground.analysis.by_heart import longest_shared_runs, words_of
from playground.decoding.generation import generate
from playground.decoding.sampling import SamplingParams
from playground.errors import InputError
from playground.gpt.config import GPTConfig
from playground.gpt.presets import PRESETS
from playground.serving.models import LoadedModel, ModelChoice, ModelStore
from playground.text.encoding import CHARACTER_MARKS, END_OF_TEXT, Encoding, encoding_named

STORY_PROMPTS = (
    "Once upon a time there was a little girl who had a",
    "The rabbit looked out of his hole and saw",
    '"Where are you going?" asked the old woman.',
    "It was snowing, and the children",
    "Long ago, in a castle by the sea, there lived",
    "The dog wagged his tail because",
    "One morning the little boat",
    "Mother gave each of them an apple, and then",
    "Deep in the forest the bear",
    "When the moon came up, the elephant",
)
STORY_TOKENS = 100
SHARING_TEXTS, BY_HEART = 200, 12
"""How many texts are looked at, and the words of a run that counts as learnt by heart."""
TANG_PROMPT = "白日依山尽，"
TANG_POEMS = 200
TANG_CHARACTERS = 1000
"""Prompts are two of this many most frequent characters."""
LINES = 4
"""Of a poem that are looked at."""
SAMPLED = SamplingParams(temperature=0.8, top_k=40)
GREEDY = SamplingParams(temperature=0)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `samples`."""
    parser.add_argument("--model", default="story", choices=["story", "tang"], help="preset")
    parser.add_argument(
        "--text",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="a training text of the story model: which words are known, what is learnt by heart",
    )
    parser.set_defaults(handler=_run)


def _run(arguments: argparse.Namespace) -> None:
    preset = PRESETS[arguments.model]
    encoding = encoding_named(preset.encoding)
    choice = ModelChoice(preset.config, preset.encoding, preset.name, preset.moments[-1])
    writer = Writer(ModelStore().get(choice, encoding.vocab_size), encoding)
    lines = _tang(writer) if preset.name == "tang" else _stories(writer, arguments.text)
    for line in lines:
        print(line, flush=True)


class Writer:
    """A model that writes on."""

    def __init__(self, loaded: LoadedModel, encoding: Encoding) -> None:
        self._source = loaded.source
        self._config: GPTConfig = loaded.model.config
        self.encoding = encoding

    def text(self, prompt: str, params: SamplingParams, seed: int, tokens: int) -> str:
        """What follows the prompt, without the mark that ends it."""
        steps = generate(
            self._source,
            self.encoding.encode(prompt) or [self.encoding.start],
            params,
            max_new_tokens=tokens,
            seed=seed,
            end_of_text=self.encoding.end_of_text,
        )
        ids = [step.id for step in steps]
        return self.encoding.decode([i for i in ids if not self.encoding.is_special(i)])

    def poem(self, prompt: str, params: SamplingParams, seed: int) -> str:
        """The prompt and what follows it, as far as one context reaches."""
        return prompt + self.text(prompt, params, seed, self._config.context_length - len(prompt))


def _stories(writer: Writer, files: Sequence[Path]) -> Iterator[str]:
    known = _known_words(files)
    words: list[str] = []
    for seed, prompt in enumerate(STORY_PROMPTS):
        text = writer.text(prompt, SAMPLED, seed, STORY_TOKENS)
        words += words_of(text)
        yield f"{seed}. **{prompt}**{text}\n"
        yield f"   (a run of four words comes at most {most_repeats(text)} times)\n"
    if known:
        share = sum(word in known for word in words) / len(words)
        yield f"known words: {share:.2%} of {len(words)}"
        yield _learnt_by_heart(writer, files)


def _known_words(files: Sequence[Path]) -> set[str]:
    for path in files:
        if not path.is_file():
            raise InputError("no_text_file", f"There is no text file {path}.", path=str(path))
    return {word for path in files for word in words_of(path.read_text(encoding="utf-8"))}


def _learnt_by_heart(writer: Writer, files: Sequence[Path]) -> str:
    prompts = islice(cycle(STORY_PROMPTS), SHARING_TEXTS)
    texts = [
        writer.text(prompt, SAMPLED, seed, STORY_TOKENS) for seed, prompt in enumerate(prompts)
    ]
    stories = (
        story for path in files for story in path.read_text(encoding="utf-8").split(END_OF_TEXT)
    )
    runs = longest_shared_runs(texts, stories)
    share = sum(run >= BY_HEART for run in runs) / len(runs)
    return (
        f"longest run of words that a text shares with the training texts: {median(runs):g} in "
        f"the middle of {len(runs)} texts, {max(runs)} at most; "
        f"{BY_HEART} and more in {share:.1%} of them"
    )


def _tang(writer: Writer) -> Iterator[str]:
    yield f"temperature 0: {writer.poem(TANG_PROMPT, GREEDY, 0)}"
    frequent = [
        writer.encoding.decode([token_id])
        for token_id in range(len(CHARACTER_MARKS), len(CHARACTER_MARKS) + TANG_CHARACTERS)
    ]
    characters = [character for character in frequent if character not in "，。"]
    draw = random.Random(0)
    poems = [
        writer.poem("".join(draw.sample(characters, 2)), SAMPLED, seed)
        for seed in range(TANG_POEMS)
    ]
    yield from islice(poems, 10)
    share = sum(map(is_well_formed, poems)) / TANG_POEMS
    yield f"well-formed: {share:.1%} of {TANG_POEMS}"


def most_repeats(text: str, size: int = 4) -> int:
    """How often the most frequent run of `size` words occurs; 0 for a shorter text."""
    words = words_of(text)
    runs = Counter(tuple(words[i : i + size]) for i in range(len(words) - size + 1))
    return max(runs.values(), default=0)


def is_well_formed(poem: str) -> bool:
    """Whether a poem begins with LINES lines of five characters each, or of seven, that end in
    "，" and "。" in turn."""
    return any(
        re.match(rf"(?:[^，。]{{{length}}}，[^，。]{{{length}}}。){{{LINES // 2}}}", poem)
        for length in (5, 7)
    )
