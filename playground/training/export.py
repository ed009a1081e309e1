"""A run as what ships: its weights at the moments that the page shows, and the log of its loss."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from playground.errors import InputError
from playground.gpt.checkpoint import load_model, save_compressed, save_model, save_weights
from playground.gpt.model import GPTModel
from playground.gpt.presets import Preset
from playground.gpt.shipped import LOG_FILE, weights_file
from playground.training.corpus import Corpus, random_windows
from playground.training.loss import HeldOutLoss, held_out_loss
from playground.training.run_folder import read_log
from playground.training.trainer import milestone_folder

MOST_CHANGE = 0.015
"""Of a bar, at 99 of 100 places of the held-out text: a hundredth or so of the axis."""
WINDOWS_COMPARED = 16


def export_run(
    run: Path,
    preset: Preset,
    target: Path,
    held_out: Corpus,
    end_of_text: int,
    report: Callable[[str], None] = print,
) -> None:
    """Write the moments of a preset from the folder of its run to `target`.

    The last one is kept in half precision, the others at one byte a number where that leaves the
    bars as they are (MOST_CHANGE), else in half precision too; the untrained one needs no file. In
    the log, the loss at these moments is that of the files that ship, measured anew. Raises
    InputError when the run lacks a moment.
    """
    models = {step: _kept(run, step) for step in preset.moments[1:]}
    save_model(models.pop(preset.moments[-1]), target)
    for step, model in models.items():
        path = target / weights_file(preset, step)
        save_compressed(model, path)
        change = change_of_bars(model, moment(preset, step, target), held_out)
        report(f"step {step}: one byte a number changes a bar by {change:.4f}")
        if change > MOST_CHANGE:
            save_weights(model, path)
    measured = {
        step: held_out_loss(moment(preset, step, target), held_out, end_of_text)
        for step in preset.moments
    }
    rows = [_row(row, measured) for row in read_log(run)]
    text = "".join(json.dumps(row) + "\n" for row in rows if row["step"] <= preset.moments[-1])
    (target / LOG_FILE).write_text(text, encoding="utf-8", newline="\n")


def moment(preset: Preset, step: int, folder: Path) -> GPTModel:
    """The model of a folder after `step` steps of its training; 0 is its first state."""
    return GPTModel(preset.config) if step == 0 else load_model(folder, weights_file(preset, step))


@torch.inference_mode()
def change_of_bars(before: GPTModel, after: GPTModel, text: Corpus) -> float:
    """The largest change of a next-token probability, exceeded at one of 100 places of a text."""
    length = before.config.context_length
    generator = torch.Generator().manual_seed(0)
    windows = random_windows(text, WINDOWS_COMPARED, length, generator)  # (B, T)
    shares = (model(windows).logits.softmax(-1) for model in (before, after))  # each (B, T, V)
    change = torch.sub(*shares).abs().amax(-1)  # (B, T)
    return float(change.flatten().quantile(0.99))


def _kept(run: Path, step: int) -> GPTModel:
    folder = milestone_folder(run, step)
    if not folder.is_dir():
        sentence = f"There are no weights of step {step} in {run}; train that far first."
        raise InputError("no_run", sentence, path=str(run), step=step)
    return load_model(folder)


def _row(row: dict[str, Any], measured: dict[int, HeldOutLoss]) -> dict[str, Any]:
    loss = measured.get(row["step"])
    if loss is not None:
        row["nats_per_token"] = round(loss.nats_per_token, 4)
        row["bits_per_byte"] = round(loss.bits_per_byte, 4)
    return row
