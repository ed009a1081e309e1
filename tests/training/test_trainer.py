"""The training loop on models that learn within a second."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from playground.gpt.checkpoint import load_model
from playground.gpt.config import GPTConfig
from playground.gpt.model import GPTModel
from playground.training import trainer as trainer_module
from playground.training.corpus import Corpus, random_windows
from playground.training.run_folder import read_checkpoint, write_checkpoint
from playground.training.settings import TrainSettings
from playground.training.trainer import Trainer

VOCAB, END = 20, 19
CONFIG = GPTConfig(VOCAB, 8, d_model=16, num_heads=2, num_layers=2, dropout=0.2)
SETTINGS = TrainSettings(steps=12, batch_size=4, warmup_steps=3, evaluate_every=4, seed=5)
IDS = np.tile(np.arange(10, dtype=np.uint16), 30)
TEXT = Corpus(IDS, size_bytes=300)
HELD_OUT = Corpus(IDS[3:33], size_bytes=30)


@pytest.fixture(autouse=True)
def one_precision(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether bf16 pays is measured at the start, so it may differ between two runs."""
    monkeypatch.setattr(trainer_module, "bf16_is_faster", lambda device: False)


def trainer_in(
    folder: Path,
    settings: TrainSettings = SETTINGS,
    config: GPTConfig = CONFIG,
    lines: list[str] | None = None,
) -> Trainer:
    report = (lambda line: None) if lines is None else lines.append
    model = GPTModel(config, settings.seed)
    return Trainer(model, TEXT, HELD_OUT, END, settings, folder, report)


def rows_of(folder: Path) -> list[dict[str, float]]:
    return [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]


class Stopped(Exception):
    """Stands for the power cut."""


def stop_after(trainer: Trainer, steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run, and break off in the middle of step `steps + 1`."""
    take_step = trainer._take_step

    def cut_short() -> float:
        if trainer.step == steps:
            raise Stopped
        return take_step()

    monkeypatch.setattr(trainer, "_take_step", cut_short)
    with pytest.raises(Stopped):
        trainer.run()


@pytest.mark.parametrize("stopped_after", [4, 6, 11])
def test_a_resumed_run_equals_one_that_was_never_stopped(
    stopped_after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = trainer_in(tmp_path / "whole")
    whole.run()

    stop_after(trainer_in(tmp_path / "parts"), stopped_after, monkeypatch)
    torch.manual_seed(12345)  # another process has another global random state
    resumed = trainer_in(tmp_path / "parts")
    assert resumed.resume()
    assert resumed.step == stopped_after // 4 * 4
    resumed.run()

    assert resumed.step == whole.step == 12
    for name, weight in whole.model.state_dict().items():
        assert torch.equal(resumed.model.state_dict()[name], weight), name
    assert resumed.model.head.weight is resumed.model.token_embedding.weight
    measured = ("step", "tokens", "train_loss_nats", "nats_per_token", "bits_per_byte")
    for mine, theirs in zip(rows_of(tmp_path / "parts"), rows_of(tmp_path / "whole"), strict=True):
        assert {name: mine[name] for name in measured} == {n: theirs[n] for n in measured}


def test_a_checkpoint_whose_tensors_lie_otherwise_in_memory_is_resumed_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_after(trainer_in(tmp_path / "a"), 4, monkeypatch)
    state = read_checkpoint(tmp_path / "a", torch.device("cpu"))
    (tmp_path / "b").mkdir()
    write_checkpoint(tmp_path / "b", row_by_row(state))
    ends = []
    for folder in ("a", "b"):
        trainer = trainer_in(tmp_path / folder)
        assert trainer.resume()
        trainer.run()
        ends.append(trainer.model.head.weight)
    assert torch.equal(*ends)


def row_by_row(state: Any) -> Any:
    """The same with every tensor contiguous."""
    if isinstance(state, dict):
        return {name: row_by_row(value) for name, value in state.items()}
    if isinstance(state, list):
        return [row_by_row(value) for value in state]
    return state.contiguous() if isinstance(state, Tensor) else state


def test_a_checkpoint_really_matters_to_what_follows(tmp_path: Path) -> None:
    """The test above could not fail if every run ended at the same weights."""
    first, second = trainer_in(tmp_path / "a"), trainer_in(tmp_path / "b")
    first.run()
    second.step = 4
    second.run()
    assert not torch.equal(first.model.head.weight, second.model.head.weight)


def test_a_folder_without_a_checkpoint_starts_from_the_beginning(tmp_path: Path) -> None:
    trainer = trainer_in(tmp_path)
    assert not trainer.resume()
    assert trainer.step == 0


def test_a_finished_run_is_not_run_again(tmp_path: Path) -> None:
    trainer_in(tmp_path).run()
    rows = rows_of(tmp_path)
    again = trainer_in(tmp_path)
    assert again.resume()
    before = again.model.head.weight.clone()
    again.run()
    assert torch.equal(again.model.head.weight, before)
    assert rows_of(tmp_path) == rows


def test_a_run_follows_from_its_seed_and_leaves_the_global_random_state(tmp_path: Path) -> None:
    torch.manual_seed(77)  # a state that no run before this test has left behind
    before = torch.get_rng_state()
    first, again = trainer_in(tmp_path / "a"), trainer_in(tmp_path / "b")
    first.run()
    again.run()
    assert torch.equal(torch.get_rng_state(), before)
    assert torch.equal(first.model.head.weight, again.model.head.weight)


def test_every_step_and_every_seed_draws_other_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Tensor] = []

    def watched(text: Corpus, batch_size: int, length: int, generator: torch.Generator) -> Tensor:
        seen.append(random_windows(text, batch_size, length, generator))
        return seen[-1]

    monkeypatch.setattr(trainer_module, "random_windows", watched)
    for seed in (5, 6):
        settings = TrainSettings(steps=12, batch_size=16, evaluate_every=12, seed=seed)
        trainer_in(tmp_path / str(seed), settings).run()
    assert len(seen) == 24
    assert {windows.shape for windows in seen} == {(16, 9)}
    assert len({tuple(windows.flatten().tolist()) for windows in seen}) == 24


def test_the_loss_falls_on_a_text_that_repeats(tmp_path: Path) -> None:
    settings = TrainSettings(
        steps=60, batch_size=8, learning_rate=1e-2, warmup_steps=5, evaluate_every=20
    )
    trainer = trainer_in(tmp_path, settings)
    trainer.run()
    rows = rows_of(tmp_path)
    assert [row["step"] for row in rows] == [0, 16, 20, 32, 40, 60]
    assert [row["tokens"] for row in rows] == [0, 1024, 1280, 2048, 2560, 3840]
    assert rows[0]["train_loss_nats"] is None
    assert rows[0]["bits_per_byte"] == pytest.approx(np.log2(VOCAB), rel=0.02)
    assert rows[0]["nats_per_token"] == pytest.approx(np.log(VOCAB), rel=0.02)
    assert rows[-1]["bits_per_byte"] < 0.2 * rows[0]["bits_per_byte"]
    assert rows[-1]["train_loss_nats"] < 0.5
    ids = torch.arange(8)[None]
    assert trainer.model.eval()(ids).logits.argmax(-1).tolist() == [[1, 2, 3, 4, 5, 6, 7, 8]]


def test_muon_takes_the_matrices_of_the_blocks_and_adamw_all_else(tmp_path: Path) -> None:
    settings = TrainSettings(steps=1, batch_size=1, weight_decay=0.5)
    muon, adamw = trainer_in(tmp_path, settings)._optimizers
    assert [type(muon), type(adamw)] == [torch.optim.Muon, torch.optim.AdamW]
    model = GPTModel(CONFIG)
    inside = [p.shape for p in model.blocks.parameters() if p.dim() == 2]
    assert [p.shape for p in muon.param_groups[0]["params"]] == inside
    assert (muon.param_groups[0]["weight_decay"], adamw.param_groups[0]["weight_decay"]) == (0.5, 0)
    taken = sum(len(each.param_groups[0]["params"]) for each in (muon, adamw))
    assert taken == len(list(model.parameters()))


def test_every_learning_rate_follows_the_schedule(tmp_path: Path) -> None:
    settings = TrainSettings(
        steps=10,
        batch_size=1,
        learning_rate=1e-3,
        matrix_learning_rate=2e-2,
        warmup_steps=4,
        evaluate_every=10,
    )
    trainer = trainer_in(tmp_path, settings)
    seen = []
    for _ in range(10):
        trainer._take_step()
        trainer.step += 1
        seen.append([each.param_groups[0]["lr"] for each in trainer._optimizers])
    shares = [0.25, 0.5, 0.75, 1, 1, 1, 1, 0.75, 0.5, 0.25]
    assert seen == [pytest.approx([2e-2 * share, 1e-3 * share]) for share in shares]


def test_the_weights_of_a_milestone_are_those_of_that_step(tmp_path: Path) -> None:
    settings = TrainSettings(steps=20, batch_size=2, warmup_steps=3, evaluate_every=20, seed=5)
    trainer_in(tmp_path / "whole", settings).run()
    assert [row["step"] for row in rows_of(tmp_path / "whole")] == [0, 16, 20]
    kept = load_model(tmp_path / "whole" / "step-16")
    again = trainer_in(tmp_path / "again", settings)
    for _ in range(16):
        again._take_step()
        again.step += 1
    torch.testing.assert_close(
        kept.head.weight, again.model.head.weight.detach(), atol=1e-3, rtol=0
    )
    assert not torch.allclose(kept.head.weight, GPTModel(CONFIG, 5).head.weight, atol=1e-2)


def test_progress_and_held_out_lines_are_reported(tmp_path: Path) -> None:
    lines: list[str] = []
    trainer_in(tmp_path, lines=lines).run()
    assert lines[0].startswith("held out at step 0: ")
    assert [line.split("  ")[0] for line in lines if line.startswith("step")] == ["step 10/12"]
    assert lines[-1].startswith("held out at step 12: ")
    files = ["checkpoint.pt", "log.jsonl", "step-12"]
    assert sorted(path.name for path in tmp_path.iterdir()) == files
