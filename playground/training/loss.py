"""Next-token loss, fast in training and exact over a whole text."""

import math
from collections.abc import Iterator, Sequence

import torch
import torch.nn.functional as F
from torch import Tensor

from playground.gpt.model import GPTModel
from playground.training.corpus import Corpus, Ids

_ROWS_AT_ONCE = 2048
"""Rows of logits in memory at a time: the loss over all of them at once costs page faults."""

_WINDOWS_AT_ONCE = 16

_HEAD_MULTIPLE = 64
"""A product whose width is a multiple of this is several times faster in bf16."""


def next_token_loss(model: GPTModel, windows: Tensor) -> Tensor:
    """Mean loss in nats over windows (B, T + 1): each id is predicted from those before it."""
    hidden, _ = model.hidden_states(windows[:, :-1])  # (B, T, C)
    return _losses(model, hidden.flatten(0, 1), windows[:, 1:].flatten()).mean()


def _losses(model: GPTModel, hidden: Tensor, targets: Tensor) -> Tensor:
    """hidden (N, C), targets (N,) -> loss in nats (N,)."""
    vocab_size = model.config.vocab_size
    padding = -vocab_size % _HEAD_MULTIPLE
    weight = F.pad(model.head.weight, (0, 0, 0, padding))  # (V + padding, C)
    losses = []
    for rows, wanted in zip(hidden.split(_ROWS_AT_ONCE), targets.split(_ROWS_AT_ONCE), strict=True):
        logits = F.linear(rows, weight)[:, :vocab_size].float()  # (rows, V)
        losses.append(F.cross_entropy(logits, wanted, reduction="none"))
    return torch.cat(losses)


@torch.inference_mode()
def bits_per_byte(model: GPTModel, corpus: Corpus, end_of_text: int) -> float:
    """Held-out loss over a whole corpus with a window that slides by half a context.

    The sum of -log2 p over every id, end-of-text included, divided by the bytes of the text.
    """
    model.eval()
    device = model.token_embedding.weight.device
    nats = 0.0
    for windows, first in _sliding_windows(corpus.ids, model.config.context_length, end_of_text):
        windows = windows.to(device)
        hidden, _ = model.hidden_states(windows[:, :-1])  # (B, T, C)
        wanted = windows[:, 1:][:, first:].flatten()
        nats += float(_losses(model, hidden[:, first:].flatten(0, 1), wanted).double().sum())
    return nats / math.log(2) / corpus.size_bytes


def _sliding_windows(
    ids: Ids, context_length: int, end_of_text: int
) -> Iterator[tuple[Tensor, int]]:
    """Batches of windows (B, T + 1) and the first position of each that is not yet scored.

    The text is preceded by end-of-text, so that its first id is predicted too. Each id is scored
    once, from at least half a context of what stands before it, where there is that much.
    """
    text = torch.cat([torch.tensor([end_of_text]), torch.from_numpy(ids.astype("int64"))])
    stride = max(context_length // 2, 1)
    head = min(context_length, len(text) - 1)
    yield text[None, : head + 1], 0
    whole = (len(text) - 1 - head) // stride
    if whole:
        rows = text[head - context_length + stride :].unfold(0, context_length + 1, stride)
        for batch in rows[:whole].split(_WINDOWS_AT_ONCE):
            yield batch, context_length - stride
    scored = head + whole * stride
    if left := len(text) - 1 - scored:
        yield text[None, -context_length - 1 :], min(context_length, len(text) - 1) - left


@torch.inference_mode()
def mean_loss(model: GPTModel, ids: Sequence[int]) -> float:
    """Mean loss in nats over one stretch of ids; ln V is what knowing nothing costs."""
    model.eval()
    device = model.token_embedding.weight.device
    return float(next_token_loss(model, torch.tensor([list(ids)], device=device)))
