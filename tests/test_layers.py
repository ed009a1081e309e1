"""The house rules that a machine can hold: who may import whom, file names, sizes, imports."""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "playground"
MAX_LINES = 300

ALL = frozenset(
    ["text", "gpt", "decoding", "serving", "analysis", "figures", "locales", "training", "ui"]
)
MAY_IMPORT = {
    "errors": frozenset[str](),
    "assets": frozenset(["errors"]),
    "locales": frozenset[str](),
    "text": frozenset[str](),
    "gpt": frozenset[str](),
    "decoding": frozenset(["text", "gpt"]),
    "serving": frozenset(["text", "gpt", "decoding"]),
    "analysis": frozenset(["gpt", "decoding"]),
    "figures": frozenset(["analysis"]),
    "training": frozenset(["text", "gpt"]),
    "ui": ALL,
    "app": ALL - {"training"},
    "commands": ALL | {"app"},
    "__main__": frozenset(["commands", "training"]),
}
"""Layer -> the layers below it, beside its own files and those that are open to every layer."""
OPEN_TO_ALL = {"errors", "assets"}

ONLY_IN = {
    "torch": {"gpt", "decoding", "serving", "training", "analysis"},
    "plotly": {"figures"},
    "gradio": {"ui", "app"},
    "tiktoken": {"text"},
}
"""Library -> the layers that may import it."""


def broken_import_rules(module: str, source: str) -> list[str]:
    """One sentence for each import in the source of `module` that breaks a rule."""
    layer = layer_of(module)
    if layer not in MAY_IMPORT and module != "playground":
        return [f"{module}: {layer!r} is no layer; give it a row in MAY_IMPORT"]
    allowed = MAY_IMPORT.get(layer, frozenset()) | {layer, ""}
    if layer not in OPEN_TO_ALL:
        allowed |= OPEN_TO_ALL
    broken = []
    for name in imported_names(source):
        library = name.partition(".")[0]
        if library == "":
            broken.append(f"{module}: relative import {name}; write the full name")
        elif library == "playground" and layer_of(name) not in allowed:
            broken.append(f"{module}: {layer} may not import {name}")
        elif layer not in ONLY_IN.get(library, {layer}):
            broken.append(f"{module}: only {sorted(ONLY_IN[library])} may import {name}")
    return broken


def imported_names(source: str) -> Iterator[str]:
    """Every module named by an import, wherever it stands; a relative one starts with a dot."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = "." * node.level + (node.module or "")
            if origin == "playground":  # what follows are its layers
                yield from (f"playground.{alias.name}" for alias in node.names)
            else:
                yield origin


def layer_of(module: str) -> str:
    """playground.text.labels -> text; playground.errors -> errors; playground -> ''."""
    return module.partition(".")[2].partition(".")[0]


def module_name(path: Path) -> str:
    """Full dotted name of a file of the package."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def standard_library_names(path: Path) -> list[str]:
    """Parts of a path inside the package that a standard library module has for a name.

    As playground/app.py is started as a script, such a file could stand in for the real one.
    """
    return [part for part in path.with_suffix("").parts if part in sys.stdlib_module_names]


def package_files() -> list[Path]:
    """Every Python file of the package."""
    return sorted(PACKAGE.rglob("*.py"))


def test_every_import_goes_one_way() -> None:
    files = package_files()
    assert len(files) > 10
    broken = [
        sentence
        for path in files
        for sentence in broken_import_rules(module_name(path), path.read_text(encoding="utf-8"))
    ]
    assert not broken, "\n".join(broken)


def test_no_file_has_the_name_of_a_standard_library_module() -> None:
    clashes = [
        str(path) for path in package_files() if standard_library_names(path.relative_to(PACKAGE))
    ]
    assert not clashes, "\n".join(clashes)


def test_no_file_is_longer_than_300_lines() -> None:
    files = [*package_files(), *(ROOT / "tests").rglob("*.py")]
    lengths = {str(path): len(path.read_text(encoding="utf-8").splitlines()) for path in files}
    too_long = {path: lines for path, lines in lengths.items() if lines > MAX_LINES}
    assert not too_long


WATCHED_IMPORTS = """
import importlib, json, os, sys, threading
import gradio, numpy, plotly.graph_objects, safetensors.torch, tiktoken, torch

def state():
    return {
        "environment": dict(os.environ),
        "search path": list(sys.path),
        "threads": threading.active_count(),
        "torch seed": torch.random.get_rng_state().tolist(),
        "torch threads": torch.get_num_threads(),
    }

def refuse(event, arguments):
    if event in ("socket.connect", "socket.bind", "subprocess.Popen", "os.mkdir", "os.remove"):
        raise RuntimeError(event)
    if event == "open" and arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
        raise RuntimeError(f"wrote {arguments[0]}")

complaints = {}
sys.addaudithook(refuse)
for name in sys.argv[1:]:
    before = state()
    try:
        importlib.import_module(name)
    except BaseException as error:
        complaints[name] = repr(error)
    else:
        changed = [key for key, value in state().items() if value != before[key]]
        if changed:
            complaints[name] = f"changed {changed}"
print(json.dumps(complaints))
"""


@pytest.mark.slow
def test_importing_a_module_does_nothing(tmp_path: Path) -> None:
    busy = {
        "sets_the_seed": "import torch; torch.manual_seed(1)",
        "writes_a_file": "open('note.txt', 'w')",
        "asks_a_host": "import socket; socket.socket().connect(('127.0.0.1', 9))",
    }
    for name, source in busy.items():
        (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", WATCHED_IMPORTS, *busy, *map(module_name, package_files())],
        cwd=tmp_path,
        env={
            **os.environ,
            "HOME": str(tmp_path),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": os.pathsep.join([str(ROOT), str(tmp_path)]),
        },
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "sets_the_seed": "changed ['torch seed']",
        "writes_a_file": "RuntimeError('wrote note.txt')",
        "asks_a_host": "RuntimeError('socket.connect')",
    }


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("playground.gpt.model", "from playground.decoding.choice import draw"),
        ("playground.gpt.model", "from playground import decoding"),
        ("playground.gpt.model", "from playground.text import encodings"),
        ("playground.decoding.generation", "def run():\n    import playground.serving.engine"),
        ("playground.decoding.generation", "from .choice import draw"),
        ("playground.serving.engine", "from playground.training import trainer"),
        ("playground.app", "from playground.training import trainer"),
        ("playground.figures.mask", "from playground.locales import english"),
        ("playground.figures.mask", "import torch"),
        ("playground.text.labels", "import torch.nn.functional as F"),
        ("playground.gpt.model", "import tiktoken"),
        ("playground.ui.mask_panel", "import plotly.graph_objects as go"),
        ("playground.analysis.mask", "from gradio import Blocks"),
        ("playground.errors", "from playground.gpt.config import GPTConfig"),
        ("playground.errors", "from playground.assets import checked"),
        ("playground.assets", "from playground.gpt.config import GPTConfig"),
        ("playground.ui.page", "from playground.app import build_app"),
        ("playground", "import torch"),
        ("playground.utils.strings", ""),
    ],
)
def test_a_broken_rule_is_found(module: str, source: str) -> None:
    assert len(broken_import_rules(module, source)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("playground.decoding.generation", "from playground.decoding.choice import draw"),
        ("playground.serving.engine", "import torch, playground.gpt.model, playground.text"),
        ("playground.text.labels", "from playground.errors import InputError\nimport tiktoken"),
        ("playground.assets", "from playground.errors import AssetError"),
        ("playground.gpt.checkpoint", "from playground.assets import checked"),
        ("playground.__main__", "from playground.training import command"),
        ("playground.ui.train_panel", "from playground.training import trainer\nimport gradio"),
        ("playground.app", "from playground.ui import page"),
        ("playground", "import os"),
    ],
)
def test_an_import_that_keeps_the_rules_is_let_through(module: str, source: str) -> None:
    assert broken_import_rules(module, source) == []


def test_a_standard_library_name_is_found_in_any_folder() -> None:
    assert standard_library_names(Path("ui/inspect.py")) == ["inspect"]
    assert standard_library_names(Path("queue/panel.py")) == ["queue"]
    assert standard_library_names(Path("ui/__init__.py")) == []
    assert standard_library_names(Path("__main__.py")) == []
