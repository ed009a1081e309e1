"""The words of the page as one value. A language that lacks one cannot be built.

Texts with {braces} are filled by `str.format` with the names that the English text shows.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Control:
    """A control: its label and one line on what it does."""

    label: str
    help: str


@dataclass(frozen=True)
class PageWords:
    """Frame of the page."""

    title: str
    tagline: str
    language: str
    theme_button: str
    model_heading: str
    prompt_heading: str
    sampler_heading: str
    advanced_heading: str
    table_heading: str
    tab_parameters: str
    tab_mask: str
    tab_next: str
    tab_generate: str
    badge_trained: str
    badge_untrained: str
    badge_counted: str


@dataclass(frozen=True)
class ModelWords:
    """Controls of the model."""

    preset: Control
    d_model: Control
    num_layers: Control
    num_heads: Control
    encoding: Control
    vocab_size: Control
    context_length: Control
    mlp_expansion: Control
    use_bias: Control
    qkv_bias: Control
    weight_tying: Control
    position: Control
    activation: Control
    preset_names: dict[str, str]
    encoding_names: dict[str, str]
    position_names: dict[str, str]
    activation_names: dict[str, str]


@dataclass(frozen=True)
class SamplerWords:
    """Controls of the sampler."""

    temperature: Control
    top_k: Control
    top_p: Control
    min_p: Control
    repetition_penalty: Control
    max_new_tokens: Control
    seed: Control
    seed_blank: str


@dataclass(frozen=True)
class PromptWords:
    """The prompt, its token strip and what to know about it."""

    prompt: Control
    strip_caption: str
    empty: str
    ends_in_space: str
    dropped: str
    cut: str
    unknown: str
    more_tokens: str


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
    mask_last_tokens: str
    attention_last_tokens: str
    mask_table: str


@dataclass(frozen=True)
class NextWords:
    """The next-token panel."""

    before: str
    after: str
    removed: str
    probability_title: str
    token_title: str
    id_title: str
    survivors: str
    survivors_note: str
    mass_kept: str
    mass_note: str
    entropy: str
    entropy_note: str
    caption: str
    caption_greedy: str
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
    tokens: str
    tokens_per_second: str
    running: str
    stopped_by_length: str
    stopped_by_end: str
    stopped_by_you: str
    stopped_by_time: str
    token_hover: str


@dataclass(frozen=True)
class ErrorWords:
    """A sentence for each error code, named by the code; `asset` and `other` take the rest."""

    heads_do_not_divide: str
    not_a_number: str
    not_whole: str
    out_of_range: str
    not_a_choice: str
    not_text: str
    too_large_to_run: str
    vocabulary_too_small: str
    odd_width: str
    asset: str
    tokenizer: str
    other: str
    either: str


@dataclass(frozen=True)
class Words:
    """One language, whole."""

    code: str
    name: str
    page: PageWords
    model: ModelWords
    sampler: SamplerWords
    prompt: PromptWords
    parameters: ParametersWords
    mask: MaskWords
    next: NextWords
    generate: GenerateWords
    errors: ErrorWords
