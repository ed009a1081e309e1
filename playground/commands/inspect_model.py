"""Check a preset, as the lessons do: counts, sharing, shapes, untrained loss, a short text."""

import argparse
import math
import random

from playground.analysis.parameters import Part, breakdown
from playground.analysis.shapes import stage_shapes
from playground.decoding.generation import generate
from playground.decoding.model_source import ModelSource
from playground.decoding.sampling import SamplingParams
from playground.errors import PlaygroundError
from playground.figures.formatting import format_share
from playground.gpt.config import GPTConfig
from playground.gpt.model import GPTModel, count_parameters
from playground.gpt.presets import PRESETS, Preset
from playground.serving.limits import check_runnable
from playground.serving.models import INITIALISATION_SEED
from playground.text.encoding import Encoding, encoding_named
from playground.training.loss import mean_loss

PROMPTS = {"tang": "白日依山尽，黄河入海流。欲穷千里目，更上一层楼。"}
PROMPT = "I love China, and once upon a time there was a little rabbit who lived in the wood."
NEW_TOKENS = 20
LOSS_TOKENS = 512
SEED = 0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `inspect`."""
    parser.add_argument("--preset", default="gpt2-small", choices=list(PRESETS), help="preset")
    parser.set_defaults(handler=_run)


def _run(arguments: argparse.Namespace) -> None:
    preset = PRESETS[arguments.preset]
    encoding = encoding_named(preset.encoding)
    text = PROMPTS.get(preset.encoding, PROMPT)
    ids = encoding.encode(text)[: preset.config.context_length]
    print(f"{preset.name}\n")
    _print_counts(preset)
    _print_shapes(preset.config, len(ids))
    try:
        check_runnable(breakdown(preset.config).total, custom=False)
    except PlaygroundError as error:
        print(error)
        return
    model = GPTModel(preset.config, INITIALISATION_SEED)
    _print_sharing(model)
    _print_loss(model)
    _print_text(model, encoding, ids)


def _print_counts(preset: Preset) -> None:
    counted = breakdown(preset.config)
    for part in counted.parts:
        print(f"  {part.key:22}{part.count:>15,}  {format_share(part.share):>6}  {_note(part)}")
    published = "" if preset.published is None else f"   published: {preset.published:,}"
    print(f"  {'total':22}{counted.total:>15,}{published}")
    print(f"  {'without embeddings':22}{counted.without_embeddings:>15,}\n")


def _note(part: Part) -> str:
    return "shared with token_embedding" if part.shared else part.formula


def _print_shapes(config: GPTConfig, tokens: int) -> None:
    print(f"shapes for {tokens} tokens")
    for stage in stage_shapes(config, 1, tokens):
        print(f"  {stage.key:22}{stage.shape}")
    print()


def _print_sharing(model: GPTModel) -> None:
    head, embedding = model.head.weight, model.token_embedding.weight
    same = head.data_ptr() == embedding.data_ptr()
    print(f"head and token embedding: {'shared' if same else 'separate'} storage")
    print(f"numbers in the module: {count_parameters(model):,}")


def _print_loss(model: GPTModel) -> None:
    """On random ids, which nothing can guess; enough of them for a steady mean."""
    vocab_size = model.config.vocab_size
    count = min(LOSS_TOKENS, model.config.context_length)
    ids = random.Random(SEED).choices(range(vocab_size), k=count)
    loss, chance = mean_loss(model, ids), math.log(vocab_size)
    print(
        f"untrained loss on {count} random ids: {loss:.3f} nats; "
        f"ln {vocab_size} = {chance:.3f} ({loss / chance - 1:+.1%})\n"
    )


def _print_text(model: GPTModel, encoding: Encoding, ids: list[int]) -> None:
    steps = generate(
        ModelSource(model, encoding.vocab_size),
        ids,
        SamplingParams(top_k=40),
        max_new_tokens=NEW_TOKENS,
        seed=SEED,
    )
    written = encoding.decode([step.id for step in steps])
    print(f"prompt:  {encoding.decode(ids)}")
    print(f"written: {written!r} (untrained: noise)")
