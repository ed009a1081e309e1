"""One training step of the Story GPT, from a plain fp32 loop to the trainer's, a change at a time.

Processor time of one thread, so that other work on the machine counts little.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext

import torch
import torch.nn.functional as F
from torch import Tensor

from playground.gpt.fast.memory import keep_freed_memory
from playground.gpt.model import GPTModel
from playground.gpt.presets import PRESETS
from playground.training.loss import next_token_loss
from playground.training.settings import KEPT_BYTES, TrainSettings
from playground.training.trainer import build_optimizers

CONFIG = PRESETS["story"].config
WINDOWS = 16
STEPS = 6
Loss = Callable[[GPTModel, Tensor], Tensor]


def plain_loss(model: GPTModel, windows: Tensor) -> Tensor:
    """As a first lesson writes it: all logits at once."""
    logits = model(windows[:, :-1]).logits
    return F.cross_entropy(logits.flatten(0, 1), windows[:, 1:].flatten())


def tokens_per_second(loss: Loss, bf16: bool, fused: bool, muon: bool) -> float:
    """The best of STEPS steps of a new model, after one to warm up."""
    model = GPTModel(CONFIG).train()
    optimizers: list[torch.optim.Optimizer] = [torch.optim.AdamW(model.parameters(), fused=fused)]
    if muon:
        optimizers = build_optimizers(model, TrainSettings())
    shape = (WINDOWS, CONFIG.context_length + 1)
    windows = torch.randint(CONFIG.vocab_size, shape, generator=torch.Generator().manual_seed(0))
    seconds = []
    for _ in range(STEPS + 1):
        started = time.process_time()
        with torch.autocast("cpu", dtype=torch.bfloat16) if bf16 else nullcontext():
            mean = loss(model, windows)
        mean.backward()
        for optimizer in optimizers:
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
        seconds.append(time.process_time() - started)
    return WINDOWS * CONFIG.context_length / min(seconds[1:])


def measure() -> Iterator[tuple[str, float]]:
    """What was changed, each on top of those before it, and tokens per second then."""
    torch.set_num_threads(1)
    yield "plain fp32 loop, AdamW", tokens_per_second(plain_loss, False, False, False)
    keep_freed_memory(*KEPT_BYTES)
    yield "+ freed memory is kept", tokens_per_second(plain_loss, False, False, False)
    yield "+ bf16 autocast", tokens_per_second(plain_loss, True, False, False)
    yield "+ head padded, loss in slices", tokens_per_second(next_token_loss, True, False, False)
    yield "+ fused AdamW", tokens_per_second(next_token_loss, True, True, False)
    yield (
        "Muon in place of AdamW in the blocks",
        tokens_per_second(next_token_loss, True, True, True),
    )
    compiled = torch.compile(next_token_loss)
    yield "+ torch.compile (not used)", tokens_per_second(compiled, True, True, True)
