"""What takes ids out of the choice: top-k, top-p, min-p. Knows no settings and no penalties.

Each of them keeps the first so many of one ranking, so a filter is a count. It sees only what the
one before it has kept, with probabilities renormalised over that, and is an exact no-op when
neutral. An edge is exact but for rounding: nine of ten equal ids hold 0.9, though their sum in
float64 is a little less. The arrays are numpy's: they are short, and torch would take longer to
begin than to sum.
"""

import math
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

Row = NDArray[np.float64]
"""A number for each id (V,)."""
Ids = NDArray[np.int64]

_REACHES = (128, 1024)
"""So many of the likeliest nearly always hold the whole nucleus."""
_ROUNDING = 4 * np.finfo(np.float64).eps
"""A few units in the last place: so much of itself a number may be off."""


class Head(NamedTuple):
    """The N likeliest ids, equals by rising id.

    ids     (N,)
    logits  (N,), after penalties
    shares  (N,), their probabilities among all ids
    """

    ids: Ids
    logits: Row
    shares: Row


class Ranking:
    """The ids of a distribution, the likeliest first. As many are ranked as a filter asks for,
    since sorting a whole vocabulary takes longer than all the rest."""

    def __init__(self, logits: Row, shares: Row, temperature: float) -> None:
        """logits (V,) after penalties, one of them above -inf and none NaN; shares (V,), their
        probabilities at `temperature`."""
        self.size = len(logits)
        self.shares = shares
        self.temperature = temperature
        self._logits = logits
        self._head = Head(np.empty(0, np.int64), np.empty(0), np.empty(0))

    def head(self, count: int) -> Head:
        """The `count` likeliest."""
        if count > len(self._head.ids):
            self._head = self._ranked(count)
        ids, logits, shares = self._head
        return Head(ids[:count], logits[:count], shares[:count])

    def heads(self, count: int) -> Iterator[Head]:
        """Longer and longer ones, to the first `count`."""
        for reach in _REACHES:
            if reach < count:
                yield self.head(reach)
        yield self.head(count)

    def _ranked(self, count: int) -> Head:
        """At least `count` of them."""
        logits = self._logits
        edge = np.partition(logits, -count)[-count]
        ids = (logits >= edge).nonzero()[0]
        ids = ids[(-logits[ids]).argsort(kind="stable")]
        return Head(ids, logits[ids], self.shares[ids])


class Filtered:
    """A distribution before the filters, and what they leave of it.

    ranking  all ids, with their probabilities before the filters
    counts   how many of them top-k, top-p and min-p leave one after the other: the first ones
    count    how many are left in the end
    """

    def __init__(self, ranking: Ranking, counts: tuple[int, int, int]) -> None:
        self.ranking = ranking
        self.counts = counts
        self.count = counts[-1]

    @property
    def before(self) -> Tensor:
        """Probabilities (V,), float64, of the settings without their filters."""
        return torch.from_numpy(self.ranking.shares)

    @cached_property
    def after(self) -> Tensor:
        """Probabilities (V,), float64, of the settings; ids that were taken out have 0."""
        if self.ids is None:
            return self.before
        shares = np.zeros(self.ranking.size)
        shares[self.ids] = self.chances
        return torch.from_numpy(shares)

    @cached_property
    def ids(self) -> Ids | None:
        """What is left, rising; None: all ids."""
        if self.count == self.ranking.size:
            return None
        return np.sort(self.ranking.head(self.count).ids)

    @cached_property
    def shares(self) -> Row:
        """What each of them had before the filters (N,)."""
        shares = self.ranking.shares
        return shares if self.ids is None else shares[self.ids]

    @cached_property
    def chances(self) -> Row:
        """The probabilities with which they are drawn (N,)."""
        return self.shares if self.ids is None else self.shares / self.mass

    @cached_property
    def mass(self) -> float:
        """What all that is left had together before the filters, 0 to 1."""
        return 1.0 if self.ids is None else float(self.shares.sum())


def keep_top_k(count: int, top_k: int) -> int:
    """At most top_k of the first `count`; 0 keeps all (Fan et al. 2018)."""
    return min(count, top_k) if top_k else count


def keep_top_p(ranking: Ranking, count: int, top_p: float) -> int:
    """The fewest of the first `count` that hold mass top_p (Holtzman et al. 2020).

    The id that reaches top_p is kept, so one always is. A sum of N reaches it when it lacks no more
    than N roundings. 1 keeps all without any arithmetic, since rounding would cut the tail.
    """
    if top_p == 1:
        return count
    whole = 1.0 if count == ranking.size else ranking.head(count).shares.cumsum()[-1]
    for head in ranking.heads(count):
        roundings = _ROUNDING * np.arange(1, len(head.ids) + 1)  # (N,)
        most = head.shares.cumsum() * (1 + roundings)  # (N,), what the sums may be
        kept = int(most.searchsorted(top_p * whole)) + 1
        if kept <= len(head.ids):
            return kept
    return count


def keep_min_p(ranking: Ranking, count: int, min_p: float) -> int:
    """Those of the first `count` that are at least min_p times as likely as the likeliest
    (Nguyen et al. 2024).

    p_i >= min_p * p_max is the same as logit_i >= max + T ln(min_p), apart from rounding. 0 keeps
    all.
    """
    if min_p == 0:
        return count
    for head in ranking.heads(count):
        top, below = float(head.logits[0]), ranking.temperature * math.log(min_p)
        edge = top + below - _ROUNDING * (abs(top) - below)
        kept = int((head.logits >= edge).sum())
        if kept < len(head.ids):
            return kept
    return count
