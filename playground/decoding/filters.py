"""What takes ids out of the choice: top-k, top-p, min-p. Knows no temperature and no penalties.

Each filter sees only what the one before it has kept, with probabilities renormalised over that,
and is an exact no-op when neutral. Sorting a whole vocabulary takes longer than all the rest, so
only its largest logits are ranked, unless equal ones meet at the edge or the ranking has to go on.
"""

import math
from functools import cached_property

import torch
from torch import Tensor

_HEADS = (128, 1024)
"""So many of the largest logits nearly always hold the whole nucleus."""


class Candidates:
    """Ids that can still be chosen.

    logits (N,) float64, one of them at least above -inf; ids (N,), rising; None: all ids; shares:
    their probabilities (N,), computed when they are asked for if they are not known.
    """

    def __init__(
        self, logits: Tensor, ids: Tensor | None = None, shares: Tensor | None = None
    ) -> None:
        self.logits = logits
        self.ids = ids
        if shares is not None:
            self.shares = shares

    def only(self, places: Tensor) -> "Candidates":
        """Those at some places of `logits`, in any order."""
        places = places.sort().values
        return Candidates(self.logits[places], places if self.ids is None else self.ids[places])

    def id_at(self, place: int) -> int:
        """The id at a place of `logits`."""
        return place if self.ids is None else int(self.ids[place])

    @cached_property
    def shares(self) -> Tensor:
        """Probabilities (N,)."""
        return self.logits.softmax(dim=0)

    def probabilities(self, vocab_size: int) -> Tensor:
        """(vocab_size,) float64; ids that were taken out have 0."""
        if self.ids is None:
            return self.shares
        return self.shares.new_zeros(vocab_size).index_copy_(0, self.ids, self.shares)


def keep_top_k(given: Candidates, top_k: int) -> Candidates:
    """Keep exactly the top_k largest; among equals at the edge the lowest ids stay.

    0 keeps all (Fan et al. 2018). torch.topk alone would not order equals by id.
    """
    logits = given.logits
    if top_k == 0 or top_k >= len(logits):
        return given
    values, places = logits.topk(top_k + 1)
    edge, below = values[-2:].tolist()
    if below < edge:
        return given.only(places[:-1])
    above, equals = (logits > edge).nonzero(), (logits == edge).nonzero()
    return given.only(torch.cat([above, equals[: top_k - len(above)]]).squeeze(1))


def keep_top_p(given: Candidates, top_p: float) -> Candidates:
    """Keep the shortest prefix of the ranking that holds mass top_p (Holtzman et al. 2020).

    The id that crosses top_p is kept, so one always is; equals rank by rising id. 1 keeps all
    without any arithmetic, since rounding would cut the tail.
    """
    if top_p == 1:
        return given
    logits = given.logits
    shares = given.shares  # (N,)
    for head in _HEADS:
        if head >= len(logits):
            break
        values, places = logits.topk(head)
        kept = _prefix(shares[places], top_p)
        if kept < head:
            edge, below = values[kept - 1 : kept + 1].tolist()
            if below < edge:
                return given.only(places[:kept])
            break
    ranking = logits.sort(descending=True, stable=True).indices  # (N,)
    return given.only(ranking[: _prefix(shares[ranking], top_p)])


def keep_min_p(given: Candidates, min_p: float) -> Candidates:
    """Keep what is at least min_p times as likely as the likeliest (Nguyen et al. 2024).

    p_i >= min_p * p_max is the same as logit_i >= max + ln(min_p). 0 keeps all.
    """
    if min_p == 0:
        return given
    logits = given.logits
    return given.only((logits >= logits.max() + math.log(min_p)).nonzero().squeeze(1))


def _prefix(shares: Tensor, mass: float) -> int:
    """How many of `shares`, from the first, it takes to hold `mass`."""
    return int(torch.searchsorted(shares.cumsum(dim=0), mass)) + 1
