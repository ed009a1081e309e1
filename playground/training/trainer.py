"""The training loop: Muon (torch 2.9 or newer) and AdamW, clipping, bf16 where it pays, checkpoints
that resume exactly.

All randomness of a step (batch and dropout) follows from the seed and the step's number alone, so
a resumed run takes the same steps as one that was never stopped.
"""

import contextlib
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch

from playground.gpt.checkpoint import save_model
from playground.gpt.model import GPTModel
from playground.training.corpus import Corpus, random_windows
from playground.training.loss import held_out_loss, next_token_loss
from playground.training.run_folder import (
    append_to_log,
    cut_log,
    read_checkpoint,
    refuse_checkpoint,
    write_checkpoint,
)
from playground.training.settings import TrainSettings


class Trainer:
    """One run in one folder: a checkpoint and a log (see run_folder), a row per held-out loss, and
    `step-N/`, the weights at milestone N.

    text: training text; held_out: corpus of the reported loss; report: called with each line.
    """

    def __init__(
        self,
        model: GPTModel,
        text: Corpus,
        held_out: Corpus,
        end_of_text: int,
        settings: TrainSettings,
        folder: Path,
        report: Callable[[str], None] = print,
    ) -> None:
        self.model = model
        self.settings = settings
        self.step = 0
        self._text = text
        self._held_out = held_out
        self._end_of_text = end_of_text
        self._folder = folder
        self._report = report
        self._device = next(model.parameters()).device
        self._autocast = bf16_is_faster(self._device)
        self._optimizers = build_optimizers(model, settings)
        folder.mkdir(parents=True, exist_ok=True)

    def resume(self) -> bool:
        """Continue from the folder's checkpoint, if it has one.

        One rule for all settings: those of this run count, and each that differs from the
        checkpoint's is reported. Raises AssetError when the checkpoint is damaged or of a model of
        another shape.
        """
        state = read_checkpoint(self._folder, self._device)
        if state is None:
            return False
        self._require_same_model(state["config"])
        self.model.load_state_dict(state["model"])
        for optimizer, its_state in zip(self._optimizers, state["optimizers"], strict=True):
            groups = optimizer.state_dict()["param_groups"]
            optimizer.load_state_dict({**its_state, "param_groups": groups})
            _lay_out(optimizer)
        self.step = state["step"]
        self._autocast = state["bf16"]
        self._report(f"going on at step {self.step}")
        for name, now in asdict(self.settings).items():
            before = state["settings"].get(name)
            if before != now:
                self._report(f"{name} is {now} from here on; it was {before}")
        return True

    def _require_same_model(self, config: dict[str, Any]) -> None:
        own = self.model.config.to_dict()
        different = [
            f"{name} {config.get(name)} (here {own.get(name)})"
            for name in sorted(own.keys() | config.keys())
            if config.get(name) != own.get(name)
        ]
        if different:
            refuse_checkpoint(self._folder, f"is of another model: {', '.join(different)}")

    def run(self) -> None:
        """Train to the last step; a held-out loss and a checkpoint every `evaluate_every` steps."""
        cut_log(self._folder, self.step or -1)
        if self.step == 0:
            self._evaluate(loss=None, tokens_per_second=0.0)
        started, first = time.monotonic(), self.step
        while self.step < self.settings.steps:
            loss = self._take_step()
            self.step += 1
            if self.step % 10 == 0:
                rate = self._tokens(self.step - first) / (time.monotonic() - started)
                self._report(self._progress(loss, rate))
            saved = (
                self.step % self.settings.evaluate_every == 0 or self.step == self.settings.steps
            )
            milestone = self.settings.is_milestone(self.step)
            if saved or milestone:
                rate = self._tokens(self.step - first) / (time.monotonic() - started)
                self._evaluate(loss, rate)
                if milestone:
                    save_model(self.model, milestone_folder(self._folder, self.step))
                if saved:
                    self._save()
                started, first = time.monotonic(), self.step

    def _take_step(self) -> float:
        settings = self.settings
        self.model.train()
        share = settings.share_of_learning_rate(self.step)
        for optimizer in self._optimizers:
            for group in optimizer.param_groups:
                group["lr"] = share * group["highest_lr"]
        seed = settings.seed * 1_000_003 + self.step
        length = self.model.config.context_length + 1
        generator = torch.Generator().manual_seed(seed)
        windows = random_windows(self._text, settings.batch_size, length, generator)
        with torch.random.fork_rng(), self._precision():
            torch.manual_seed(seed)
            loss = next_token_loss(self.model, windows.to(self._device))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), settings.clip)
        for optimizer in self._optimizers:
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
        return float(loss.detach())

    def _precision(self) -> AbstractContextManager[Any]:
        if not self._autocast:
            return contextlib.nullcontext()
        return torch.autocast(self._device.type, dtype=torch.bfloat16)

    def _evaluate(self, loss: float | None, tokens_per_second: float) -> None:
        with self._precision():
            held_out = held_out_loss(self.model, self._held_out, self._end_of_text)
        row = {
            "step": self.step,
            "tokens": self._tokens(self.step),
            "train_loss_nats": loss,
            "nats_per_token": round(held_out.nats_per_token, 4),
            "bits_per_byte": round(held_out.bits_per_byte, 4),
            "tokens_per_second": round(tokens_per_second),
        }
        append_to_log(self._folder, row)
        self._report(
            f"held out at step {self.step}: {held_out.nats_per_token:.4f} nats per token, "
            f"{held_out.bits_per_byte:.4f} bits per byte"
        )

    def _save(self) -> None:
        state = {
            "config": self.model.config.to_dict(),
            "settings": asdict(self.settings),
            "model": self.model.state_dict(),
            "optimizers": [optimizer.state_dict() for optimizer in self._optimizers],
            "step": self.step,
            "bf16": self._autocast,
        }
        write_checkpoint(self._folder, state)

    def _tokens(self, steps: int) -> int:
        return steps * self.settings.batch_size * self.model.config.context_length

    def _progress(self, loss: float, tokens_per_second: float) -> str:
        left = self._tokens(self.settings.steps - self.step) / max(tokens_per_second, 1e-9)
        share = self.settings.share_of_learning_rate(self.step)
        return (
            f"step {self.step}/{self.settings.steps}  loss {loss:.3f} nats  "
            f"lr {share:.0%}  {tokens_per_second:,.0f} tokens/s  {left / 60:.0f} min left"
        )


def milestone_folder(run: Path, step: int) -> Path:
    """Where a run keeps the weights of a milestone."""
    return run / f"step-{step}"


def _lay_out(optimizer: torch.optim.Optimizer) -> None:
    """Averages in the memory order of their parameters, which the fused step takes for granted,
    however they lay when they were saved."""
    for parameter, averages in optimizer.state.items():
        for name, value in averages.items():
            if value.shape == parameter.shape:
                averages[name] = torch.empty_like(parameter).copy_(value)


def build_optimizers(model: GPTModel, settings: TrainSettings) -> list[torch.optim.Optimizer]:
    """Muon (Jordan et al. 2024) for the matrices in the blocks, AdamW for all else: shifts, norms
    and embeddings do not decay."""
    matrices = [p for p in model.blocks.parameters() if p.dim() == 2]
    inside = set(matrices)
    others = [p for p in model.parameters() if p not in inside]
    optimizers = [
        torch.optim.Muon(
            matrices, settings.matrix_learning_rate, settings.weight_decay, momentum=0.95
        ),
        torch.optim.AdamW(
            others, settings.learning_rate, betas=(0.9, 0.95), weight_decay=0.0, fused=True
        ),
    ]
    for optimizer in optimizers:
        for group in optimizer.param_groups:
            group["highest_lr"] = group["lr"]
    return optimizers


def bf16_is_faster(device: torch.device) -> bool:
    """Whether a product of this processor is clearly faster in bf16 than in fp32, measured."""
    if device.type == "cuda":
        return bool(torch.cuda.is_bf16_supported())
    seconds = {}
    for dtype in (torch.float32, torch.bfloat16):
        left = torch.ones(512, 512, dtype=dtype)
        times = []
        for _ in range(5):
            started = time.perf_counter()
            left @ left
            times.append(time.perf_counter() - started)
        seconds[dtype] = min(times)
    return seconds[torch.bfloat16] < 0.7 * seconds[torch.float32]
