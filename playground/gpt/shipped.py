"""The models that ship with the project: which file holds which moment of their training."""

from pathlib import Path

from playground import assets
from playground.gpt.checkpoint import CONFIG_FILE, WEIGHTS_FILE, load_model
from playground.gpt.model import GPTModel
from playground.gpt.presets import Preset

LOG_FILE = "training.jsonl"
"""In the folder of a model: a row for each measurement of its loss during training."""


def model_folder(preset: Preset) -> Path:
    """Where everything about a shipped model lies."""
    return assets.ASSETS / "models" / preset.name


def shipped_model(preset: Preset, step: int) -> GPTModel:
    """The model of a preset after `step` steps of its training, one of its moments but 0.

    Raises AssetError when a file is missing or not the one that the manifest lists.
    """
    folder, weights = model_folder(preset), weights_file(preset, step)
    for name in (CONFIG_FILE, weights):
        assets.checked(folder / name)
    return load_model(folder, weights)


def weights_file(preset: Preset, step: int) -> str:
    """Name of the file, in the folder of the model, that holds the weights of a moment."""
    return WEIGHTS_FILE if step == preset.moments[-1] else f"growth/step-{step}.safetensors"
