"""The way from logits to the distribution that is drawn from, stage by stage.

A reading of `decoding.sampling`, which does all of it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import torch
from torch import Tensor

from playground.analysis.next_token import entropy_bits
from playground.decoding.filters import Ids, Ranking, Row
from playground.decoding.sampling import SamplingParams, filtered, penalised, shares_at

StageName = Literal["logits", "penalties", "temperature", "top_k", "top_p", "min_p"]
FILTERS: tuple[StageName, ...] = ("top_k", "top_p", "min_p")


@dataclass(frozen=True)
class Stage:
    """The distribution behind one stage.

    survivors     tokens that are left; at a temperature near 0 the probability of some is too
                  small for a float64 number
    mass_kept     what they had together behind the stage before, 0 to 1
    entropy_bits  of the distribution, renormalised over them
    """

    name: StageName
    survivors: int
    mass_kept: float
    entropy_bits: float

    @property
    def choices(self) -> float:
        """So many equally likely tokens would be as uncertain: 2^entropy."""
        return 2**self.entropy_bits


@dataclass(frozen=True)
class TokenPath:
    """One token on its way.

    logit, penalised  its logit before and behind the penalties
    shares            its probability behind each stage; exactly 0 from the one that removed it
    rank              its place in the ranking that the filters cut, from 1
    removed_by        that stage; None when it can be drawn
    """

    id: int
    logit: float
    penalised: float
    shares: tuple[float, ...]
    rank: int
    removed_by: StageName | None


class Stages:
    """All stages of one choice, for logits (V,); arguments and errors are those of `filtered`.

    At temperature 0 it is the temperature that leaves a single token, from the shares at 1.
    """

    def __init__(
        self,
        logits: Tensor,
        params: SamplingParams,
        *,
        prompt_ids: Sequence[int] = (),
        generated_ids: Sequence[int] = (),
        vocab_size: int | None = None,
    ) -> None:
        self._logits = penalised(logits, SamplingParams(), (), (), vocab_size)
        self._penalised = penalised(logits, params, prompt_ids, generated_ids, vocab_size)
        choice = filtered(
            logits,
            params,
            prompt_ids=prompt_ids,
            generated_ids=generated_ids,
            vocab_size=vocab_size,
        )
        self.choice = choice
        self.ranking: Ranking = choice.ranking
        start = 1 if params.is_greedy else self.ranking.size
        self._counts: dict[StageName, int] = {
            "temperature": start,
            **dict(zip(FILTERS, choice.counts, strict=True)),
        }
        self._whole: dict[StageName, Row] = {
            "logits": shares_at(self._logits, 1.0),
            "penalties": shares_at(self._penalised, 1.0),
        }

    @property
    def stages(self) -> tuple[Stage, ...]:
        """From the logits to what is drawn from."""
        left = self._possible
        whole = [_stage(name, shares, left, 1.0) for name, shares in self._whole.items()]
        return (*whole, *(self._counted_stage(name) for name in self._counts))

    @property
    def cuts(self) -> tuple[tuple[StageName, int], ...]:
        """The stages that took something out, and how many tokens each left."""
        before = (self.ranking.size, *self._counts.values())
        pairs = zip(before, self._counts.items(), strict=False)
        return tuple((name, count) for larger, (name, count) in pairs if count < larger)

    def curve(self, points: int) -> tuple[tuple[int, float], ...]:
        """Ranks from 1 to V, evenly spread on a logarithmic axis, and what the ids there have
        behind the temperature."""
        size = self.ranking.size
        ranks = np.unique(np.geomspace(1, size, min(points, size)).round().astype(np.int64))
        shares = self.ranking.head(size).shares[ranks - 1]
        return tuple(zip(ranks.tolist(), shares.tolist(), strict=True))

    def path(self, token_id: int) -> TokenPath:
        """One token on its way."""
        rank = int(self.ranks[token_id])
        shares = [float(each[token_id]) for each in self._whole.values()]
        tempered = float(self.ranking.shares[token_id])
        shares += [
            tempered / self._mass(count) if rank <= count else 0.0
            for count in self._counts.values()
        ]
        removed_by: StageName | None = "logits"
        if math.isfinite(self._logits[token_id]):
            removed_by = next((name for name, left in self._counts.items() if rank > left), None)
        return TokenPath(
            token_id,
            float(self._logits[token_id]),
            float(self._penalised[token_id]),
            tuple(shares),
            rank,
            removed_by,
        )

    def likeliest(self, count: int) -> list[int]:
        """The first ids of the ranking."""
        ids: list[int] = self.ranking.head(count).ids.tolist()
        return ids

    @cached_property
    def ranks(self) -> Ids:
        """The place of each id (V,) in the ranking that the filters cut, from 1."""
        size = self.ranking.size
        ranks = np.empty(size, np.int64)
        ranks[self.ranking.head(size).ids] = np.arange(1, size + 1)
        return ranks

    @cached_property
    def _possible(self) -> int:
        """Tokens whose logit is not -inf."""
        return int(np.isfinite(self._logits).sum())

    def _mass(self, count: int) -> float:
        """What the first `count` have together before the filters."""
        if count == self.ranking.size:
            return 1.0
        return float(self.ranking.head(count).shares.sum())

    def _counted_stage(self, name: StageName) -> Stage:
        place = list(self._counts).index(name)
        counts = (self.ranking.size, *self._counts.values())
        before, count = counts[place], counts[place + 1]
        mass = self._mass(count)
        shares = (
            self.ranking.shares
            if count == self.ranking.size
            else self.ranking.head(count).shares / mass
        )
        return _stage(name, shares, min(count, self._possible), mass / self._mass(before))


def _stage(name: StageName, shares: Row, survivors: int, mass_kept: float) -> Stage:
    return Stage(name, survivors, mass_kept, entropy_bits(torch.from_numpy(shares)))
