"""One text with and without a cache, computed by the same code: what each token costs."""

import math
import sys
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from playground.decoding.generation import Step, steps_of
from playground.gpt.fast.model import FastGPT
from playground.gpt.kv_cache import KVCache
from playground.gpt.model import GPTModel, ModelOutput
from playground.serving.engine.interface import TextRequest
from playground.serving.models import LoadedModel

TRIES = 3
"""Most passes for one token; the quickest counts, since what disturbs one seldom disturbs all."""
PATIENCE_SECONDS = 0.02
"""A pass is not tried again once so much was spent on its token."""

# The processor's own time for this thread, whatever else runs beside it; Windows counts that in
# steps of 16 milliseconds.
_now = time.perf_counter if sys.platform == "win32" else time.thread_time


class Lap(NamedTuple):
    """One token, written twice: `cached` with keys and values of the tokens before it at hand,
    `plain` with all of them computed again; seconds of each pass."""

    cached: Step
    plain: Step
    cached_seconds: float
    plain_seconds: float


def race(loaded: LoadedModel, request: TextRequest) -> Iterator[Lap]:
    """The same text with and without the cache, in turns, token by token."""
    model = loaded.runner
    sources = [_TimedSource(model, request.vocab_size, use_cache) for use_cache in (True, False)]
    texts = [steps_of(each, request.generation(each)) for each in sources]
    for cached, plain in zip(*texts, strict=False):
        yield Lap(cached, plain, *(each.seconds for each in sources))


class _TimedSource:
    """A model for one text. Both ways use the same forward pass, so that the cache is all that
    differs; texts elsewhere use forms of it that are quicker still.

    seconds: of the last pass
    """

    def __init__(self, model: GPTModel | FastGPT, vocab_size: int, use_cache: bool) -> None:
        self.vocab_size = vocab_size
        self.context_length = model.config.context_length
        self.seconds = 0.0
        self._model = model
        like = model.token_embedding.weight
        self._cache = KVCache.new(model.config, like=like) if use_cache else None

    def open(self) -> "_TimedSource":
        """Itself: it serves one text."""
        return self

    @torch.inference_mode()
    def next_logits(self, ids: Sequence[int]) -> Tensor:
        """Logits (V,) after the last context_length of `ids`, which grow by one from call to
        call."""
        ids, cache = ids[-self.context_length :], self._cache
        if cache is not None and cache.length >= len(ids):  # the window slides
            cache.clear()
        start = 0 if cache is None else cache.length
        batch = torch.tensor([list(ids[start:])], device=self._model.token_embedding.weight.device)
        self.seconds, spent = math.inf, 0.0
        for _ in range(TRIES):
            if cache is not None:
                cache.length = start
            begun = _now()
            output: ModelOutput = self._model(batch, cache=cache, last_only=True)
            took = _now() - begun
            self.seconds, spent = min(self.seconds, took), spent + took
            if spent > PATIENCE_SECONDS:
                break
        return output.logits[0, -1]
