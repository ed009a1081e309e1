"""A run becomes what ships: moments, and a log that tells their own loss."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from playground.errors import InputError
from playground.gpt.checkpoint import load_model
from playground.gpt.config import GPTConfig
from playground.gpt.model import GPTModel
from playground.gpt.presets import PRESETS, Preset
from playground.training import export
from playground.training.corpus import Corpus
from playground.training.export import change_of_bars, export_run, moment
from playground.training.loss import held_out_loss
from playground.training.settings import TrainSettings
from playground.training.trainer import Trainer

VOCAB, END = 20, 19
PRESET = Preset(
    "tiny",
    GPTConfig(VOCAB, 8, d_model=16, num_heads=2, num_layers=1, dropout=0.0),
    "gpt2-256",
    moments=(0, 16, 24),
)
IDS = np.tile(np.arange(10, dtype=np.uint16), 30)
TEXT, HELD_OUT = Corpus(IDS, 300), Corpus(IDS[3:63], 60)


def quiet(line: str) -> None:
    """Report nothing."""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run")
    settings = TrainSettings(steps=24, batch_size=4, warmup_steps=3, evaluate_every=24)
    Trainer(GPTModel(PRESET.config), TEXT, HELD_OUT, END, settings, folder, quiet).run()
    return folder


@pytest.fixture
def target(run: Path, tmp_path: Path) -> Path:
    export_run(run, PRESET, tmp_path, HELD_OUT, END, quiet)
    return tmp_path


def test_every_moment_but_the_untrained_one_has_a_file(target: Path) -> None:
    files = sorted(str(path.relative_to(target)) for path in target.rglob("*") if path.is_file())
    assert files == [
        "config.json", "growth/step-16.safetensors", "model.safetensors", "training.jsonl",
    ]  # fmt: skip


def test_the_last_moment_is_the_end_of_the_run(run: Path, target: Path) -> None:
    end = torch.load(run / "checkpoint.pt", weights_only=True)["model"]
    shipped = load_model(target)
    torch.testing.assert_close(
        shipped.head.weight, end["head.weight"].half().float(), atol=0, rtol=0
    )
    earlier = moment(PRESET, 16, target)
    assert not torch.allclose(earlier.head.weight, shipped.head.weight, atol=1e-3)


@pytest.mark.parametrize(("limit", "kind"), [(1.0, torch.int8), (0.0, torch.float16)])
def test_a_moment_takes_one_byte_a_number_only_where_the_bars_stay(
    run: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    limit: float,
    kind: torch.dtype,
) -> None:
    monkeypatch.setattr(export, "MOST_CHANGE", limit)
    lines: list[str] = []
    export_run(run, PRESET, tmp_path, HELD_OUT, END, lines.append)
    tensors = load_file(tmp_path / "growth" / "step-16.safetensors")
    assert tensors["token_embedding.weight"].dtype == kind
    assert len(lines) == 1
    assert lines[0].startswith("step 16: one byte a number changes a bar by 0.0")


def test_the_change_of_bars_is_that_of_the_probabilities() -> None:
    same, other = GPTModel(PRESET.config).eval(), GPTModel(PRESET.config).eval()
    assert change_of_bars(same, other, HELD_OUT) == 0
    with torch.no_grad():
        other.head.weight[3] += 100 * other.head.weight[4]
    assert 0 < change_of_bars(same, other, HELD_OUT) < 1


def test_the_log_tells_the_loss_of_the_files_that_ship(target: Path) -> None:
    rows = [json.loads(line) for line in (target / "training.jsonl").read_text().splitlines()]
    assert [row["step"] for row in rows] == [0, 16, 24]
    for row in rows:
        found = held_out_loss(moment(PRESET, row["step"], target), HELD_OUT, END)
        assert row["nats_per_token"] == pytest.approx(found.nats_per_token, abs=1e-4)
        assert row["bits_per_byte"] == pytest.approx(found.bits_per_byte, abs=1e-4)
    assert rows[0]["nats_per_token"] > rows[1]["nats_per_token"] > rows[2]["nats_per_token"]


def test_the_untrained_moment_is_where_the_run_began(run: Path, target: Path) -> None:
    logged = json.loads((run / "log.jsonl").read_text().splitlines()[0])
    found = held_out_loss(moment(PRESET, 0, target), HELD_OUT, END)
    assert found.nats_per_token == pytest.approx(logged["nats_per_token"], abs=5e-3)


def test_a_moment_that_the_run_lacks_is_named(run: Path, tmp_path: Path) -> None:
    later = replace(PRESET, moments=(0, 16, 32))
    with pytest.raises(InputError, match="no weights of step 32"):
        export_run(run, later, tmp_path, HELD_OUT, END, quiet)
    assert list(tmp_path.iterdir()) == []


def test_presets_that_grow_have_six_moments_from_untrained_on() -> None:
    grown = [preset for preset in PRESETS.values() if preset.moments]
    assert [preset.name for preset in grown] == ["story", "tang"]
    for preset in grown:
        assert len(preset.moments) == 6
        assert preset.moments[0] == 0
        assert list(preset.moments) == sorted(set(preset.moments))


def test_a_run_folder_may_move(run: Path, tmp_path: Path) -> None:
    moved = shutil.copytree(run, tmp_path / "elsewhere")
    export_run(moved, PRESET, tmp_path / "target", HELD_OUT, END, quiet)
    assert (tmp_path / "target" / "model.safetensors").is_file()
