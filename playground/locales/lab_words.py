"""Words of the experiments in the sampling lab."""

from dataclasses import dataclass


@dataclass(frozen=True)
class CompareWords:
    """Settings side by side."""

    tab: str
    note: str
    columns: str
    start: str
    column: str
    tokens: str
    entropy: str
    surprise: str
    distinct: str
    repeated: str
    same: str
    parted: str
    caption: str
