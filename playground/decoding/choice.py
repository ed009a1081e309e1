"""probabilities -> one id: the draw, for one text or for the texts of a whole batch.

A choice is a draw from `sampling.filtered`. Many at once give the same choices as one after the
other, to the bit.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from playground.decoding.filters import Filtered, rankings
from playground.decoding.sampling import (
    SamplingParams,
    filtered,
    likeliest,
    penalised,
    require_usable,
    survivors,
    tempered,
)
from playground.errors import SamplingError

_RANKED_AT_ONCE = 128
"""Of each text of a batch, if its settings ask for so many."""


class Turn(NamedTuple):
    """What a text brings when its next id is chosen; for the rest see `filtered`.

    uniforms: one is taken unless the settings are greedy, so a seed fixes the whole text
    """

    logits: Tensor
    params: SamplingParams
    uniforms: Iterator[float]
    prompt_ids: Sequence[int] = ()
    generated_ids: Sequence[int] = ()
    vocab_size: int | None = None


class Choice(NamedTuple):
    """One id, its probability before the filters and the one with which it was drawn."""

    id: int
    before: float
    after: float


def choose(turn: Turn) -> Choice:
    """One id. Raises what `filtered` raises."""
    logits, params, uniforms, prompt_ids, generated_ids, vocab_size = turn
    if params.is_greedy:
        x = penalised(logits, params, prompt_ids, generated_ids, vocab_size)
        token_id, share = likeliest(x)
        return _sure(x, int(token_id), float(share))
    whole = filtered(
        logits,
        params,
        prompt_ids=prompt_ids,
        generated_ids=generated_ids,
        vocab_size=vocab_size,
    )
    return drawn(whole, next(uniforms))


def choose_each(turns: Sequence[Turn]) -> list[Choice | SamplingError]:
    """`choose` for many texts of one model, or what it raises: each in its place."""
    choices: dict[int, Choice | SamplingError] = {}
    for greedy in (True, False):
        places = [n for n, turn in enumerate(turns) if turn.params.is_greedy == greedy]
        if places:
            group = [turns[place] for place in places]
            choices |= zip(places, (_sure_each if greedy else _drawn_each)(group), strict=True)
    return [choices[place] for place in range(len(turns))]


def draw(probabilities: Tensor, uniform: float) -> int:
    """The place at which the running sum of probabilities (N,) passes `uniform` in [0, 1).

    Inverse CDF in the order of ids: places of probability 0 are never returned, and adding some
    changes nothing.
    """
    return _place(probabilities.double().numpy().cumsum(), uniform)


def drawn(choice: Filtered, uniform: float) -> Choice:
    """The id at which the running sum over what is left passes `uniform` in [0, 1)."""
    place = _place(choice.running, uniform)
    before = float(choice.shares[place])
    token_id = place if choice.ids is None else int(choice.ids[place])
    return Choice(token_id, before, before / choice.mass)


def _place(running: NDArray[np.float64], uniform: float) -> int:
    total = running[-1]
    place = int(running.searchsorted(uniform * total, side="right"))
    return place if place < len(running) else int(running.searchsorted(total))


def _rows(turns: Sequence[Turn]) -> Tensor:
    """Their logits after penalties (B, V)."""
    return torch.stack(
        [
            penalised(logits, params, prompt_ids, generated_ids, vocab_size)
            for logits, params, _, prompt_ids, generated_ids, vocab_size in turns
        ]
    )


def _sure_each(turns: Sequence[Turn]) -> Iterator[Choice | SamplingError]:
    x = _rows(turns)  # (B, V)
    best, shares = likeliest(x)
    for row, token_id, share in zip(x, best.tolist(), shares.tolist(), strict=True):
        try:
            yield _sure(row, token_id, share)
        except SamplingError as error:
            yield error


def _sure(x: Tensor, token_id: int, share: float) -> Choice:
    require_usable(x, share)
    return Choice(token_id, share, 1.0)


def _drawn_each(turns: Sequence[Turn]) -> Iterator[Choice | SamplingError]:
    x = _rows(turns)  # (B, V)
    temperatures = [turn.params.temperature for turn in turns]
    shares, tops = tempered(x, torch.tensor(temperatures, dtype=torch.float64).unsqueeze(1))
    count = min(max(_wanted(turn.params) for turn in turns), _RANKED_AT_ONCE)
    ranked = rankings(x, shares, temperatures, count)
    for turn, row, top, ranking in zip(turns, x, tops.squeeze(1).tolist(), ranked, strict=True):
        try:
            require_usable(row, top)
            left = Filtered(ranking, survivors(ranking, turn.params))
            yield drawn(left, next(turn.uniforms))
        except SamplingError as error:
            yield error


def _wanted(params: SamplingParams) -> int:
    """How many of the likeliest the filters will ask for, as a rule."""
    return params.top_k or (_RANKED_AT_ONCE if params.top_p < 1 or params.min_p > 0 else 0)
