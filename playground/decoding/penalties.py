"""What changes the logits of single ids: penalties for ids used before, and bans.

Knows no temperature and no filters. Each function takes logits (V,) and leaves them as they are;
ids outside 0..V-1 are ignored. A penalty is not a ban: a finite logit stays finite.
"""

import math
from collections import Counter
from collections.abc import Iterable

import torch
from torch import Tensor


def penalise_repetition(logits: Tensor, penalty: float, ids: Iterable[int]) -> Tensor:
    """Make every id in `ids` less likely, once however often it occurs (Keskar et al. 2019, CTRL).

    A positive logit is divided and a negative one multiplied; dividing a negative logit would move
    it up. penalty > 0; 1 is off, below 1 rewards repetition. Unlike softmax this depends on the
    zero point of the logits, so they must not be normalised first.
    """
    known = [] if penalty == 1 else _within(logits, set(ids))
    if not known:
        return logits
    index = torch.tensor(known)
    used = logits[index]
    return logits.index_copy(0, index, torch.where(used < 0, used * penalty, used / penalty))


def penalise_counts(
    logits: Tensor, presence: float, frequency: float, ids: Iterable[int]
) -> Tensor:
    """Subtract `frequency` for each occurrence in `ids`, and `presence` once (as OpenAI's API).

    Zero is off, negative values reward.
    """
    known = [] if presence == frequency == 0 else _within(logits, ids)
    if not known:
        return logits
    counts = Counter(known)
    amounts = [frequency * count + presence for count in counts.values()]
    index = torch.tensor(list(counts))
    return logits.index_add(0, index, -torch.tensor(amounts, dtype=logits.dtype))


def ban(logits: Tensor, ids: Iterable[int]) -> Tensor:
    """Take `ids` out of the choice: their logits become -inf."""
    known = _within(logits, ids)
    return logits.index_fill(0, torch.tensor(known), -math.inf) if known else logits


def _within(logits: Tensor, ids: Iterable[int]) -> list[int]:
    return [token_id for token_id in ids if 0 <= token_id < len(logits)]
