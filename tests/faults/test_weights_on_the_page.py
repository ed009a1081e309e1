"""Weights that are damaged, missing or too large for this machine, as the page tells of them."""

import math
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from playground import assets
from playground.gpt.model import GPTModel
from playground.gpt.presets import PRESETS
from playground.serving import models
from playground.serving.models import ModelStore
from playground.text.encoding import encoding_named
from playground.ui.scene import preset_values, read_choice
from tests.faults.conftest import NewVisitor
from tests.faults.test_weights_loader import LFS_POINTER
from tests.faults.well_behaved import PROMPT, serves_well
from tests.ui import app_server
from tests.ui.api_visitor import ApiVisitor
from tests.ui.reading import plain_text


@pytest.fixture
def damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Iterator[tuple[Path, str]]:
    """The Story GPT's folder in a copy of the assets, and a server that reads there."""
    for preset in PRESETS.values():
        encoding_named(preset.encoding)  # which are kept, wherever the assets are
    shutil.copytree(assets.ASSETS, tmp_path / "assets")
    monkeypatch.setattr(assets, "ASSETS", tmp_path / "assets")
    with app_server.served(ModelStore()) as address:
        yield tmp_path / "assets" / "models" / "story", address
    assert "Traceback" not in "".join(capfd.readouterr())


def told_at_opening(address: str) -> str:
    someone = ApiVisitor(address)
    someone.open()
    assert "GPT Playground" in plain_text(someone.shown("title"))
    someone.http.close()
    return plain_text(someone.shown("notice"))


@pytest.mark.slow
def test_fault_26_a_damaged_model_is_named_on_the_page_and_the_others_work(
    damaged: tuple[Path, str],
) -> None:
    weights = damaged[0] / "model.safetensors"
    good = weights.read_bytes()
    one_bit = bytearray(good)
    one_bit[-1] ^= 1  # loads without an error: nothing but its digest gives it away
    for bad in (b"", LFS_POINTER, b"<html>", b"nonsense", good[:-1], bytes(one_bit)):
        weights.write_bytes(bad)
        said = told_at_opening(damaged[1])
        assert said.startswith("The trained weights cannot be used: assets/models/story/model.saf")
        assert said.endswith("The other models work.")
    serves_well(damaged[1], "demo")
    weights.write_bytes(good)
    serves_well(damaged[1])


@pytest.mark.slow
def test_fault_27_a_missing_model_is_named_on_the_page_and_the_others_work(
    damaged: tuple[Path, str],
) -> None:
    folder, address = damaged
    for name in ("config.json", "model.safetensors", "."):
        away = shutil.move(folder / name, folder.parent / "away")
        said = told_at_opening(address)
        assert said.startswith("The trained weights cannot be used: assets/models/story/")
        assert "is missing" in said
        shutil.move(away, folder / name if name != "." else folder)
    shutil.move(folder, folder.parent / "away")
    serves_well(address, "demo")
    shutil.move(folder.parent / "away", folder)
    serves_well(address)


def test_fault_28_a_model_that_gives_nan_ends_its_own_texts_and_charts(
    visitor: NewVisitor, address: str, store: ModelStore
) -> None:
    someone = visitor()
    someone.fire("num_layers", "input", num_layers=2)
    choice = read_choice({**preset_values(PRESETS["story"]), "num_layers": 2})
    weight = store.get(choice, 4097).model.final_norm.weight
    good = weight.clone()
    weight.fill_(math.nan)
    said = "The model gave nan as the logit of id 0; its weights or its arithmetic are damaged."
    someone.fire("generate", "click", prompt=PROMPT, seed="1", max_new_tokens=5)
    assert plain_text(someone.shown("notice")).startswith(said)
    before = someone.shown("next-figure")
    someone.fire("prompt", "change", prompt="another prompt")
    assert plain_text(someone.shown("notice")).startswith(said)
    assert someone.shown("next-figure") == before
    serves_well(address)
    weight.copy_(good)
    someone.fire("generate", "click", seed="1", max_new_tokens=5)
    assert plain_text(someone.shown("notice")) == ""


def _torch_has_no_memory(*_: object) -> GPTModel:
    raise RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried to allocate 9 bytes")


def _python_has_no_memory(*_: object) -> GPTModel:
    raise MemoryError


@pytest.mark.parametrize(
    ("layers", "name", "value"),
    [
        (3, "available_bytes", lambda: 0),
        (5, "GPTModel", _torch_has_no_memory),
        (6, "GPTModel", _python_has_no_memory),
    ],
    ids=["estimated", "torch", "python"],
)
def test_fault_30_a_model_for_which_there_is_no_memory_is_refused(
    visitor: NewVisitor,
    address: str,
    store: ModelStore,
    monkeypatch: pytest.MonkeyPatch,
    layers: int,
    name: str,
    value: Callable[..., object],
) -> None:
    someone = visitor()
    before = someone.shown("next-figure")
    monkeypatch.setattr(models, name, value)
    someone.fire("num_layers", "input", num_layers=layers)
    said = plain_text(someone.shown("notice"))
    assert said.startswith("This model needs about ")
    assert "choose a smaller one, or close other programs." in said
    assert someone.shown("next-figure") == before
    assert (
        read_choice({**preset_values(PRESETS["story"]), "num_layers": layers}) not in store._models
    )
    monkeypatch.undo()
    serves_well(address)
    someone.fire("num_layers", "input")
    assert plain_text(someone.shown("notice")) == ""
    store._forget(lambda: True)
