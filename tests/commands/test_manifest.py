"""`python -m playground manifest`: the folder against the list, and the list from the folder."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from playground import assets
from playground.__main__ import main

HELLO = b"hello\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small folder of assets with two groups, as yet without a single file listed."""
    folder = tmp_path / "assets"
    for name in ("b.txt", "a.txt", "models/x/w.bin", "models/x/deep/é.txt"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(HELLO)
    groups = [
        {"covers": ["models"], "licence": "CC0", "source": "trained", "files": {}},
        {"covers": ["b.txt", "a.txt"], "licence": "MIT", "source": "written", "files": {}},
    ]
    text = json.dumps({"groups": groups})
    (folder / "manifest.json").write_text(text, encoding="utf-8")
    monkeypatch.setattr(assets, "ASSETS", folder)
    return folder


@pytest.fixture
def listed(folder: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The same, with everything listed."""
    assert main(["manifest", "--write"]) == 0
    capsys.readouterr()
    return folder


def groups_of(folder: Path) -> list[dict[str, Any]]:
    values: dict[str, list[dict[str, Any]]] = json.loads((folder / "manifest.json").read_bytes())
    return values["groups"]


def said(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Lines of problems."""
    return capsys.readouterr().err.splitlines()


def test_the_shipped_assets_are_as_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["manifest"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    assert "   835,554  tokenizer/gpt2.tiktoken " in printed.out
    total = sum(path.stat().st_size for path in assets.ASSETS.rglob("*") if path.is_file())
    assert printed.out.splitlines()[-1].split()[0] == f"{total:,}"


def test_the_table_is_sorted_and_shows_bytes_name_and_licence(
    listed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["manifest"]) == 0
    total = 4 * len(HELLO) + (listed / "manifest.json").stat().st_size
    assert capsys.readouterr().out.splitlines() == [
        "           6  a.txt                MIT",
        "           6  b.txt                MIT",
        "           6  models/x/deep/é.txt  CC0",
        "           6  models/x/w.bin       CC0",
        f"{total:>12,}  4 files and manifest.json",
    ]


def test_write_lists_every_file_sorted_in_the_group_that_covers_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["manifest", "--write"]) == 0
    first, second = groups_of(folder)
    known = {"bytes": 6, "sha256": hashlib.sha256(HELLO).hexdigest()}
    assert first == {
        "covers": ["models"],
        "licence": "CC0",
        "source": "trained",
        "files": {"models/x/deep/é.txt": known, "models/x/w.bin": known},
    }
    assert list(first["files"]) == ["models/x/deep/é.txt", "models/x/w.bin"]
    assert (second["licence"], list(second["files"])) == ("MIT", ["a.txt", "b.txt"])
    printed = capsys.readouterr()
    assert printed.out.splitlines()[:2] == ["new: a.txt", "new: b.txt"]
    assert printed.err == ""
    assert sorted(path.name for path in folder.iterdir()) == [
        "a.txt",
        "b.txt",
        "manifest.json",
        "models",
    ]


def test_writing_again_changes_nothing(listed: Path) -> None:
    before = (listed / "manifest.json").read_bytes()
    assert main(["manifest", "--write"]) == 0
    assert (listed / "manifest.json").read_bytes() == before
    assert before.endswith(b"}\n")
    assert b"\r" not in before
    assert "é".encode() in before


def test_write_takes_over_what_was_altered_added_and_removed(
    listed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (listed / "a.txt").write_bytes(b"other")
    (listed / "b.txt").unlink()
    (listed / "models" / "new.txt").write_bytes(b"")
    assert main(["manifest", "--write"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == ["changed: a.txt", "gone: b.txt", "new: models/new.txt"]
    first, second = groups_of(listed)
    known = {"bytes": 5, "sha256": hashlib.sha256(b"other").hexdigest()}
    assert second["files"] == {"a.txt": known}
    assert "models/new.txt" in first["files"]
    assert main(["manifest"]) == 0


def test_each_problem_is_one_line_and_the_exit_status_is_1(
    listed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (listed / "a.txt").write_bytes(b"hullo\n")
    (listed / "b.txt").write_bytes(b"hello")
    (listed / "models" / "x" / "w.bin").unlink()
    (listed / "models" / "stray").write_bytes(b"?")
    assert main(["manifest"]) == 1
    printed = capsys.readouterr()
    starts = [
        "assets/a.txt has been altered: ",
        "assets/b.txt has 5 bytes, but 6 are listed; ",
        "assets/models/stray is not listed in assets/manifest.json; ",
        "assets/models/x/w.bin is missing; ",
    ]
    lines = printed.err.splitlines()
    assert len(lines) == len(starts)
    for line, start in zip(lines, starts, strict=True):
        assert line.startswith(start)
    assert "           1  models/stray         not listed" in printed.out.splitlines()


def test_a_file_without_a_group_is_not_written(
    listed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (listed / "manifest.json").read_bytes()
    (listed / "c.txt").write_bytes(b"c")
    (listed / "other").mkdir()
    (listed / "other" / "d.txt").write_bytes(b"d")
    assert main(["manifest", "--write"]) == 1
    assert said(capsys) == [
        "No group of assets/manifest.json covers assets/c.txt, assets/other/d.txt; add one there, "
        "with its licence and source."
    ]
    assert (listed / "manifest.json").read_bytes() == before


def test_a_pointer_is_not_taken_for_the_file(
    listed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (listed / "manifest.json").read_bytes()
    (listed / "a.txt").write_bytes(b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n")
    assert main(["manifest", "--write"]) == 1
    assert said(capsys) == ["assets/a.txt is a Git LFS pointer, not the file; run git lfs pull."]
    assert (listed / "manifest.json").read_bytes() == before


@pytest.mark.parametrize("option", [[], ["--write"]], ids=["check", "write"])
def test_a_damaged_manifest_is_one_line(
    folder: Path, option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "manifest.json").write_text("{", encoding="utf-8")
    assert main(["manifest", *option]) == 1
    (line,) = said(capsys)
    assert line.startswith("assets/manifest.json is damaged: ")
    assert (folder / "manifest.json").read_text(encoding="utf-8") == "{"


def grow(path: Path, size_bytes: int) -> None:
    """Make a file of zeros that takes no room on the disk."""
    with path.open("wb") as file:
        file.truncate(size_bytes)


def test_a_file_of_10_megabytes_passes_and_a_larger_one_does_not(
    listed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    grow(listed / "a.txt", 10_000_000)
    assert main(["manifest", "--write"]) == 0
    grow(listed / "a.txt", 10_000_001)
    assert main(["manifest", "--write"]) == 1
    assert said(capsys) == [
        "assets/a.txt has 10,000,001 bytes, and at most 10,000,000 are allowed; store it in less."
    ]


def test_60_megabytes_in_all_pass_and_more_do_not(
    listed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(6):
        grow(listed / "models" / f"{number}.bin", 9_999_000)
    grow(listed / "b.txt", 1000)
    assert main(["manifest", "--write"]) == 0
    total = sum(path.stat().st_size for path in listed.rglob("*") if path.is_file())
    room = 60_000_000 - total
    assert 0 < room < 8000  # the size of b.txt keeps its four digits, so the manifest its length
    grow(listed / "b.txt", 1000 + room)
    assert main(["manifest", "--write"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].split()[0] == "60,000,000"
    grow(listed / "b.txt", 1001 + room)
    assert main(["manifest", "--write"]) == 1
    assert said(capsys) == [
        "The folder assets has 60,000,001 bytes, and at most 60,000,000 are allowed; ship less."
    ]
