"""`python -m tests.instructions`: which of the processor's instructions the figures come from."""

import platform

import torch

FEATURES = ("avx2", "avx512_f", "avx512_vnni", "avx_vnni", "avx512_bf16", "amx_int8", "sve", "bf16")
"""Those that change sums or speed, by torch's names."""


def instruction_set() -> str:
    """What torch uses, which the environment may have cut down, and what the processor has."""
    used = torch.backends.cpu.get_cpu_capability()
    found = torch.cpu.get_capabilities()
    has = [name for name in FEATURES if found.get(name)] or ["none of " + ", ".join(FEATURES)]
    return f"torch uses {used}; the processor ({platform.machine()}) has {', '.join(has)}"


if __name__ == "__main__":
    print(instruction_set())
