"""The files that ship with the project, held against `assets/manifest.json` before they are used.

Knows the size, digest, licence and source of each; does not know what is in it. Reads nothing at
import.
"""

import hashlib
import json
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NoReturn

from playground.errors import AssetError

ASSETS: Path = Path(__file__).resolve().parents[1] / "assets"
MANIFEST = "manifest.json"
WRITE_COMMAND = "python -m playground manifest --write"

_COPY = "copy the folder assets again"
_LFS_POINTER = b"version https://git-lfs.github.com/"
_LFS_POINTER_BYTES = 1024
"""A pointer is shorter than this, by its specification."""
_DIGITS_SHOWN = 12
_FINGERPRINT_FIELDS = {"bytes", "sha256"}
_GROUP_FIELDS = {"covers", "licence", "source", "files"}


@dataclass(frozen=True)
class Fingerprint:
    """What tells a file from any other. sha256: 64 hexadecimal digits in lower case."""

    size_bytes: int
    sha256: str


@dataclass(frozen=True)
class Group:
    """Files that share a licence and a source.

    covers   names of files and folders below ASSETS; a folder covers what lies below it, unless
             a deeper name in another group does
    files    name of each file below ASSETS, with slashes, and how to know it
    """

    covers: tuple[str, ...]
    licence: str
    source: str
    files: dict[str, Fingerprint]


@dataclass(frozen=True)
class Manifest:
    """All groups, in the order of the file."""

    groups: tuple[Group, ...]

    @property
    def files(self) -> dict[str, Fingerprint]:
        """Every file that is listed, whatever its group."""
        return {name: known for group in self.groups for name, known in group.files.items()}

    def group_of(self, name: str) -> Group | None:
        """The group whose licence and source a file has; None where no group covers it."""
        covering = {cover: group for group in self.groups for cover in group.covers}
        parts = name.split("/")
        names = ("/".join(parts[:count]) for count in range(len(parts), 0, -1))  # deepest first
        return next((covering[name] for name in names if name in covering), None)


def checked(path: Path) -> Path:
    """The same path, once the file there is known to be the one that the manifest lists.

    path: a file below ASSETS. Raises AssetError when the file is missing, damaged or not listed,
    or when the manifest itself is. A digest is computed once for each state of a file.
    """
    if not path.is_relative_to(ASSETS):
        _refuse("asset_unlisted", path.name, "does not lie in the folder assets", "put it there")
    wanted = read_manifest().files.get(path.relative_to(ASSETS).as_posix())
    if wanted is None:
        problem = f"is not listed in assets/{MANIFEST}"
        _refuse("asset_unlisted", name_of(path), problem, f"list it with {WRITE_COMMAND}")
    _require_same(name_of(path), fingerprint(path), wanted)
    return path


def fingerprint(path: Path) -> Fingerprint:
    """Size and digest of a file below ASSETS as it lies there.

    Raises AssetError when there is none, or only a Git LFS pointer to it.
    """
    if not path.is_file():
        _refuse("asset_missing", name_of(path), "is missing")
    try:
        status = path.stat()
        if status.st_size < _LFS_POINTER_BYTES and path.read_bytes().startswith(_LFS_POINTER):
            problem = "is a Git LFS pointer, not the file"
            _refuse("asset_pointer", name_of(path), problem, "run git lfs pull")
        with _digesting:
            digest = _sha256(path, status.st_mtime_ns, status.st_size)
    except OSError as error:
        _refuse("asset_missing", name_of(path), f"cannot be read ({error.strerror})")
    return Fingerprint(status.st_size, digest)


def name_of(path: Path) -> str:
    """A file below ASSETS as people know it, such as "assets/tokenizer/gpt2.tiktoken"."""
    return (Path(ASSETS.name) / path.relative_to(ASSETS)).as_posix()


def read_manifest() -> Manifest:
    """The manifest as it lies there now. Raises AssetError when it is missing or damaged."""
    path = ASSETS / MANIFEST
    try:
        return _manifest(json.loads(path.read_bytes()))
    except OSError as error:
        _refuse("asset_missing", name_of(path), f"cannot be read ({error.strerror})")
    except (ValueError, RecursionError) as error:
        _refuse("manifest_damaged", name_of(path), f"is damaged: {error}")


def _require_same(name: str, found: Fingerprint, wanted: Fingerprint) -> None:
    """The size comes first: it tells a reader more than two digests."""
    if found.size_bytes != wanted.size_bytes:
        given, listed = found.size_bytes, wanted.size_bytes
        problem = f"has {given:,} bytes, but {listed:,} are listed"
        _refuse("asset_size", name, problem, found=given, wanted=listed)
    if found.sha256 != wanted.sha256:
        starts = f"{found.sha256[:_DIGITS_SHOWN]}… and {wanted.sha256[:_DIGITS_SHOWN]}…"
        problem = f"has been altered: its SHA-256 and the listed one differ ({starts})"
        _refuse("asset_digest", name, problem, found=found.sha256, wanted=wanted.sha256)


_digesting = threading.Lock()
"""So that visitors who come at once wait for one digest, in place of computing it each."""


@lru_cache(maxsize=256)
def _sha256(path: Path, mtime_ns: int, size_bytes: int) -> str:
    """The last two tell a changed file from the one whose digest is remembered."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _manifest(values: object) -> Manifest:
    """The manifest that JSON values describe. Raises ValueError with the reason if they do not."""
    if not isinstance(values, dict) or not isinstance(values.get("groups"), list):
        raise ValueError('it must hold {"groups": [...]}')
    manifest = Manifest(tuple(map(_group, values["groups"])))
    _require_once(cover for group in manifest.groups for cover in group.covers)
    for group in manifest.groups:
        for name in group.files:
            if manifest.group_of(name) is not group:
                raise ValueError(f"{name!r} stands in a group that does not cover it")
    return manifest


def _require_once(covers: Iterator[str]) -> None:
    seen = set[str]()
    for cover in covers:
        if cover in seen:
            raise ValueError(f"{cover!r} is covered twice")
        seen.add(cover)


def _group(values: object) -> Group:
    if not isinstance(values, dict) or values.keys() != _GROUP_FIELDS:
        raise ValueError(f"a group must hold {', '.join(sorted(_GROUP_FIELDS))}")
    covers, files = values["covers"], values["files"]
    if not isinstance(covers, list) or not covers or not isinstance(files, dict):
        raise ValueError("a group must have a list of what it covers and a table of files")
    for name in (*covers, *files):
        _require_inside(name)
    for field in ("licence", "source"):
        if not isinstance(values[field], str) or not values[field].strip():
            raise ValueError(f"the group of {covers[0]!r} has no {field}")
    known = {name: _fingerprint(name, value) for name, value in files.items()}
    return Group(tuple(covers), values["licence"], values["source"], known)


def _require_inside(name: object) -> None:
    """Only plain names below ASSETS: a manifest must not lead anywhere else."""
    if not isinstance(name, str) or re.search(r"[\\:\0]", name) or name == MANIFEST:
        raise ValueError(f"{name!r} is no name of a file or folder in assets")
    if {"", ".", ".."} & set(name.split("/")):
        raise ValueError(f"{name!r} leads out of assets, or is written in a roundabout way")


def _fingerprint(name: str, values: object) -> Fingerprint:
    if not isinstance(values, dict) or values.keys() != _FINGERPRINT_FIELDS:
        raise ValueError(f"{name!r} must have bytes and sha256")
    size_bytes, sha256 = values["bytes"], values["sha256"]
    if type(size_bytes) is not int or size_bytes < 0:  # true and false count as int
        raise ValueError(f"{name!r} has {size_bytes!r} for its bytes")
    if not isinstance(sha256, str) or not re.fullmatch("[0-9a-f]{64}", sha256):
        raise ValueError(f"{name!r} has {sha256!r} for its sha256")
    return Fingerprint(size_bytes, sha256)


def _refuse(code: str, name: str, problem: str, advice: str = _COPY, **values: Any) -> NoReturn:
    raise AssetError(code, f"{name} {problem}; {advice}.", file=name, **values)
