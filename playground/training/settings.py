"""The numbers of one training run. Knows no torch."""

from dataclasses import dataclass

from playground.errors import InputError

FIRST_MILESTONE = 16
KEPT_BYTES = 2**30, 2**31 - 1
"""Largest freed block of memory, and freed memory in all, that a run keeps for its next step."""


@dataclass(frozen=True)
class TrainSettings:
    """steps: optimiser steps in all; batch_size: windows a step, each of one context;
    learning_rate: of embeddings, norms and shifts (AdamW); matrix_learning_rate: of the matrices
    in the blocks (Muon); warmup_steps: until both are reached; cooldown: share of the steps, at
    the end, in which they fall to zero; clip: greatest gradient norm; evaluate_every: steps
    between checkpoints, each with a held-out loss."""

    steps: int = 2000
    batch_size: int = 16
    learning_rate: float = 3e-3
    matrix_learning_rate: float = 0.02
    warmup_steps: int = 100
    cooldown: float = 0.4
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

    def share_of_learning_rate(self, step: int) -> float:
        """Linear warm-up, then constant, then linear to zero (Hägele et al. 2024): until it cools
        down, a run can be made longer or shorter."""
        rising = (step + 1) / max(1, self.warmup_steps)
        falling = (self.steps - step) / max(1.0, self.cooldown * self.steps)
        return max(0.0, min(1.0, rising, falling))

    def is_milestone(self, step: int) -> bool:
        """Whether a step's weights are kept and its loss measured: the powers of two, from 16 on,
        so that growth can be shown evenly on a logarithmic scale, and the last step."""
        power_of_two = step & (step - 1) == 0
        return step == self.steps or (step >= FIRST_MILESTONE and power_of_two)
