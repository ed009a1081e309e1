"""Ten thousand draws of the next token, and all they are held against, beside one step of a model.

One thread; GPT-2 small, whose vocabulary is the largest, behind a context of 32 tokens.
"""

import torch

from playground.analysis.draws import draws
from playground.decoding.sampling import SamplingParams, filtered
from playground.gpt.fast.model import FastGPT
from playground.gpt.fast.one_token import OneTokenDecoder
from playground.gpt.kv_cache import KVCache
from tests.bench.interleaved import as_served, median_seconds
from tests.bench.models import model_of, prompt_of

COUNT, TALLIES = 10_000, 12
CHAINS = {
    "no filter": SamplingParams(),
    "top-k 40": SamplingParams(0.8, top_k=40),
}


@torch.inference_mode()
def measure() -> dict[str, tuple[float, float]]:
    """For each setting the milliseconds of the draws, and their ratio to one cached step."""
    model = model_of("gpt2-small")
    ids, cache = prompt_of(model), KVCache.new(model.config)
    after_one_more = OneTokenDecoder(FastGPT(model))
    model(torch.tensor([ids]), cache=cache, last_only=True)
    behind = cache.length
    logits = after_one_more(1, cache)

    def step() -> object:
        cache.length = behind
        return after_one_more(1, cache)

    def drawn(params: SamplingParams) -> object:
        choice = filtered(logits, params, prompt_ids=ids, vocab_size=model.config.vocab_size)
        return draws(choice, COUNT, 0, TALLIES)

    contenders = {"step": as_served(step)} | {
        name: as_served(lambda params=params: drawn(params))  # type: ignore[misc]
        for name, params in CHAINS.items()
    }
    seconds = median_seconds(contenders, rounds=21)
    return {name: (1000 * seconds[name], seconds[name] / seconds["step"]) for name in CHAINS}
