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
    off: str
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
    draw_note: str
    uniform: str
    candidates: str
    attention: str
    attention_caption: str
    attention_note: str
    lens: str
    lens_caption: str
    lens_first_caption: str
    lens_note: str
    layer: str
    layer_title: str
    guess_title: str
    written_share: str
    written_rank: str


@dataclass(frozen=True)
class RaceWords:
    """The cache."""

    tab: str
    note: str
    length: str
    start: str
    waiting: str
    too_short: str
    cached: str
    plain: str
    rate_note: str
    cached_ms: str
    plain_ms: str
    position_title: str
    time_title: str
    same: str
    differ: str
    faster: str
    even: str
    unclear: str
    grows: str
    flat: str
    noisy: str
    memory: str


@dataclass(frozen=True)
class BeamWords:
    """Beam search."""

    tab: str
    note: str
    width: str
    length: str
    start: str
    caption: str
    moral: str
    alike: str
    depth_title: str
    beam_title: str
    probability: str
    log_probability: str
    total: str
    score: str
    rank: str
    sampled: str
    which: str
    text: str


@dataclass(frozen=True)
class ExplainWords:
    """What each control of the sampler does, with the numbers of the prompt on the page."""

    heading: str
    temperature: str
    top_k: str
    top_p: str
    min_p: str
    counted_after: str
    repetition_penalty: str
    repetition_reward: str
    max_new_tokens: str
    seed: str
    penalty_positive: str
    penalty_negative: str
    penalty_empty: str
    reward_positive: str
    reward_negative: str
    reward_empty: str
