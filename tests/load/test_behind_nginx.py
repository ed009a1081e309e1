"""A plain nginx with gzip on, as many schools have it, in front of the page."""

import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from playground.decoding.source import ScriptedSource
from playground.serving.engine.decoders import FairDecoder
from playground.serving.models import LoadedModel, ModelChoice, ModelStore
from playground.ui.gate import DATA_PATH, HEARTBEAT_PATH
from tests.ui import app_server
from tests.ui.api_visitor import ApiVisitor
from tests.ui.reading import plain_text

pytestmark = pytest.mark.slow

SILENCE_SECONDS = 20
"""So long a visitor waits for the first word, and the model for the visitor. A proxy that holds
back gives none of it before the text has ended."""
CONFIG = """
daemon off; master_process off; pid nginx.pid; error_log stderr;
events {}
http {
    access_log off; gzip on; gzip_types *; gzip_min_length 1;
    client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi; scgi_temp_path scgi;
    server { listen 127.0.0.1:PORT; location / { proxy_pass ADDRESS; } }
}
"""


class PatientStore(ModelStore):
    """Once `waits` is set, every model writes three tokens and then waits for `heard`."""

    def __init__(self) -> None:
        super().__init__()
        self.waits, self.heard = threading.Event(), threading.Event()

    def get(self, choice: ModelChoice, vocab_size: int) -> LoadedModel:
        written = 0

        def row(known: Sequence[int]) -> list[float]:
            nonlocal written
            written += self.waits.is_set()
            if written > 3:
                self.heard.wait(SILENCE_SECONDS)
            return [0.0] * vocab_size

        return replace(super().get(choice, vocab_size), source=ScriptedSource(row, vocab_size))


@contextmanager
def behind_nginx(address: str, folder: Path) -> Iterator[str]:
    """The address of a plain nginx in front of a server."""
    port = app_server.free_port()
    config = folder / "nginx.conf"
    config.write_text(
        CONFIG.replace("PORT", str(port)).replace("ADDRESS", address), encoding="utf-8"
    )
    process = subprocess.Popen(["nginx", "-e", "stderr", "-p", str(folder), "-c", str(config)])
    try:
        deadline = time.monotonic() + 30
        while not _answers(f"http://127.0.0.1:{port}/health"):
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def _answers(address: str) -> bool:
    try:
        return httpx.get(address, trust_env=False).status_code == 200
    except httpx.HTTPError:
        return False


@pytest.fixture
def store() -> PatientStore:
    return PatientStore()


@pytest.fixture
def visitor(store: PatientStore, tmp_path: Path) -> Iterator[ApiVisitor]:
    with (
        app_server.served(store, FairDecoder) as address,
        behind_nginx(address, tmp_path) as proxy,
    ):
        someone = ApiVisitor(proxy)
        someone.http.timeout = httpx.Timeout(SILENCE_SECONDS)
        yield someone
        store.heard.set()
        someone.http.close()


def test_a51_words_come_through_a_proxy_while_the_text_is_written(
    store: PatientStore, visitor: ApiVisitor
) -> None:
    visitor.open()
    store.waits.set()
    shown = ""
    for _ in visitor.follow("generate", "click", prompt="x", max_new_tokens=8):
        shown = plain_text(visitor.shown("text")) or shown
        if len(shown) > len("x"):
            break
    assert len(shown) > len("x")
    assert not store.heard.is_set()


@pytest.mark.parametrize("path", [f"{DATA_PATH}?session_hash=nobody", f"{HEARTBEAT_PATH}somebody"])
def test_a51_streams_say_that_nobody_may_hold_them_back(visitor: ApiVisitor, path: str) -> None:
    with visitor.http.stream("GET", path) as answer:
        assert next(answer.iter_bytes()).startswith(b"data: ")
        assert answer.headers["cache-control"] == "no-cache, no-transform"
        assert answer.headers["content-type"].startswith("text/event-stream")


def test_a51_the_data_of_a_session_say_so_too(store: PatientStore) -> None:
    with app_server.served(store, FairDecoder) as address:
        someone = ApiVisitor(address)
        someone._join(None, "load")
        with someone.http.stream("GET", f"{DATA_PATH}?session_hash={someone.session}") as answer:
            assert answer.headers["x-accel-buffering"] == "no"
            assert answer.headers["cache-control"] == "no-cache, no-transform"
        someone.http.close()
