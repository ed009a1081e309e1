"""How a shipped model grew: its held-out loss by the steps of its training."""

import json
from dataclasses import dataclass

from playground.assets import checked
from playground.gpt.presets import Preset
from playground.gpt.shipped import LOG_FILE, model_folder


@dataclass(frozen=True)
class Measure:
    """step: optimiser steps taken; tokens: seen so far; nats_per_token and bits_per_byte: loss on
    text that was held out."""

    step: int
    tokens: int
    nats_per_token: float
    bits_per_byte: float


@dataclass(frozen=True)
class Growth:
    """curve: every measurement, by rising step; moments: those whose weights ship."""

    curve: tuple[Measure, ...]
    moments: tuple[Measure, ...]


def growth(preset: Preset) -> Growth:
    """The log of a shipped model's training.

    Raises AssetError when it is missing or altered.
    """
    lines = checked(model_folder(preset) / LOG_FILE).read_text(encoding="utf-8").splitlines()
    rows = map(json.loads, lines)
    curve = tuple(
        Measure(row["step"], row["tokens"], row["nats_per_token"], row["bits_per_byte"])
        for row in rows
    )
    by_step = {measure.step: measure for measure in curve}
    return Growth(curve, tuple(by_step[step] for step in preset.moments))
