"""Words around the page's frame and controls."""

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
    stale: str
    tab_parameters: str
    tab_mask: str
    tab_next: str
    tab_generate: str
    tab_growth: str
    tab_lab: str
    badge_trained: str
    badge_growing: str
    badge_real: str
    badge_untrained: str
    badge_counted: str

    @property
    def tabs(self) -> tuple[str, ...]:
        """Labels of the tabs, from left to right."""
        first = (self.tab_parameters, self.tab_mask, self.tab_next, self.tab_generate)
        return (*first, self.tab_lab, self.tab_growth)


@dataclass(frozen=True)
class ModelWords:
    """Controls of the model."""

    preset: Control
    moment: Control
    moment_note: str
    moment_untrained: str
    reshaped: str
    back_to_trained: str
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
    how_custom: str
    encoding_names: dict[str, str]
    position_names: dict[str, str]
    activation_names: dict[str, str]


@dataclass(frozen=True)
class WeightsWords:
    """The real weights of a published model."""

    offer: str
    offer_here: str
    load: str
    load_here: str
    real: str
    back: str
    cancel: str
    asking: str
    fetching: str
    reading: str


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
    empty_start: str
    ends_in_space: str
    dropped: str
    cut: str
    too_long_to_link: str
    unknown: str
    in_bytes: str
    more_unknown: str
    more_tokens: str
