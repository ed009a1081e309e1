"""logits -> probabilities. The only code of the project that does it.

Charts show `filtered`, `choice` draws from it, tests check it. Knows no model and no loop.
Order: penalties, bans, temperature, top-k, top-p, min-p; each filter sees the probabilities
renormalised over what the one before it has kept (the order of Hugging Face transformers).
All arithmetic is in float64, and what is neutral is an exact no-op.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor

from playground.decoding.checks import checked_number, checked_whole
from playground.decoding.filters import (
    Filtered,
    Ranking,
    Row,
    keep_min_p,
    keep_top_k,
    keep_top_p,
)
from playground.decoding.penalties import ban, penalise_counts, penalise_repetition
from playground.errors import SamplingError

_SMALLEST = torch.finfo(torch.float32).tiny
_LARGEST = torch.finfo(torch.float32).max
_LIMITS: dict[str, tuple[float, float, str]] = {
    "temperature": (
        0.0,
        _LARGEST,
        "a number from 0 (always the most likely token) to 3.4e38, usually below 2",
    ),
    "top_p": (0.0, 1.0, "a number from 0 (one token) to 1 (off)"),
    "min_p": (0.0, 1.0, "a number from 0 (off) to 1"),
    "repetition_penalty": (
        _SMALLEST,
        _LARGEST,
        "a number above 0; 1 is off, and 1.1 to 1.5 make repeated tokens less likely",
    ),
    "presence_penalty": (-2.0, 2.0, "a number from -2 to 2; 0 is off"),
    "frequency_penalty": (-2.0, 2.0, "a number from -2 to 2; 0 is off"),
}
_LARGEST_TOP_K = 2**53
"""Any vocabulary is smaller; up to here a float is exact."""


@dataclass(frozen=True)
class SamplingParams:
    """How the next token is chosen. The defaults are all neutral: plain softmax.

    temperature         divides the logits; 0 is greedy and ignores the filters
    top_k               at most so many ids survive; 0 is off, more than V is clamped
    top_p               the fewest likeliest ids that hold this mass survive; 1 is off
    min_p               ids at least this likely, as a share of the likeliest, survive; 0 is off
    repetition_penalty  > 0, on prompt and generated ids; 1 is off
    presence_penalty    -2..2, on generated ids only; 0 is off
    frequency_penalty   -2..2, on generated ids only, for each occurrence; 0 is off

    Raises SamplingError with a sentence that names the value and what is allowed.
    """

    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0
    min_p: float = 0.0
    repetition_penalty: float = 1.0
    presence_penalty: float = 0.0
    frequency_penalty: float = 0.0

    def __post_init__(self) -> None:
        for name, limits in _LIMITS.items():
            object.__setattr__(self, name, checked_number(name, getattr(self, name), *limits))
        allowed = "a whole number of at least 0 (0 is off)"
        top_k = checked_whole("top_k", self.top_k, 0, _LARGEST_TOP_K, allowed)
        object.__setattr__(self, "top_k", top_k)

    @property
    def is_greedy(self) -> bool:
        """Whether the most likely token is always taken."""
        return self.temperature == 0

    def without_filters(self) -> "SamplingParams":
        """The settings before the filters: penalties and temperature stay.

        Greedy has no tempered distribution, so temperature 0 becomes 1.
        """
        return replace(self, temperature=self.temperature or 1.0, top_k=0, top_p=1.0, min_p=0.0)


def filtered(
    logits: Tensor,
    params: SamplingParams,
    *,
    prompt_ids: Sequence[int] = (),
    generated_ids: Sequence[int] = (),
    vocab_size: int | None = None,
    banned: Sequence[int] = (),
) -> Filtered:
    """What the settings make of logits (V,), on the CPU.

    logits      any float type and device; never changed
    vocab_size  number of real ids; those from here on are padding and get 0
    banned      ids that get 0 whatever their logits

    At temperature 0 all mass is on the lowest id among the maxima. At least one id has a
    probability above 0. Raises SamplingError for NaN or +inf, or when no id is left.
    """
    row = penalised(logits, params, prompt_ids, generated_ids, vocab_size)  # (V,)
    if banned:
        _require_numbers(row)
        ban(row, banned)
    temperature = params.temperature or 1.0
    ranking = Ranking(row, shares_at(row, temperature), temperature)
    return Filtered(ranking, _counts(ranking, params))


def distribution(
    logits: Tensor,
    params: SamplingParams,
    *,
    prompt_ids: Sequence[int] = (),
    generated_ids: Sequence[int] = (),
    vocab_size: int | None = None,
    banned: Sequence[int] = (),
) -> Tensor:
    """Probabilities of the next token: (V,) float64, summing to 1; see `filtered`."""
    return filtered(
        logits,
        params,
        prompt_ids=prompt_ids,
        generated_ids=generated_ids,
        vocab_size=vocab_size,
        banned=banned,
    ).after


def penalised(
    logits: Tensor,
    params: SamplingParams,
    prompt_ids: Sequence[int],
    generated_ids: Sequence[int],
    vocab_size: int | None,
) -> Row:
    """Logits (V,) after padding and penalties, as a row of their own."""
    if logits.dim() != 1 or len(logits) == 0:
        raise ValueError(f"logits have shape {tuple(logits.shape)}; one row (V,) is expected")
    row: Row = logits.detach().to("cpu", torch.float64, copy=True).numpy()
    if vocab_size is not None:
        row[vocab_size:] = -math.inf
    penalise_repetition(row, params.repetition_penalty, [*prompt_ids, *generated_ids])
    penalise_counts(row, params.presence_penalty, params.frequency_penalty, generated_ids)
    return row


def shares_at(row: Row, temperature: float) -> Row:
    """Probabilities of logits (V,) at a temperature that is not 0.

    The largest logit goes first, so that a tiny temperature cannot overflow the others. Raises
    SamplingError for NaN or +inf, or when all are -inf.
    """
    top = row.max()
    if not math.isfinite(top):
        _require_numbers(row)
        raise SamplingError(
            "no_token_left",
            f"None of the {len(row)} tokens can be chosen: every one is banned or has a logit "
            "of -inf. Ban fewer tokens or choose another model.",
            count=len(row),
        )
    behind = torch.from_numpy(row - top)  # (V,)
    shares: Row = (behind if temperature == 1 else behind.div_(temperature)).softmax(dim=0).numpy()
    return shares


def _counts(ranking: Ranking, params: SamplingParams) -> tuple[int, int, int]:
    if params.is_greedy:
        return 1, 1, 1
    after_top_k = keep_top_k(ranking.size, params.top_k)
    after_top_p = keep_top_p(ranking, after_top_k, params.top_p)
    return after_top_k, after_top_p, keep_min_p(ranking, after_top_p, params.min_p)


def _require_numbers(row: Row) -> None:
    """Refuse NaN and +inf: repairing them would hide a damaged model. -inf is legal."""
    damaged = (np.isnan(row) | (row == math.inf)).nonzero()[0]
    if len(damaged):
        token_id, logit = int(damaged[0]), float(row[damaged[0]])
        raise SamplingError(
            "logits_damaged",
            f"The model gave {logit} as the logit of id {token_id}; its weights or its arithmetic "
            "are damaged. Choose another model or load this one again.",
            id=token_id,
            logit=logit,
            count=len(damaged),
        )
