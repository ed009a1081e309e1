"""Fetching from a Hub that works, that refuses, that lies and that says nothing."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from playground.errors import HubError
from playground.locales import LANGUAGES
from playground.serving import hub as hub_module
from playground.serving.environment import hub_address
from playground.serving.hub import HUB_LIMITS, fetch
from playground.serving.hub_cache import FILES, cached, partial_files
from playground.serving.hub_watch import HubLimits
from playground.ui.saying import say
from tests.serving.hub_server import HubServer, weights_file

CONTENT = {"config.json": b'{"n_embd": 8}', "model.safetensors": weights_file(75_000)}
TOTAL = sum(map(len, CONTENT.values()))
HURRIED = HubLimits(silence_seconds=2)
PATIENCE_SECONDS = 15
"""The most that a visitor waits for a sentence."""

REFUSED = {
    "no-repository": ("hub_no_repository", "has no public repository"),
    "gated": ("hub_refused", "(status 401)"),
    "no-weights": ("hub_no_file", "pickles, which can run code"),
    "too-often": ("hub_too_often", "(status 429)"),
    "trouble": ("hub_trouble", "(status 500)"),
    "portal": ("hub_not_the_hub", "Perhaps this network wants a login"),
    "web-page": ("hub_wrong_file", "model.safetensors is a web page"),
}
STALLED = {
    "hang": ("hub_no_answer", "did not answer for"),
    "hang-later": ("hub_silent", "of 300 kB"),
    "trickle": ("hub_slow", "below 50 kB a second"),
    "cut": ("hub_cut", "147 kB of 300 kB came"),
}
"""Mode of the server -> code of the error, and what its sentence holds."""


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    for name in ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"):
        monkeypatch.delenv(name, raising=False)
    with HubServer(CONTENT) as server:
        monkeypatch.setenv("HF_ENDPOINT", server.url)
        yield server


class Outcome(NamedTuple):
    error: HubError
    seconds: float


def refusal(repo: str, cache: Path, limits: HubLimits = HUB_LIMITS) -> Outcome:
    began = time.monotonic()
    with pytest.raises(HubError) as caught:
        fetch(repo, lambda *_: None, "FOLDER/tiny", cache, limits)
    return Outcome(caught.value, time.monotonic() - began)


def refusals(
    hub: HubServer, modes: dict[str, tuple[str, str]], cache: Path, limits: HubLimits
) -> dict[str, Outcome]:
    """What each mode ends in, all at the same time, each from a repository of its own."""
    hub.modes = {f"tests/{mode}": mode for mode in modes}
    with ThreadPoolExecutor(len(modes)) as pool:
        found = pool.map(lambda mode: refusal(f"tests/{mode}", cache, limits), modes)
        return dict(zip(modes, found, strict=True))


def check_sentences(
    outcomes: dict[str, Outcome], expected: dict[str, tuple[str, str]], hub: HubServer
) -> None:
    for mode, (code, part) in expected.items():
        error = outcomes[mode].error
        assert error.code == code
        assert part in str(error)
        assert f"tests/{mode}" in str(error)
        assert "FOLDER/tiny" in str(error)
        assert "{" not in str(error)
        assert error.values["repo"] == f"tests/{mode}"
        assert error.values["host"] == hub.url.removeprefix("http://")


def test_the_two_files_are_fetched_once(hub: HubServer, tmp_path: Path) -> None:
    folder = fetch("tests/tiny", lambda *_: None, cache=tmp_path)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == CONTENT
    asked = {request.rpartition("/")[2] for request in hub.requests}
    assert asked == set(FILES)
    hub.requests.clear()
    told: list[tuple[int, int]] = []
    assert fetch("tests/tiny", lambda *both: told.append(both), cache=tmp_path) == folder
    assert hub.requests == []
    assert told == []


@pytest.mark.slow
def test_bytes_are_told_as_they_come(hub: HubServer, tmp_path: Path) -> None:
    hub.mode = "slow"
    told: list[tuple[float, int, int]] = []
    fetch("tests/tiny", lambda *both: told.append((time.monotonic(), *both)), cache=tmp_path)
    times, received, totals = zip(*told, strict=True)
    assert list(received) == sorted(received)
    assert len({count for count in received if 0 < count < TOTAL}) >= 2
    assert set(totals) <= {0, TOTAL}  # 0 as long as nobody has said how much there is
    assert totals[-1] == TOTAL
    assert received[-1] == TOTAL
    pauses = [after - before for before, after in pairwise(times)]
    assert min(pauses[:-1]) > 0.19


def test_each_refusal_has_its_sentence(
    hub: HubServer, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    outcomes = refusals(hub, REFUSED, tmp_path, HUB_LIMITS)
    check_sentences(outcomes, REFUSED, hub)
    assert list(tmp_path.rglob("*.safetensors")) == []
    assert capfd.readouterr().err == ""


@pytest.mark.slow
def test_a_stalled_download_is_given_up(
    hub: HubServer, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    outcomes = refusals(hub, STALLED, tmp_path, HURRIED)
    check_sentences(outcomes, STALLED, hub)
    assert list(tmp_path.rglob("*.incomplete")) == []
    assert capfd.readouterr().err == ""


@pytest.mark.slow
def test_with_the_real_limits_every_sentence_comes_in_time(hub: HubServer, tmp_path: Path) -> None:
    stalled = STALLED | {"cut-forever": ("hub_cut", "147 kB of 300 kB came")}
    outcomes = refusals(hub, stalled, tmp_path, HUB_LIMITS)
    check_sentences(outcomes, stalled, hub)
    assert {m: o.seconds for m, o in outcomes.items() if o.seconds > PATIENCE_SECONDS} == {}
    assert outcomes["hang"].seconds > HUB_LIMITS.silence_seconds


@pytest.mark.slow
def test_a_short_break_does_not_end_a_download(hub: HubServer, tmp_path: Path) -> None:
    hub.mode = "cut-resume"
    folder = fetch("tests/tiny", lambda *_: None, cache=tmp_path)
    assert (folder / "model.safetensors").read_bytes() == CONTENT["model.safetensors"]


@pytest.mark.slow
def test_good_comes_after_bad(hub: HubServer, tmp_path: Path) -> None:
    for mode, code, limits in (
        ("web-page", "hub_wrong_file", HubLimits()),
        ("hang-later", "hub_silent", HubLimits(silence_seconds=1)),
    ):
        hub.mode = mode
        assert refusal("tests/tiny", tmp_path, limits).error.code == code
        assert cached("tests/tiny", tmp_path) is None
    hub.mode = "good"
    folder = fetch("tests/tiny", lambda *_: None, cache=tmp_path)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == CONTENT


@pytest.mark.slow
def test_a_damaged_file_in_the_cache_is_fetched_again(hub: HubServer, tmp_path: Path) -> None:
    weights = fetch("tests/tiny", lambda *_: None, cache=tmp_path) / "model.safetensors"
    os.truncate(weights, 100_000)
    hub.requests.clear()
    folder = fetch("tests/tiny", lambda *_: None, cache=tmp_path)
    assert folder == weights.parent
    assert weights.read_bytes() == CONTENT["model.safetensors"]
    gets = [request for request in hub.requests if request.startswith("GET")]
    assert gets == ["GET tests/tiny/resolve/main/model.safetensors"]


def test_progress_can_end_a_download(hub: HubServer, tmp_path: Path) -> None:
    hub.mode = "trickle"

    def stop_after_first_bytes(received: int, total: int) -> None:
        if received:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fetch("tests/tiny", stop_after_first_bytes, cache=tmp_path)
    assert list(tmp_path.rglob("*.incomplete")) == []
    assert cached("tests/tiny", tmp_path) is None


@pytest.mark.slow
def test_a_closed_door_and_a_forbidden_one(
    hub: HubServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    error = refusal("tests/tiny", tmp_path).error
    assert error.code == "hub_unreachable"
    assert "127.0.0.1:9 cannot be reached" in str(error)
    assert "refused" in str(error.values["reason"])
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    error = refusal("tests/tiny", tmp_path).error
    assert error.code == "hub_offline"
    assert "Unset that variable" in str(error)
    assert hub.requests == []


def test_a_cache_that_cannot_be_written(hub: HubServer, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    error = refusal("tests/tiny", tmp_path / "file" / "hub").error
    assert error.code == "hub_unwritable"
    assert str(tmp_path / "file") in str(error)
    assert "HF_HOME" in str(error)


@pytest.mark.slow
def test_a_download_ends_when_nobody_listens_any_more(hub: HubServer, tmp_path: Path) -> None:
    hub.mode = "trickle"
    command = [sys.executable, "-P", str(hub_module.DOWNLOAD), "tests/tiny", str(tmp_path), *FILES]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        while '"received"' not in process.stdout.readline():
            assert process.poll() is None
        assert len(partial_files("tests/tiny", tmp_path)) == 1
        process.stdout.close()
        assert process.wait(timeout=10) != 0
    assert partial_files("tests/tiny", tmp_path) == set()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("hf-mirror.com", 'HF_ENDPOINT is "hf-mirror.com", which lacks https:// in front'),
        ("hf-mirror.com/", "lacks https:// in front"),
        ("localhost:8080", "lacks https:// in front"),
        ("127.0.0.1:8080/hub", "lacks https:// in front"),
        (" https://hf-mirror.com", 'HF_ENDPOINT is " https://hf-mirror.com", which is not'),
        ("https://hf-mirror.com ", "without blanks or quotes"),
        ('"https://hf-mirror.com"', "without blanks or quotes"),
        ("'hf-mirror.com'", "without blanks or quotes"),
        ("htp://hf-mirror.com", "has to begin with https://"),
        ("//hf-mirror.com", "has to begin with https://"),
        ("https:/hf-mirror.com", "has to begin with https://"),
        ("https://", "the name of a host"),
        ("https://hf-mirror.com:port", "which is not an address"),
        ("https://hf-mirror.com:99999", "which is not an address"),
        ("https://[::1", "which is not an address"),
        ("  ", "which is not an address"),
        ("https://hf-mirror.com?x=1", "which is not an address"),
    ],
)
def test_a54_a_mirror_that_is_no_address_is_named_at_once(
    given: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", given)
    error = refusal("org/model", tmp_path).error
    assert sentence in str(error)
    assert f'"{given}"' in str(error)
    assert "unset it" in str(error)
    assert say(error, LANGUAGES["zh"]) != str(error)


@pytest.mark.parametrize("end", ["", "/", "//"])
def test_a54_a_slash_at_the_end_of_a_mirror_does_no_harm(
    end: str, hub: HubServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", hub.url + end)
    folder = fetch("org/model", lambda received, total: None, cache=tmp_path)
    assert (folder / "config.json").read_bytes() == CONTENT["config.json"]


def test_a54_a_mirror_may_be_blank(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "")
    assert hub_address() == "https://huggingface.co"
