"""The training loop: AdamW, clipping, bf16 where it pays, checkpoints that resume exactly.

All randomness of a step (batch and dropout) follows from the seed and the step's number alone, so
a resumed run takes the same steps as one that was never stopped.
"""

import contextlib
import json
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import torch

from playground.gpt.model import GPTModel
from playground.training.corpus import Corpus, Ids, random_windows
from playground.training.loss import bits_per_byte, next_token_loss
from playground.training.settings import TrainSettings

CHECKPOINT = "checkpoint.pt"
LOG = "log.jsonl"


class Trainer:
    """One run in one folder: `checkpoint.pt` to resume from and `log.jsonl`, a row a held-out loss.

    ids: training text; held_out: corpus of the reported loss; report: called with each line.
    """

    def __init__(
        self,
        model: GPTModel,
        ids: Ids,
        held_out: Corpus,
        end_of_text: int,
        settings: TrainSettings,
        folder: Path,
        report: Callable[[str], None] = print,
    ) -> None:
        self.model = model
        self.settings = settings
        self.step = 0
        self._ids = ids
        self._held_out = held_out
        self._end_of_text = end_of_text
        self._folder = folder
        self._report = report
        self._device = next(model.parameters()).device
        self._autocast = bf16_is_faster(self._device)
        self._optimizer = torch.optim.AdamW(
            _parameter_groups(model, settings.weight_decay), betas=(0.9, 0.95), fused=True
        )
        folder.mkdir(parents=True, exist_ok=True)

    def resume(self) -> bool:
        """Continue from the folder's checkpoint, if it has one."""
        path = self._folder / CHECKPOINT
        if not path.exists():
            return False
        state = torch.load(path, map_location=self._device, weights_only=True)
        self.model.load_state_dict(state["model"])
        self._optimizer.load_state_dict(state["optimizer"])
        self.step = state["step"]
        self._autocast = state["bf16"]
        return True

    def run(self) -> None:
        """Train to the last step; a held-out loss and a checkpoint every `evaluate_every` steps."""
        if self.step == 0:
            self._evaluate(loss=None, tokens_per_second=0.0)
        started, first = time.monotonic(), self.step
        while self.step < self.settings.steps:
            loss = self._take_step()
            self.step += 1
            if self.step % 10 == 0:
                rate = self._tokens(self.step - first) / (time.monotonic() - started)
                self._report(self._progress(loss, rate))
            if self.step % self.settings.evaluate_every == 0 or self.step == self.settings.steps:
                rate = self._tokens(self.step - first) / (time.monotonic() - started)
                self._evaluate(loss, rate)
                self._save()
                started, first = time.monotonic(), self.step

    def _take_step(self) -> float:
        settings = self.settings
        self.model.train()
        for group in self._optimizer.param_groups:
            group["lr"] = settings.learning_rate_at(self.step)
        seed = settings.seed * 1_000_003 + self.step
        length = self.model.config.context_length + 1
        generator = torch.Generator().manual_seed(seed)
        windows = random_windows(self._ids, settings.batch_size, length, generator)
        with torch.random.fork_rng(), self._precision():
            torch.manual_seed(seed)
            loss = next_token_loss(self.model, windows.to(self._device))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), settings.clip)
        self._optimizer.step()
        self._optimizer.zero_grad(set_to_none=True)
        return float(loss.detach())

    def _precision(self) -> AbstractContextManager[Any]:
        if not self._autocast:
            return contextlib.nullcontext()
        return torch.autocast(self._device.type, dtype=torch.bfloat16)

    def _evaluate(self, loss: float | None, tokens_per_second: float) -> None:
        with self._precision():
            held_out = bits_per_byte(self.model, self._held_out, self._end_of_text)
        row = {
            "step": self.step,
            "tokens": self._tokens(self.step),
            "train_loss_nats": loss,
            "bits_per_byte": round(held_out, 4),
            "tokens_per_second": round(tokens_per_second),
        }
        with (self._folder / LOG).open("a", encoding="utf-8") as log:
            log.write(json.dumps(row) + "\n")
        self._report(f"held out at step {self.step}: {held_out:.4f} bits per byte")

    def _save(self) -> None:
        state = {
            "model": self.model.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "step": self.step,
            "bf16": self._autocast,
        }
        unfinished = self._folder / f"{CHECKPOINT}.part"
        torch.save(state, unfinished)
        unfinished.replace(self._folder / CHECKPOINT)

    def _tokens(self, steps: int) -> int:
        return steps * self.settings.batch_size * self.model.config.context_length

    def _progress(self, loss: float, tokens_per_second: float) -> str:
        left = self._tokens(self.settings.steps - self.step) / max(tokens_per_second, 1e-9)
        rate = self.settings.learning_rate_at(self.step)
        return (
            f"step {self.step}/{self.settings.steps}  loss {loss:.3f} nats  "
            f"lr {rate:.2e}  {tokens_per_second:,.0f} tokens/s  {left / 60:.0f} min left"
        )


def _parameter_groups(model: GPTModel, weight_decay: float) -> list[dict[str, Any]]:
    """Decay matrices only; shifts and norms are left alone, as in GPT-3's training."""
    matrices = [p for p in model.parameters() if p.dim() >= 2]
    vectors = [p for p in model.parameters() if p.dim() < 2]
    return [
        {"params": matrices, "weight_decay": weight_decay},
        {"params": vectors, "weight_decay": 0.0},
    ]


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
