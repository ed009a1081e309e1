"""Two processes behind HAProxy as deploy/haproxy.cfg sets it up; one of them is killed."""

import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path

import httpx
import pytest

from playground.ui.controls import PASTED_CHARACTERS
from playground.ui.gate import HEARTBEAT_PATH
from tests.load.lone import is_lone_text
from tests.load.plan import prompt_of
from tests.load.server import ROOT, Server, free_port, served
from tests.ui.api_visitor import ApiVisitor
from tests.ui.reading import plain_text

pytestmark = pytest.mark.slow

VISITORS = 8
TOKENS = 200
LONGEST = "春" * PASTED_CHARACTERS
"""The longest text that the box of the page takes."""


@contextmanager
def balanced(servers: list[Server], folder: Path) -> Iterator[str]:
    """The address of HAProxy in front of them."""
    port = free_port()
    config = (ROOT / "deploy" / "haproxy.cfg").read_text(encoding="utf-8")
    config = config.replace("*:7860", f"127.0.0.1:{port}")
    for number, server in enumerate(servers, start=1):
        config = config.replace(f"127.0.0.1:786{number}", server.address.removeprefix("http://"))
    assert not re.search(r":786\d", config.partition("global")[2])
    (folder / "haproxy.cfg").write_text(config, encoding="utf-8")
    process = subprocess.Popen(["haproxy", "-f", str(folder / "haproxy.cfg")])
    address = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + 30
        while not _answers(address):
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.1)
        yield address
    finally:
        process.terminate()
        process.wait()


def _answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/health", trust_env=False).status_code == 200
    except httpx.HTTPError:
        return False


def write(visitor: ApiVisitor, number: int) -> str:
    """A text of a visitor of that number."""
    visitor.fire(
        "generate", "click", prompt=prompt_of(number), seed=str(number), max_new_tokens=TOKENS
    )
    return plain_text(visitor.shown("text"))


def is_right(text: str, number: int) -> bool:
    """Whether it is the text of a visitor of that number."""
    return is_lone_text(text, "story", prompt_of(number), number, TOKENS)


def arrive(address: str) -> ApiVisitor:
    someone = ApiVisitor(address)
    someone.open()
    return someone


def test_visitors_stay_with_their_process_and_outlive_the_other(tmp_path: Path) -> None:
    with ExitStack() as stack:
        servers = [stack.enter_context(served()) for _ in range(2)]
        address = stack.enter_context(balanced(servers, tmp_path))
        pool = stack.enter_context(ThreadPoolExecutor(VISITORS))
        visitors = list(pool.map(lambda _: arrive(address), range(VISITORS)))
        homes = [visitor.http.cookies["PLAYGROUND"] for visitor in visitors]
        assert set(homes) == {"one", "two"}
        assert all(map(is_right, pool.map(write, visitors, range(VISITORS)), range(VISITORS)))

        runs = [pool.submit(write, visitor, n) for n, visitor in enumerate(visitors)]
        time.sleep(0.3)
        os.kill(servers[0].pid, signal.SIGKILL)
        for number, (run, home) in enumerate(zip(runs, homes, strict=True)):
            may_fail = home == "one"  # or it was just over
            assert (may_fail and run.exception()) or is_right(run.result(), number)
        again = list(pool.map(lambda _: arrive(address), range(VISITORS)))
        assert all(map(is_right, pool.map(write, again, range(VISITORS)), range(VISITORS)))
        assert {visitor.http.cookies["PLAYGROUND"] for visitor in again} == {"two"}
        for visitor in (*visitors, *again):
            visitor.http.close()


def test_a52_visitors_in_the_frame_of_another_site_send_no_cookie(tmp_path: Path) -> None:
    with ExitStack() as stack:
        servers = [stack.enter_context(served()) for _ in range(2)]
        address = stack.enter_context(balanced(servers, tmp_path))
        calls_before = [server.cpu_seconds() for server in servers]
        for number in range(20):
            visitor = ApiVisitor(address)
            visitor.http.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
            visitor.http.cookies.clear()
            visitor.open()
            heartbeat = f"{HEARTBEAT_PATH}{visitor.session}"
            prompt = LONGEST if number == 0 else prompt_of(number)
            # As long as the page is open: when this ends, Gradio drops what the session waits for.
            with visitor.http.stream("GET", heartbeat) as alive:
                assert next(alive.iter_bytes()).startswith(b"data: ALIVE")
                visitor.fire("generate", "click", prompt=prompt, max_new_tokens=3)
            assert plain_text(visitor.shown("text"))
            assert not visitor.http.cookies
            visitor.http.close()
        used = [
            server.cpu_seconds() - before
            for server, before in zip(servers, calls_before, strict=True)
        ]
        assert min(used) > 0.1 * max(used)  # visitors are spread over both
