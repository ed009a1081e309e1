"""The log of a shipped model's training, moment by moment."""

import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from playground import assets
from playground.analysis.growth import growth
from playground.errors import AssetError
from playground.gpt.presets import PRESETS, Preset

GROWN = [preset for preset in PRESETS.values() if preset.moments]


@pytest.mark.parametrize("preset", GROWN, ids=lambda preset: preset.name)
def test_the_loss_falls_from_moment_to_moment(preset: Preset) -> None:
    found = growth(preset)
    assert [moment.step for moment in found.moments] == list(preset.moments)
    for earlier, later in pairwise(found.moments):
        assert later.nats_per_token < earlier.nats_per_token
        assert later.bits_per_byte < earlier.bits_per_byte
        assert later.tokens > earlier.tokens


@pytest.mark.parametrize("preset", GROWN, ids=lambda preset: preset.name)
def test_the_curve_runs_from_the_first_moment_to_the_last(preset: Preset) -> None:
    found = growth(preset)
    steps = [measure.step for measure in found.curve]
    assert steps == sorted(set(steps))
    assert (steps[0], steps[-1]) == (preset.moments[0], preset.moments[-1])
    assert set(found.moments) <= set(found.curve)
    assert found.curve[0].tokens == 0


def test_an_altered_log_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = shutil.copytree(assets.ASSETS, tmp_path / "assets")
    monkeypatch.setattr(assets, "ASSETS", copy)
    log = copy / "models" / "tang" / "training.jsonl"
    log.write_text(log.read_text().replace("8", "9"))
    with pytest.raises(AssetError, match=r"assets/models/tang/training\.jsonl"):
        growth(PRESETS["tang"])
    assert growth(PRESETS["story"]).moments
