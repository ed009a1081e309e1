"""`python -m playground` as a person types it: text, a sentence, or help; never a traceback."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from playground.__main__ import main
from playground.commands import generate
from playground.decoding.source import ScriptedSource
from playground.gpt.presets import PRESETS
from playground.serving.engine.errors import engine_lost
from playground.serving.models import LoadedModel, ModelChoice, ModelStore
from playground.text.encoding import encoding_named

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("generate --tokens 0", "max_new_tokens: 0 is out of range; give a whole number from 1"),
        ("generate --tokens 9999", "max_new_tokens: 9999 is out of range"),
        ("generate --top-k -1", "top_k: -1 is out of range"),
        ("generate --model gpt2-xl", "This model has 1,557,611,200 parameters"),
        ("generate --model story --real", "There are no published weights of story"),
        (
            "train evaluate --model story --text x --step 7",
            "no weights of story at step 7; give one",
        ),
        ("train evaluate --model demo --text x", "demo is not trained here; choose story or tang"),
        ("samples --text none", "There is no text file none."),
        ("serve --port 99999", "port must be 0-65535"),
        ("serve --port -1", "port must be 0-65535"),
        ("serve --host 256.1.1.1", "Nothing can be served on 256.1.1.1"),
        ("train run --text none --held-out none", "There is no text file none."),
    ],
)
def test_a_value_that_cannot_be_used_is_named_and_exits_with_2(
    arguments: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments.split()) == 2
    printed = capsys.readouterr()
    assert sentence in printed.err
    assert printed.err.count("\n") == 1
    assert printed.out == ""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("nonsense", "invalid choice: 'nonsense'"),
        ("--nonsense", "unrecognized arguments: --nonsense"),
        ("generate --model gpt5", "invalid choice: 'gpt5'"),
        ("inspect --preset gpt5", "invalid choice: 'gpt5'"),
        ("serve --port abc", "argument --port: invalid int value: 'abc'"),
        ("train", "the following arguments are required: ACTION"),
    ],
)
def test_an_argument_that_cannot_be_read_exits_with_2(
    arguments: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments.split())
    assert caught.value.code == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    "command", ["", "serve", "inspect", "generate", "samples", "train", "manifest"]
)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main([*command.split(), "--help"])
    assert caught.value.code == 0
    help_text = capsys.readouterr().out
    assert help_text.startswith("usage: python -m playground")
    if command in ("inspect", "generate"):
        assert all(name in help_text for name in PRESETS)


def run(arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "playground", *arguments.split()],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


@pytest.mark.slow
def test_the_same_seed_generates_the_same_text() -> None:
    first = run("generate --model demo --prompt x --seed 3 --tokens 5")
    again = run("generate --model demo --prompt x --seed 3 --tokens 5")
    assert first.returncode == again.returncode == 0
    assert first.stdout == again.stdout
    assert first.stdout.startswith("x")
    assert len(first.stdout) > 3
    assert first.stderr == "[demo, untrained: the text is noise; seed 3]\n"
    other = run("generate --model demo --prompt x --seed 4 --tokens 5")
    assert other.stdout != first.stdout


@pytest.mark.slow
def test_a_terminal_without_the_character_shows_a_question_mark() -> None:
    done = run("inspect --preset demo", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "1,025 ? 64" in done.stdout


@pytest.mark.slow
def test_a_reader_who_has_seen_enough_causes_no_traceback() -> None:
    command = f"{sys.executable} -m playground inspect --preset demo | head -n 1"
    done = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.stdout, done.stderr) == ("demo\n", "")


def test_a_blank_seed_is_new_each_time_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    seeds = set()
    for _ in range(2):
        assert main(["generate", "--model", "demo", "--tokens", "1"]) == 0
        found = re.search(r"seed (\d+)\]", capsys.readouterr().err)
        assert found
        seeds.add(found[1])
    assert len(seeds) == 2


def test_the_settings_reach_the_sampler(capsys: pytest.CaptureFixture[str]) -> None:
    texts = []
    for seed in ("1", "2"):
        main(f"generate --model demo --temperature 0 --tokens 8 --seed {seed}".split())
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1]


def test_products_in_int8_are_marked_as_approximate(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["generate", "--prompt", "Once upon a time", "--temperature", "0", "--tokens", "3"]
    assert main(command) == 0
    exact = capsys.readouterr()
    status = main([*command, "--int8"])
    rounded = capsys.readouterr()
    if status:  # a Mac, say
        assert "Leave --int8 out" in rounded.err
        return
    assert rounded.out.startswith("Once upon a time")
    assert "int8: approximate; seed" in rounded.err
    assert "int8" not in exact.err


def test_the_page_and_the_command_line_write_the_same_text(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ["generate", "--prompt", "Once upon a time", "--seed", "5", "--tokens", "12"]
    assert main(command) == 0
    text = capsys.readouterr().out
    assert text.startswith("Once upon a time")
    assert main(command) == 0
    assert capsys.readouterr().out == text


@pytest.mark.parametrize(("error", "status"), [(KeyboardInterrupt(), 130), (engine_lost(), 2)])
def test_a74_a_text_that_ends_inside_a_character_prints_that_half_of_it_is_there(
    error: BaseException,
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    prompt = encoding_named(PRESETS["demo"].encoding).encode("p:")
    half = encoding_named(PRESETS["demo"].encoding).encode("😀")[0]

    def row(known: Sequence[int]) -> list[float]:
        if len(known) > len(prompt):
            raise error
        return [100.0 * (token_id == half) for token_id in range(PRESETS["demo"].config.vocab_size)]

    class Broken(ModelStore):
        def get(self, choice: ModelChoice, vocab_size: int) -> LoadedModel:
            loaded = super().get(choice, vocab_size)
            return replace(loaded, source=ScriptedSource(row, vocab_size))

    monkeypatch.setattr(generate, "ModelStore", Broken)
    assert main(["generate", "--model", "demo", "--prompt", "p:"]) == status
    assert capsys.readouterr().out == "p:\ufffd\n"
