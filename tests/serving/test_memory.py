"""Free memory, from the texts that Linux gives, and from this machine."""

from pathlib import Path

import pytest

from playground.serving.memory import (
    UNKNOWN,
    available_bytes,
    group_paths,
    group_room,
    linux_available,
    meminfo_available,
)

GIB = 1 << 30
MEMINFO = (
    "MemTotal:       16384000 kB\nMemFree:  100 kB\nMemAvailable:    8388608 kB\nCached: 5 kB\n"
)
"""8 GiB available."""


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def test_the_kernel_s_own_estimate_is_read() -> None:
    assert meminfo_available(MEMINFO) == 8 * GIB
    assert meminfo_available("MemTotal: 5 kB\nMemAvailable:\n") is None
    assert meminfo_available("") is None


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("0::/system.slice/page.service\n", {"v2": "/system.slice/page.service"}),
        ("5:cpu,memory:/docker/1\n0::/\n", {"v1": "/docker/1", "v2": "/"}),
        ("9:name=systemd:/a\n4:memory:/b:c\n1:cpu:/d\n", {"v1": "/b:c"}),
        ("3:cpu:/\n", {}),
        ("", {}),
    ],
)
def test_the_groups_of_a_process(text: str, paths: dict[str, str]) -> None:
    assert group_paths(text) == paths


@pytest.mark.parametrize(
    ("limit", "used", "statistics", "room"),
    [
        ("1000\n", "300\n", "", 700),
        ("1000", "300", "anon 100\ninactive_file 200\nactive_file 50\n", 900),
        ("1000", "300", "inactive_file 5\ntotal_inactive_file 200\n", 900),
        ("1000", "300", "inactive_file 400\n", 1000),
        ("1000", "1200", "", 0),
        ("max\n", "300", "", None),
        ("1000", "", "", None),
        ("", "", "", None),
    ],
)
def test_the_room_in_a_group(limit: str, used: str, statistics: str, room: int | None) -> None:
    assert group_room(limit, used, statistics) == room


def test_the_least_counts(tmp_path: Path) -> None:
    assert linux_available(tmp_path) == UNKNOWN
    write(tmp_path, {"proc/meminfo": MEMINFO})
    assert linux_available(tmp_path) == 8 * GIB
    top = "sys/fs/cgroup"
    write(
        tmp_path,
        {
            "proc/self/cgroup": "0::/slice/page\n",
            f"{top}/slice/page/memory.max": "max\n",
            f"{top}/slice/page/memory.current": "5\n",
            f"{top}/slice/memory.max": str(4 * GIB),
            f"{top}/slice/memory.current": str(2 * GIB),
            f"{top}/slice/memory.stat": f"inactive_file {GIB}\n",
        },
    )
    assert linux_available(tmp_path) == 3 * GIB
    write(tmp_path, {"proc/meminfo": "MemAvailable: 1024 kB\n"})
    assert linux_available(tmp_path) == 1 << 20


def test_an_old_kind_of_group_whose_path_the_container_cannot_see(tmp_path: Path) -> None:
    top = "sys/fs/cgroup/memory"
    write(
        tmp_path,
        {
            "proc/meminfo": MEMINFO,
            "proc/self/cgroup": "4:memory:/docker/unseen\n0::/\n",
            f"{top}/memory.limit_in_bytes": str(GIB),
            f"{top}/memory.usage_in_bytes": str(GIB // 2),
            f"{top}/memory.stat": f"cache 9\ntotal_inactive_file {GIB // 4}\n",
        },
    )
    assert linux_available(tmp_path) == GIB * 3 // 4
    write(tmp_path, {f"{top}/memory.limit_in_bytes": "9223372036854771712"})
    assert linux_available(tmp_path) == 8 * GIB


def test_this_machine_has_some_memory_left() -> None:
    assert 10_000_000 < available_bytes() < 2**50
