"""The numbers of one training run. Knows no torch."""

import math
from dataclasses import dataclass

from playground.errors import InputError


@dataclass(frozen=True)
class TrainSettings:
    """steps: optimiser steps in all; batch_size: windows a step, each of one context;
    warmup_steps and cosine down to a tenth of learning_rate; clip: greatest gradient norm;
    evaluate_every: steps between held-out losses, each with a checkpoint."""

    steps: int = 2000
    batch_size: int = 16
    learning_rate: float = 1e-3
    warmup_steps: int = 100
    weight_decay: float = 0.1
    clip: float = 1.0
    evaluate_every: int = 200
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("steps", "batch_size", "evaluate_every"):
            value = getattr(self, name)
            if value < 1:
                sentence = f"{name} is {value}; give 1 or more."
                raise InputError("training_setting", sentence, name=name, given=value)

    def learning_rate_at(self, step: int) -> float:
        """Linear warm-up, then a half cosine to a tenth (Loshchilov and Hutter 2017)."""
        if step < self.warmup_steps:
            return self.learning_rate * (step + 1) / self.warmup_steps
        progress = (step - self.warmup_steps) / max(1, self.steps - self.warmup_steps)
        return self.learning_rate * (0.55 + 0.45 * math.cos(math.pi * min(progress, 1.0)))
