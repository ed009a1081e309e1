"""The app in a process of its own, started as a person starts it."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

import pytest

from tests.ui.app_server import free_port

ROOT = Path(__file__).resolve().parents[2]
START_DEADLINE_SECONDS = 180


@contextmanager
def app_process(folder: Path, **environment: str | None) -> Iterator[str]:
    """Address of the app; for the rest see `started`."""
    with started(folder, **environment) as (address, _):
        yield address


@contextmanager
def started(
    folder: Path, port: int | None = None, file_bytes: int | None = None, **environment: str | None
) -> Iterator[tuple[str, "subprocess.Popen[bytes]"]]:
    """Address of the app and its process; its home, `folder`/home, starts empty.

    port: a free one when None; file_bytes: the largest file that the process may write;
    environment: variables to set, those that are None to unset. Whoever leaves fails where the
    process has written a traceback.
    """
    log, home = folder / "log.txt", folder / "home"
    home.mkdir(exist_ok=True)
    port = port or free_port()
    command = [sys.executable, "-m", "playground", "serve", "--port", str(port)]
    if file_bytes is not None:
        command = ["bash", "-c", f'ulimit -f {file_bytes // 1024}; exec "$@"', "bash", *command]
    merged = {**os.environ, "HOME": str(home), **environment}
    with log.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={name: value for name, value in merged.items() if value is not None},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        address = f"http://127.0.0.1:{port}"
        _wait_for(address, process, log)
        yield address, process
    finally:
        _stop(process)
    assert "Traceback" not in log.read_text(encoding="utf-8"), log.read_text(encoding="utf-8")


@contextmanager
def app_with_hub(folder: Path, endpoint: str) -> Iterator[str]:
    """The same, with a Hub at `endpoint` and nothing fetched from it yet."""
    with app_process(
        folder,
        HF_ENDPOINT=endpoint,
        HF_HOME=str(folder / "cache"),
        HF_HUB_CACHE=None,
        HF_HUB_OFFLINE=None,
        TRANSFORMERS_OFFLINE=None,
    ) as address:
        yield address


def _wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    opener = build_opener(ProxyHandler({}))
    deadline = time.monotonic() + START_DEADLINE_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with opener.open(address, timeout=30) as answer:
                if answer.status == 200:
                    return
        except (URLError, OSError):
            time.sleep(0.2)
    ended = process.poll()
    state = "still runs" if ended is None else f"ended with exit code {ended}"
    pytest.fail(f"No page at {address}; the server {state}.\n{log.read_text(encoding='utf-8')}")


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
