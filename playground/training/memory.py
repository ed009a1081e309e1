"""One setting of the C library that halves a training step on Linux."""

import ctypes
import sys

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3


def keep_freed_memory() -> bool:
    """Let glibc reuse large freed blocks in place of returning them to the system after each use.

    Each step frees and takes the same large tensors; without this every one costs page faults.
    False where there is no glibc; training works all the same.
    """
    if not sys.platform.startswith("linux"):
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None:
        return False
    return bool(mallopt(_M_MMAP_THRESHOLD, 2**30) and mallopt(_M_TRIM_THRESHOLD, 2**31 - 1))
