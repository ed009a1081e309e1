"""What everybody above sees of an engine: a request goes in, a stream of steps comes out.

Says nothing about where the model is: in this thread, in this process or on another machine.
"""

from dataclasses import dataclass
from typing import Protocol

from playground.decoding.generation import Generation
from playground.decoding.model_source import require_known
from playground.decoding.sampling import SamplingParams
from playground.decoding.source import LogitsSource
from playground.serving.engine.stream import StepStream
from playground.serving.models import ModelChoice


@dataclass(frozen=True)
class TextRequest:
    """One text that a visitor wants.

    vocab_size   ids of the encoding; larger ids are padding and never drawn
    prompt_ids   at least one id
    seed         0..2**63-1; the draws of the text follow from it alone
    end_of_text  id that ends the text, None for none
    visitor      whose text it is, any name; one text a visitor is written at a time
    written_ids  tokens of the text that are written already; steps are told of new ones only
    """

    choice: ModelChoice
    vocab_size: int
    prompt_ids: tuple[int, ...]
    params: SamplingParams
    max_new_tokens: int
    seed: int
    end_of_text: int | None
    visitor: str
    written_ids: tuple[int, ...] = ()

    def generation(self, source: LogitsSource) -> Generation:
        """The text before its first step. Raises what `Generation` raises, and InputError for an
        id that the vocabulary does not have."""
        require_known((*self.prompt_ids, *self.written_ids), self.choice.config.vocab_size)
        return Generation(
            source,
            self.prompt_ids,
            self.params,
            max_new_tokens=self.max_new_tokens,
            seed=self.seed,
            end_of_text=self.end_of_text,
            written_ids=self.written_ids,
        )


@dataclass(frozen=True)
class EngineStats:
    """active: texts that are written now; waiting: texts behind them, those whose model is being
    loaded included; the rest is counted since
    the start: tokens drawn, texts that came to their end, that were left or replaced before it,
    that were turned away and that failed."""

    active: int
    waiting: int
    tokens: int = 0
    finished: int = 0
    cancelled: int = 0
    refused: int = 0
    failed: int = 0


class Engine(Protocol):
    """Writes texts for many visitors. All methods may be called from any thread."""

    def submit(self, request: TextRequest) -> StepStream:
        """Start a text, or put it behind those that are written now; may load the model first.

        A text that the same visitor has asked for before ends as cancelled. Raises ResourceError
        when too many wait already or the model cannot be loaded, and what checking the settings
        raises; nothing but errors that a person can be told.
        """
        ...

    def stats(self) -> EngineStats:
        """Counts of this moment."""
        ...

    def is_healthy(self) -> bool:
        """Whether texts are being written, or would be if there were any."""
        ...

    def close(self) -> None:
        """End all texts and take no more."""
        ...
