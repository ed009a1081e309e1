"""The repository as a Hugging Face Space takes it: the header, and the app started as that file."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
START_DEADLINE_SECONDS = 120

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
