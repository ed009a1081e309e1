"""Fault A62: training text in other encodings than UTF-8."""

from pathlib import Path

import pytest

from playground.errors import InputError
from playground.text.encoding import encoding_named
from playground.training.corpus import read_corpus

TANG, BYTES = encoding_named("tang"), encoding_named("gpt2-256")
POEM = "白日依山尽，黄河入海流。"


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "utf-16-le-mark", "utf-16-be-mark"]
)
def test_a62_a_poem_is_read_rightly_and_a_byte_order_mark_dropped(
    encoding: str, tmp_path: Path
) -> None:
    plain = encoding.removesuffix("-mark")
    text = POEM if plain == encoding else f"\ufeff{POEM}"
    (tmp_path / "poem.txt").write_bytes(text.encode(plain))
    corpus = read_corpus(tmp_path / "poem.txt", TANG)
    assert corpus.ids.tolist() == [TANG.start, *TANG.encode(POEM), TANG.end_of_text]
    assert len(corpus.ids) == 14
    assert corpus.size_bytes == len(POEM.encode())


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (POEM, "gbk"),
        (POEM, "gb18030"),
        (POEM, "big5hkscs"),
        (POEM, "utf-16-le"),
        (POEM, "utf-16-be"),
        ("It’s late.", "cp1252"),
        ("Once upon a time", "utf-16-le"),
        ("Once upon a time", "utf-32-be"),
        ("déjà vu", "latin-1"),
    ],
)
def test_a62_another_encoding_is_refused_with_the_file_and_what_it_should_be(
    text: str, encoding: str, tmp_path: Path
) -> None:
    text = text.replace("尽", "盡").replace("黄", "黃") if encoding.startswith("big5") else text
    path = tmp_path / "text.txt"
    path.write_bytes(text.encode(encoding))
    for reader in (TANG, BYTES):
        with pytest.raises(InputError, match=r"text\.txt is not text in UTF-8.*save it as UTF-8"):
            read_corpus(path, reader)


def test_a62_a_file_cut_in_the_middle_of_a_character_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(POEM.encode()[:-1])
    with pytest.raises(InputError, match="from position 33 on"):
        read_corpus(tmp_path / "a.txt", TANG)
    (tmp_path / "b.txt").write_bytes(POEM.encode("utf-16")[:-1])
    with pytest.raises(InputError, match="not text in UTF-16"):
        read_corpus(tmp_path / "b.txt", TANG)


def test_a62_the_first_megabytes_may_end_inside_a_character(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(f"{POEM}\n{POEM}\n".encode())
    corpus = read_corpus(tmp_path / "a.txt", TANG, (len(POEM.encode()) + 1 + 4) / 1e6)
    assert corpus.ids.tolist() == [
        *(TANG.start, *TANG.encode(POEM), TANG.end_of_text),
        *(TANG.start, *TANG.encode("白"), TANG.end_of_text),
    ]
