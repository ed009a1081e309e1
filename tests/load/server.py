"""The app in a process of its own, as a class meets it, and what that process takes."""

import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from tests.load.process import cpu_seconds, peak_bytes

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 120


@dataclass(frozen=True)
class Server:
    """A running app: its address and its process."""

    address: str
    pid: int

    def peak_bytes(self) -> int:
        """Most memory that the process has had."""
        return peak_bytes(self.pid)

    def cpu_seconds(self) -> float:
        """Processor time that the process has used."""
        return cpu_seconds(self.pid)

    def health(self) -> dict[str, Any]:
        """What /health says."""
        content: dict[str, Any] = httpx.get(f"{self.address}/health", trust_env=False).json()
        return content


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def served() -> Iterator[Server]:
    """`python -m playground serve`, ready to answer."""
    port = free_port()
    command = [sys.executable, "-m", "playground", "serve", "--port", str(port)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
    server = Server(f"http://127.0.0.1:{port}", process.pid)
    try:
        _wait(server, process)
        yield server
    finally:
        process.terminate()
        process.wait()


def idle_within(server: Server, seconds: float) -> bool:
    """Whether no text is written or waits, at some moment of the next `seconds`."""
    deadline = time.monotonic() + seconds
    while True:
        health = server.health()
        if health["active"] == health["waiting"] == 0:
            return True
        if time.monotonic() > deadline:
            return False
        time.sleep(0.2)


def _wait(server: Server, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(httpx.HTTPError):
            server.health()
            return
        time.sleep(0.2)
    raise RuntimeError(f"no answer from {server.address}")
