"""probabilities -> one id: the draw."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.decoding.filters import Filtered, Ids, Row
from playground.decoding.sampling import SamplingParams, filtered, penalised, shares_at


class Choice(NamedTuple):
    """One id, its probability before the filters and the one with which it was drawn."""

    id: int
    before: float
    after: float


def choose(
    logits: Tensor,
    params: SamplingParams,
    uniforms: Iterator[float],
    *,
    prompt_ids: Sequence[int] = (),
    generated_ids: Sequence[int] = (),
    vocab_size: int | None = None,
) -> Choice:
    """One id, drawn from what `filtered` leaves; see there for the arguments and errors.

    uniforms: one is taken unless the settings are greedy, so a seed fixes the whole text
    """
    if params.is_greedy:  # what `filtered` would say, without ranking anything
        row = penalised(logits, params, prompt_ids, generated_ids, vocab_size)
        token_id = int(row.argmax())
        return Choice(token_id, float(shares_at(row, 1.0)[token_id]), 1.0)
    left = filtered(
        logits,
        params,
        prompt_ids=prompt_ids,
        generated_ids=generated_ids,
        vocab_size=vocab_size,
    )
    return drawn(left, next(uniforms))


def draw(probabilities: Tensor, uniform: float) -> int:
    """The place at which the running sum of probabilities (N,) passes `uniform` in [0, 1).

    Inverse CDF in the order of ids: places of probability 0 are never returned, and adding some
    changes nothing.
    """
    return int(_places(probabilities, uniform))


def drawn(choice: Filtered, uniform: float) -> Choice:
    """The draw from what the filters leave."""
    place = draw(torch.from_numpy(choice.chances), uniform)
    token_id = place if choice.ids is None else int(choice.ids[place])
    return Choice(token_id, float(choice.shares[place]), float(choice.chances[place]))


def drawn_ids(choice: Filtered, uniforms: Row) -> Ids:
    """The ids of many draws (N,) from the same choice, each as `drawn` takes it."""
    places = _places(torch.from_numpy(choice.chances), uniforms)
    return places if choice.ids is None else choice.ids[places]


def _places(probabilities: Tensor, uniforms: float | Row) -> Ids:
    running = probabilities.double().cumsum(dim=0).numpy()  # (N,)
    total = running[-1]
    places: Ids = running.searchsorted(uniforms * total, side="right")
    reached: Ids = np.minimum(places, running.searchsorted(total))
    return reached
