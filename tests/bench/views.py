"""What looking on adds to a step: the sampling chain and the chart, attention, the logit lens.

One thread; everything behind a context of 100 tokens, against a greedy step that shows nothing.
"""

from collections.abc import Callable

import torch
from torch import Tensor

from playground.analysis.next_token import next_token
from playground.decoding.sampling import SamplingParams, before_and_after, draw
from playground.gpt.cache import KVCache
from playground.gpt.model import GPTModel
from tests.bench.interleaved import median_seconds
from tests.bench.models import model_of, prompt_of

CONTEXT = 100
CHAIN = SamplingParams(0.8, top_k=40, top_p=0.9, min_p=0.02, repetition_penalty=1.1)
ROUNDS = 101


def measure(name: str) -> dict[str, float]:
    """Times of a step with each view, over the time of a plain one."""
    torch.set_num_threads(1)
    model = model_of(name)
    ids = (prompt_of(model) * 4)[:CONTEXT]
    cache = KVCache.new(model.config)
    with torch.inference_mode():
        model(torch.tensor([ids]), cache=cache, last_only=True)
    step = _step(model, cache)
    vocab_size = model.config.vocab_size

    def plain() -> int:
        return int(step(False).argmax())

    def chain() -> int:
        logits = step(False)
        _, after = before_and_after(logits, CHAIN, prompt_ids=ids, vocab_size=vocab_size)
        return draw(after, 0.5)

    def chart() -> object:
        logits = step(False)
        return next_token(logits, CHAIN, prompt_ids=ids, vocab_size=vocab_size, label=str)

    def attention() -> int:
        return int(step(True).argmax())

    contenders: dict[str, Callable[[], object]] = {
        "plain": plain,
        "sampling chain": chain,
        "chart": chart,
        "attention": attention,
    }
    seconds = median_seconds(contenders, ROUNDS)
    return {each: seconds[each] / seconds["plain"] for each in contenders}


def _step(model: GPTModel, cache: KVCache) -> Callable[[bool], Tensor]:
    start, ids = cache.length, torch.tensor([[1]])

    @torch.inference_mode()
    def step(return_attention: bool) -> Tensor:
        cache.length = start
        output = model(ids, cache=cache, last_only=True, return_attention=return_attention)
        logits: Tensor = output.logits[0, -1]
        return logits

    return step
