"""Write on from a prompt, to the terminal, with the same checks and the same loop as the page."""

import argparse
import sys
from contextlib import suppress
from pathlib import Path

from playground.decoding.generation import fresh_seed, generate
from playground.decoding.model_source import ModelSource
from playground.gpt.fast.int8 import require_int8, to_int8
from playground.gpt.presets import PRESETS
from playground.serving.limits import SAMPLER_DEFAULTS, check_whole
from playground.serving.models import ModelStore
from playground.serving.real_weights import RealWeights
from playground.text.encoding import without_surrogates
from playground.text.streaming import TextStream
from playground.ui.saying import prompt_hints
from playground.ui.scene import SAMPLING_FIELDS, Scene, preset_values, read_scene


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `generate`."""
    parser.add_argument("--model", default="story", choices=list(PRESETS), help="preset")
    parser.add_argument("--prompt", default="", help="text to go on from")
    parser.add_argument(
        "--real", action="store_true", help="with its real weights, fetched if they are not here"
    )
    parser.add_argument("--weights", type=Path, metavar="FOLDER", help="as of `serve`")
    parser.add_argument(
        "--int8", action="store_true", help="with 8-bit products: faster, and approximate"
    )
    tokens = SAMPLER_DEFAULTS["max_new_tokens"]
    parser.add_argument(
        "--tokens", type=_number, default=tokens, help=f"at most (default: {tokens})"
    )
    parser.add_argument("--seed", type=_number, help="repeats a text (default: a new one, shown)")
    for name in SAMPLING_FIELDS:
        flag, default = f"--{name.replace('_', '-')}", SAMPLER_DEFAULTS[name]
        parser.add_argument(flag, type=_number, default=default, help=f"default: {default}")
    parser.set_defaults(handler=_run)


def _number(text: str) -> float | str:
    """The number that was typed, or else the text, which the limits refuse in a sentence."""
    for kind in (int, float):
        with suppress(ValueError):
            return kind(text)
    return without_surrogates(text)


def _run(arguments: argparse.Namespace) -> None:
    preset = PRESETS[arguments.model]
    numbers = {name: getattr(arguments, name) for name in SAMPLING_FIELDS}
    taken = (preset.name,) if arguments.real else ()
    values = {"language": "en", "prompt": arguments.prompt, "taken": taken}
    scene = read_scene({**values, **preset_values(preset), **numbers})
    length = check_whole("max_new_tokens", arguments.tokens)
    seed = fresh_seed() if arguments.seed is None else check_whole("seed", arguments.seed)
    if scene.too_large is not None:
        raise scene.too_large
    if arguments.int8:
        require_int8()
    source = _source(scene, arguments)
    encoding, stream = scene.encoding, TextStream(scene.encoding)
    steps = generate(
        source,
        scene.prompt.ids,
        scene.params,
        max_new_tokens=length,
        seed=seed,
        end_of_text=encoding.end_of_text,
    )
    for hint in prompt_hints(scene):
        print(hint, file=sys.stderr)
    sys.stdout.write(scene.prompt.text)
    try:
        for step in steps:
            sys.stdout.write(stream.push(step.id))
            sys.stdout.flush()
    finally:  # whoever stops it inside a character sees that half of it is there
        print(stream.finish(), flush=True)
    trained = "" if scene.choice.trained else ", untrained: the text is noise"
    rounded = ", int8: approximate" if arguments.int8 else ""
    print(f"[{preset.name}{trained}{rounded}; seed {seed}]", file=sys.stderr)


def _source(scene: Scene, arguments: argparse.Namespace) -> ModelSource:
    store = ModelStore(real_weights=RealWeights(arguments.weights))
    if arguments.real:
        store.load_published(scene.choice, scene.vocab_size, _tell)
    source = store.get(scene.choice, scene.vocab_size).source
    if not arguments.int8:
        return source
    return ModelSource(to_int8(source.model), scene.vocab_size)


def _tell(received: int, total: int) -> None:
    """Progress on one line of the terminal."""
    if total:
        print(f"\r{received / 1e6:,.0f} of {total / 1e6:,.0f} MB", end="", file=sys.stderr)
        if received == total:
            print(file=sys.stderr)
