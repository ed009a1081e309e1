"""Published weights of a preset: where they come from, who waits, and what is refused."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from playground.errors import AssetError, HubError, InputError, ResourceError
from playground.gpt.config import GPTConfig
from playground.gpt.gpt2_folder import gpt2_files
from playground.gpt.model import GPTModel, count_parameters
from playground.gpt.presets import PRESETS, Preset
from playground.serving import real_weights
from playground.serving.hub_watch import HubLimits
from playground.serving.real_weights import RealWeights, needed_bytes
from tests.serving.hub_server import HubServer

CONFIG = GPTConfig(50257, 16, d_model=4, num_heads=2, num_layers=1)
MODEL = GPTModel(CONFIG, seed=3)
FILES = gpt2_files(MODEL)
TINY = Preset(
    "tiny-gpt2", CONFIG, "gpt2", count_parameters(MODEL), hub="tests/tiny", hub_bytes=900_000
)
OTHER = replace(TINY, name="other-gpt2", hub="tests/other")


def no_progress(received: int, total: int) -> None:
    """Somebody who does not look."""


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    for name in ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"):
        monkeypatch.delenv(name, raising=False)
    with HubServer(FILES) as server:
        monkeypatch.setenv("HF_ENDPOINT", server.url)
        yield server


@pytest.fixture
def by_hand(tmp_path: Path) -> Path:
    """A folder of the host, with the files of the preset in it."""
    folder = tmp_path / "weights" / TINY.name
    folder.mkdir(parents=True)
    for name, content in FILES.items():
        (folder / name).write_bytes(content)
    return folder


def same_weights(model: GPTModel) -> bool:
    pairs = zip(model.parameters(), MODEL.parameters(), strict=True)
    return all(torch.equal(a, b) for a, b in pairs)


def test_a_folder_of_the_host_comes_first_and_needs_no_network(by_hand: Path) -> None:
    weights = RealWeights(by_hand.parent, cache=by_hand / "no-cache")
    assert weights.where(TINY) == by_hand
    assert weights.where(OTHER) is None
    model = weights.load(TINY, no_progress)
    assert same_weights(model)
    assert not model.training
    assert not any(parameter.requires_grad for parameter in model.parameters())


def test_the_hub_is_asked_once_and_then_its_cache(hub: HubServer, tmp_path: Path) -> None:
    weights = RealWeights(cache=tmp_path)
    assert weights.where(TINY) is None
    told: list[tuple[int, int]] = []
    assert same_weights(weights.load(TINY, lambda *both: told.append(both)))
    total = sum(map(len, FILES.values()))
    assert told[-1] == (total, total)
    folder = weights.where(TINY)
    assert folder is not None
    assert (folder / "model.safetensors").read_bytes() == FILES["model.safetensors"]
    asked = len(hub.requests)
    assert same_weights(RealWeights(cache=tmp_path).load(TINY, no_progress))
    assert len(hub.requests) == asked


def together(
    weights: RealWeights, jobs: list[tuple[Preset, Callable[[int, int], None]]]
) -> list["Future[GPTModel]"]:
    """Visitors that come one after the other, each before the one before is served."""
    futures = []
    with ThreadPoolExecutor(len(jobs)) as pool:
        for preset, progress in jobs:
            futures.append(pool.submit(weights.load, preset, progress))
            time.sleep(0.1)
    return futures


def test_who_asks_for_what_is_on_its_way_shares_it(hub: HubServer, tmp_path: Path) -> None:
    hub.mode = "slow"
    told: list[tuple[int, int]] = []
    first, second, other = together(
        RealWeights(cache=tmp_path),
        [(TINY, no_progress), (TINY, lambda *both: told.append(both)), (OTHER, no_progress)],
    )
    assert first.result() is second.result()
    assert len({received for received, _ in told}) > 2
    assert sum(request.startswith("GET") for request in hub.requests) == 2
    error = other.exception()
    assert isinstance(error, ResourceError)
    assert error.code == "real_weights_busy"
    assert "tiny-gpt2 is being loaded for somebody else" in str(error)


@pytest.mark.slow
def test_who_waits_goes_on_when_the_first_gives_up(hub: HubServer, tmp_path: Path) -> None:
    hub.mode = "slow"
    stopped = threading.Event()

    def stop_in_the_middle(received: int, total: int) -> None:
        if received:
            stopped.set()
            raise KeyError("stopped")

    first, second = together(
        RealWeights(cache=tmp_path), [(TINY, stop_in_the_middle), (TINY, no_progress)]
    )
    assert stopped.is_set()
    assert isinstance(first.exception(), KeyError)
    assert same_weights(second.result())


@pytest.mark.slow
def test_who_waits_hears_the_same_sentence_and_the_next_try_works(
    hub: HubServer, tmp_path: Path
) -> None:
    hub.mode = "hang-later"
    weights = RealWeights(cache=tmp_path, limits=HubLimits(silence_seconds=1))
    first, second = together(weights, [(TINY, no_progress), (TINY, no_progress)])
    error = first.exception()
    assert isinstance(error, HubError)
    assert error.code == "hub_silent"
    assert "FOLDER/tiny-gpt2" in str(error)
    assert second.exception() is error
    hub.mode = "good"
    assert same_weights(weights.load(TINY, no_progress))


def test_memory_and_disk_are_looked_at_before_anything_is_fetched(
    hub: HubServer, tmp_path: Path
) -> None:
    weights = RealWeights(cache=tmp_path / "not" / "yet")
    with pytest.raises(ResourceError) as caught:
        weights.load(replace(TINY, published=10**12), no_progress)
    assert caught.value.code == "real_weights_memory"
    assert "needs about 5 TB of memory" in str(caught.value)
    with pytest.raises(ResourceError) as caught:
        weights.load(replace(TINY, hub_bytes=10**15), no_progress)
    assert caught.value.code == "real_weights_disk"
    assert "HF_HOME" in str(caught.value)
    assert hub.requests == []


@pytest.mark.parametrize(
    ("name", "gigabytes"), [("gpt2-small", 1.12), ("gpt2-medium", 2.27), ("distilgpt2", 0.91)]
)
def test_the_memory_that_a_preset_needs(name: str, gigabytes: float) -> None:
    assert needed_bytes(PRESETS[name]) / 1e9 == pytest.approx(gigabytes, abs=0.01)


def change_config(folder: Path, **changes: object) -> None:
    path = folder / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def refusal(folder: Path, preset: Preset = TINY) -> AssetError:
    with pytest.raises(AssetError) as caught:
        RealWeights(folder.parent, cache=folder / "no-cache").load(preset, no_progress)
    assert str(folder) in str(caught.value)
    return caught.value


def test_weights_of_another_vocabulary_are_refused(by_hand: Path) -> None:
    change_config(by_hand, vocab_size=50000)
    error = refusal(by_hand)
    assert error.code == "real_weights_vocabulary"
    assert "a model of 50000 ids, but the text encoding gpt2 has 50257" in str(error)


def test_weights_of_another_shape_are_refused_before_they_are_read(by_hand: Path) -> None:
    change_config(by_hand, n_embd=8, n_layer=2)
    (by_hand / "model.safetensors").write_bytes(b"")
    error = refusal(by_hand)
    assert error.code == "real_weights_shape"
    assert "d_model 8, not 4, num_layers 2, not 1, mlp_expansion 2, not 4." in str(error)


def test_dropout_plays_no_part(by_hand: Path) -> None:
    change_config(by_hand, resid_pdrop=0.3)
    model = RealWeights(by_hand.parent).load(
        replace(TINY, config=replace(CONFIG, dropout=0.2)), no_progress
    )
    assert same_weights(model)


def test_a_damaged_file_of_the_host_is_named(by_hand: Path) -> None:
    (by_hand / "model.safetensors").write_bytes(FILES["model.safetensors"][:-4])
    assert refusal(by_hand).code == "weights_damaged"
    (by_hand / "model.safetensors").rename(by_hand / "pytorch_model.bin")
    with pytest.raises(AssetError, match="is a pickle"):
        RealWeights(by_hand.parent).load(TINY, no_progress)


def test_a_preset_without_published_weights_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        RealWeights(cache=tmp_path).load(PRESETS["demo"], no_progress)
    assert caught.value.code == "no_real_weights"
    assert "no published weights of demo" in str(caught.value)


@pytest.mark.parametrize("words", [MemoryError(), RuntimeError("DefaultCPUAllocator: no memory")])
def test_memory_that_runs_out_on_the_way_is_said(
    by_hand: Path, monkeypatch: pytest.MonkeyPatch, words: Exception
) -> None:
    """Real exhaustion would end the tests; the loader speaks as it does then."""

    def exhausted(folder: Path) -> GPTModel:
        raise words

    weights = RealWeights(by_hand.parent)
    with monkeypatch.context() as patch:
        patch.setattr(real_weights, "load_gpt2_folder", exhausted)
        with pytest.raises(ResourceError, match="tiny-gpt2 with its real weights needs about"):
            weights.load(TINY, no_progress)
    assert same_weights(weights.load(TINY, no_progress))
