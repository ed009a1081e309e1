"""The repository as a Hugging Face Space takes it: the header, and the app started as that file."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from tests.ui.api_visitor import ApiVisitor
from tests.ui.app_server import free_port
from tests.ui.reading import plain_text, view_of

ROOT = Path(__file__).resolve().parents[1]
START_DEADLINE_SECONDS = 120

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

STUB_OF_SPACES = """
import sys
assert "torch" not in sys.modules, "spaces must come before torch"

def GPU(function):
    print("one function for a GPU")
    return function
"""


def header() -> dict[str, Any]:
    """What stands between the first two lines of dashes in the README."""
    _, front, _ = (ROOT / "README.md").read_text(encoding="utf-8").split("---\n", 2)
    values: dict[str, Any] = yaml.safe_load(front)
    return values


def pins() -> dict[str, str]:
    """Package -> what requirements.txt asks of its version."""
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    found = (re.fullmatch(r"([a-z]+)(.*)", line) for line in lines if line[:1].isalpha())
    return {match[1]: match[2] for match in found if match}


def test_the_header_names_the_app_and_the_pinned_gradio() -> None:
    assert header()["sdk"] == "gradio"
    assert f"=={header()['sdk_version']}" == pins()["gradio"]
    assert header()["app_file"] == "playground/app.py"
    assert (ROOT / header()["app_file"]).is_file()
    assert header()["python_version"] == "3.12"
    assert header()["license"] == "mit"


def test_the_header_keeps_the_limits_of_the_hub() -> None:
    assert len(header()["short_description"]) <= 60
    assert header()["title"] == "GPT Playground"
    colours = {"red", "yellow", "green", "blue", "indigo", "purple", "pink", "gray"}
    assert {header()["colorFrom"], header()["colorTo"]} <= colours
    assert len(header()["emoji"]) <= 2


def test_a_space_can_install_all_that_the_app_needs() -> None:
    assert pins().keys() >= {"torch", "tiktoken", "gradio", "plotly", "safetensors", "numpy"}
    assert pins()["torch"] == ">=2.8,<=2.13.0"
    assert not (ROOT / "packages.txt").exists()


@pytest.mark.parametrize("name", ["README.md", "assets/README.zh.md"])
def test_every_file_that_a_readme_points_to_is_there(name: str) -> None:
    path = ROOT / name
    links = re.findall(r"\]\(([^)#]+)", path.read_text(encoding="utf-8"))
    local = [link for link in links if "://" not in link]
    assert local
    assert [link for link in local if not (path.parent / link).exists()] == []


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


@pytest.mark.slow
def test_a32_the_app_starts_draws_and_generates_without_network_and_home(space: str) -> None:
    someone = ApiVisitor(space)
    someone.open()
    assert view_of(someone.shown("next-figure"))["figure"]["data"]
    someone.fire("generate", "click", seed="1", max_new_tokens=5)
    assert "5 tokens" in plain_text(someone.shown("facts"))
    prompt = someone.shown("prompt")
    assert plain_text(someone.shown("text")).startswith(prompt)
    assert len(plain_text(someone.shown("text"))) > len(prompt)
    someone.http.close()


@pytest.mark.slow
def test_on_zerogpu_spaces_is_imported_before_torch_and_given_one_function(tmp_path: Path) -> None:
    (tmp_path / "spaces.py").write_text(STUB_OF_SPACES, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", "import playground.app"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "one function for a GPU\n"
