"""A66: bars, stages and explanations stop at the same exact edge of top-p as the draw."""

import pytest
import torch

from playground.analysis.explanations import explanations
from playground.analysis.next_token import next_token
from playground.analysis.stages import Stages
from playground.decoding.sampling import SamplingParams


@pytest.mark.parametrize(
    ("size", "top_p", "expected"), [(10, 0.9, 9), (60, 0.5, 30), (300, 0.1, 30), (1000, 0.3, 300)]
)
def test_a66_bars_and_stages_leave_what_the_draw_leaves(
    size: int, top_p: float, expected: int
) -> None:
    logits, params = torch.zeros(size), SamplingParams(top_p=top_p)
    bars = next_token(logits, params, prompt_ids=[0], vocab_size=size, label=str, rows_shown=size)
    assert bars.survivors == sum(row.kept for row in bars.rows) == expected
    assert bars.mass_kept == pytest.approx(top_p)
    stages = Stages(logits, params, prompt_ids=[0])
    assert stages.cuts == (("top_p", expected),)
    assert next(each for each in stages.stages if each.name == "top_p").survivors == expected
    assert stages.path(expected - 1).removed_by is None
    assert stages.path(expected).removed_by == "top_p"


def test_a66_the_explanation_of_top_p_counts_the_same() -> None:
    facts = explanations(torch.zeros(60), SamplingParams(), prompt_ids=[0], vocab_size=60)
    assert (facts.half, facts.most) == (30, 54)
