"""`python -m tests.serving.long_use WHAT`: a server's day in a minute, in a process of its own.

Prints, as JSON, what was done and the memory that the process held before and after it.
"""

import gc
import json
import os
import random
import sys
import threading
import time
from collections.abc import Callable
from itertools import islice

from playground.decoding.sampling import SamplingParams
from playground.gpt.config import GPTConfig
from playground.gpt.presets import PRESETS
from playground.serving.engine.interface import TextRequest
from playground.serving.engine.local import local_engine
from playground.serving.engine.stepper import Stepper
from playground.serving.host import set_up_process
from playground.serving.inspection import Inspector
from playground.serving.models import ModelChoice, ModelStore
from tests.load.process import peak_bytes, resident_bytes

STORE_BYTES = 150_000_000
MODELS, TEXTS, TEXTS_AT_ONCE = 200, 500, 20
CHURN_BYTES, VISITORS, LARGE, SMALL = 300_000_000, 8, 160, 640
VOCAB = 1025
STORY = PRESETS["story"]
SHAPES = [
    GPTConfig(VOCAB, 64, d_model=d_model, num_heads=heads, num_layers=layers, dropout=0.0)
    for layers in (2, 3, 4, 5, 6, 7, 8)
    for heads in (2, 4, 8)
    for d_model in range(64, 177, 8)
]
"""315 models of 0.7 to 13 MB."""


def models() -> dict[str, int]:
    """Many models, one after the other, in a store that holds a few of them."""
    store = ModelStore(STORE_BYTES)
    shapes = iter(random.Random(0).sample(SHAPES, len(SHAPES)))

    def build(count: int) -> int:
        for config in islice(shapes, count):
            store.get(ModelChoice(config, "gpt2-1024"), VOCAB)
        return count

    return {**measured(build, warm_up=110, times=MODELS), "in_use": store.size_in_use()}


def churn() -> dict[str, int]:
    """Visitors who move the sliders of the shape, all at once: models of 45 kB to 60 MB."""
    store = ModelStore(CHURN_BYTES)
    inspector = Inspector(store)
    chosen, lock = iter(churned_shapes()), threading.Lock()
    inspector.attention(ModelChoice(SHAPES[0], "gpt2-1024"), VOCAB, (1, 2, 3))
    before = _settled_bytes()

    def move() -> None:
        while True:
            with lock:
                config = next(chosen, None)
            if config is None:
                return
            choice = ModelChoice(config, "gpt2-1024")
            inspector.logits(choice, config.vocab_size, (1, 2, 3))
            inspector.attention(choice, config.vocab_size, (1, 2, 3))

    visitors = [threading.Thread(target=move) for _ in range(VISITORS)]
    for visitor in visitors:
        visitor.start()
    for visitor in visitors:
        visitor.join()
    used = peak_bytes(os.getpid()) - before
    return {"used": used, "in_use": store.size_in_use()}


def churned_shapes() -> list[GPTConfig]:
    """Large ones in any order, and then many small ones."""
    draw = random.Random(0)
    large = [(draw.randrange(128, 769, 8), draw.randrange(1, 5), 4097) for _ in range(LARGE)]
    small = [(draw.randrange(8, 65, 8), draw.randrange(1, 13), 257) for _ in range(SMALL)]
    return [
        GPTConfig(vocab_size, 1024, d_model=d_model, num_heads=4, num_layers=layers, dropout=0.0)
        for d_model, layers, vocab_size in large + small
    ]


def texts() -> dict[str, int]:
    """Many texts of the Story GPT, each cancelled when its reader has seen some of it."""
    engine = local_engine(ModelStore())

    def cancel(count: int) -> int:
        return sum(_cancelled_texts(engine) for _ in range(count // TEXTS_AT_ONCE))

    result = measured(cancel, warm_up=100, times=TEXTS)
    stats = engine.stats()
    engine.close()
    return {**result, "cancelled": stats.cancelled, "active": stats.active + stats.waiting}


def measured(use: Callable[[int], int], warm_up: int, times: int) -> dict[str, int]:
    """Memory before and after `use(times)`, and how often it says it was done."""
    use(warm_up)
    before = _settled_bytes()
    done = use(times)
    return {"before": before, "after": _settled_bytes(), "done": done}


def _settled_bytes() -> int:
    gc.collect()
    return resident_bytes(os.getpid())


def _cancelled_texts(engine: Stepper) -> int:
    choice = ModelChoice(STORY.config, STORY.encoding, STORY.name, STORY.moments[-1])
    streams = [
        engine.submit(
            TextRequest(
                choice,
                STORY.config.vocab_size,
                (1, 2, 3),
                SamplingParams(0.8, top_k=40),
                200,
                seed=seed,
                end_of_text=None,
                visitor=str(seed),
            )
        )
        for seed in range(TEXTS_AT_ONCE)
    ]
    for stream in streams:
        next(iter(stream))
    for stream in streams:
        stream.cancel()
    while engine.stats().active:
        time.sleep(0.001)
    return sum(stream.end == "cancelled" for stream in streams)


if __name__ == "__main__":
    set_up_process()
    print(json.dumps({"models": models, "churn": churn, "texts": texts}[sys.argv[1]]()))
