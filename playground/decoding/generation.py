"""The one loop: prompt ids -> an iterator of steps. Knows no text, no model, no page.

Whoever generates (page, API, command line, lab) iterates over `generate` and stops by leaving the
loop; nothing runs between two steps.
"""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

import torch

from playground.decoding.checks import checked_whole
from playground.decoding.sampling import SamplingParams, distribution, draw
from playground.decoding.source import LogitsSource
from playground.errors import InputError

StopReason = Literal["stop", "length"]
LARGEST_SEED = 2**63 - 1


@dataclass(frozen=True)
class Step:
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
    """Continue `prompt_ids` token by token; settings are checked at the call, before any work.

    max_new_tokens  most tokens to generate, end of text included, prompt not; 0 runs nothing
    seed            0..2**63-1; same source, prompt, settings and seed give the same ids
    end_of_text     id that ends the text when generated; None lets the text go on. In the prompt
                    it ends nothing
    start_id        what an empty prompt starts from

    Penalties count the whole prompt and all generated ids, also those outside the context.
    Raises SamplingError for a setting out of range, InputError for nothing to start from.
    """
    allowed = "a whole number of at least 0"
    max_new_tokens = checked_whole("max_new_tokens", max_new_tokens, 0, LARGEST_SEED, allowed)
    seed = checked_whole("seed", seed, 0, LARGEST_SEED, f"a whole number from 0 to {LARGEST_SEED}")
    prompt = list(prompt_ids) or _start(start_id)
    return _steps(source, prompt, params, max_new_tokens, seed, end_of_text)


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


def _steps(
    source: LogitsSource,
    prompt: list[int],
    params: SamplingParams,
    max_new_tokens: int,
    seed: int,
    end_of_text: int | None,
) -> Iterator[Step]:
    session = source.open()
    generator = torch.Generator().manual_seed(seed)
    generated: list[int] = []
    for count in range(1, max_new_tokens + 1):
        probabilities = partial(
            distribution,
            session.next_logits([*prompt, *generated]),
            prompt_ids=prompt,
            generated_ids=generated,
            vocab_size=source.vocab_size,
        )
        before = probabilities(params.without_filters())  # (V,)
        after = probabilities(params)  # (V,)
        token_id = draw(after, 0.0 if params.is_greedy else _uniform(generator))
        generated.append(token_id)
        reason = _stop_reason(token_id == end_of_text, count == max_new_tokens)
        yield Step(token_id, float(before[token_id]), float(after[token_id]), reason)
        if reason is not None:
            return


def _stop_reason(is_end: bool, is_last: bool) -> StopReason | None:
    if is_end:
        return "stop"
    return "length" if is_last else None


def _uniform(generator: torch.Generator) -> float:
    return float(torch.rand((), dtype=torch.float64, generator=generator))
