"""What a crash, a power cut or a wrong file leave of a run: faults A59, A60 and A61."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from playground.errors import AssetError
from playground.gpt.config import GPTConfig
from playground.training import trainer as trainer_module
from playground.training.run_folder import (
    CHECKPOINT_FILE,
    LOG_FILE,
    append_to_log,
    cut_log,
    read_log,
)
from playground.training.settings import TrainSettings
from tests.training.test_trainer import (
    CONFIG,
    SETTINGS,
    rows_of,
    stop_after,
    trainer_in,
)

ROOT = Path(__file__).resolve().parents[2]
LONG = TrainSettings(steps=40, batch_size=2, warmup_steps=3, evaluate_every=20)


@pytest.fixture(autouse=True)
def one_precision(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether bf16 pays is measured at the start, so it may differ between two runs."""
    monkeypatch.setattr(trainer_module, "bf16_is_faster", lambda device: False)


@pytest.mark.parametrize(
    "changed",
    [
        {"learning_rate": 1e-4},
        {"matrix_learning_rate": 1e-3},
        {"weight_decay": 0.5},
        {"clip": 0.1},
        {"seed": 6},
        {"batch_size": 2},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_a59_a_resumed_run_takes_every_setting_that_it_is_given_and_says_so(
    changed: dict[str, float], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("as it was", "changed"):
        stop_after(trainer_in(tmp_path / folder), 4, monkeypatch)
    same = trainer_in(tmp_path / "as it was")
    lines: list[str] = []
    other = trainer_in(tmp_path / "changed", replace(SETTINGS, **changed), lines=lines)
    assert same.resume()
    assert other.resume()
    name, value = next(iter(changed.items()))
    assert lines == [
        "going on at step 4",
        f"{name} is {value} from here on; it was {getattr(SETTINGS, name)}",
    ]
    same.run()
    other.run()
    assert not torch.equal(same.model.head.weight, other.model.head.weight)


def test_a59_the_learning_rates_of_a_resumed_run_are_the_new_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_after(trainer_in(tmp_path), 4, monkeypatch)
    settings = replace(SETTINGS, learning_rate=1e-4, matrix_learning_rate=2e-4, weight_decay=0.7)
    resumed = trainer_in(tmp_path, settings)
    resumed.resume()
    resumed._take_step()
    muon, adamw = (each.param_groups[0] for each in resumed._optimizers)
    assert (muon["lr"], adamw["lr"]) == (pytest.approx(2e-4), pytest.approx(1e-4))
    assert (muon["weight_decay"], adamw["weight_decay"]) == (0.7, 0.0)


def test_a60_the_log_holds_each_step_once_after_a_stop_in_the_middle_of_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_after(trainer_in(tmp_path, LONG), 34, monkeypatch)
    assert [row["step"] for row in rows_of(tmp_path)] == [0, 16, 20, 32]
    with (tmp_path / LOG_FILE).open("a", encoding="utf-8") as log:
        log.write('{"step": 34, "tok')
    resumed = trainer_in(tmp_path, LONG)
    resumed.resume()
    resumed.run()
    assert [row["step"] for row in rows_of(tmp_path)] == [0, 16, 20, 32, 40]


def test_a60_a_run_that_stopped_before_its_first_checkpoint_begins_its_log_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_after(trainer_in(tmp_path, LONG), 18, monkeypatch)
    again = trainer_in(tmp_path, LONG)
    assert not again.resume()
    again.run()
    assert [row["step"] for row in rows_of(tmp_path)] == [0, 16, 20, 32, 40]


@pytest.mark.parametrize("torn", ['{"step": 32, "tok', "{", '{"tokens": 3}', "\x00\x00", "32"])
def test_a60_a_line_that_was_cut_off_is_cut_from_the_log(torn: str, tmp_path: Path) -> None:
    for step in (0, 16, 20):
        append_to_log(tmp_path, {"step": step})
    with (tmp_path / LOG_FILE).open("a", encoding="utf-8") as log:
        log.write(torn)
    assert read_log(tmp_path) == [{"step": 0}, {"step": 16}, {"step": 20}]
    cut_log(tmp_path, 20)
    append_to_log(tmp_path, {"step": 32})
    assert rows_of(tmp_path) == [{"step": 0}, {"step": 16}, {"step": 20}, {"step": 32}]


def test_a60_a_log_that_repeats_is_read_once_and_by_rising_step(tmp_path: Path) -> None:
    for step, loss in ((0, 9.0), (20, 5.0), (32, 4.0), (16, 6.0), (32, 3.0)):
        append_to_log(tmp_path, {"step": step, "loss": loss})
    rows = [(row["step"], row["loss"]) for row in read_log(tmp_path)]
    assert rows == [(0, 9.0), (16, 6.0), (20, 5.0), (32, 3.0)]


@pytest.mark.parametrize("damage", ["half", "empty", "web page", "first", "middle", "last"])
def test_a61_a_damaged_checkpoint_is_refused_and_left_as_it_is(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_after(trainer_in(tmp_path), 4, monkeypatch)
    path = tmp_path / CHECKPOINT_FILE
    path.write_bytes(damaged(path.read_bytes(), damage))
    before, log = path.read_bytes(), (tmp_path / LOG_FILE).read_bytes()
    with pytest.raises(AssetError, match=r"checkpoint\.pt is damaged, or it is no checkpoint"):
        trainer_in(tmp_path).resume()
    assert path.read_bytes() == before
    assert (tmp_path / LOG_FILE).read_bytes() == log


def damaged(raw: bytes, how: str) -> bytes:
    places = {"first": 0, "middle": len(raw) // 2, "last": len(raw) - 1}
    if how in places:
        place = places[how]
        return raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :]
    return {"half": raw[: len(raw) // 2], "empty": b"", "web page": b"<!doctype html>"}[how]


@pytest.mark.parametrize(
    ("config", "named"),
    [
        (GPTConfig(20, 8, 32, num_heads=2, num_layers=2, dropout=0.2), r"d_model 16 \(here 32\)"),
        (GPTConfig(20, 8, 16, num_heads=2, num_layers=3, dropout=0.2), "num_layers 2"),
        (GPTConfig(20, 8, 16, num_heads=4, num_layers=2, dropout=0.2), "num_heads 2"),
    ],
)
def test_a61_a_checkpoint_of_another_model_is_refused(
    config: GPTConfig, named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert config != CONFIG
    stop_after(trainer_in(tmp_path), 4, monkeypatch)
    before = (tmp_path / CHECKPOINT_FILE).read_bytes()
    with pytest.raises(AssetError, match=f"is of another model: .*{named}"):
        trainer_in(tmp_path, config=config).resume()
    assert (tmp_path / CHECKPOINT_FILE).read_bytes() == before


@pytest.mark.slow
def test_a61_the_command_says_it_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("once upon a time\n" * 500, encoding="utf-8")
    (tmp_path / CHECKPOINT_FILE).write_bytes(b"<!doctype html>")
    text = str(tmp_path / "text.txt")
    command = ["-m", "playground", "train", "run", "--model", "tang", "--steps", "1"]
    ended = subprocess.run(
        [sys.executable, *command, "--text", text, "--held-out", text, "--folder", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 2
    assert "checkpoint.pt is damaged" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert (tmp_path / CHECKPOINT_FILE).read_bytes() == b"<!doctype html>"
