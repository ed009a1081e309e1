"""Encodings built from the files in assets/tokenizer/; nothing is ever downloaded.

Names: "gpt2" is GPT-2's own byte-pair encoding, "gpt2-N" its first N ranks, "tang" one id a
character. Text from people is always encoded as ordinary text: what looks like a special token
in it is a few ordinary tokens.
"""

import base64
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Protocol

import tiktoken

from playground.assets import ASSETS, checked, name_of
from playground.errors import AssetError, InputError

TOKENIZER_FOLDER = ASSETS / "tokenizer"
END_OF_TEXT = "<|endoftext|>"
GPT2_RANKS = 50256
CHARACTER_MARKS = ("<pad>", "<unk>", "<bos>", "<eos>")
BYTE_RANKS = 256
"""The first 256 ranks are the single bytes: no prefix can be shorter and still encode any text."""

_GPT2_PATTERN = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"


class Encoding(Protocol):
    """What every encoding offers.

    vocab_size    number of ids that stand for something; ids from there on are padding
    end_of_text   id that separates texts in training and ends a generated one
    start         id that an empty prompt starts from
    unknown       id of a character that has none, None where every text has ids
    leads_with_space   whether a word carries the space before it
    """

    vocab_size: int
    end_of_text: int
    start: int
    unknown: int | None
    leads_with_space: bool

    def encode(self, text: str) -> list[int]:
        """Ids of ordinary text; lone surrogates become U+FFFD."""

    def token_bytes(self, token_id: int) -> bytes:
        """The bytes that one id stands for. Raises KeyError for padding and negative ids."""

    def decode(self, ids: Sequence[int]) -> str:
        """Text of ids, marks spelled out; bytes that are not UTF-8 become U+FFFD.

        Raises KeyError for padding and negative ids.
        """

    def is_special(self, token_id: int) -> bool:
        """Whether an id stands for a mark of ours and not for text."""

    def unknown_characters(self, text: str) -> str:
        """The characters of a text that the encoding has no id for, in order."""


class BytePairEncoding:
    """The first `ranks` of GPT-2's byte-pair encoding, with end-of-text as the id behind them."""

    leads_with_space = True

    def __init__(self, ranks: int) -> None:
        """ranks: 256 to 50,256."""
        mergeable = {token: rank for token, rank in gpt2_ranks().items() if rank < ranks}
        self._tiktoken = tiktoken.Encoding(
            f"gpt2-{ranks}",
            pat_str=_GPT2_PATTERN,
            mergeable_ranks=mergeable,
            special_tokens={END_OF_TEXT: ranks},
            explicit_n_vocab=ranks + 1,
        )
        self.vocab_size = ranks + 1
        self.end_of_text = ranks
        self.start = ranks
        self.unknown: int | None = None

    def encode(self, text: str) -> list[int]:
        """Ids of ordinary text."""
        return self._tiktoken.encode_ordinary(without_surrogates(text))

    def token_bytes(self, token_id: int) -> bytes:
        """The bytes of one id."""
        _require_id(token_id, self.vocab_size)
        return self._tiktoken.decode_single_token_bytes(token_id)

    def decode(self, ids: Sequence[int]) -> str:
        """Text of ids."""
        return b"".join(map(self.token_bytes, ids)).decode(errors="replace")

    def is_special(self, token_id: int) -> bool:
        """Only end-of-text is special."""
        return token_id == self.end_of_text

    def unknown_characters(self, text: str) -> str:
        """None: every text is bytes."""
        return ""


class CharacterEncoding:
    """One id per character, from a file with one symbol per line; the first four are marks.

    Other forms of a character (traditional, radicals, punctuation of another width) have its id:
    each line of the second file is a character of the first and its other forms. Forms that could
    be several characters are not in it.
    """

    leads_with_space = False

    def __init__(self, path: Path, forms: Path) -> None:
        self._symbols = _read(path).decode(errors="replace").split("\n")[:-1]
        if tuple(self._symbols[:4]) != CHARACTER_MARKS:
            raise _damaged(path, f"begin with the lines {' '.join(CHARACTER_MARKS)}")
        self._ids = {symbol: index for index, symbol in enumerate(self._symbols)}
        try:
            lines = _read(forms).decode().splitlines()
            self._ids |= {form: self._ids[line[0]] for line in lines for form in line[1:]}
        except (UnicodeDecodeError, LookupError) as error:
            wanted = f"give other forms of the characters in {path.name}"
            raise _damaged(forms, wanted) from error
        self.unknown: int | None = self._ids["<unk>"]
        self.vocab_size = len(self._symbols)
        self.end_of_text = self._ids["<eos>"]
        self.start = self._ids["<bos>"]

    def encode(self, text: str) -> list[int]:
        """One id per character; a character that the files lack becomes <unk>."""
        unknown = self._ids["<unk>"]
        return [self._ids.get(character, unknown) for character in text]

    def token_bytes(self, token_id: int) -> bytes:
        """UTF-8 of the character."""
        _require_id(token_id, self.vocab_size)
        return self._symbols[token_id].encode()

    def decode(self, ids: Sequence[int]) -> str:
        """The characters, joined."""
        return b"".join(map(self.token_bytes, ids)).decode()

    def is_special(self, token_id: int) -> bool:
        """The first four symbols are marks."""
        return token_id < len(CHARACTER_MARKS)

    def unknown_characters(self, text: str) -> str:
        """Characters that the files lack."""
        return "".join(character for character in text if character not in self._ids)


@lru_cache(maxsize=16)
def encoding_named(name: str) -> Encoding:
    """The encoding of that name: "gpt2", "gpt2-256" to "gpt2-50256", or "tang".

    Raises InputError for any other name.
    """
    if name == "tang":
        folder = TOKENIZER_FOLDER
        return CharacterEncoding(folder / "tang-vocab.txt", folder / "tang-forms.txt")
    if name == "gpt2":
        return BytePairEncoding(GPT2_RANKS)
    match = re.fullmatch(r"gpt2-(\d{3,5})", name)
    if match and BYTE_RANKS <= int(match[1]) <= GPT2_RANKS:
        return BytePairEncoding(int(match[1]))
    raise InputError(
        "unknown_encoding",
        f"There is no encoding {name!r}; try gpt2, gpt2-256 to gpt2-{GPT2_RANKS}, or tang.",
        name=name,
    )


@lru_cache(maxsize=1)
def gpt2_ranks() -> dict[bytes, int]:
    """Bytes of every ordinary GPT-2 token and its rank, which is its id."""
    path = TOKENIZER_FOLDER / "gpt2.tiktoken"
    lines = _read(path).splitlines()
    try:
        ranks = {base64.b64decode(token): int(rank) for token, rank in map(bytes.split, lines)}
    except ValueError:
        ranks = {}
    if sorted(ranks.values()) != list(range(GPT2_RANKS)):
        raise _damaged(path, f"hold GPT-2's {GPT2_RANKS} ranks")
    return ranks


def without_surrogates(text: str) -> str:
    """The text with lone surrogates, which no UTF-8 can carry, replaced by U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _read(path: Path) -> bytes:
    """Raises AssetError with a code of its own: without its encoding a model is of no use."""
    try:
        return checked(path).read_bytes()
    except AssetError as error:
        code = "tokenizer_missing" if error.code == "asset_missing" else "tokenizer_damaged"
        raise AssetError(code, str(error), **error.values) from error


def _damaged(path: Path, wanted: str) -> AssetError:
    name = name_of(path)
    sentence = f"{name} does not {wanted}; copy the folder assets again."
    return AssetError("tokenizer_damaged", sentence, file=name)


def _require_id(token_id: int, vocab_size: int) -> None:
    """tiktoken wraps or overflows on some of these; one kind of error is enough."""
    if not 0 <= token_id < vocab_size:
        raise KeyError(token_id)
