"""GPT-2's byte-pair encoding and its short prefixes, from the shipped file."""

import random
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import tiktoken
from tiktoken_ext import openai_public

from playground import assets
from playground.__main__ import main
from playground.assets import ASSETS
from playground.errors import AssetError, InputError
from playground.text import encoding as encoding_module
from playground.text.encoding import (
    BytePairEncoding,
    CharacterEncoding,
    encoding_named,
    gpt2_ranks,
    without_surrogates,
)

PREFIXES = (256, 1024, 4096, 4999)
TEXTS = (
    "",
    " ",
    "   ",
    "Hello, world",
    "Hello, world ",
    "I'll say it's they've we'd",
    "tabs\tand\nlines\n\n\nand  spaces   here",
    "CR\r\nLF\r\n\r\nend\r",
    "nul \x00 and \x1b[0m bell \x07",
    "\ufeffbyte order mark",
    "emoji 😀 family 👨‍👩‍👧 flag 🇨🇳 skin 👍🏽 heart ❤️",
    "你好，世界。床前明月光",
    "こんにちは 한국어 العربية שלום Привет हिन्दी",
    "NFC é NFD e\u0301 vs ﬁ",
    "non-breaking\u00a0space ideographic\u3000space zero\u200bwidth",
    "1234567890 3.14 1e-5 ½ ²",
    "<b>bold</b> &amp; </ <|endoftext|> <|im_start|>",
    "𝒳 𠮷 \U0010ffff",
)


@pytest.fixture(scope="module")
def gpt2() -> BytePairEncoding:
    return BytePairEncoding(encoding_module.GPT2_RANKS)


def test_the_lesson_sentence_has_gpt2s_ids() -> None:
    assert encoding_named("gpt2").encode("I love China") == [40, 1842, 2807]
    assert encoding_named("gpt2").decode([40, 1842, 2807]) == "I love China"


@pytest.mark.parametrize(
    ("name", "end_of_text"),
    [("gpt2", 50256), ("gpt2-50256", 50256), ("gpt2-4096", 4096), ("gpt2-256", 256)],
)
def test_end_of_text_is_the_id_behind_the_ranks(name: str, end_of_text: int) -> None:
    encoding = encoding_named(name)
    assert encoding.end_of_text == encoding.start == end_of_text
    assert encoding.vocab_size == end_of_text + 1
    assert encoding.token_bytes(end_of_text) == b"<|endoftext|>"
    assert encoding.is_special(end_of_text)
    assert not encoding.is_special(end_of_text - 1)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("name", ["gpt2", "gpt2-4096", "gpt2-256"])
def test_text_comes_back_unchanged(name: str, text: str) -> None:
    encoding = encoding_named(name)
    ids = encoding.encode(text)
    assert encoding.decode(ids) == text
    assert all(0 <= token_id < encoding.end_of_text for token_id in ids)
    assert encoding.unknown_characters(text) == ""


def test_random_unicode_comes_back_unchanged(gpt2: BytePairEncoding) -> None:
    rng = random.Random(1)
    ranges = [(0, 0x80), (0x80, 0x800), (0x800, 0xD800), (0xE000, 0x10000), (0x10000, 0x110000)]
    for _ in range(500):
        text = "".join(chr(rng.randrange(*rng.choice(ranges))) for _ in range(rng.randrange(40)))
        assert gpt2.decode(gpt2.encode(text)) == text


def test_ids_equal_those_of_tiktokens_own_pattern(gpt2: BytePairEncoding) -> None:
    reference = tiktoken.Encoding(
        "reference",
        pat_str=openai_public.r50k_pat_str,
        mergeable_ranks=gpt2_ranks(),
        special_tokens={"<|endoftext|>": 50256},
    )
    rng = random.Random(2)
    pieces = [*"aZé9½你ह😀'\n\t\r \u00a0\u3000.,!", "'ll", "'S", "  ", " \n", "word", "12"]
    mixed = ["".join(rng.choices(pieces, k=rng.randrange(1, 30))) for _ in range(1000)]
    for text in (*TEXTS, *mixed):
        assert gpt2.encode(text) == reference.encode_ordinary(text)


@pytest.mark.parametrize("ranks", PREFIXES)
def test_a_prefix_keeps_the_ids_of_gpt2(gpt2: BytePairEncoding, ranks: int) -> None:
    prefix = encoding_named(f"gpt2-{ranks}")
    for token_id in range(ranks):
        assert prefix.token_bytes(token_id) == gpt2.token_bytes(token_id)
    kept = 0
    for text in (*TEXTS, "the of and to in that was it he", "he was in the"):
        whole = gpt2.encode(text)
        if max(whole, default=0) < ranks:
            assert prefix.encode(text) == whole
            kept += 1
        assert b"".join(map(prefix.token_bytes, prefix.encode(text))) == text.encode()
    assert kept >= 3


def test_the_lesson_sentence_keeps_its_ids_in_the_story_encoding() -> None:
    assert encoding_named("gpt2-4096").encode("I love China") == [40, 1842, 2807]


def test_a31_the_end_of_text_marker_in_a_prompt_is_ordinary_text(gpt2: BytePairEncoding) -> None:
    assert gpt2.encode("<|endoftext|>") == [27, 91, 437, 1659, 5239, 91, 29]
    text = "say <|endoftext|> now"
    ids = gpt2.encode(text)
    assert ids == [16706, 1279, 91, 437, 1659, 5239, 91, 29, 783]
    assert gpt2.decode(ids) == text


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("a\ud800b", "a\ufffdb"),
        ("\udc00", "\ufffd"),
        ("end\ud83d", "end\ufffd"),
        ("\ud800\ud800x", "\ufffd\ufffdx"),
        ("\ud83d\ude00", "😀"),
        ("\ufeff\ufeffhi", "\ufeff\ufeffhi"),
    ],
)
def test_lone_surrogates_become_the_replacement_character(
    gpt2: BytePairEncoding, given: str, expected: str
) -> None:
    assert without_surrogates(given) == expected
    assert gpt2.decode(gpt2.encode(given)) == expected


@pytest.mark.parametrize("text", ["a" * 200_000, "^" * 200_000, " " * 200_000, "中" * 100_000])
def test_a36_a_long_run_is_encoded_without_panic(gpt2: BytePairEncoding, text: str) -> None:
    started = time.process_time()
    ids = gpt2.encode(text)
    assert time.process_time() - started < 2.0
    assert b"".join(map(gpt2.token_bytes, ids)) == text.encode()


@pytest.mark.parametrize("name", ["gpt2", "gpt2-256", "tang"])
@pytest.mark.parametrize("beyond", [-1, 0, 47, 10**12])
def test_padding_and_negative_ids_are_key_errors(name: str, beyond: int) -> None:
    encoding = encoding_named(name)
    token_id = beyond if beyond < 0 else encoding.vocab_size + beyond
    with pytest.raises(KeyError):
        encoding.token_bytes(token_id)
    with pytest.raises(KeyError):
        encoding.decode([5, token_id])


@pytest.mark.parametrize("name", ["gpt2-255", "gpt2-50257", "gpt2-", "gpt2-99999", "gpt3", ""])
def test_an_unknown_encoding_is_refused_by_name(name: str) -> None:
    with pytest.raises(InputError, match="try gpt2, gpt2-256 to gpt2-50256, or tang") as caught:
        encoding_named(name)
    assert repr(name) in str(caught.value)
    assert caught.value.code == "unknown_encoding"
    assert caught.value.values == {"name": name}


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the tokenizers, in a copy of the assets that a test may damage."""
    folder = tmp_path / "assets"
    shutil.copytree(ASSETS, folder, ignore=shutil.ignore_patterns("models", "pictures"))
    monkeypatch.setattr(assets, "ASSETS", folder)
    monkeypatch.setattr(encoding_module, "TOKENIZER_FOLDER", folder / "tokenizer")
    return folder / "tokenizer"


def tang_in(folder: Path) -> CharacterEncoding:
    return CharacterEncoding(folder / "tang-vocab.txt", folder / "tang-forms.txt")


@pytest.mark.parametrize(
    ("file", "read"),
    [
        ("gpt2.tiktoken", lambda folder: gpt2_ranks.__wrapped__()),
        ("tang-vocab.txt", tang_in),
    ],
)
def test_a_damaged_tokenizer_file_is_named(
    file: str, read: Callable[[Path], object], copied: Path
) -> None:
    content = (copied / file).read_bytes()
    assert read(copied)
    (copied / file).unlink()
    with pytest.raises(AssetError, match=f"^assets/tokenizer/{file} is missing") as caught:
        read(copied)
    assert caught.value.code == "tokenizer_missing"
    assert caught.value.values == {"file": f"assets/tokenizer/{file}"}
    for damaged in (b"", content[:-1], content.replace(b"\n", b"\r\n"), content.swapcase()):
        (copied / file).write_bytes(damaged)
        with pytest.raises(AssetError, match=f"^assets/tokenizer/{file} has ") as caught:
            read(copied)
        assert caught.value.code == "tokenizer_damaged"
        assert caught.value.values["file"] == f"assets/tokenizer/{file}"
    (copied / file).write_bytes(content)
    assert read(copied)


@pytest.mark.parametrize("content", [b"", b"<!doctype html>", b"IQ== 0"])
def test_a_file_that_is_listed_but_no_tokenizer_is_named(content: bytes, copied: Path) -> None:
    for file in ("gpt2.tiktoken", "tang-vocab.txt"):
        (copied / file).write_bytes(content)
    assert main(["manifest", "--write"]) == 0
    with pytest.raises(AssetError, match=r"gpt2\.tiktoken does not hold GPT-2's 50256 ranks"):
        gpt2_ranks.__wrapped__()
    with pytest.raises(AssetError, match=r"^assets/tokenizer/tang-vocab\.txt does not begin with"):
        tang_in(copied)


@pytest.mark.parametrize("content", ["x月\n", "<pad>\n", "\udcff月\n"])
def test_a_list_of_other_forms_that_is_none_is_named(content: str, copied: Path) -> None:
    file = copied / "tang-forms.txt"
    file.unlink()
    with pytest.raises(AssetError, match=r"^assets/tokenizer/tang-forms\.txt is missing"):
        tang_in(copied)
    file.write_bytes(content.encode(errors="surrogateescape"))
    with pytest.raises(AssetError, match=r"^assets/tokenizer/tang-forms\.txt has "):
        tang_in(copied)
    assert main(["manifest", "--write"]) == 0
    with pytest.raises(AssetError, match=r"tang-forms\.txt does not give other forms"):
        tang_in(copied)
