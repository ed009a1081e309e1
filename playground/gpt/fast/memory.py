"""How memory for tensors is taken from the system, where that costs as much as computing."""

import ctypes
import os
import sys

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8


def keep_freed_memory(block_bytes: int, in_all_bytes: int) -> None:
    """Let glibc reuse freed blocks in place of returning them to the system after each use.

    A step frees and takes the same large tensors; without this every one costs page faults, which
    double the time of a training step and of a draw from 50,257 ids.
    block_bytes: largest block that is kept; in_all_bytes: free memory that is kept at most, below
    2^31. Without glibc nothing changes.
    """
    _glibc("mallopt", _M_MMAP_THRESHOLD, block_bytes)
    _glibc("mallopt", _M_TRIM_THRESHOLD, in_all_bytes)


def use_few_arenas(count: int) -> None:
    """Let all threads share so many of glibc's heaps. By default there are eight per core, and what
    is freed in one cannot be used from another: models that come and go would leave holes in each.
    """
    _glibc("mallopt", _M_ARENA_MAX, count)


def return_freed_memory() -> None:
    """Give the holes that freed tensors left in glibc's heaps back to the system, which takes about
    1 ms (measured with 2 GB in use)."""
    _glibc("malloc_trim", 0)


def _glibc(name: str, *values: int) -> None:
    if sys.platform.startswith("linux"):
        function = getattr(ctypes.CDLL(None), name, None)
        if function is not None:
            function(*values)


def use_huge_pages() -> None:
    """Let torch ask for pages of 2 MB for tensors at least as large, where the system has them on
    request: matrices of the size of GPT-2 small's MLP were read at 12.4 in place of 10.7 GB/s.

    To be called before the process makes its first tensor, which is when torch looks.
    """
    os.environ["THP_MEM_ALLOC_ENABLE"] = "1"
