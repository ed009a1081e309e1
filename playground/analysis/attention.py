"""Where one attention head looks."""

from collections.abc import Sequence
from dataclasses import dataclass

from torch import Tensor


@dataclass(frozen=True)
class AttentionMap:
    """The attention weights of one head over some tokens.

    labels            one a token, in order
    weights           row: query, column: key; from 0 to 1, None where the mask blocks
    strongest         place of the key that the last query looks at most; the first among equals
    strongest_weight  its weight
    """

    labels: tuple[str, ...]
    weights: tuple[tuple[float | None, ...], ...]
    strongest: int
    strongest_weight: float

    @property
    def strongest_label(self) -> str:
        """The key that the last query looks at most."""
        return self.labels[self.strongest]


def attention_map(weights: Tensor, labels: Sequence[str]) -> AttentionMap:
    """The weights (T, S) of a causal head, with T = S >= 1, and what the last query looks at most.

    Raises ValueError when there is not one label for each of the T tokens.
    """
    size = len(labels)
    if not size or tuple(weights.shape) != (size, size):
        raise ValueError(f"weights have shape {tuple(weights.shape)}, but {size} tokens are named")
    rows = weights.detach().double().tolist()  # (T, S)
    last = rows[-1]
    strongest = last.index(max(last))
    return AttentionMap(
        labels=tuple(labels),
        weights=tuple(_blank_future(row, query) for query, row in enumerate(rows)),
        strongest=strongest,
        strongest_weight=last[strongest],
    )


def _blank_future(row: list[float], query: int) -> tuple[float | None, ...]:
    return tuple(weight if key <= query else None for key, weight in enumerate(row))


@dataclass(frozen=True)
class AttentionRow:
    """Where one query looks.

    weights           of its last keys, 0 to 1; labels: of the same tokens
    earlier           what the keys before those have together
    strongest_label   key that it looks at most, wherever it stands; the first among equals
    strongest_weight  its weight
    """

    labels: tuple[str, ...]
    weights: tuple[float, ...]
    earlier: float
    strongest_label: str
    strongest_weight: float


def attention_row(weights: Tensor, labels: Sequence[str], shown: int) -> AttentionRow:
    """The weights (S,) of one query over S >= 1 keys, of which the last `shown` are kept."""
    row = weights.detach().double().tolist()
    strongest = row.index(max(row))
    return AttentionRow(
        labels=tuple(labels[-shown:]),
        weights=tuple(row[-shown:]),
        earlier=sum(row[:-shown]),
        strongest_label=labels[strongest],
        strongest_weight=row[strongest],
    )
