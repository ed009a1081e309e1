"""logits -> probabilities -> one id. The only code of the project that does either.

Charts draw `distribution`, generation draws from it, tests check it. Knows no model and no loop.
Order: penalties, bans, temperature, top-k, top-p, min-p; each filter sees the probabilities
renormalised over what the one before it has kept (the order of Hugging Face transformers).
Filters work on float64 logits, set to -inf what they remove, and are exact no-ops when neutral.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from playground.decoding.checks import checked_number, checked_whole
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
_HEAD = 1000
"""So many of the largest logits nearly always hold the whole nucleus; sorting them is cheap."""


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
    if logits.dim() != 1 or len(logits) == 0:
        raise ValueError(f"logits have shape {tuple(logits.shape)}; one row (V,) is expected")
    x = logits.detach().cpu().to(torch.float64, copy=True)  # (V,)
    if vocab_size is not None:
        x[vocab_size:] = -math.inf
    x = penalise_repetition(x, params.repetition_penalty, [*prompt_ids, *generated_ids])
    x = penalise_counts(x, params.presence_penalty, params.frequency_penalty, generated_ids)
    _require_numbers(x)
    x = ban(x, banned)
    _require_candidate(x)
    if params.is_greedy:
        return _one_hot(x)
    # The maximum goes first, so that a tiny temperature cannot overflow it.
    x = (x - x.max()) / params.temperature
    x = keep_top_k(x, params.top_k)
    x = keep_top_p(x, params.top_p)
    x = keep_min_p(x, params.min_p)
    return x.softmax(dim=0)


def draw(probabilities: Tensor, uniform: float) -> int:
    """The id at which the running sum of probabilities (V,) passes `uniform` in [0, 1).

    Inverse CDF in the order of ids: ids of probability 0 are never returned, and appending some
    changes nothing. One uniform is one token, so a seed fixes the whole text.
    """
    mass = probabilities.double().cumsum(dim=0)  # (V,)
    index = int(torch.searchsorted(mass, uniform * mass[-1], right=True))
    last_possible = int(torch.searchsorted(mass, mass[-1]))
    return min(index, last_possible)


def keep_top_k(logits: Tensor, top_k: int) -> Tensor:
    """Keep exactly the top_k largest of (V,); among equals at the edge the lowest ids stay.

    0 keeps all (Fan et al. 2018). torch.topk alone would not order equals by id.
    """
    if top_k == 0 or top_k >= len(logits):
        return logits
    edge = logits.topk(top_k, sorted=False).values.min()
    kept = logits > edge
    equals = (logits == edge).nonzero().squeeze(1)
    kept[equals[: top_k - int(kept.sum())]] = True
    return logits.masked_fill(~kept, -math.inf)


def keep_top_p(logits: Tensor, top_p: float) -> Tensor:
    """Keep the shortest prefix of the ranking that holds mass top_p (Holtzman et al. 2020).

    The id that crosses top_p is kept, so one always is; equals rank by rising id. 1 keeps all
    without any arithmetic, since rounding would cut the tail.
    """
    if top_p == 1:
        return logits
    probabilities = logits.softmax(dim=0)
    ranking, mass = _ranked(logits, probabilities, _likeliest(logits, _HEAD))
    if mass[-1] < top_p:
        ranking, mass = _ranked(logits, probabilities, _likeliest(logits, len(logits)))
    kept = ranking[: int(torch.searchsorted(mass, top_p)) + 1]
    return torch.full_like(logits, -math.inf).index_copy(0, kept, logits[kept])


def keep_min_p(logits: Tensor, min_p: float) -> Tensor:
    """Keep what is at least min_p times as likely as the likeliest (Nguyen et al. 2024).

    p_i >= min_p * p_max is the same as logit_i >= max + ln(min_p). 0 keeps all.
    """
    if min_p == 0:
        return logits
    return logits.masked_fill(logits < logits.max() + math.log(min_p), -math.inf)


def _likeliest(logits: Tensor, count: int) -> Tensor:
    """Ids, rising, of the `count` largest survivors and of all that equal the last of them."""
    survivors = (logits > -math.inf).nonzero().squeeze(1)
    if len(survivors) <= count:
        return survivors
    edge = logits.topk(count, sorted=False).values.min()
    return (logits >= edge).nonzero().squeeze(1)


def _ranked(logits: Tensor, probabilities: Tensor, ids: Tensor) -> tuple[Tensor, Tensor]:
    """The given ids (rising) from likeliest to least likely, and their running mass."""
    ranking = ids[logits[ids].sort(descending=True, stable=True).indices]
    return ranking, probabilities[ranking].cumsum(dim=0)


def _one_hot(logits: Tensor) -> Tensor:
    """All mass on the lowest id among the maxima; argmax may return any of them."""
    best = (logits == logits.max()).nonzero()[0]
    return torch.zeros_like(logits).index_fill(0, best, 1.0)


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
