"""One text: tokens a second against transformers, and against what the memory can deliver.

One thread. Equal greedy ids are asserted before anything is timed.
"""

from collections.abc import Callable, Iterator

import torch

from playground.gpt.fast.int8 import to_int8
from playground.gpt.fast.model import FastGPT
from playground.gpt.fast.one_token import OneTokenDecoder
from playground.gpt.kv_cache import KVCache
from playground.gpt.model import GPTModel
from tests.bench.interleaved import as_it_comes, as_served, median_seconds
from tests.bench.models import NEW_TOKENS, greedy_text, model_of, prompt_of, reference_text

FLOAT_BYTES = 4
PROBED_NUMBERS = 150_000_000
"""600 MB: more than any cache holds."""
CONTEXTS = (32, 128, 256, 512, 768, 1000)


def measure(name: str) -> dict[str, float]:
    """Tokens per second of ours, of ours in int8 and of transformers, their ratios, and the share
    of the read bandwidth that ours reaches (bytes of weights for a token over bytes a second)."""
    model, count = model_of(name), NEW_TOKENS[name]
    ours, theirs = greedy_text(model, count), reference_text(model, count)
    rounded = greedy_text(to_int8(model_of(name)), count)
    assert ours() == theirs()
    assert len(set(ours())) >= 8
    probe = torch.ones(PROBED_NUMBERS // 1000, 1000)
    vector = torch.ones(1000)
    seconds = median_seconds(
        {
            "ours": as_served(ours),
            "theirs": as_it_comes(theirs),
            "int8": as_served(rounded),
            "probe": as_served(lambda: probe @ vector),
        }
    )
    bandwidth = FLOAT_BYTES * PROBED_NUMBERS / seconds["probe"]
    rate = count / seconds["ours"]
    return {
        "ours": rate,
        "transformers": count / seconds["theirs"],
        "ratio": seconds["theirs"] / seconds["ours"],
        "int8": seconds["theirs"] / seconds["int8"],
        "bandwidth_share": rate * FLOAT_BYTES * _weights_read(model) / bandwidth,
    }


def _weights_read(model: GPTModel) -> int:
    """Numbers that a token needs: all but the embeddings, of which it needs a row, and the head."""
    blocks = sum(parameter.numel() for parameter in model.blocks.parameters())
    return blocks + model.head.weight.numel()


def milliseconds_by_context(name: str) -> Iterator[tuple[int, float]]:
    """A cached step behind so many tokens, for each context that the model has room for."""
    model = model_of(name)
    room = [each for each in CONTEXTS if each < model.config.context_length]
    steps = {}
    for length in room:
        cache = KVCache.new(model.config)
        ids = torch.tensor([prompt_of(model) * (length // 32 + 1)])[:, :length]
        with torch.inference_mode():
            model(ids, cache=cache, last_only=True)
        steps[str(length)] = as_served(_one_step(model, cache))
    for length, seconds in median_seconds(steps, rounds=31).items():
        yield int(length), 1000 * seconds


def _one_step(model: GPTModel, cache: KVCache) -> Callable[[], None]:
    start, after_one_more = cache.length, OneTokenDecoder(FastGPT(model))

    @torch.inference_mode()
    def step() -> None:
        cache.length = start
        after_one_more(1, cache)

    return step
