"""Where one attention head looks."""

from collections.abc import Sequence
from dataclasses import dataclass

from torch import Tensor


@dataclass(frozen=True)
class AttentionMap:
    """The attention weights of one head over the last tokens of a prompt.

    labels              one a drawn token, in order
    weights             row: query, column: key; from 0 to 1, None where the mask blocks
    dropped             tokens before the first label that are not drawn; a row then sums to less
                        than 1, since the rest of its weight lies on them
    strongest_position  key that the last query looks at most, counted from 0 over all tokens;
                        the first among equals
    strongest_label     its label
    strongest_weight    its weight
    """

    labels: tuple[str, ...]
    weights: tuple[tuple[float | None, ...], ...]
    dropped: int
    strongest_position: int
    strongest_label: str
    strongest_weight: float


def attention_map(weights: Tensor, labels: Sequence[str], shown: int = 64) -> AttentionMap:
    """The last `shown` (at least 1) tokens of a causal head's weights (T, S), with T = S >= 1.

    Raises ValueError when there is not one label for each of the T tokens.
    """
    size = len(labels)
    if not size or tuple(weights.shape) != (size, size):
        raise ValueError(f"weights have shape {tuple(weights.shape)}, but {size} tokens are named")
    dropped = max(0, size - shown)
    weights = weights.detach().double().cpu()  # (T, S)
    drawn = weights[dropped:, dropped:].tolist()
    last = weights[-1].tolist()
    strongest = last.index(max(last))
    return AttentionMap(
        labels=tuple(labels[dropped:]),
        weights=tuple(_blank_future(row, query) for query, row in enumerate(drawn)),
        dropped=dropped,
        strongest_position=strongest,
        strongest_label=labels[strongest],
        strongest_weight=last[strongest],
    )


def _blank_future(row: list[float], query: int) -> tuple[float | None, ...]:
    return tuple(weight if key <= query else None for key, weight in enumerate(row))
