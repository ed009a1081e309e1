"""probabilities -> one id: the draw, for one text or for the texts of a whole batch.

A choice is a draw from `sampling.distribution`, to the bit, without the zeros of what the filters
took out. Many at once give the same choices as one after the other.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from playground.decoding.filters import Candidates
from playground.decoding.sampling import (
    SamplingParams,
    allowed_by,
    likeliest,
    penalised,
    require_usable,
    tempered,
)
from playground.errors import SamplingError


class Turn(NamedTuple):
    """What a text brings when its next id is chosen; for the rest see `distribution`.

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
    """One id. Raises what `distribution` raises."""
    x = _penalised(turn)  # (V,)
    if turn.params.is_greedy:
        best, share = likeliest(x)
        return _sure(x, int(best), float(share))
    logits, top = tempered(x, turn.params.temperature)
    return _drawn(turn, x, float(top), Candidates(logits))


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
    mass = probabilities.double().cumsum(dim=0)  # (N,)
    total = mass[-1]
    place = int(torch.searchsorted(mass, uniform * total, right=True))
    return place if place < len(mass) else int(torch.searchsorted(mass, total))


def _penalised(turn: Turn) -> Tensor:
    logits, params, _, prompt_ids, generated_ids, vocab_size = turn
    return penalised(logits, params, prompt_ids, generated_ids, vocab_size)


def _sure_each(turns: Sequence[Turn]) -> Iterator[Choice | SamplingError]:
    x = torch.stack([_penalised(turn) for turn in turns])  # (B, V)
    best, shares = likeliest(x)
    for row, token_id, share in zip(x, best.tolist(), shares.tolist(), strict=True):
        try:
            yield _sure(row, token_id, share)
        except SamplingError as error:
            yield error


def _drawn_each(turns: Sequence[Turn]) -> Iterator[Choice | SamplingError]:
    x = torch.stack([_penalised(turn) for turn in turns])  # (B, V)
    temperatures = x.new_tensor([turn.params.temperature for turn in turns], dtype=torch.float64)
    logits, tops = tempered(x, temperatures.unsqueeze(1))
    shares = logits.softmax(dim=-1)  # (B, V)
    for place, (turn, top) in enumerate(zip(turns, tops.squeeze(1).tolist(), strict=True)):
        try:
            yield _drawn(turn, x[place], top, Candidates(logits[place], shares=shares[place]))
        except SamplingError as error:
            yield error


def _sure(x: Tensor, token_id: int, share: float) -> Choice:
    require_usable(x, share)
    return Choice(token_id, share, 1.0)


def _drawn(turn: Turn, x: Tensor, top: float, every: Candidates) -> Choice:
    require_usable(x, top)
    allowed = allowed_by(turn.params, x, every)
    place = draw(allowed.shares, next(turn.uniforms))
    token_id = allowed.id_at(place)
    return Choice(token_id, float(every.shares[token_id]), float(allowed.shares[place]))
