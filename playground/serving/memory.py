"""How much memory this process may still take. Knows no model.

A container is told a limit by its control group (cgroup), which the numbers of the whole machine
do not show; so the least of all that is known counts. All sizes are in bytes.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from playground.gpt.fast.memory import return_freed_memory

UNKNOWN = 2**62
"""What is free where nothing can be found out: enough for anything."""

_KIB = 1024


def available_bytes() -> int:
    """Memory that can still be taken without swapping; UNKNOWN where nothing tells.

    What this process has freed counts: it is returned to the system first.
    """
    return_freed_memory()
    if Path("/proc/meminfo").exists():
        return linux_available(Path("/"))
    return _system_available()


def linux_available(root: Path) -> int:
    """The least of what /proc/meminfo and the control groups leave; `root` holds proc and sys."""
    rooms = list(_group_rooms(root))
    free = meminfo_available(_read(root / "proc/meminfo"))
    return min([*rooms, *([] if free is None else [free])], default=UNKNOWN)


def meminfo_available(text: str) -> int | None:
    """MemAvailable of /proc/meminfo, the kernel's own estimate; None where it is not given."""
    for line in text.splitlines():
        name, _, value = line.partition(":")
        if name == "MemAvailable" and value.split():
            return _number(value.split()[0], _KIB)
    return None


def group_paths(text: str) -> dict[str, str]:
    """Paths of this process in /proc/self/cgroup: "v2" the unified one, "v1" that of memory."""
    paths = {}
    for line in text.splitlines():
        number, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        if number == "0" and not controllers:
            paths["v2"] = path
        elif "memory" in controllers.split(","):
            paths["v1"] = path
    return paths


def group_room(limit: str, used: str, statistics: str) -> int | None:
    """What one control group leaves, from the texts of its files; None without a limit.

    File cache that nobody has used lately counts as free: the kernel drops it when memory is short.
    """
    limit_bytes, used_bytes = _number(limit), _number(used)
    if limit_bytes is None or used_bytes is None:
        return None
    return max(0, limit_bytes - max(0, used_bytes - _inactive_file(statistics)))


def _group_rooms(root: Path) -> Iterator[int]:
    """Room of every group from this process's own up to the top: each of them can be the limit."""
    paths = group_paths(_read(root / "proc/self/cgroup"))
    groups = root / "sys/fs/cgroup"
    for version, top, limit, used in (
        ("v2", groups, "memory.max", "memory.current"),
        ("v1", groups / "memory", "memory.limit_in_bytes", "memory.usage_in_bytes"),
    ):
        own = PurePosixPath(paths.get(version, "/").lstrip("/"))
        for group in (own, *own.parents):
            folder = top / group
            room = group_room(
                _read(folder / limit), _read(folder / used), _read(folder / "memory.stat")
            )
            if room is not None:
                yield room


def _inactive_file(statistics: str) -> int:
    """`total_` is v1's name for the sum over a group and those inside it."""
    values = dict(line.split() for line in statistics.splitlines() if len(line.split()) == 2)
    text = values.get("total_inactive_file") or values.get("inactive_file") or "0"
    return _number(text) or 0


def _number(text: str, unit: int = 1) -> int | None:
    """None for "max", which is v2's word for no limit, and for anything else that is no number."""
    return int(text) * unit if text.strip().isdecimal() else None


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


if sys.platform == "win32":

    def _system_available() -> int:
        """ullAvailPhys of GlobalMemoryStatusEx."""
        import ctypes

        class MemoryStatus(ctypes.Structure):
            _fields_ = (
                ("length", ctypes.c_ulong),
                ("load", ctypes.c_ulong),
                ("total_physical", ctypes.c_ulonglong),
                ("available_physical", ctypes.c_ulonglong),
                ("total_page_file", ctypes.c_ulonglong),
                ("available_page_file", ctypes.c_ulonglong),
                ("total_virtual", ctypes.c_ulonglong),
                ("available_virtual", ctypes.c_ulonglong),
                ("available_extended_virtual", ctypes.c_ulonglong),
            )

        status = MemoryStatus(length=ctypes.sizeof(MemoryStatus))
        if not ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)):
            return UNKNOWN
        return int(status.available_physical)

else:

    def _system_available() -> int:
        """Free pages where the system counts them, else half of what is built in (macOS)."""
        for name, share in (("SC_AVPHYS_PAGES", 1.0), ("SC_PHYS_PAGES", 0.5)):
            try:
                return int(os.sysconf(name) * os.sysconf("SC_PAGE_SIZE") * share)
            except (AttributeError, ValueError, OSError):
                continue
        return UNKNOWN
