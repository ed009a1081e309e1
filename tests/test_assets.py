"""Shipped files are used only as the manifest lists them, and all that ships is listed."""

import hashlib
import json
import re
import shutil
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from playground import assets
from playground.assets import ASSETS, Fingerprint, checked, fingerprint, name_of, read_manifest
from playground.errors import AssetError

ROOT = Path(__file__).resolve().parents[1]
TANG = "tokenizer/tang-vocab.txt"
LFS_POINTER = (
    "version https://git-lfs.github.com/spec/v1\n"
    "oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\n"
    "size 12345\n"
)


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of assets, without the large files, that a test may damage."""
    folder = tmp_path / "assets"
    shutil.copytree(ASSETS, folder, ignore=shutil.ignore_patterns("models", "pictures"))
    monkeypatch.setattr(assets, "ASSETS", folder)
    return folder


def refusal(path: Path) -> AssetError:
    with pytest.raises(AssetError) as caught:
        checked(path)
    return caught.value


def files_of(folder: Path) -> dict[str, bytes]:
    """Name -> content of every file but the manifest, read without any code of ours."""
    names = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*")}
    return {
        name: path.read_bytes()
        for name, path in names.items()
        if path.is_file() and name != "manifest.json"
    }


def test_every_byte_that_ships_is_in_the_manifest() -> None:
    listed = json.loads((ASSETS / "manifest.json").read_bytes())["groups"]
    found = {
        name: {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        for name, content in files_of(ASSETS).items()
    }
    assert len(found) > 10
    assert {name: known for group in listed for name, known in group["files"].items()} == found
    assert sum(len(group["files"]) for group in listed) == len(found)  # none is in two groups


def test_every_shipped_file_passes_and_comes_back_as_the_same_path() -> None:
    for name in files_of(ASSETS):
        assert checked(ASSETS / name) == ASSETS / name


def test_what_ships_is_small() -> None:
    sizes = [path.stat().st_size for path in ASSETS.rglob("*") if path.is_file()]
    assert max(sizes) <= 10_000_000
    assert sum(sizes) <= 60_000_000


def test_every_group_has_a_licence_and_a_source_and_files() -> None:
    groups = read_manifest().groups
    assert len(groups) >= 4
    for group in groups:
        assert len(group.licence) > 2
        assert len(group.source) > 20
        assert group.files


def test_the_page_of_licences_gives_the_same_digests() -> None:
    text = (ASSETS / "LICENCES.md").read_text(encoding="utf-8")
    given = set(re.findall(r"\b[0-9a-f]{64}\b", text))
    files = read_manifest().files
    for name in ("tokenizer/gpt2.tiktoken", TANG):
        assert files[name].sha256 in given


def test_git_leaves_the_line_ends_of_the_assets_alone() -> None:
    rules = (ROOT / ".gitattributes").read_text(encoding="utf-8").splitlines()
    assert "assets/** -text" in rules


def altered(path: Path) -> None:
    """One bit of one byte in the middle."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize(
    ("damage", "code", "words"),
    [
        (Path.unlink, "asset_missing", "is missing; copy the folder assets again."),
        (
            lambda path: path.write_bytes(b""),
            "asset_size",
            "has 0 bytes, but 25,164 are listed; copy the folder assets again.",
        ),
        (
            lambda path: path.write_bytes(path.read_bytes()[:-1]),
            "asset_size",
            "has 25,163 bytes, but 25,164 are listed; copy the folder assets again.",
        ),
        (
            lambda path: path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n")),
            "asset_size",
            "has 31,453 bytes, but 25,164 are listed; copy the folder assets again.",
        ),
        (altered, "asset_digest", "listed one differ"),
        (
            lambda path: path.write_text(LFS_POINTER),
            "asset_pointer",
            "is a Git LFS pointer, not the file; run git lfs pull.",
        ),
    ],
    ids=["missing", "empty", "truncated", "windows line ends", "same size", "pointer"],
)
def test_a_damaged_file_is_named_and_a_mended_one_is_taken(
    copy: Path, damage: Callable[[Path], object], code: str, words: str
) -> None:
    path = copy / TANG
    content = path.read_bytes()
    assert checked(path) == path  # what is remembered of it does not hide the damage
    damage(path)
    error = refusal(path)
    assert error.code == code
    assert str(error).startswith(f"assets/{TANG} ")
    assert words in str(error)
    assert error.values["file"] == f"assets/{TANG}"
    assert str(copy) not in f"{error} {error.values}"
    assert checked(copy / "tokenizer" / "gpt2.tiktoken")  # the others live on
    path.write_bytes(content)
    assert checked(path) == path


def test_an_altered_file_is_told_by_both_digests(copy: Path) -> None:
    wanted = hashlib.sha256((copy / TANG).read_bytes()).hexdigest()
    altered(copy / TANG)
    found = hashlib.sha256((copy / TANG).read_bytes()).hexdigest()
    error = refusal(copy / TANG)
    assert error.values == {"file": f"assets/{TANG}", "found": found, "wanted": wanted}
    assert f"({found[:12]}… and {wanted[:12]}…)" in str(error)


def test_a_file_that_nobody_listed_is_refused(copy: Path) -> None:
    (copy / "tokenizer" / "mine.txt").write_text("x", encoding="utf-8")
    error = refusal(copy / "tokenizer" / "mine.txt")
    assert error.code == "asset_unlisted"
    assert str(error) == (
        "assets/tokenizer/mine.txt is not listed in assets/manifest.json; "
        "list it with python -m playground manifest --write."
    )


@pytest.mark.parametrize("name", ["tokenizer", "tokenizer/../playground.css", "..", ".", "x/y"])
def test_a_folder_or_a_roundabout_way_is_not_listed(copy: Path, name: str) -> None:
    assert refusal(copy / name).code == "asset_unlisted"


def test_a_file_elsewhere_is_refused_whatever_its_name(copy: Path, tmp_path: Path) -> None:
    shutil.copy2(copy / "playground.css", tmp_path / "playground.css")
    error = refusal(tmp_path / "playground.css")
    assert error.code == "asset_unlisted"
    assert str(error).startswith("playground.css does not lie in the folder assets")


def test_a_folder_in_place_of_a_file_is_a_missing_file(copy: Path) -> None:
    (copy / TANG).unlink()
    (copy / TANG).mkdir()
    assert refusal(copy / TANG).code == "asset_missing"


def test_people_are_told_the_place_in_the_project() -> None:
    assert name_of(ASSETS / "models" / "story" / "config.json") == "assets/models/story/config.json"


def test_a_digest_is_computed_once_however_many_ask(copy: Path) -> None:
    path = copy / "large.bin"
    with path.open("wb") as file:
        file.truncate(30_000_000)  # long enough for all to come while the first still computes
    before = assets._sha256.cache_info().misses
    together = threading.Barrier(8)

    def ask(_: int) -> Fingerprint:
        together.wait(timeout=10)
        return fingerprint(path)

    with ThreadPoolExecutor(8) as visitors:
        (found,) = set(visitors.map(ask, range(8)))
    assert found == Fingerprint(30_000_000, hashlib.sha256(bytes(30_000_000)).hexdigest())
    assert assets._sha256.cache_info().misses == before + 1
    path.touch()
    assert fingerprint(path) == found
    assert assets._sha256.cache_info().misses == before + 2
