"""What counts as weights that are here: whole files, at whatever commit."""

import json
import os
from pathlib import Path

import pytest

from playground.serving.hub_cache import cache_folder, cached, problem_of, remove_damaged
from tests.serving.hub_server import weights_file

CONFIG = b'{"n_embd": 8}'
WEIGHTS = weights_file(100)
REPO = "tests/tiny"


def snapshot(cache: Path, commit: str, config: bytes = CONFIG, weights: bytes = WEIGHTS) -> Path:
    """A snapshot as the Hub's programs leave it: links into the blobs."""
    repository = cache / "models--tests--tiny"
    folder = repository / "snapshots" / commit
    folder.mkdir(parents=True)
    (repository / "blobs").mkdir(exist_ok=True)
    for name, content in (("config.json", config), ("model.safetensors", weights)):
        (repository / "blobs" / f"{commit}-{name}").write_bytes(content)
        (folder / name).symlink_to(f"../../blobs/{commit}-{name}")
    return folder


def test_the_cache_is_the_one_of_the_library() -> None:
    from huggingface_hub import constants

    assert cache_folder() == Path(constants.HF_HUB_CACHE)


def test_an_empty_cache_has_nothing(tmp_path: Path) -> None:
    assert cached(REPO, tmp_path) is None
    assert cached(REPO, tmp_path / "missing") is None
    assert problem_of(REPO, tmp_path) == "nothing is there"


def test_a_commit_without_a_name_counts_as_a_space_preloads_it(tmp_path: Path) -> None:
    assert cached(REPO, tmp_path) is None
    folder = snapshot(tmp_path, "a" * 40)
    assert cached(REPO, tmp_path) == folder
    assert cached("tests/other", tmp_path) is None


def test_main_comes_first_then_the_newest_that_is_whole(tmp_path: Path) -> None:
    old, new, main = (snapshot(tmp_path, letter * 40) for letter in "abc")
    for age, folder in ((30, old), (20, main), (10, new)):
        os.utime(folder, (1_700_000_000 - age,) * 2)
    assert cached(REPO, tmp_path) == new
    refs = tmp_path / "models--tests--tiny" / "refs"
    refs.mkdir()
    (refs / "main").write_text("c" * 40)
    assert cached(REPO, tmp_path) == main
    (main / "config.json").unlink()
    assert cached(REPO, tmp_path) == new
    (new / "model.safetensors").resolve().unlink()
    assert cached(REPO, tmp_path) == old


def header(**tensor: object) -> bytes:
    text = json.dumps({"w": tensor}).encode()
    return len(text).to_bytes(8, "little") + text


@pytest.mark.parametrize(
    ("weights", "problem"),
    [
        (b"", "is not a safetensors file"),
        (b"\x02", "is not a safetensors file"),
        (b"<html>no</html>", "is a web page"),
        (b'{"error": "no"}', "is not a safetensors file"),
        (b"PK\x03\x04" + bytes(60), "is not a safetensors file"),
        (b"\xff" * 8 + b"{}", "is not a safetensors file"),
        ((2).to_bytes(8, "little") + b"[]", "is not a safetensors file"),
        (header(dtype="F32"), "is not a safetensors file"),
        (header(data_offsets=["0", "4"]), "is not a safetensors file"),
        (header(data_offsets=7), "is not a safetensors file"),
        (WEIGHTS[:-1], f"has {len(WEIGHTS) - 1} bytes where its header says {len(WEIGHTS)}"),
        (WEIGHTS + b"0", f"has {len(WEIGHTS) + 1} bytes where its header says {len(WEIGHTS)}"),
    ],
    ids=range(12),
)
def test_weights_that_are_not_whole_are_seen_and_removed(
    weights: bytes, problem: str, tmp_path: Path
) -> None:
    folder = snapshot(tmp_path, "a" * 40, weights=weights)
    assert cached(REPO, tmp_path) is None
    assert problem_of(REPO, tmp_path) == f"model.safetensors {problem}"
    remove_damaged(REPO, tmp_path)
    assert [path.name for path in folder.iterdir()] == ["config.json"]
    blobs = tmp_path / "models--tests--tiny" / "blobs"
    assert [path.name for path in blobs.iterdir()] == ["a" * 40 + "-config.json"]
    assert problem_of(REPO, tmp_path) == "model.safetensors is missing"


@pytest.mark.parametrize("config", [b"", b"[1]", b"\xff", b"[" * 100_000])
def test_a_config_must_be_an_object(config: bytes, tmp_path: Path) -> None:
    folder = snapshot(tmp_path, "a" * 40, config=config)
    assert problem_of(REPO, tmp_path) == "config.json is not a JSON object"
    remove_damaged(REPO, tmp_path)
    assert [path.name for path in folder.iterdir()] == ["model.safetensors"]


def test_what_is_whole_is_left_alone(tmp_path: Path) -> None:
    folder = snapshot(tmp_path, "a" * 40)
    remove_damaged(REPO, tmp_path)
    assert cached(REPO, tmp_path) == folder
    assert (folder / "model.safetensors").read_bytes() == WEIGHTS
