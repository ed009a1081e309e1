"""Write on from a prompt, to the terminal, with the same loop as the page."""

import argparse
import sys

from playground.analysis.parameters import breakdown
from playground.decoding.generation import fresh_seed, generate
from playground.decoding.sampling import SamplingParams
from playground.gpt.presets import PRESETS
from playground.serving.limits import check_number, check_runnable, check_whole
from playground.serving.models import ModelChoice, ModelStore
from playground.serving.prompt import read_prompt
from playground.text.encodings import encoding_named
from playground.text.streaming import TextStream

_NUMBERS = {
    "temperature": (0.8, float),
    "top_k": (40, int),
    "top_p": (1.0, float),
    "min_p": (0.0, float),
    "repetition_penalty": (1.0, float),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `generate`."""
    parser.add_argument("--model", default="story", choices=list(PRESETS), help="preset")
    parser.add_argument("--prompt", default="", help="text to go on from")
    parser.add_argument("--tokens", type=int, default=100, help="most tokens (default: 100)")
    parser.add_argument("--seed", type=int, help="repeats a text (default: a new one, shown)")
    for name, (default, kind) in _NUMBERS.items():
        flag = f"--{name.replace('_', '-')}"
        parser.add_argument(flag, type=kind, default=default, help=f"default: {default}")
    parser.set_defaults(handler=_run)


def _run(arguments: argparse.Namespace) -> None:
    preset = PRESETS[arguments.model]
    check_runnable(breakdown(preset.config).total, custom=False)
    length = check_whole("max_new_tokens", arguments.tokens)
    seed = fresh_seed() if arguments.seed is None else check_whole("seed", arguments.seed)
    params = SamplingParams(
        temperature=check_number("temperature", arguments.temperature),
        top_k=check_whole("top_k", arguments.top_k),
        top_p=check_number("top_p", arguments.top_p),
        min_p=check_number("min_p", arguments.min_p),
        repetition_penalty=check_number("repetition_penalty", arguments.repetition_penalty),
    )
    encoding = encoding_named(preset.encoding)
    choice = ModelChoice(preset.config, preset.encoding, preset.name, preset.trained)
    source = ModelStore().get(choice, encoding.vocab_size).source
    prompt = read_prompt(arguments.prompt, encoding, preset.config.context_length)
    stream = TextStream(encoding)
    sys.stdout.write(prompt.text)
    for step in generate(
        source,
        prompt.ids,
        params,
        max_new_tokens=length,
        seed=seed,
        end_of_text=encoding.end_of_text,
    ):
        sys.stdout.write(stream.push(step.id))
        sys.stdout.flush()
    print(stream.finish())
    trained = "" if preset.trained else ", untrained: the text is noise"
    print(f"[{preset.name}{trained}; seed {seed}]", file=sys.stderr)
