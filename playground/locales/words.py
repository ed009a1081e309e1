"""The words of the page as one value. A language that lacks one cannot be built.

Texts with {braces} are filled by `str.format` with the names that the English text shows.
"""

from dataclasses import dataclass

from playground.locales.control_words import (
    ModelWords,
    PageWords,
    PromptWords,
    SamplerWords,
    WeightsWords,
)
from playground.locales.lab_words import (
    BeamWords,
    CompareWords,
    ExplainWords,
    RaceWords,
    SweepWords,
    TraceWords,
)
from playground.locales.view_words import (
    ExportWords,
    GenerateWords,
    GrowthWords,
    LabWords,
    MaskWords,
    NextWords,
    ParametersWords,
)


@dataclass(frozen=True)
class ErrorWords:
    """A sentence for each error code, named by the code; `asset` and `other` take the rest.

    by_code: code -> sentence for what can go wrong with real weights, texts and calls; empty in
    English, which these errors speak themselves
    """

    heads_do_not_divide: str
    empty: str
    no_choice: str
    list_empty: str
    not_a_number: str
    not_whole: str
    out_of_range: str
    not_a_choice: str
    not_text: str
    list_length: str
    unclear_number: str
    too_large_to_run: str
    vocabulary_too_small: str
    odd_width: str
    asset: str
    tokenizer: str
    other: str
    either: str
    by_code: dict[str, str]


@dataclass(frozen=True)
class Words:
    """One language, whole."""

    code: str
    name: str
    page: PageWords
    model: ModelWords
    weights: WeightsWords
    sampler: SamplerWords
    prompt: PromptWords
    parameters: ParametersWords
    mask: MaskWords
    next: NextWords
    generate: GenerateWords
    growth: GrowthWords
    lab: LabWords
    compare: CompareWords
    sweep: SweepWords
    trace: TraceWords
    race: RaceWords
    beam: BeamWords
    explain: ExplainWords
    export: ExportWords
    errors: ErrorWords
