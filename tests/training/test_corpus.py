"""Text files as ids, and windows drawn from them."""

from pathlib import Path

import numpy as np
import pytest
import torch

from playground.errors import InputError
from playground.text.encoding import encoding_named
from playground.training.corpus import Corpus, joined, random_windows, read_corpus

BYTES = encoding_named("gpt2-256")
END = 256


def write(path: Path, text: str) -> Path:
    path.write_bytes(text.encode())
    return path


def ids_of(*documents: str) -> list[int]:
    return [token_id for text in documents for token_id in (*BYTES.encode(text), END)]


@pytest.mark.parametrize(
    "text",
    [
        "one\ntwo\n<|endoftext|>\nthree\n<|endoftext|>\n",
        "one\ntwo\n<|endoftext|>\nthree\n<|endoftext|>",
        "one\ntwo\n<|endoftext|>\nthree\n",
        "<|endoftext|>\none\ntwo\n<|endoftext|>\n\n<|endoftext|>\n\nthree\n\n<|endoftext|>\n",
    ],
)
def test_every_document_is_followed_by_end_of_text(text: str, tmp_path: Path) -> None:
    corpus = read_corpus(write(tmp_path / "a.txt", text), BYTES)
    assert corpus.ids.tolist() == ids_of("one\ntwo", "three")
    assert corpus.size_bytes == len("one\ntwo") + len("three")
    assert corpus.ids.dtype == np.uint16


def test_size_bytes_counts_bytes_not_characters(tmp_path: Path) -> None:
    corpus = read_corpus(write(tmp_path / "a.txt", "明月\n<|endoftext|>\né\n"), BYTES)
    assert corpus.size_bytes == 6 + 2
    assert len(corpus.ids) == 6 + 1 + 2 + 1


def test_a_marker_inside_a_line_is_ordinary_text(tmp_path: Path) -> None:
    corpus = read_corpus(write(tmp_path / "a.txt", "a <|endoftext|> b\n"), BYTES)
    assert corpus.ids.tolist() == ids_of("a <|endoftext|> b")


def test_megabytes_keep_whole_documents_only(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", "".join(f"text {n}\n<|endoftext|>\n" for n in range(9)))
    size = len("text 0\n<|endoftext|>\n")
    three = read_corpus(path, BYTES, (3 * size + 5) / 1e6)
    assert three.ids.tolist() == ids_of("text 0", "text 1", "text 2")
    assert read_corpus(path, BYTES, 1.0).ids.tolist() == read_corpus(path, BYTES).ids.tolist()


def test_a_cut_inside_a_character_loses_only_that_character(tmp_path: Path) -> None:
    corpus = read_corpus(write(tmp_path / "a.txt", "月" * 10), BYTES, 13e-6)
    assert set(BYTES.decode(corpus.ids.tolist()[:-1])) == {"月"}


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"There is no text file .*nowhere\.txt") as caught:
        read_corpus(tmp_path / "nowhere.txt", BYTES)
    assert caught.value.code == "no_text_file"
    with pytest.raises(InputError, match="There is no text file"):
        read_corpus(tmp_path, BYTES)


@pytest.mark.parametrize("text", ["", "\n\n", "<|endoftext|>\n<|endoftext|>\n"])
def test_a_file_without_text_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"empty\.txt holds no text"):
        read_corpus(write(tmp_path / "empty.txt", text), BYTES)


def windows_of(seed: int, batch_size: int, length: int, size: int = 50) -> torch.Tensor:
    ids = np.arange(1000, 1000 + size, dtype=np.uint16)
    generator = torch.Generator().manual_seed(seed)
    return random_windows(Corpus(ids, size), batch_size, length, generator)


def test_windows_are_runs_of_the_text() -> None:
    windows = windows_of(1, 200, 9)
    assert windows.shape == (200, 9)
    assert windows.dtype == torch.int64
    starts = windows[:, :1]
    assert torch.equal(windows, starts + torch.arange(9))
    assert starts.unique().tolist() == list(range(1000, 1042))  # first and last place included


def test_half_of_the_windows_in_a_short_document_begin_where_it_does() -> None:
    ids = np.arange(60, dtype=np.uint16)
    corpus = Corpus(ids, 60, np.array([0, 30, 36, 40]))  # two of 30 and 20 ids, two short ones
    generator = torch.Generator().manual_seed(0)
    starts = random_windows(corpus, 4000, 10, generator)[:, 0]
    shares = torch.bincount(starts, minlength=60) / len(starts)  # of 51 places
    anywhere = 1 / 51
    for place, expected in {
        30: (6 + 1) / 2,
        36: (4 + 1) / 2,
        33: 0.5,
        39: 0.5,
        0: 1,
        50: 1,
    }.items():
        assert float(shares[place]) == pytest.approx(expected * anywhere, rel=0.3)


def test_windows_follow_from_the_generator_alone() -> None:
    before = torch.get_rng_state()
    assert torch.equal(windows_of(3, 8, 5), windows_of(3, 8, 5))
    assert not torch.equal(windows_of(3, 8, 5), windows_of(4, 8, 5))
    assert torch.equal(torch.get_rng_state(), before)


def test_a_window_may_be_the_whole_text() -> None:
    assert windows_of(0, 2, 50).tolist() == [list(range(1000, 1050))] * 2


def test_ids_above_the_signed_range_stay_positive() -> None:
    ids = np.full(8, 50256, dtype=np.uint16)
    assert random_windows(Corpus(ids, 8), 1, 4, torch.Generator()).tolist() == [[50256] * 4]


TANG = encoding_named("tang")


def poems(path: Path, *lines: str) -> Corpus:
    return read_corpus(write(path, "".join(f"{line}\n" for line in lines)), TANG)


def test_with_characters_a_line_is_a_document_between_two_marks(tmp_path: Path) -> None:
    corpus = poems(tmp_path / "a.txt", "白日依山尽", "", "明月")
    expected = [TANG.start, *TANG.encode("白日依山尽"), TANG.end_of_text]
    expected += [TANG.start, *TANG.encode("明月"), TANG.end_of_text]
    assert corpus.ids.tolist() == expected
    assert corpus.marked
    assert corpus.starts.tolist() == [0, 7]
    assert corpus.size_bytes == 7 * 3


def test_joined_corpora_keep_every_start(tmp_path: Path) -> None:
    first = poems(tmp_path / "a.txt", "白日", "依山尽")
    second = poems(tmp_path / "b.txt", "明月", "山")
    both = joined([first, second])
    assert both.marked
    assert both.starts.tolist() == [0, 4, 9, 13]
    assert [both.ids[start] for start in both.starts] == [TANG.start] * 4
    assert both.size_bytes == first.size_bytes + second.size_bytes == 8 * 3
    plain = read_corpus(write(tmp_path / "c.txt", "abc\n"), BYTES)
    twice = joined([plain, plain])
    assert not twice.marked
    assert twice.starts.tolist() == [0, len(plain.ids)]
    assert twice.ids.tolist() == plain.ids.tolist() * 2


def test_windows_of_poems_begin_at_the_mark_or_just_behind_it(tmp_path: Path) -> None:
    corpus = poems(tmp_path / "a.txt", "白日", "依山尽", "明月光", "山")
    generator = torch.Generator().manual_seed(0)
    windows = random_windows(corpus, 400, 4, generator).tolist()
    firsts = {TANG.start, *TANG.encode("白依明")}  # the last poem is shorter than a window
    assert {window[0] for window in windows} == firsts
    marked = sum(window[0] == TANG.start for window in windows)
    assert 150 < marked < 250
