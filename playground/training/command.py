"""`python -m playground train ACTION`. Says what it does, line by line."""

import argparse
import random
from dataclasses import fields
from functools import partial
from pathlib import Path

import torch

from playground.assets import WRITE_COMMAND
from playground.errors import InputError
from playground.gpt.fast.memory import keep_freed_memory
from playground.gpt.model import GPTModel, count_parameters
from playground.gpt.presets import PRESETS, Preset
from playground.gpt.shipped import model_folder
from playground.text.encoding import END_OF_TEXT, encoding_named
from playground.training.corpus import documents_of, joined, read_corpus
from playground.training.export import export_run, moment
from playground.training.loss import held_out_loss
from playground.training.renaming import renamed
from playground.training.settings import KEPT_BYTES, TrainSettings
from playground.training.tales import command as tales
from playground.training.text_file import read_text
from playground.training.trainer import Trainer


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `train`."""
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    _add_run(actions.add_parser("run", help="train a preset; goes on where it was stopped"))
    evaluate = actions.add_parser("evaluate", help="held-out loss of a shipped model")
    _add_model(evaluate)
    evaluate.add_argument("--text", required=True, type=Path, metavar="FILE")
    evaluate.add_argument("--step", type=int, help="a moment of its training; default: the last")
    evaluate.set_defaults(handler=_evaluate)
    export = actions.add_parser("export", help="write a run's moments to assets/models/MODEL")
    _add_model(export)
    export.add_argument("--held-out", required=True, type=Path, help="text for the reported loss")
    export.add_argument("--folder", type=Path, help="folder of the run; default: runs/MODEL")
    export.set_defaults(handler=_export)
    rename = actions.add_parser("rename", help="give the people of written stories other names")
    rename.add_argument("--text", required=True, type=Path, metavar="FILE")
    rename.add_argument("--seed", type=int, default=0, help="default: 0")
    rename.set_defaults(handler=_rename)
    tales.add_arguments(actions.add_parser("tales", help="tell small stories to train on"))


def _add_model(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--model", default="story", choices=list(PRESETS), help="preset")


def _add_run(parser: argparse.ArgumentParser) -> None:
    _add_model(parser)
    parser.add_argument(
        "--text",
        action="append",
        required=True,
        metavar="FILE[:MB]",
        help="training text, or only its first MB megabytes; repeat to add or to weigh up",
    )
    parser.add_argument("--held-out", required=True, type=Path, help="text for the reported loss")
    parser.add_argument("--folder", type=Path, help="default: runs/MODEL")
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument("--threads", type=int, help="default: as torch chooses")
    for setting in fields(TrainSettings):
        flag = f"--{setting.name.replace('_', '-')}"
        kind = type(setting.default)
        parser.add_argument(flag, type=kind, default=setting.default, help="default: %(default)s")
    parser.set_defaults(handler=_run)


def _run(arguments: argparse.Namespace) -> None:
    if arguments.threads:
        torch.set_num_threads(arguments.threads)
    keep_freed_memory(*KEPT_BYTES)
    preset = PRESETS[arguments.model]
    encoding = encoding_named(preset.encoding)
    text = joined(
        [
            read_corpus(Path(name), encoding, megabytes)
            for name, megabytes in map(_file_and_size, arguments.text)
        ]
    )
    settings = TrainSettings(
        **{setting.name: getattr(arguments, setting.name) for setting in fields(TrainSettings)}
    )
    model = GPTModel(preset.config, settings.seed).to(arguments.device)
    report = partial(print, flush=True)
    held_out = read_corpus(arguments.held_out, encoding)
    folder = _folder(arguments)
    trainer = Trainer(model, text, held_out, encoding.end_of_text, settings, folder, report)
    report(f"{preset.name}: {count_parameters(model):,} parameters, {len(text.ids):,} ids of text")
    trainer.resume()
    trainer.run()


def _file_and_size(text: str) -> tuple[str, float | None]:
    """ "stories.txt:10.2" -> stories.txt and 10.2; a colon in a path is left alone."""
    name, _, size = text.rpartition(":")
    try:
        return (name, float(size)) if name else (text, None)
    except ValueError:
        return text, None


def _evaluate(arguments: argparse.Namespace) -> None:
    preset = _with_moments(arguments.model)
    step = preset.moments[-1] if arguments.step is None else arguments.step
    if step not in preset.moments:
        moments = ", ".join(map(str, preset.moments))
        sentence = f"There are no weights of {preset.name} at step {step}; give one of {moments}."
        raise InputError("no_moment", sentence, given=step, allowed=moments)
    encoding = encoding_named(preset.encoding)
    corpus = read_corpus(arguments.text, encoding)
    loss = held_out_loss(moment(preset, step, model_folder(preset)), corpus, encoding.end_of_text)
    print(f"nats per token: {loss.nats_per_token:.4f}")
    print(f"bits per byte: {loss.bits_per_byte:.4f}")


def _export(arguments: argparse.Namespace) -> None:
    preset = _with_moments(arguments.model)
    encoding = encoding_named(preset.encoding)
    held_out = read_corpus(arguments.held_out, encoding)
    target = model_folder(preset)
    export_run(_folder(arguments), preset, target, held_out, encoding.end_of_text)
    print(f"written to {target}; now run: {WRITE_COMMAND}")


def _rename(arguments: argparse.Namespace) -> None:
    rng = random.Random(arguments.seed)
    for story in documents_of(read_text(arguments.text)):
        print(renamed(story, rng), END_OF_TEXT, sep="\n")


def _with_moments(name: str) -> Preset:
    preset = PRESETS[name]
    if not preset.moments:
        raise InputError(
            "no_moments", f"{name} is not trained here; choose story or tang.", name=name
        )
    return preset


def _folder(arguments: argparse.Namespace) -> Path:
    return arguments.folder or Path("runs") / str(arguments.model)
