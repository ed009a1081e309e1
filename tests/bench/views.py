"""What looking on adds to a step: the sampling chain and its bars, attention, the logit lens.

One thread; everything behind a context of 100 tokens, against a greedy step that shows nothing.
"""

from collections.abc import Callable

import torch

from playground.analysis.next_token import likeliest_rows
from playground.decoding.choice import drawn
from playground.decoding.sampling import SamplingParams, filtered
from playground.gpt.fast.model import FastGPT
from playground.gpt.fast.one_token import OneTokenDecoder
from playground.gpt.kv_cache import KVCache
from playground.gpt.model import LayerTrace
from tests.bench.interleaved import as_served, median_seconds
from tests.bench.models import model_of, prompt_of

CONTEXT = 100
CHAIN = SamplingParams(0.8, top_k=40, top_p=0.9, min_p=0.02, repetition_penalty=1.1)
BARS = 20
ROUNDS = 101
LIMITS = {
    "gpt2-small": {"chain and chart": 1.03, "attention": 1.1, "lens": 1.6},
    "story": {"chain and chart": 1.1, "attention": 1.1, "lens": 1.3},
}
"""Most that a view may cost, in plain steps."""


def measure(name: str) -> dict[str, float]:
    """Times of a step with each view, over the time of a plain one."""
    model = model_of(name)
    ids = (prompt_of(model) * 4)[:CONTEXT]
    cache, after_one_more = KVCache.new(model.config), OneTokenDecoder(FastGPT(model))
    vocab_size = model.config.vocab_size
    with torch.inference_mode():
        model(torch.tensor([ids]), cache=cache, last_only=True)

    def behind_the_context(run: Callable[[], object]) -> Callable[[], object]:
        @torch.inference_mode()
        def step() -> object:
            cache.length = CONTEXT
            return run()

        return as_served(step)

    def plain() -> int:
        return int(after_one_more(1, cache).argmax())

    def chain_and_chart() -> object:
        logits = after_one_more(1, cache)
        choice = filtered(logits, CHAIN, prompt_ids=ids, vocab_size=vocab_size)
        return likeliest_rows(choice, str, BARS), drawn(choice, 0.5)

    def attention() -> object:
        seen = LayerTrace()
        return int(after_one_more(1, cache, seen).argmax()), seen.attention

    def lens() -> object:
        rows = after_one_more.lens(1, cache, LayerTrace())  # (L, V)
        return rows, int(rows[-1].argmax())

    views = {
        "plain": plain,
        "chain and chart": chain_and_chart,
        "attention": attention,
        "lens": lens,
    }
    seconds = median_seconds({k: behind_the_context(view) for k, view in views.items()}, ROUNDS)
    return {view: seconds[view] / seconds["plain"] for view in views if view != "plain"}
