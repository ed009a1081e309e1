"""What processes take, from /proc (Linux)."""

import os
from pathlib import Path

CLOCK_TICKS = os.sysconf("SC_CLK_TCK")
_PARENT, _USER, _SYSTEM = 1, 11, 12
"""Fields of /proc/PID/stat behind the name."""


def peak_bytes(pid: int) -> int:
    """Most memory that the process has had."""
    return _memory(pid, "VmHWM:")


def resident_bytes(pid: int) -> int:
    """Memory that the process has now."""
    return _memory(pid, "VmRSS:")


def cpu_seconds(pid: int) -> float:
    """Processor time that the process has used."""
    fields = _stat(pid)
    return (int(fields[_USER]) + int(fields[_SYSTEM])) / CLOCK_TICKS


def descendants(pid: int) -> set[int]:
    """Its children, theirs, and so on, as far as they run."""
    parents = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                parents[int(folder.name)] = int(_stat(int(folder.name))[_PARENT])
            except (OSError, IndexError):  # it has just ended
                continue
    found: set[int] = set()
    while more := {child for child, parent in parents.items() if parent in {pid, *found}} - found:
        found |= more
    return found


def _memory(pid: int, name: str) -> int:
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith(name):
            return int(line.split()[1]) * 1024
    raise LookupError(name)


def _stat(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
