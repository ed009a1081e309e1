"""The one loop: prompt ids -> steps. Knows no text, no model, no page.

Whoever generates alone iterates over `generate` and stops by leaving the loop; nothing runs between
two steps. Whoever computes the logits of many at once gives each `Generation` its own.
"""

import secrets
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Literal, NamedTuple

import torch
from torch import Tensor

from playground.decoding.checks import checked_whole
from playground.decoding.choice import choose
from playground.decoding.sampling import SamplingParams
from playground.decoding.source import LogitsSource
from playground.errors import InputError

StopReason = Literal["stop", "length"]
LARGEST_SEED = 2**63 - 1
DRAWN_AT_ONCE = 64


class Step(NamedTuple):
    """One generated token.

    id                  the token; an end-of-text id is recorded here, but is no part of the text
    probability_before  its probability before the filters (`SamplingParams.without_filters`)
    probability_after   the probability with which it was drawn; 1 when greedy
    stop_reason         "stop" at the end of the text, "length" at the limit, None: goes on
    """

    id: int
    probability_before: float
    probability_after: float
    stop_reason: StopReason | None


class Generation:
    """One text while it grows: logits in, steps out.

    source          who gives the logits; only its vocab_size is read
    max_new_tokens  most tokens to generate, end of text included, prompt not; 0 is finished at once
    seed            0..2**63-1; same source, prompt, settings and seed give the same ids
    end_of_text     id that ends the text when generated; None lets the text go on. In the prompt
                    it ends nothing
    start_id        what an empty prompt starts from
    written_ids     tokens of the text that are written already: it goes on behind them as if it had
                    drawn them itself, so that a text that is cut off and resumed is the same

    `stop_reason` is why nothing more comes, as in Step; None while it goes on.
    Settings are checked here, before any work. Penalties count the whole prompt and all generated
    ids, also those outside the context.
    Raises SamplingError for a setting out of range, InputError for nothing to start from.
    """

    def __init__(
        self,
        source: LogitsSource,
        prompt_ids: Sequence[int],
        params: SamplingParams,
        *,
        max_new_tokens: int,
        seed: int,
        end_of_text: int | None = None,
        start_id: int | None = None,
        written_ids: Sequence[int] = (),
    ) -> None:
        allowed = "a whole number of at least 0"
        self._most = checked_whole("max_new_tokens", max_new_tokens, 0, LARGEST_SEED, allowed)
        allowed = f"a whole number from 0 to {LARGEST_SEED}"
        seed = checked_whole("seed", seed, 0, LARGEST_SEED, allowed)
        self._prompt_ids = list(prompt_ids) or _start(start_id)
        self._generated_ids = list(written_ids)
        self.ids = self._prompt_ids + self._generated_ids
        self._params = params
        self._vocab_size = source.vocab_size
        self._end_of_text = end_of_text
        self.stop_reason = self._reason()
        self._uniforms = _uniforms(seed, len(self._generated_ids))

    def take(self, logits: Tensor) -> Step:
        """The next token, from the logits (V,) after `ids`. Raises what `distribution` raises."""
        choice = choose(
            logits,
            self._params,
            self._uniforms,
            prompt_ids=self._prompt_ids,
            generated_ids=self._generated_ids,
            vocab_size=self._vocab_size,
        )
        self.ids.append(choice.id)
        self._generated_ids.append(choice.id)
        self.stop_reason = self._reason()
        return Step(choice.id, choice.before, choice.after, self.stop_reason)

    @property
    def finished(self) -> bool:
        """Whether nothing more comes."""
        return self.stop_reason is not None

    def _reason(self) -> StopReason | None:
        if self._generated_ids and self._generated_ids[-1] == self._end_of_text:
            return "stop"
        return "length" if len(self._generated_ids) >= self._most else None


def generate(
    source: LogitsSource,
    prompt_ids: Sequence[int],
    params: SamplingParams,
    *,
    max_new_tokens: int,
    seed: int,
    end_of_text: int | None = None,
    start_id: int | None = None,
) -> Iterator[Step]:
    """Continue `prompt_ids` token by token, alone; for arguments and errors see `Generation`, which
    checks them at the call."""
    generation = Generation(
        source,
        prompt_ids,
        params,
        max_new_tokens=max_new_tokens,
        seed=seed,
        end_of_text=end_of_text,
        start_id=start_id,
    )
    return steps_of(source, generation)


def steps_of(source: LogitsSource, generation: Generation) -> Iterator[Step]:
    """What is still to come of a text that is alone with its source."""
    session = source.open()
    while not generation.finished:
        yield generation.take(session.next_logits(generation.ids))


def fresh_seed() -> int:
    """A seed for a person who gave none: unpredictable, below 2**31, so that it can be typed."""
    return secrets.randbelow(2**31)


def _start(start_id: int | None) -> list[int]:
    if start_id is None:
        raise InputError(
            "empty_prompt",
            "The prompt is empty and this model has no end-of-text token to start from; "
            "type at least one character.",
        )
    return [start_id]


def uniform_of(seed: int, place: int) -> float:
    """The number in [0, 1) with which the token at `place` of a text, from 0, is drawn."""
    return next(_uniforms(seed, place))


def _uniforms(seed: int, start: int = 0) -> Iterator[float]:
    """Numbers in [0, 1) from the one at `start` on, the same ones for a seed however many are drawn
    at once."""
    generator = torch.Generator().manual_seed(seed)

    def drawn() -> Iterator[float]:
        while True:
            yield from torch.rand(DRAWN_AT_ONCE, dtype=torch.float64, generator=generator).tolist()

    return islice(drawn(), start, None)
