"""The sampler and the generation loop as one writes them on a blackboard.

To read and to test against: `sampling`, `choice` and `generation` do the same, with all checks, for
many texts at once, more quickly, and exactly at the edges of rounding.
"""

from collections.abc import Sequence

import torch
from torch import Tensor

from playground.decoding.sampling import SamplingParams
from playground.gpt.model import GPTModel


def distribution(
    logits: Tensor, params: SamplingParams, prompt_ids: Sequence[int], new_ids: Sequence[int]
) -> Tensor:
    """What the next token is drawn from: logits (V,) -> probabilities (V,), float64."""
    logits = logits.double().clone()  # (V,)
    for token_id in {*prompt_ids, *new_ids}:
        penalty = params.repetition_penalty
        logits[token_id] *= penalty if logits[token_id] < 0 else 1 / penalty
    for token_id in set(new_ids):
        occurrences = list(new_ids).count(token_id)
        logits[token_id] -= params.presence_penalty + params.frequency_penalty * occurrences

    if params.temperature == 0:  # greedy
        return torch.zeros_like(logits).index_fill(0, logits.argmax(), 1.0)
    probabilities = (logits / params.temperature).softmax(dim=0)  # (V,)

    ranked = probabilities.argsort(descending=True, stable=True)  # (V,) ids, the likeliest first
    if params.top_k:
        ranked = ranked[: params.top_k]
    share = probabilities[ranked] / probabilities[ranked].sum()  # of what top-k leaves
    ranked = ranked[share.cumsum(dim=0) - share < params.top_p]  # the fewest that hold top_p
    ranked = ranked[probabilities[ranked] >= params.min_p * probabilities.max()]

    left = torch.zeros_like(probabilities)  # (V,)
    left[ranked] = probabilities[ranked] / probabilities[ranked].sum()
    return left


@torch.inference_mode()
def generate(
    model: GPTModel,
    prompt_ids: Sequence[int],
    params: SamplingParams,
    *,
    max_new_tokens: int,
    seed: int,
    end_of_text: int | None = None,
) -> list[int]:
    """Continue `prompt_ids`, at least one, token by token; returns the new ids."""
    generator = torch.Generator().manual_seed(seed)
    new_ids: list[int] = []
    while len(new_ids) < max_new_tokens:
        window = [*prompt_ids, *new_ids][-model.config.context_length :]
        logits = model(torch.tensor([window])).logits[0, -1]  # (V,)
        probabilities = distribution(logits, params, prompt_ids, new_ids)  # (V,)
        uniform = torch.rand((), dtype=torch.float64, generator=generator)
        token_id = int((probabilities.cumsum(dim=0) > uniform).nonzero()[0])
        new_ids.append(token_id)
        if token_id == end_of_text:
            break
    return new_ids
