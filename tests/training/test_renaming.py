"""Renaming: everyone gets another name of the same kind, and nobody is mixed up."""

import random
import re
from pathlib import Path

import pytest

from playground.__main__ import main
from playground.training.renaming import renamed
from playground.training.tales.lexicon import names

STORY = 'Nora met Tom. "Tom!" said Nora. Tomorrow was Nora\'s day, and Clover the cow sang.'


def test_a_name_is_the_same_wherever_it_stands() -> None:
    seen = set()
    for seed in range(50):
        story = renamed(STORY, random.Random(seed))
        found = re.fullmatch(
            r'(\w+) met (\w+)\. "(\w+)!" said (\w+)\. '
            r"Tomorrow was (\w+)'s day, and Clover the cow sang\.",
            story,
        )
        assert found
        girl, boy = found[1], found[2]
        assert girl in names.GIRLS
        assert boy in names.BOYS
        assert found.groups() == (girl, boy, boy, girl, girl)
        seen.add(girl)
    assert len(seen) > 20


def test_two_people_never_come_to_share_a_name() -> None:
    for seed in range(200):
        story = renamed("Ada Mia Zoe Ben Leo Sam", random.Random(seed))
        assert len(set(story.split())) == 6


def test_the_command_prints_all_stories_as_training_reads_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "stories.txt"
    path.write_text(f"{STORY}\n\nThe end.\n<|endoftext|>\n{STORY}\n<|endoftext|>\n", "utf-8")
    assert main(["train", "rename", "--text", str(path), "--seed", "1"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("<|endoftext|>\n") == 2
    assert "\n\nThe end.\n<|endoftext|>\n" in printed
    assert "Nora" not in printed
    assert main(["train", "rename", "--text", str(path), "--seed", "1"]) == 0
    assert capsys.readouterr().out == printed
    assert main(["train", "rename", "--text", str(tmp_path / "none.txt")]) == 2
