"""Next-token loss, fast in training and exact over a whole text."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor

from playground.errors import InputError
from playground.gpt.model import GPTModel
from playground.training.corpus import Corpus, Ids

_ROWS_AT_ONCE = 2048
"""Rows of logits in memory at a time: the loss over all of them at once costs page faults."""

_WINDOWS_AT_ONCE = 16

_HEAD_MULTIPLE = 64
"""A product whose width is a multiple of this is several times faster in bf16."""


def next_token_loss(model: GPTModel, windows: Tensor) -> Tensor:
    """Mean loss in nats over windows (B, T + 1): each id is predicted from those before it."""
    hidden = model.hidden_states(windows[:, :-1])  # (B, T, C)
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


@dataclass(frozen=True)
class HeldOutLoss:
    """nats_per_token: mean of -ln p over every id, end-of-text included; bits_per_byte: the sum of
    -log2 p over the same ids, divided by the UTF-8 bytes of the text."""

    nats_per_token: float
    bits_per_byte: float


@torch.inference_mode()
def held_out_loss(model: GPTModel, corpus: Corpus, end_of_text: int) -> HeldOutLoss:
    """Loss over a whole corpus: documents with a start mark each by itself, any other text with a
    window that slides by half a context."""
    model.eval()
    device = model.token_embedding.weight.device
    nats, tokens = 0.0, 0
    context_length = model.config.context_length
    if corpus.marked:
        batches = _documents(corpus.ids, corpus.starts, context_length)
    else:
        batches = _sliding_windows(corpus.ids, context_length, end_of_text)
    for windows, first in batches:
        windows = windows.to(device)
        hidden = model.hidden_states(windows[:, :-1])  # (B, T, C)
        wanted = windows[:, 1:][:, first:].flatten()
        nats += float(_losses(model, hidden[:, first:].flatten(0, 1), wanted).double().sum())
        tokens += len(wanted)
    return HeldOutLoss(nats / tokens, nats / math.log(2) / corpus.size_bytes)


def _documents(
    ids: Ids, starts: NDArray[np.int64], context_length: int
) -> Iterator[tuple[Tensor, int]]:
    """Documents of equal length together, so that none is padded. Raises InputError when one does
    not fit into the context."""
    by_length: dict[int, list[Ids]] = {}
    for document in np.split(ids, starts[1:]):
        by_length.setdefault(len(document), []).append(document)
    if max(by_length) > context_length + 1:
        longest, room = max(by_length) - 2, context_length - 1
        sentence = f"A line has {longest} characters; {room} fit into the context. Shorten it."
        raise InputError("document_too_long", sentence, length=longest, room=room)
    for documents in by_length.values():
        rows = torch.from_numpy(np.stack(documents).astype(np.int64))
        for batch in rows.split(_WINDOWS_AT_ONCE):
            yield batch, 0


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
