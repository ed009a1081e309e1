"""Whether a text is that of its lone run, where the last bits of a logit may differ.

Sums run in another order when texts are computed together, in another process or with another
instruction set. A draw that falls between two tokens as good as equal may then fall the other way,
and the text goes on differently: that is no fault. Each such text is told as a warning, so that the
end of a run of tests counts and prints them.
"""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

import torch
from torch import Tensor

from playground.decoding.filters import Filtered
from playground.decoding.generation import Generation
from playground.decoding.sampling import SamplingParams, filtered
from playground.decoding.source import LogitsSource

NEAR_TIE = 1e-4
"""So little of a probability is within what another order of sums changes."""
LIKE_EACH_OTHER = 3
"""Tokens within which two texts that differ are seen to differ: " the" begins " there"."""


@dataclass(frozen=True)
class Difference:
    """A text that is not that of its lone run, in a sentence. is_tie: where it began to differ, two
    tokens were as good as equal, so that it may be right all the same."""

    sentence: str
    is_tie: bool

    def excused(self) -> bool:
        """Whether it is a tie, which is told as a warning; the sentence of another is printed."""
        if self.is_tie:
            warnings.warn(f"near tie: {self.sentence}", stacklevel=3)
        else:
            print(self.sentence)
        return self.is_tie


@dataclass(frozen=True)
class LoneRun:
    """What a request gives when it runs alone.

    ids        the new ones
    distances  of each: by how much probabilities would have to change for another to be drawn
    """

    ids: tuple[int, ...]
    distances: tuple[float, ...]

    def difference(self, ids: Sequence[int]) -> Difference | None:
        """From new ids of the same request."""
        pairs = zip(self.ids, ids, strict=False)
        first = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
        if first == len(self.ids) == len(ids):
            return None
        if first == min(len(self.ids), len(ids)):
            return Difference(f"{len(ids)} tokens in place of {len(self.ids)}", is_tie=False)
        return _differs(first, self.distances[first])

    def difference_in_text(self, text: str, of: Callable[[Sequence[int]], str]) -> Difference:
        """Where a text differs; `of` gives the text of the first ids."""
        texts = (of(self.ids[:count]).rstrip("\ufffd") for count in range(1, len(self.ids) + 1))
        first = len(list(takewhile(text.startswith, texts)))
        if first == len(self.ids):
            return Difference("more text than was asked for", is_tie=False)
        return _differs(first, min(self.distances[max(0, first + 1 - LIKE_EACH_OTHER) : first + 1]))


def _differs(first: int, distance: float) -> Difference:
    return Difference(
        f"differs at token {first}, where another would be drawn if probabilities changed by "
        f"{distance:.1e}",
        is_tie=distance < NEAR_TIE,
    )


def lone_run(
    source: LogitsSource,
    prompt_ids: Sequence[int],
    params: SamplingParams,
    *,
    max_new_tokens: int,
    seed: int,
    end_of_text: int | None = None,
) -> LoneRun:
    """Arguments are those of `generate`."""
    generation = Generation(
        source,
        prompt_ids,
        params,
        max_new_tokens=max_new_tokens,
        seed=seed,
        end_of_text=end_of_text,
    )
    session, draws = source.open(), torch.Generator().manual_seed(seed)
    ids: list[int] = []
    distances = []
    while not generation.finished:
        logits = session.next_logits(generation.ids)
        step = generation.take(logits)
        uniform = float(torch.rand((), dtype=torch.float64, generator=draws))

        def left(params: SamplingParams, logits: Tensor = logits) -> Filtered:
            return filtered(
                logits,
                params,
                prompt_ids=prompt_ids,
                generated_ids=ids,
                vocab_size=source.vocab_size,
            )

        distances.append(distance_to_another(left, params, step.id, uniform))
        ids.append(step.id)
    return LoneRun(tuple(ids), tuple(distances))


def distance_to_another(
    left: Callable[[SamplingParams], Filtered], params: SamplingParams, drawn: int, uniform: float
) -> float:
    """By how much probabilities would have to change for another id to be drawn: the least of the
    way from the draw to both ends of its id and of the gap between the last id that is left and the
    first that is not; 0 where NEAR_TIE more or less of top-p or min-p leaves other ids."""
    choice = left(params)
    shares = choice.ranking.head(min(choice.count + 1, choice.ranking.size)).shares
    edge = shares[choice.count - 1 :]  # the last that is left, and the first that is not
    gap = float(edge[0] - edge[1]) / choice.mass if len(edge) == 2 else 1.0
    if params.is_greedy:
        return gap
    for change in (-NEAR_TIE, NEAR_TIE):
        moved = replace(
            params,
            top_p=min(max(params.top_p + change, 0), 1) if params.top_p < 1 else 1,
            min_p=min(max(params.min_p + change, 0), 1) if params.min_p else 0,
        )
        if left(moved).count != choice.count:
            return 0.0
    end = float(choice.after[: drawn + 1].sum())
    return min(gap, abs(end - uniform), abs(end - float(choice.after[drawn]) - uniform))
