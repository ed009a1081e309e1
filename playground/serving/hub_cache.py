"""Published weights that lie on this machine, in the cache that all programs of the Hub share.

Knows no network. The layout is the one that the Hub's documentation describes ("Hub local cache"):
models--OWNER--NAME/snapshots/COMMIT/FILE, where FILE links into ../../blobs.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from playground.gpt.checkpoint import CONFIG_FILE, WEIGHTS_FILE

FILES = (WEIGHTS_FILE, CONFIG_FILE)
"""All that is ever fetched of a repository, the large file first: speed is measured on it."""

_LENGTH_BYTES = 8
_HEADER_BYTES = 25_000_000
"""Longer headers are no safetensors file that anybody writes."""
_LEFT_OVER = re.compile(r".+\.[0-9a-f]{8}\.incomplete")
"""A partial file that nothing can go on with; older releases, which can, have other names."""


def cache_folder() -> Path:
    """Where huggingface_hub keeps what it fetched: HF_HUB_CACHE, or hub in HF_HOME."""
    from huggingface_hub import constants

    return Path(constants.HF_HUB_CACHE)


def cached(repo_id: str, cache: Path) -> Path | None:
    """Folder of the two files of a repository, where both are here and whole; else None.

    The commit that `main` names comes first, then any other, the newest first: what a Space
    preloads at a fixed commit has no name.
    """
    return next((f for f in _snapshots(repo_id, cache) if not list(_problems(f))), None)


def problem_of(repo_id: str, cache: Path) -> str:
    """Why `cached` finds nothing, such as "model.safetensors is a web page"."""
    for folder in _snapshots(repo_id, cache):
        for path, problem in _problems(folder):
            return f"{path.name} {problem}"
    return "nothing is there"


def remove_damaged(repo_id: str, cache: Path) -> None:
    """Take files out of the cache that cannot be what they are called, else they would be found
    there again and nothing would be fetched."""
    for folder in _snapshots(repo_id, cache):
        for path, _ in _problems(folder):
            path.resolve().unlink(missing_ok=True)
            path.unlink(missing_ok=True)


def partial_files(repo_id: str, cache: Path) -> set[Path]:
    """Unfinished downloads of a repository that no later one can go on with."""
    blobs = _folder(repo_id, cache) / "blobs"
    return {path for path in blobs.glob("*.incomplete") if _LEFT_OVER.fullmatch(path.name)}


def _folder(repo_id: str, cache: Path) -> Path:
    return cache / f"models--{repo_id.replace('/', '--')}"


def _snapshots(repo_id: str, cache: Path) -> Iterator[Path]:
    folder = _folder(repo_id, cache)
    try:
        main = (folder / "refs" / "main").read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        main = ""
    found = [path for path in folder.glob("snapshots/*") if path.is_dir()]
    yield from sorted(found, key=lambda path: (path.name != main, -path.stat().st_mtime))


def _problems(folder: Path) -> Iterator[tuple[Path, str]]:
    """Files of a folder with what is wrong with each. Reads the header of the weights only."""
    for name, find in ((CONFIG_FILE, _config_problem), (WEIGHTS_FILE, _weights_problem)):
        path = folder / name
        try:
            problem = find(path) if path.is_file() else "is missing"
        except OSError as error:
            problem = f"cannot be read ({error.strerror})"
        if problem is not None:
            yield path, problem


def _config_problem(path: Path) -> str | None:
    try:
        values = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        values = None
    return None if isinstance(values, dict) else _named(path, "is not a JSON object")


def _weights_problem(path: Path) -> str | None:
    """Hold the size of the file against what its header says.

    The format (see the safetensors README): the length of the header in 8 bytes, little-endian,
    the header as JSON, then the numbers; `data_offsets` count from the end of the header.
    """
    with path.open("rb") as file:
        length = int.from_bytes(file.read(_LENGTH_BYTES), "little")
        header = file.read(min(length, _HEADER_BYTES))
    if len(header) < length:
        return _named(path, "is not a safetensors file")
    try:
        tensors = [value for name, value in json.loads(header).items() if name != "__metadata__"]
        size = _LENGTH_BYTES + length + max((t["data_offsets"][1] for t in tensors), default=0)
    except (AttributeError, LookupError, TypeError, ValueError, RecursionError):
        return _named(path, "is not a safetensors file")
    found = path.stat().st_size
    return None if found == size else f"has {found:,} bytes where its header says {size:,}"


def _named(path: Path, problem: str) -> str:
    """The problem, or the commonest cause of it: a web page in place of the file."""
    with path.open("rb") as file:
        return "is a web page" if file.read(64).lstrip().startswith(b"<") else problem
