"""Words of the experiments in the sampling lab."""

from dataclasses import dataclass

from playground.locales.control_words import Control


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


@dataclass(frozen=True)
class SweepWords:
    """A grid over temperature and top-k."""

    tab: str
    note: str
    listed: str
    length: str
    start: str
    progress: str
    corner: str
    entropy: str
    entropy_note: str
    repeated: str
    repeated_note: str


@dataclass(frozen=True)
class TraceWords:
    """A text token by token."""

    tab: str
    note: str
    start: str
    take: str
    empty: str
    nothing_written: str
    branches: str
    first_text: str
    branch_name: str
    place: Control
    candidate: Control
    fork: str
    drawn: str
    greedy: str
    by_hand: str
    pieces_title: str
    pieces_note: str
    uniform: str
    candidates: str
    attention: str
    attention_caption: str
    lens: str
    lens_caption: str
    lens_first_caption: str
    layer: str
    layer_title: str
    guess_title: str
    written_share: str
    written_rank: str
