"""A73: what is claimed of rounding is what a shipped model shows, and in float64 it goes away."""

import re

import pytest
import torch

from playground.decoding.model_batch import ModelBatch
from playground.decoding.model_source import ModelSource
from playground.gpt.presets import PRESETS
from playground.gpt.shipped import shipped_model
from playground.text.encoding import encoding_named

STORY = PRESETS["story"]
TEXT = (
    "Once upon a time there was a little girl who had a red ball. One day she took it to the park "
    "and played with her friend Tom. They were very happy, but then the ball rolled away."
)
CLAIMS = [float(each) for each in re.findall(r"\d(?:\.\d)?e-\d+", ModelSource.__doc__ or "")]
ELSEWHERE = 3
"""A processor that was not measured may round so many times worse."""


def largest_errors(dtype: torch.dtype) -> dict[str, float]:
    """Of logits that are cached, and of those computed for two together, against uncached ones."""
    model = shipped_model(STORY, STORY.moments[-1]).to(dtype)
    source = ModelSource(model, encoding_named(STORY.encoding).vocab_size)
    ids = (encoding_named(STORY.encoding).encode(TEXT) * 4)[:128]
    with torch.inference_mode():
        whole = model(torch.tensor([ids])).logits[0]  # (T, V)
    session, batch = source.open(), ModelBatch(source, 2)
    batch.join("one")
    batch.join("two")
    errors = {"cached": 0.0, "together": 0.0}
    for length in range(1, len(ids) + 1):
        expected, rows = (
            whole[length - 1],
            batch.next_logits({"one": ids[:length], "two": ids[:length]}),
        )
        cached = session.next_logits(ids[:length])
        together = torch.stack(list(rows.values()))
        for name, found in (("cached", cached), ("together", together)):
            errors[name] = max(errors[name], float((found - expected).abs().max()))
    return errors


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_a73_the_claim_about_rounding_is_what_is_measured(dtype: torch.dtype) -> None:
    exact = dtype == torch.float64
    claimed = min(CLAIMS) if exact else max(CLAIMS)
    errors = largest_errors(dtype)
    print(f"{dtype} with {torch.backends.cpu.get_cpu_capability()}: {errors}, claimed {claimed}")
    assert max(errors.values()) <= ELSEWHERE * claimed
    assert max(errors.values()) > claimed / 30, "the claim is far too careful"
