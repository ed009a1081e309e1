"""The manifest of the assets itself: missing, damaged, or leading somewhere else."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from playground import assets
from playground.assets import ASSETS, checked, read_manifest
from playground.errors import AssetError

TANG = "tokenizer/tang-vocab.txt"


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The manifest and one file of it, in a folder that a test may damage."""
    folder = tmp_path / "assets"
    (folder / TANG).parent.mkdir(parents=True)
    for name in ("manifest.json", TANG):
        shutil.copy2(ASSETS / name, folder / name)
    monkeypatch.setattr(assets, "ASSETS", folder)
    return folder


def refusal(path: Path) -> AssetError:
    with pytest.raises(AssetError) as caught:
        checked(path)
    return caught.value


def test_a_missing_manifest_is_said(copy: Path) -> None:
    (copy / "manifest.json").unlink()
    error = refusal(copy / TANG)
    assert error.code == "asset_missing"
    assert str(error).startswith("assets/manifest.json cannot be read")
    assert str(error).endswith("; copy the folder assets again.")


GOOD: dict[str, Any] = {
    "covers": ["tokenizer"],
    "licence": "MIT",
    "source": "made",
    "files": {TANG: {"bytes": 1, "sha256": "0" * 64}},
}


def listing(name: str, **known: object) -> dict[str, Any]:
    """A group whose only file has that name, with wrong or right values."""
    values = {"bytes": 1, "sha256": "0" * 64} | known
    return GOOD | {"covers": ["tokenizer", name], "files": {name: values}}


@pytest.mark.parametrize(
    ("groups", "reason"),
    [
        ("no list", "it must hold"),
        ([None], "a group must hold covers, files, licence, source"),
        ([{"covers": ["tokenizer"]}], "a group must hold"),
        ([GOOD | {"note": "x"}], "a group must hold"),
        ([GOOD | {"covers": []}], "must have a list of what it covers"),
        ([GOOD | {"files": [TANG]}], "a table of files"),
        ([GOOD | {"licence": " "}], "the group of 'tokenizer' has no licence"),
        ([GOOD | {"source": None}], "the group of 'tokenizer' has no source"),
        ([GOOD | {"covers": ["tokenizer", 7]}], "7 is no name of a file"),
        ([GOOD | {"covers": ["models"]}], "stands in a group that does not cover it"),
        ([GOOD, GOOD], "'tokenizer' is covered twice"),
        ([GOOD, listing(TANG) | {"covers": [TANG]}], "in a group that does not cover it"),
        ([listing("/etc/passwd")], "leads out of assets"),
        ([listing("../README.md")], "leads out of assets"),
        ([listing("tokenizer/../../README.md")], "leads out of assets"),
        ([listing("./playground.css")], "leads out of assets"),
        ([listing("tokenizer//x")], "leads out of assets"),
        ([listing("C:/windows")], "no name of a file"),
        ([listing("..\\README.md")], "no name of a file"),
        ([listing("manifest.json")], "no name of a file"),
        ([listing(TANG, bytes=True)], "has True for its bytes"),
        ([listing(TANG, bytes=-1)], "has -1 for its bytes"),
        ([listing(TANG, bytes="1")], "has '1' for its bytes"),
        ([listing(TANG, sha256="0" * 63)], "for its sha256"),
        ([listing(TANG, sha256="A" * 64)], "for its sha256"),
        ([listing(TANG, sha256=None)], "has None for its sha256"),
        ([listing(TANG, extra=1)], "must have bytes and sha256"),
    ],
)
def test_a_manifest_that_says_something_else_is_damaged(
    copy: Path, groups: object, reason: str
) -> None:
    (copy / "manifest.json").write_text(json.dumps({"groups": groups}), encoding="utf-8")
    error = refusal(copy / TANG)
    assert error.code == "manifest_damaged"
    assert str(error).startswith("assets/manifest.json is damaged: ")
    assert reason in str(error)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"{",
        b"\xff\xfe",
        b"[" * 100_000,
        b"version https://git-lfs.github.com/spec/v1\n",
        b"<!doctype html>",
    ],
    ids=["empty", "a list", "cut off", "not UTF-8", "deep", "pointer", "web page"],
)
def test_a_manifest_that_is_something_else_is_damaged(copy: Path, content: bytes) -> None:
    (copy / "manifest.json").write_bytes(content)
    error = refusal(copy / TANG)
    assert error.code == "manifest_damaged"
    assert str(error).endswith("; copy the folder assets again.")


def test_the_deepest_name_decides_the_group(copy: Path) -> None:
    inner = listing(TANG) | {"covers": [TANG], "licence": "other"}
    outer = GOOD | {"files": {"tokenizer/x/y.txt": {"bytes": 1, "sha256": "0" * 64}}}
    text = json.dumps({"groups": [outer, inner]})
    (copy / "manifest.json").write_text(text, encoding="utf-8")
    manifest = read_manifest()
    found = {
        name: group.licence if group else None
        for name in (TANG, "tokenizer/x/y.txt", "tokenizer", "tokenizer2/x", "playground.css")
        for group in [manifest.group_of(name)]
    }
    assert found == {
        TANG: "other",
        "tokenizer/x/y.txt": "MIT",
        "tokenizer": "MIT",
        "tokenizer2/x": None,
        "playground.css": None,
    }
