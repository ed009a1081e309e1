"""What changes the logits of single ids: penalties for ids used before, and bans.

Knows no temperature and no filters. Each function changes a row of logits (V,), float64, in place;
ids outside 0..V-1 are ignored. A penalty is not a ban: a finite logit stays finite.
"""

import math
from collections import Counter
from collections.abc import Iterable

from playground.decoding.filters import Row


def penalise_repetition(logits: Row, penalty: float, ids: Iterable[int]) -> None:
    """Make every id in `ids` less likely, once however often it occurs (Keskar et al. 2019, CTRL).

    A positive logit is divided and a negative one multiplied; dividing a negative logit would move
    it up. penalty > 0; 1 is off, below 1 rewards repetition. Unlike softmax this depends on the
    zero point of the logits, so they must not be normalised first.
    """
    if penalty != 1:
        known = _within(logits, set(ids))
        used = logits[known].tolist()
        logits[known] = [logit * penalty if logit < 0 else logit / penalty for logit in used]


def penalise_counts(logits: Row, presence: float, frequency: float, ids: Iterable[int]) -> None:
    """Subtract `frequency` for each occurrence in `ids`, and `presence` once (as OpenAI's API).

    Zero is off, negative values reward.
    """
    if presence or frequency:
        for token_id, count in Counter(_within(logits, ids)).items():
            logits[token_id] -= frequency * count + presence


def ban(logits: Row, ids: Iterable[int]) -> None:
    """Take `ids` out of the choice: their logits become -inf."""
    logits[_within(logits, ids)] = -math.inf


def _within(logits: Row, ids: Iterable[int]) -> list[int]:
    return [token_id for token_id in ids if 0 <= token_id < len(logits)]
