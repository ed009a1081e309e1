"""Words of the views."""

from dataclasses import dataclass

from playground.locales.control_words import Control


@dataclass(frozen=True)
class ParametersWords:
    """The parameters panel."""

    total: str
    total_note_tied: str
    total_note_separate: str
    without_embeddings: str
    without_embeddings_note: str
    memory: str
    memory_note: str
    cache: str
    cache_note: str
    work: str
    work_note: str
    published_equal: str
    published_differs: str
    caption: str
    part_names: dict[str, str]
    count_title: str
    share_title: str
    part_title: str
    formula_title: str
    shared_note: str


@dataclass(frozen=True)
class MaskWords:
    """The mask and attention panel."""

    mask_heading: str
    attention_heading: str
    query_title: str
    key_title: str
    allowed: str
    blocked: str
    weight_title: str
    layer: Control
    head: Control
    mask_caption: str
    attention_caption: str
    attention_note: str
    mask_last_tokens: str
    attention_last_tokens: str
    mask_table: str


@dataclass(frozen=True)
class NextWords:
    """The next-token panel."""

    before: str
    after: str
    removed: str
    removed_greedy: str
    probability_title: str
    token_title: str
    id_title: str
    survivors: str
    survivors_note: str
    mass_kept: str
    mass_note: str
    mass_kept_greedy: str
    mass_note_greedy: str
    entropy: str
    entropy_note: str
    caption: str
    caption_greedy: str
    after_penalty: str
    untrained: str
    drawn: str
    drawn_greedy: str


@dataclass(frozen=True)
class GenerateWords:
    """The generate panel."""

    generate: str
    stop: str
    clear: str
    how_to_start: str
    hover_note: str
    unlikely: str
    likely: str
    sampled: str
    greedy: str
    seed_used: str
    untrained: str
    tokens: str
    tokens_per_second: str
    running: str
    stopped_by_length: str
    stopped_by_end: str
    stopped_by_you: str
    stopped_by_time: str
    stopped_by_error: str
    token_hover: str


@dataclass(frozen=True)
class ExportWords:
    """The model to take home."""

    heading: str
    note: str
    download: str
    script: str
    too_large: str


@dataclass(frozen=True)
class GrowthWords:
    """The growth panel."""

    nothing_to_show: str
    line_heading: str
    line_note: str
    caption: str
    step: str
    step_note: str
    step_title: str
    tokens: str
    tokens_note: str
    loss: str
    loss_note: str
    loss_title: str
    bits: str
    bits_note: str
    even_guess: str


@dataclass(frozen=True)
class LabWords:
    """The sampling lab: stages and draws."""

    tab_stages: str
    stages_heading: str
    stage_title: str
    stage_names: dict[str, str]
    stage_after: str
    left_after: str
    survivors: str
    mass_kept: str
    entropy: str
    choices: str
    caption: str
    caption_greedy: str
    caption_uncut: str
    rank_title: str
    probability_title: str
    search: Control
    nothing_found: str
    more_found: str
    rank: str
    logit: str
    penalised: str
    removed_by: str
    stays: str
    draw_count: Control
    draw_button: str
    expected: str
    observed: str
    observed_key: str
    error: str
    agrees: str
    differs: str
    nothing_to_compare: str
    left_out: str
    origin: str
