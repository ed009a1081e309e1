"""What the shipped models are: their loss, and how little compression changes them."""

from itertools import pairwise
from pathlib import Path

import pytest

from playground.__main__ import main
from playground.gpt.presets import PRESETS, Preset
from playground.gpt.shipped import model_folder, shipped_model
from playground.text.encoding import encoding_named
from playground.training.corpus import Corpus, read_corpus
from playground.training.export import moment
from playground.training.loss import held_out_loss

GROWN = [preset for preset in PRESETS.values() if preset.moments]
STORY = """Once upon a time there was a little girl who lived with her mother near the wood. One day
her mother said to her, "Take this cake to your grandmother, and do not stop on the way." So the
little girl put on her hat and set out. She had not gone far when she met a rabbit, who was sitting
by the path and crying. "What is the matter?" asked the little girl.
"""
POEMS = """白日依山尽，黄河入海流。欲穷千里目，更上一层楼。
床前明月光，疑是地上霜。举头望明月，低头思故乡。
"""


@pytest.fixture(params=GROWN, ids=lambda preset: preset.name)
def preset(request: pytest.FixtureRequest) -> Preset:
    found: Preset = request.param
    return found


@pytest.fixture
def corpus(preset: Preset, tmp_path: Path) -> Corpus:
    path = tmp_path / "text.txt"
    path.write_text(POEMS if preset.name == "tang" else STORY, encoding="utf-8")
    return read_corpus(path, encoding_named(preset.encoding))


def test_each_moment_reads_a_new_text_better_than_the_one_before(
    preset: Preset, corpus: Corpus
) -> None:
    """A short text of our own; the card has the figures over the whole held-out text."""
    end = encoding_named(preset.encoding).end_of_text
    folder = model_folder(preset)
    losses = [
        held_out_loss(moment(preset, step, folder), corpus, end).nats_per_token
        for step in preset.moments
    ]
    for earlier, later in pairwise(losses[:5]):  # the last two may be close on so short a text
        assert later < earlier
    assert losses[-1] < 0.5 * losses[0]


def test_the_tang_model_has_the_lessons_shape() -> None:
    model = shipped_model(PRESETS["tang"], PRESETS["tang"].moments[-1])
    assert sum(parameter.numel() for parameter in model.parameters()) == 1_614_720


def test_evaluate_prints_bits_per_byte_of_a_moment(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "text.txt"
    path.write_text(STORY, encoding="utf-8")
    printed = []
    for step in ("0", str(PRESETS["story"].moments[-1])):
        command = ["train", "evaluate", "--model", "story", "--text", str(path), "--step", step]
        assert main(command) == 0
        lines = capsys.readouterr().out.splitlines()
        line = next(line for line in lines if line.startswith("bits per byte: "))
        printed.append(float(line.removeprefix("bits per byte: ")))
    assert printed[1] < 0.6 * printed[0]
