"""What takes ids out of the choice: top-k, top-p, min-p. Knows no settings and no penalties.

Each of them keeps the first so many of one ranking, so a filter is a count. It sees only what the
one before it has kept, with probabilities renormalised over that, and is an exact no-op when
neutral. The arrays are numpy's: they are short, and torch would take longer to begin than to sum.
"""

import math
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

_REACHES = (128, 1024)
"""So many of the likeliest nearly always hold the whole nucleus."""


class Head(NamedTuple):
    """The N likeliest ids, equals by rising id.

    ids     (N,)
    logits  (N,) float64, after penalties
    shares  (N,) float64, their probabilities among all ids
    """

    ids: NDArray[np.int64]
    logits: NDArray[np.float64]
    shares: NDArray[np.float64]

    def first(self, count: int) -> "Head":
        """As many of them."""
        return Head(self.ids[:count], self.logits[:count], self.shares[:count])


class Ranking:
    """The ids of a distribution, the likeliest first. As many are ranked as a filter asks for,
    since sorting a whole vocabulary takes longer than all the rest."""

    def __init__(
        self, logits: Tensor, shares: Tensor, temperature: float, head: Head | None = None
    ) -> None:
        """logits (V,), one of them above -inf and none NaN; shares (V,), float64, their
        probabilities at `temperature`; head: what is ranked of them already."""
        self.size = len(logits)
        self.shares = shares
        self.temperature = temperature
        self._logits = logits
        self._head = head

    def head(self, count: int) -> Head:
        """The `count` likeliest."""
        if self._head is None or count > len(self._head.ids):
            values, ids = self._logits.topk(min(count + 1, self.size))
            self._head = _head(self._logits, self.shares, values, ids)
        return self._head.first(count)

    def heads(self, count: int) -> Iterator[Head]:
        """Longer and longer ones, to the first `count`."""
        for reach in _REACHES:
            if reach < count:
                yield self.head(reach)
        yield self.head(count)


def rankings(
    logits: Tensor, shares: Tensor, temperatures: Iterable[float], count: int
) -> Iterator[Ranking]:
    """Of each row of logits and probabilities (B, V), with the `count` likeliest known if there
    are more than 0."""
    rows = zip(logits, shares, temperatures, strict=True)
    if not count:
        yield from (Ranking(*row) for row in rows)
        return
    values, ids = logits.topk(min(count + 1, logits.shape[1]))
    for row, *head in zip(rows, values, ids, strict=True):
        yield Ranking(*row, _head(*row[:2], *head))


def _head(logits: Tensor, shares: Tensor, values: Tensor, ids: Tensor) -> Head:
    """Of one row, from its N largest logits and their ids."""
    ranked = values.double().numpy()
    if (ranked[1:] == ranked[:-1]).any():
        ids = _by_id(logits, values[-1])
        ranked = logits[ids].double().numpy()
    order = ids.numpy()
    return Head(order, ranked, shares.numpy()[order])


def _by_id(logits: Tensor, least: Tensor) -> Tensor:
    """Ids of all with logits of at least `least`, ranked: what `topk` does not order by id among
    equals."""
    ids = (logits >= least).nonzero().squeeze(1)
    return ids[logits[ids].sort(descending=True, stable=True).indices]


class Filtered:
    """A distribution before the filters, and what they leave of it.

    ranking  all ids, with their probabilities before the filters
    count    how many of them are left: the first ones
    """

    def __init__(self, ranking: Ranking, count: int) -> None:
        self.ranking = ranking
        self.count = count

    @property
    def before(self) -> Tensor:
        """Probabilities (V,), float64, of the settings without their filters."""
        return self.ranking.shares

    @cached_property
    def after(self) -> Tensor:
        """Probabilities (V,), float64, of the settings; ids that were taken out have 0."""
        if self.ids is None:
            return self.before
        shares = np.zeros(self.ranking.size)
        shares[self.ids] = self.shares / self.mass
        return torch.from_numpy(shares)

    @cached_property
    def ids(self) -> NDArray[np.int64] | None:
        """What is left, rising; None: all ids."""
        if self.count == self.ranking.size:
            return None
        return np.sort(self.ranking.head(self.count).ids)

    @cached_property
    def shares(self) -> NDArray[np.float64]:
        """What each of them had before the filters."""
        shares: NDArray[np.float64] = self.before.numpy()
        return shares if self.ids is None else shares[self.ids]

    @cached_property
    def running(self) -> NDArray[np.float64]:
        """The sums of these up to each of them."""
        return self.shares.cumsum()

    @property
    def mass(self) -> float:
        """What all that is left had together before the filters, 0 to 1."""
        return 1.0 if self.ids is None else float(self.running[-1])


def keep_top_k(count: int, top_k: int) -> int:
    """At most top_k of the first `count`; 0 keeps all (Fan et al. 2018)."""
    return min(count, top_k) if top_k else count


def keep_top_p(ranking: Ranking, count: int, top_p: float) -> int:
    """The fewest of the first `count` that hold mass top_p (Holtzman et al. 2020).

    The id that crosses top_p is kept, so one always is. 1 keeps all without any arithmetic, since
    rounding would cut the tail.
    """
    if top_p == 1:
        return count
    whole = 1.0 if count == ranking.size else ranking.head(count).shares.cumsum()[-1]
    for head in ranking.heads(count):
        kept = int(head.shares.cumsum().searchsorted(top_p * whole)) + 1
        if kept <= len(head.ids):
            return kept
    return count


def keep_min_p(ranking: Ranking, count: int, min_p: float) -> int:
    """Those of the first `count` that are at least min_p times as likely as the likeliest
    (Nguyen et al. 2024).

    p_i >= min_p * p_max is the same as logit_i / T >= max / T + ln(min_p). 0 keeps all.
    """
    if min_p == 0:
        return count
    for head in ranking.heads(count):
        behind = (head.logits - head.logits[0]) / ranking.temperature
        kept = int((behind >= math.log(min_p)).sum())
        if kept < len(head.ids):
            return kept
    return count
