"""Texts as one long array of ids, and windows of them.

Byte pairs: documents end with a line <|endoftext|>. A window may begin anywhere, but of those that
fall into a document shorter than a window, half begin where it does, so that a story is also read
whole. Characters, whose encoding has a start mark of its own: a line is a document, and windows
begin where documents do, since that is how a poem is asked for.
"""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from playground.errors import InputError
from playground.text.encoding import END_OF_TEXT, Encoding
from playground.training.text_file import read_text

Ids = NDArray[np.uint16]


@dataclass(frozen=True)
class Corpus:
    """ids: every document, with its start mark, if there is one, and end-of-text; size_bytes:
    UTF-8 bytes of the documents; starts: where documents begin, rising from 0 (by default there
    is one); marked: whether each has a start mark and is read by itself."""

    ids: Ids
    size_bytes: int
    starts: NDArray[np.int64] = field(default_factory=lambda: np.zeros(1, np.int64))
    marked: bool = False


def read_corpus(path: Path, encoding: Encoding, megabytes: float | None = None) -> Corpus:
    """Encode a text file, or only its first `megabytes` (10^6 bytes, cut at a document's end).

    Raises InputError when the file is missing, is not Unicode or holds no text.
    """
    text = read_text(path)
    if megabytes is not None:
        text = _first(text, int(megabytes * 1e6))
    marked = encoding.start != encoding.end_of_text
    documents = list(filter(None, text.split("\n"))) if marked else list(documents_of(text))
    if not documents:
        raise InputError("empty_text_file", f"{path} holds no text.", path=str(path))
    ids = array("H")  # of two bytes each: a text may have hundreds of millions
    starts = []
    for document in documents:
        starts.append(len(ids))
        if marked:
            ids.append(encoding.start)
        ids.extend(encoding.encode(document))
        ids.append(encoding.end_of_text)
    size_bytes = sum(len(document.encode()) for document in documents)
    return Corpus(np.array(ids, np.uint16), size_bytes, np.array(starts), marked)


def _first(text: str, size_bytes: int) -> str:
    raw = text.encode()
    if len(raw) <= size_bytes:
        return text
    first = raw[:size_bytes].decode(errors="ignore")  # the last character may be cut
    whole = first.rfind(END_OF_TEXT)
    return first[:whole] if whole > 0 else first


def joined(corpora: Sequence[Corpus]) -> Corpus:
    """Several corpora of one encoding as one."""
    offsets = np.cumsum([0, *(len(corpus.ids) for corpus in corpora)])
    starts = [corpus.starts + offset for corpus, offset in zip(corpora, offsets, strict=False)]
    return Corpus(
        np.concatenate([corpus.ids for corpus in corpora]),
        sum(corpus.size_bytes for corpus in corpora),
        np.concatenate(starts),
        corpora[0].marked,
    )


def documents_of(text: str) -> Iterator[str]:
    """The documents of a text of byte pairs, without the line that ends each."""
    for document in text.split(f"{END_OF_TEXT}\n"):
        if stripped := document.removesuffix(END_OF_TEXT).strip("\n"):
            yield stripped


def random_windows(
    corpus: Corpus, batch_size: int, length: int, generator: torch.Generator
) -> Tensor:
    """batch_size stretches of `length` ids from random places: (batch_size, length), int64."""
    ids = corpus.ids
    if len(ids) < length:
        raise InputError(
            "text_too_short",
            f"The training text has {len(ids)} tokens; one window needs {length}. Give more text.",
            tokens=len(ids),
            needed=length,
        )
    places = len(ids) - length + 1
    choose = _starts_at_marks if corpus.marked else _starts_anywhere
    starts = choose(torch.from_numpy(corpus.starts), places, batch_size, length, generator)
    rows = [ids[start : start + length].astype(np.int64) for start in starts.tolist()]
    return torch.from_numpy(np.stack(rows))


def _starts_anywhere(
    documents: Tensor, places: int, batch_size: int, length: int, generator: torch.Generator
) -> Tensor:
    """Half of those in a document shorter than a window are moved to its beginning."""
    starts = torch.randint(places, (batch_size,), generator=generator)
    whole = torch.randint(2, (batch_size,), generator=generator) == 1
    ends = torch.cat([documents[1:], torch.tensor([places + length - 1])])
    document = torch.searchsorted(documents, starts, right=True) - 1
    short = ends[document] - documents[document] < length
    return torch.where(whole & short, documents[document], starts)


def _starts_at_marks(
    documents: Tensor, places: int, batch_size: int, length: int, generator: torch.Generator
) -> Tensor:
    """Half at the start mark and half just behind it: a prompt is read without the mark, and an
    empty one is the mark alone."""
    whole = documents[documents < places]
    chosen = torch.randint(len(whole), (batch_size,), generator=generator)
    behind = torch.randint(2, (batch_size,), generator=generator)
    return (whole[chosen] + behind).clamp(max=places - 1)
