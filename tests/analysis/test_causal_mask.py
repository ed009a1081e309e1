"""The drawn mask is the one that the model uses."""

import pytest
import torch

from playground.analysis.mask import causal_mask
from playground.gpt.config import GPTConfig
from playground.gpt.model import GPTModel


@pytest.mark.parametrize("size", [1, 2, 7, 64])
def test_the_mask_equals_the_models_own(size: int) -> None:
    model = GPTModel(GPTConfig(5, size, d_model=4, num_heads=2, num_layers=1))
    mask = causal_mask([f"t{place}" for place in range(size)])
    assert torch.equal(torch.tensor(mask.allowed).bool(), model.causal_mask)
    assert mask.dropped == 0


def test_only_the_last_tokens_are_drawn_and_the_rest_is_counted() -> None:
    labels = [str(place) for place in range(70)]
    mask = causal_mask(labels)
    assert mask.labels == tuple(labels[6:])
    assert (len(mask.allowed), len(mask.allowed[0]), mask.dropped) == (64, 64, 6)
    small = causal_mask(labels, shown=2)
    assert (small.labels, small.allowed, small.dropped) == (("68", "69"), ((1, 0), (1, 1)), 68)


def test_no_tokens_make_an_empty_mask() -> None:
    mask = causal_mask([])
    assert (mask.labels, mask.allowed, mask.dropped) == ((), (), 0)
