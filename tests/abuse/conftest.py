"""The app in a process of its own, whose log and folder for passing files can be looked at."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.browser.app_process import app_process


@dataclass(frozen=True)
class Target:
    """address; log: all that the process writes; files: its folder for passing files."""

    address: str
    log: Path
    files: Path
    http: httpx.Client

    def get(self, path: str, **more: Any) -> httpx.Response:
        """A request of a moment; `path` goes out as it is written."""
        return self.ask("GET", path, **more)

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        """The same with another method."""
        target = path.encode("latin-1")  # the address itself would be put in order by httpx
        return self.http.request(method, self.address, extensions={"target": target}, **more)

    def kept(self) -> list[Path]:
        """Every file that passing has left."""
        return sorted(path for path in self.files.rglob("*") if path.is_file())


@pytest.fixture(scope="session")
def _process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    folder = tmp_path_factory.mktemp("abused")
    files = folder / "passing"
    files.mkdir()
    places = {"TMPDIR": str(files), "GRADIO_TEMP_DIR": str(files / "gradio")}
    with (
        app_process(folder, **places) as address,
        httpx.Client(trust_env=False, timeout=30) as http,
    ):
        yield Target(address, folder / "log.txt", files, http)


@pytest.fixture
def target(_process: Target) -> Iterator[Target]:
    """The app; whatever a test sends to it must leave no traceback in its log, and no file."""
    said, kept = len(_process.log.read_text(encoding="utf-8")), _process.kept()
    yield _process
    news = _process.log.read_text(encoding="utf-8")[said:]
    assert "Traceback" not in news, news
    assert _process.kept() == kept
