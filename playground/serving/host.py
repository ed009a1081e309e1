"""Settings of the process that serves."""

import torch

from playground.gpt.fast.memory import keep_freed_memory, use_few_arenas, use_huge_pages

KEPT_BYTES = 2**24, 2**26
"""Probabilities of 50,257 ids are 0.4 MB; blocks of more than 16 MB go back to the system."""
ARENAS = 2
"""One per core of the smallest host."""


def set_up_process() -> None:
    """One thread per model, since many visitors share the cores and small models gain nothing from
    two; large pages for large weights; the memory of a draw is kept for the next one, and all
    threads share few heaps; no oneDNN, whose exact GELU of a single position takes six times as
    long as torch's own (9 instead of 1.5 microseconds). To be called before the first tensor is
    made."""
    use_huge_pages()
    torch.set_num_threads(1)
    torch.backends.mkldnn.set_flags(False)
    keep_freed_memory(*KEPT_BYTES)
    use_few_arenas(ARENAS)
