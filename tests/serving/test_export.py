"""The zip that a visitor takes home: what is in it, and that its script says what the page says."""

import io
import json
import os
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from playground.analysis.next_token import next_token
from playground.decoding.model_source import ModelSource
from playground.decoding.sampling import SamplingParams, distribution
from playground.gpt.config import GPTConfig
from playground.gpt.gpt2_folder import load_gpt2_folder
from playground.gpt.model import GPTModel
from playground.serving.export import export_archive, snippet
from playground.text.encoding import encoding_named

FILES = ["config.json", "model.safetensors", "tokens.json", "next_token.py"]
PROMPT = "Once upon a time"


def loud(config: GPTConfig) -> GPTModel:
    """A model whose guesses are far from even, so that their order is sure."""
    model = GPTModel(config).eval().requires_grad_(False)
    generator = torch.Generator().manual_seed(5)
    for parameter in model.parameters():
        parameter.add_(torch.empty_like(parameter).normal_(std=0.3, generator=generator))
    return model


@pytest.fixture(scope="module")
def padded() -> GPTModel:
    """A model with room for 1,000 ids, of which gpt2-256 gives 257 a meaning."""
    return loud(GPTConfig(1000, 32, d_model=32, num_heads=4, num_layers=2, use_bias=False))


def unpack(archive: bytes, folder: Path) -> Path:
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        assert packed.testzip() is None
        packed.extractall(folder)
    return folder


def script_lines(folder: Path) -> list[str]:
    """What the script prints."""
    pytest.importorskip("transformers")
    done = subprocess.run(
        [sys.executable, "next_token.py"],
        cwd=folder,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=240,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def run_script(folder: Path) -> list[tuple[int, str, float]]:
    """Id, text and probability in each line that the script prints without filters."""
    rows = []
    for line in script_lines(folder):
        token_id, rest = line.split(" ", 1)
        text, probability = rest.rsplit(" ", 1)
        rows.append((int(token_id), text, float(probability)))
    return rows


def test_the_archive_holds_one_folder_with_four_files_that_are_not_compressed(
    padded: GPTModel,
) -> None:
    archive = export_archive(padded, encoding_named("gpt2-256"), [1, 2], "tiny")
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        entries = packed.infolist()
    assert [entry.filename for entry in entries] == [f"tiny/{file}" for file in FILES]
    assert {entry.compress_type for entry in entries} == {zipfile.ZIP_STORED}
    assert {entry.external_attr >> 16 for entry in entries} == {0o644}


def test_the_same_model_gives_the_same_bytes_at_any_time(
    padded: GPTModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoding = encoding_named("gpt2-256")
    first = export_archive(padded, encoding, [1, 2], "tiny")
    monkeypatch.setattr("time.time", lambda: 2_000_000_000.0)
    assert export_archive(padded, encoding, [1, 2], "tiny") == first
    assert export_archive(padded, encoding, [1, 3], "tiny") != first


def test_the_model_in_the_archive_is_the_one_on_the_page(padded: GPTModel, tmp_path: Path) -> None:
    encoding = encoding_named("gpt2-256")
    folder = unpack(export_archive(padded, encoding, [1, 2], "tiny"), tmp_path) / "tiny"
    ids = torch.arange(32)[None]
    found = load_gpt2_folder(folder)(ids).logits
    torch.testing.assert_close(found, padded(ids).logits, atol=1e-4, rtol=0)
    config = json.loads((folder / "config.json").read_text())
    assert (config["bos_token_id"], config["eos_token_id"]) == (256, 256)


@pytest.mark.parametrize(
    ("name", "token_id", "text", "count"),
    [
        ("gpt2-256", 0, "!", 257),
        ("gpt2-256", 255, "\N{REPLACEMENT CHARACTER}", 257),  # one byte, no whole character
        ("gpt2-256", 256, "<|endoftext|>", 257),
        ("gpt2-1024", 262, " the", 1025),
        ("tang", 0, "<pad>", 6289),
        ("tang", 3, "<eos>", 6289),
    ],
)
def test_the_text_of_every_token_is_there(
    name: str, token_id: int, text: str, count: int, tmp_path: Path
) -> None:
    encoding = encoding_named(name)
    model = GPTModel(GPTConfig(count, 4, d_model=4, num_heads=1, num_layers=1))
    folder = unpack(export_archive(model, encoding, [0], "x"), tmp_path) / "x"
    tokens = json.loads((folder / "tokens.json").read_text(encoding="utf-8"))
    assert len(tokens) == count == encoding.vocab_size
    assert tokens[token_id] == text
    assert tokens == [encoding.decode([token_id]) for token_id in range(count)]


def test_the_start_and_the_end_of_a_poem_are_written_down(tmp_path: Path) -> None:
    model = GPTModel(GPTConfig(6289, 4, d_model=4, num_heads=1, num_layers=1))
    folder = unpack(export_archive(model, encoding_named("tang"), [2], "tang"), tmp_path) / "tang"
    config = json.loads((folder / "config.json").read_text())
    assert (config["bos_token_id"], config["eos_token_id"]) == (2, 3)


def test_the_script_is_the_one_that_the_page_shows(padded: GPTModel, tmp_path: Path) -> None:
    archive = export_archive(padded, encoding_named("gpt2-256"), (7, 8), "tiny")
    script = (unpack(archive, tmp_path) / "tiny" / "next_token.py").read_text()
    assert script == snippet([7, 8])
    assert "ids = [7, 8]" in script
    code = [line for line in script.splitlines() if line and not line.startswith("#")]
    assert len(code) <= 14
    assert "before" not in script.splitlines()[0]


EVERYTHING = SamplingParams(
    temperature=0.7, top_k=30, top_p=0.95, min_p=0.01, repetition_penalty=1.3
)
GREEDY = replace(EVERYTHING, temperature=0)


@pytest.mark.slow
@pytest.mark.parametrize(
    "params",
    [
        EVERYTHING,
        GREEDY,
        SamplingParams(temperature=1.6),
        SamplingParams(repetition_penalty=0.6),
        SamplingParams(top_p=0),
        SamplingParams(top_k=2, min_p=1),
    ],
    ids=str,
)
def test_the_script_prints_the_numbers_of_the_page_at_its_settings(
    padded: GPTModel, tmp_path: Path, params: SamplingParams
) -> None:
    encoding = encoding_named("gpt2-256")
    ids = encoding.encode(PROMPT)
    archive = export_archive(padded, encoding, ids, "tiny", params=params)
    folder = unpack(archive, tmp_path) / "tiny"
    assert (folder / "next_token.py").read_text() == snippet(ids, params=params)
    printed = [line.split("'")[-1].split() for line in script_lines(folder)]
    page = next_token(
        ModelSource(padded).open().next_logits(ids),
        params,
        prompt_ids=ids,
        vocab_size=encoding.vocab_size,
        label=str,
        rows_shown=5,
    )
    before = [float(row[0]) for row in printed]
    assert before == pytest.approx([row.before for row in page.rows], abs=1e-4)
    if not params.is_greedy and params == params.without_filters():
        assert all(len(row) == 1 for row in printed)
    else:
        after = [float(row[1]) for row in printed]
        assert after == pytest.approx([row.after for row in page.rows], abs=1e-4)
        assert after != before


@pytest.mark.parametrize("folder", [".", "my model", "C:\\new\\table", "it's {here}"])
def test_the_script_is_python_whatever_the_folder_is_called(folder: str) -> None:
    script = snippet([torch.tensor(5), 6], folder)  # type: ignore[list-item]
    compile(script, "next_token.py", "exec")
    assert f"folder = Path({folder!r})" in script
    assert "ids = [5, 6]" in script


@pytest.mark.slow
def test_the_script_prints_what_the_page_shows_and_no_padding(
    padded: GPTModel, tmp_path: Path
) -> None:
    encoding = encoding_named("gpt2-256")
    ids = encoding.encode(PROMPT)
    everything = ModelSource(padded).open().next_logits(ids)
    assert everything.topk(5).indices.max() >= 257  # padding would be printed if it were not cut
    rows = run_script(unpack(export_archive(padded, encoding, ids, "tiny"), tmp_path) / "tiny")
    best = distribution(everything, SamplingParams(), vocab_size=encoding.vocab_size).topk(5)
    assert [token_id for token_id, _, _ in rows] == best.indices.tolist()
    assert [text for _, text, _ in rows] == [repr(encoding.decode([n])) for n, _, _ in rows]
    assert [p for _, _, p in rows] == pytest.approx(best.values.tolist(), abs=1e-4)


@pytest.mark.slow
def test_the_script_prints_chinese(tmp_path: Path) -> None:
    encoding = encoding_named("tang")
    model = loud(GPTConfig(6289, 32, d_model=16, num_heads=2, num_layers=1, activation="gelu"))
    ids = [encoding.start, *encoding.encode("白日依山尽")]
    rows = run_script(unpack(export_archive(model, encoding, ids, "tang"), tmp_path) / "tang")
    best = ModelSource(model).open().next_logits(ids).softmax(-1).topk(5)
    assert [token_id for token_id, _, _ in rows] == best.indices.tolist()
    assert [text for _, text, _ in rows] == [repr(encoding.decode([n])) for n, _, _ in rows]
    assert any(ord(character) > 0x4E00 for _, text, _ in rows for character in text)
