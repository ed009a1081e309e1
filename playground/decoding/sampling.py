"""logits -> probabilities -> one id. The only code of the project that does either.

Charts draw `distribution`, generation draws from it, tests check it. Knows no model and no loop.
Order: penalties, bans, temperature, top-k, top-p, min-p; each filter sees the probabilities
renormalised over what the one before it has kept (the order of Hugging Face transformers).
All arithmetic is in float64, and what is neutral is an exact no-op.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from playground.decoding.checks import checked_number, checked_whole
from playground.decoding.filters import Candidates, keep_min_p, keep_top_k, keep_top_p
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


def distribution(
    logits: Tensor,
    params: SamplingParams,
    *,
    prompt_ids: Sequence[int] = (),
    generated_ids: Sequence[int] = (),
    vocab_size: int | None = None,
    banned: Sequence[int] = (),
) -> Tensor:
    """Probabilities of the next token: (V,) float64 on the CPU, summing to 1.

    logits      (V,), any float type and device; never changed
    vocab_size  number of real ids; those from here on are padding and get 0
    banned      ids that get 0 whatever their logits

    At temperature 0 all mass is on the lowest id among the maxima. At least one id has a
    probability above 0. Raises SamplingError for NaN or +inf, or when no id is left.
    """
    x = _prepared(logits, params, prompt_ids, generated_ids, vocab_size, banned)  # (V,)
    return _one_hot(x) if params.is_greedy else _filtered(_tempered(x, params), params, len(x))


def before_and_after(
    logits: Tensor,
    params: SamplingParams,
    *,
    prompt_ids: Sequence[int] = (),
    generated_ids: Sequence[int] = (),
    vocab_size: int | None = None,
) -> tuple[Tensor, Tensor]:
    """`distribution` of the settings without their filters, and of the settings: each (V,).

    The same as two calls, without doing twice what both have in common.
    """
    x = _prepared(logits, params, prompt_ids, generated_ids, vocab_size, ())  # (V,)
    candidates = _tempered(x, params)
    before = candidates.probabilities(len(x))
    if params.is_greedy:
        return before, _one_hot(x)
    if params == params.without_filters():
        return before, before
    return before, _filtered(candidates, params, len(x))


def _prepared(
    logits: Tensor,
    params: SamplingParams,
    prompt_ids: Sequence[int],
    generated_ids: Sequence[int],
    vocab_size: int | None,
    banned: Sequence[int],
) -> Tensor:
    """Logits (V,) after padding, penalties and bans, float64, with at least one id left."""
    if logits.dim() != 1 or len(logits) == 0:
        raise ValueError(f"logits have shape {tuple(logits.shape)}; one row (V,) is expected")
    x = logits.detach().cpu().to(torch.float64, copy=True)  # (V,)
    if vocab_size is not None:
        x[vocab_size:] = -math.inf
    x = penalise_repetition(x, params.repetition_penalty, [*prompt_ids, *generated_ids])
    x = penalise_counts(x, params.presence_penalty, params.frequency_penalty, generated_ids)
    if not math.isfinite(x.max()):  # the maximum of NaN and anything is NaN
        _require_numbers(x)
    x = ban(x, banned)
    _require_candidate(x)
    return x


def _tempered(x: Tensor, params: SamplingParams) -> Candidates:
    """The maximum goes first, so that a tiny temperature cannot overflow it."""
    return Candidates((x - x.max()) / (params.temperature or 1.0))


def _filtered(candidates: Candidates, params: SamplingParams, vocab_size: int) -> Tensor:
    candidates = keep_top_k(candidates, params.top_k)
    candidates = keep_top_p(candidates, params.top_p)
    candidates = keep_min_p(candidates, params.min_p)
    return candidates.probabilities(vocab_size)


def draw(probabilities: Tensor, uniform: float) -> int:
    """The id at which the running sum of probabilities (V,) passes `uniform` in [0, 1).

    Inverse CDF in the order of ids: ids of probability 0 are never returned, and appending some
    changes nothing. One uniform is one token, so a seed fixes the whole text.
    """
    mass = probabilities.double().cumsum(dim=0)  # (V,)
    index = int(torch.searchsorted(mass, uniform * mass[-1], right=True))
    last_possible = int(torch.searchsorted(mass, mass[-1]))
    return min(index, last_possible)


def _one_hot(logits: Tensor) -> Tensor:
    """All mass on the lowest id among the maxima; argmax may return any of them."""
    best = int(logits.argmax())
    equals = (logits[:best] == logits[best]).nonzero()
    one_hot = torch.zeros_like(logits)
    one_hot[equals[0] if len(equals) else best] = 1.0
    return one_hot


def _require_numbers(logits: Tensor) -> None:
    """Refuse NaN and +inf: repairing them would hide a damaged model. -inf is legal."""
    damaged = (logits.isnan() | (logits == math.inf)).nonzero()
    if len(damaged):
        token_id = int(damaged[0])
        raise SamplingError(
            "logits_damaged",
            f"The model gave {logits[token_id].item()} as the logit of id {token_id}; its weights "
            "or its arithmetic are damaged. Choose another model or load this one again.",
            id=token_id,
            logit=logits[token_id].item(),
            count=len(damaged),
        )


def _require_candidate(logits: Tensor) -> None:
    if bool(logits.max() == -math.inf):
        raise SamplingError(
            "no_token_left",
            f"None of the {len(logits)} tokens can be chosen: every one is banned or has a logit "
            "of -inf. Ban fewer tokens or choose another model.",
            count=len(logits),
        )
