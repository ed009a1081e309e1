"""The app as a process: how it ends, and where it starts without a home, a disk and a network."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tests.browser.app_process import ROOT, started
from tests.faults.well_behaved import PROMPT, serves_well
from tests.ui.api_visitor import ApiVisitor
from tests.ui.app_server import free_port
from tests.ui.reading import plain_text

pytestmark = pytest.mark.slow

EXIT_SECONDS = 5
START_DEADLINE_SECONDS = 180


def nobody(address: str) -> Callable[[], None]:
    """No page is open."""
    return lambda: None


def an_open_page(address: str) -> Callable[[], None]:
    """A page that does nothing holds its connections: the heartbeat, one that is kept alive, and
    one on which nothing was ever said."""
    someone = ApiVisitor(address)
    someone.open()
    silent = socket.create_connection(("127.0.0.1", int(address.rpartition(":")[2])))
    beats: list[str] = []

    def listen() -> None:
        try:
            with httpx.stream(
                "GET",
                f"{address}/gradio_api/heartbeat/{someone.session}",
                timeout=60,
                trust_env=False,
            ) as answer:
                beats.extend(answer.iter_lines())
        except httpx.HTTPError:  # the end of the server is its end
            beats.append("end")

    listener = threading.Thread(target=listen)
    listener.start()
    time.sleep(0.5)
    assert listener.is_alive()

    def over() -> None:
        listener.join(EXIT_SECONDS)
        assert beats
        silent.close()
        someone.http.close()

    return over


def a_text_on_its_way(address: str) -> Callable[[], None]:
    """A visitor whose text is being written is told why it ends."""
    someone = ApiVisitor(address)
    someone.open()
    steps = someone.follow("generate", "click", prompt=PROMPT, max_new_tokens=256)
    next(steps)
    next(steps)

    def over() -> None:
        list(steps)
        said = "This server is closing; nothing is written any more."
        assert plain_text(someone.shown("notice")) == said
        assert plain_text(someone.shown("reason")).startswith("ended by an error")
        assert plain_text(someone.shown("text")).startswith(PROMPT)
        someone.http.close()

    return over


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("visit", [nobody, an_open_page, a_text_on_its_way])
def test_fault_25_the_process_ends_in_5_seconds_and_says_so(
    tmp_path: Path, visit: Callable[[str], Callable[[], None]], number: signal.Signals
) -> None:
    with started(tmp_path) as (address, process):
        over = visit(address)
        asked = time.monotonic()
        process.send_signal(number)
        over()
        assert process.wait(timeout=60) == 0
        assert time.monotonic() - asked < EXIT_SECONDS


NOWHERE = "/dev/null/nowhere"
"""Nothing can be made there, not even by root."""


@pytest.mark.parametrize(
    ("folder", "file_bytes"),
    [(NOWHERE, None), ("/proc", None), ("", 4096)],
    ids=["no home", "read-only", "disk full"],
)
def test_fault_31_no_place_to_write_is_needed(
    tmp_path: Path, folder: str, file_bytes: int | None
) -> None:
    names = ("HOME", "TMPDIR", "XDG_CACHE_HOME", "GRADIO_TEMP_DIR", "HF_HOME", "MPLCONFIGDIR")
    elsewhere: dict[str, str | None] = {name: folder for name in names if folder}
    with started(tmp_path, file_bytes=file_bytes, PYTHONDONTWRITEBYTECODE="1", **elsewhere) as (
        address,
        _,
    ):
        serves_well(address)


THIS_MACHINE_ONLY = """
import sys

def refuse(event, arguments):
    if event == "socket.connect" and arguments[0].family != 1:
        host = arguments[1][0]
        if not host.startswith("127.") and host not in ("::1", "localhost"):
            raise OSError(f"network used: {host}")
    if event == "socket.getaddrinfo" and arguments[0] not in ("127.0.0.1", "0.0.0.0", "localhost"):
        raise OSError(f"name looked up: {arguments[0]}")

sys.addaudithook(refuse)
"""


@pytest.fixture(params=["from the repository", "from another folder"])
def space(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Address of the app, started as a Space starts it, with no home and no network."""
    (tmp_path / "sitecustomize.py").write_text(THIS_MACHINE_ONLY, encoding="utf-8")
    other = tmp_path / "elsewhere"
    other.mkdir()
    at_root = request.param == "from the repository"
    port, log = free_port(), tmp_path / "log.txt"
    environment = {
        **os.environ,
        "HOME": "/dev/null",  # nothing can be written there, not even by root
        "XDG_CACHE_HOME": "/dev/null/cache",
        "PYTHONPATH": str(tmp_path),
        "PYTHONDONTWRITEBYTECODE": "1",
        "GRADIO_SERVER_NAME": "0.0.0.0",
        "GRADIO_SERVER_PORT": str(port),
    }
    environment.pop("GRADIO_ANALYTICS_ENABLED", None)
    with log.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            [sys.executable, "playground/app.py" if at_root else str(ROOT / "playground/app.py")],
            cwd=ROOT if at_root else other,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for(address, process, log)
        yield address
    finally:
        process.terminate()
        process.wait(timeout=30)
    said = log.read_text(encoding="utf-8")
    for trouble in ("Traceback", "network used", "name looked up"):
        assert trouble not in said, said
    assert list(other.iterdir()) == []


def wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_DEADLINE_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            if httpx.get(address, timeout=30, trust_env=False).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.2)
    pytest.fail(f"No page at {address}.\n{log.read_text(encoding='utf-8')}")


def test_fault_32_a_space_starts_draws_and_writes_without_network_and_home(space: str) -> None:
    serves_well(space)
