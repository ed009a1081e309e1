"""Texts as one long array of ids. Documents end with a line <|endoftext|>."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from playground.errors import InputError
from playground.text.encoding import END_OF_TEXT, Encoding

Ids = NDArray[np.uint16]


@dataclass(frozen=True)
class Corpus:
    """ids: every document followed by end-of-text; size_bytes: UTF-8 bytes of the documents."""

    ids: Ids
    size_bytes: int


def read_corpus(path: Path, encoding: Encoding, megabytes: float | None = None) -> Corpus:
    """Encode a text file, or only its first `megabytes` (10^6 bytes, cut at a document's end).

    Raises InputError when the file is missing or holds no text.
    """
    if not path.is_file():
        raise InputError("no_text_file", f"There is no text file {path}.", path=str(path))
    raw = path.read_bytes()
    if megabytes is not None and len(raw) > megabytes * 1e6:
        raw = raw[: int(megabytes * 1e6)]
        whole = raw.rfind(END_OF_TEXT.encode())
        raw = raw[:whole] if whole > 0 else raw
    documents = list(_documents(raw.decode(errors="ignore")))
    if not documents:
        raise InputError("empty_text_file", f"{path} holds no text.", path=str(path))
    ids: list[int] = []
    for document in documents:
        ids.extend(encoding.encode(document))
        ids.append(encoding.end_of_text)
    return Corpus(np.array(ids, dtype=np.uint16), sum(len(d.encode()) for d in documents))


def _documents(text: str) -> Iterator[str]:
    for document in text.replace("\r\n", "\n").split(f"{END_OF_TEXT}\n"):
        if stripped := document.removesuffix(END_OF_TEXT).strip("\n"):
            yield stripped


def random_windows(ids: Ids, batch_size: int, length: int, generator: torch.Generator) -> Tensor:
    """batch_size stretches of `length` ids from random places: (batch_size, length), int64."""
    if len(ids) < length:
        raise InputError(
            "text_too_short",
            f"The training text has {len(ids)} tokens; one window needs {length}. Give more text.",
            tokens=len(ids),
            needed=length,
        )
    starts = torch.randint(len(ids) - length + 1, (batch_size,), generator=generator)
    rows = [ids[start : start + length].astype(np.int64) for start in starts.tolist()]
    return torch.from_numpy(np.stack(rows))
