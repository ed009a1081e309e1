"""Settings of the process that serves take effect in a process that has just begun."""

import subprocess
import sys
from pathlib import Path

import pytest

HUGE_PAGES = Path("/sys/kernel/mm/transparent_hugepage/enabled")
CODE = """
from playground.serving.host import set_up_process
set_up_process()
import torch
weights = torch.ones(4096, 4096)
print(torch.get_num_threads(), torch.backends.mkldnn.enabled)
for line in open("/proc/self/smaps_rollup"):
    if line.startswith("AnonHugePages"):
        print(line.split()[1])
"""


@pytest.mark.slow
@pytest.mark.skipif(
    not HUGE_PAGES.exists() or "[never]" in HUGE_PAGES.read_text(), reason="no huge pages here"
)
def test_large_weights_lie_on_huge_pages_and_one_thread_computes() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    settings, huge_kb = done.stdout.splitlines()
    assert settings == "1 False"
    assert int(huge_kb) >= 32 * 1024  # of 64 MB
