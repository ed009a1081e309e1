"""`inspect` prints the check of the lessons."""

import math
import re

import pytest

from playground.__main__ import main
from playground.gpt.presets import PRESETS


def inspected(preset: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["inspect", "--preset", preset]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


def untrained_loss(text: str) -> tuple[float, float]:
    found = re.search(r"untrained loss on \d+ random ids: ([\d.]+) nats; ln (\d+) = ([\d.]+)", text)
    assert found
    assert float(found[3]) == round(math.log(int(found[2])), 3)
    return float(found[1]), math.log(int(found[2]))


def test_the_demo_is_checked_from_counts_to_text(capsys: pytest.CaptureFixture[str]) -> None:
    text = inspected("demo", capsys)
    assert re.search(r"total +169,792\n", text)
    assert "numbers in the module: 169,792" in text
    assert "head and token embedding: shared storage" in text
    assert re.search(r"logits +\(1, \d+, 1025\)", text)
    loss, chance = untrained_loss(text)
    assert abs(loss / chance - 1) < 0.02
    assert "written: " in text


def test_a_separate_head_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    text = inspected("minigpt", capsys)
    assert re.search(r"total +2,089,728   published: 2,089,728", text)
    assert "head and token embedding: separate storage" in text


def test_the_same_check_twice_prints_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert inspected("demo", capsys) == inspected("demo", capsys)


@pytest.mark.parametrize("name", ["gpt2-medium", "gpt2-large", "gpt2-xl"])
def test_a_preset_too_large_to_build_is_counted_and_says_so(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = inspected(name, capsys)
    published = PRESETS[name].published
    assert f"{published:,}   published: {published:,}" in text
    assert "parameters" in text
    assert "run here" in text
    assert "numbers in the module" not in text


@pytest.mark.slow
def test_gpt2_small_has_the_published_count_and_the_loss_of_chance(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = inspected("gpt2-small", capsys)
    assert re.search(r"total +124,439,808   published: 124,439,808", text)
    assert "numbers in the module: 124,439,808" in text
    assert "shared" in text.split("head  ")[1].split("\n")[0]
    assert "head and token embedding: shared storage" in text
    loss, chance = untrained_loss(text)
    assert chance == math.log(50257)
    assert abs(loss / chance - 1) < 0.02
