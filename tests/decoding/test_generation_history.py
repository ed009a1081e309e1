"""The loop on scripted logits: prompt, history and what the penalties remember."""

import math
from typing import Any

import pytest

from playground.decoding.generation import Step, generate
from playground.decoding.sampling import SamplingParams
from playground.decoding.source import ScriptedSource
from playground.errors import InputError, SamplingError

GREEDY = SamplingParams(temperature=0)
PLAIN = SamplingParams()


def test_a34_an_empty_prompt_starts_from_the_start_id(script: Any) -> None:
    empty = list(generate(script.source(), [], PLAIN, max_new_tokens=5, seed=2, start_id=19))
    assert script.asked[0] == [19]
    assert empty == list(generate(script.source(), [19], PLAIN, max_new_tokens=5, seed=2))
    given = list(generate(script.source(), [4], PLAIN, max_new_tokens=5, seed=2, start_id=19))
    assert given == list(generate(script.source(), [4], PLAIN, max_new_tokens=5, seed=2))


def test_a34_an_empty_prompt_without_start_id_gets_a_sentence() -> None:
    with pytest.raises(InputError, match=r"prompt is empty .* type at least one") as caught:
        generate(ScriptedSource([[0.0]]), [], PLAIN, max_new_tokens=5, seed=2)
    assert caught.value.code == "empty_prompt"


def test_a12_penalties_remember_what_slid_out_of_the_context() -> None:
    source = ScriptedSource(lambda ids: [1.0, 0.9], vocab_size=2, context_length=2)
    strong = SamplingParams(0, repetition_penalty=2)
    prompt = [0, 1, 1, 1, 1]
    (step,) = generate(source, prompt, strong, max_new_tokens=1, seed=0)
    assert step.id == 0  # both penalised; had id 0 been forgotten, it would win by more
    assert step.probability_before == pytest.approx(1 / (1 + math.exp(-0.05)), abs=1e-6)


def test_counts_are_of_generated_ids_only() -> None:
    source = ScriptedSource([[1.0, 0.9, -9.0]])
    params = SamplingParams(0, presence_penalty=0.5)
    steps = list(generate(source, [0, 0], params, max_new_tokens=4, seed=0))
    assert [step.id for step in steps] == [0, 1, 0, 0]


def test_the_callers_prompt_is_neither_changed_nor_watched(script: Any) -> None:
    prompt = [3, 4]
    steps = generate(script.source(), prompt, PLAIN, max_new_tokens=3, seed=0)
    first = next(steps)
    assert prompt == [3, 4]
    prompt.append(9)
    next(steps)
    assert script.asked[1] == [3, 4, first.id]


def test_a24_padded_ids_are_never_drawn() -> None:
    source = ScriptedSource([[0.0, 1.0, 50.0, 60.0]], vocab_size=2)
    for params in (SamplingParams(temperature=5), SamplingParams(top_k=4), GREEDY):
        steps = generate(source, [0], params, max_new_tokens=200, seed=0)
        assert {step.id for step in steps} <= {0, 1}


def test_damaged_logits_end_the_run_with_the_sentence() -> None:
    steps = generate(
        ScriptedSource([[0.0, 1.0], [0.0, math.nan]]), [0], PLAIN, max_new_tokens=5, seed=0
    )
    assert isinstance(next(steps), Step)
    with pytest.raises(SamplingError, match="logit of id 1"):
        next(steps)
