"""The loop on scripted logits: what is drawn, recorded, and when it ends."""

import math
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any

import pytest
import torch

from playground.decoding.choice import draw
from playground.decoding.generation import fresh_seed, generate
from playground.decoding.sampling import SamplingParams, distribution
from playground.decoding.source import LogitsSource, ScriptedSource
from playground.errors import SamplingError

GREEDY = SamplingParams(temperature=0)
PLAIN = SamplingParams()


def ids_of(
    source: LogitsSource, params: SamplingParams = PLAIN, seed: int = 7, count: int = 40
) -> list[int]:
    steps = generate(source, [3], params, max_new_tokens=count, seed=seed)
    return [step.id for step in steps]


# Greedy and sampled


def test_a02_temperature_zero_takes_the_argmax_whatever_the_seed(script: Any) -> None:
    first, second = (ids_of(script.source(), GREEDY, seed, 20) for seed in (1, 2))
    assert first == second
    expected = [3]
    for _ in range(20):
        expected.append(int(script.rows[expected[-1]].argmax()))
    assert first == expected[1:]


def test_a03_a_hundred_greedy_draws_are_all_the_argmax() -> None:
    source = ScriptedSource([[0.5, -1.2, 3.1, 0.8, -0.3, 2.7, -0.9, 1.4]])
    for params in (GREEDY, SamplingParams(0, 5, 0.5, 0.1), SamplingParams(0, top_p=1)):
        assert ids_of(source, params, count=100) == [2] * 100


def test_a04_greedy_with_top_k_zero_is_the_argmax() -> None:
    assert ids_of(ScriptedSource([[1.0, 4.0, 2.0]]), SamplingParams(0, 0)) == [1] * 40


def test_a05_top_k_one_draws_what_greedy_takes() -> None:
    source = ScriptedSource([[3.0, 3.0, 1.0]])
    assert ids_of(source, SamplingParams(top_k=1), count=1000) == [0] * 1000


def test_a06_every_way_to_draw_has_the_same_support() -> None:
    logits = [1.0, 2.0, 2.0, 2.0, 3.0]
    params = SamplingParams(top_k=3)
    source = ScriptedSource([logits])
    shown = distribution(torch.tensor(logits), params)
    assert shown.nonzero().squeeze(1).tolist() == [1, 2, 4]
    for seed in range(4):
        steps = list(generate(source, [0], params, max_new_tokens=100, seed=seed))
        assert {step.id for step in steps} == {1, 2, 4}
        assert all(step.probability_after == float(shown[step.id]) for step in steps)


def test_a14_each_step_carries_the_probability_it_was_drawn_with(script: Any) -> None:
    params = SamplingParams(0.8, 6, 0.9, 0.02, 1.2, 0.3, 0.1)
    steps = list(generate(script.source(), [3, 5], params, max_new_tokens=30, seed=4))
    generated: list[int] = []
    for step in steps:
        logits = script.rows[[3, 5, *generated][-1]]
        history = {"prompt_ids": [3, 5], "generated_ids": generated}
        before = distribution(logits, params.without_filters(), **history)  # type: ignore[arg-type]
        after = distribution(logits, params, **history)  # type: ignore[arg-type]
        assert step.probability_before == float(before[step.id])
        assert step.probability_after == float(after[step.id])
        assert step.probability_after > step.probability_before > 0
        generated.append(step.id)


def test_a14_a_greedy_step_is_certain_after_and_tempered_by_one_before() -> None:
    (step,) = generate(ScriptedSource([[0.0, math.log(3)]]), [0], GREEDY, max_new_tokens=1, seed=0)
    assert step.id == 1
    assert step.probability_after == 1
    assert step.probability_before == pytest.approx(0.75, abs=1e-6)


def test_one_float64_uniform_is_drawn_a_token() -> None:
    source = ScriptedSource([[0.0, 1.0, 2.0, 0.5]])
    generator = torch.Generator().manual_seed(11)
    p = distribution(torch.tensor([0.0, 1.0, 2.0, 0.5]), PLAIN)
    uniforms = [float(torch.rand((), dtype=torch.float64, generator=generator)) for _ in range(40)]
    assert ids_of(source, seed=11) == [draw(p, uniform) for uniform in uniforms]


# Seeds


def test_a13_concurrent_runs_equal_lone_runs(script: Any) -> None:
    alone = {seed: ids_of(script.source(), seed=seed, count=200) for seed in (7, 8)}
    assert alone[7] != alone[8]
    with ThreadPoolExecutor(6) as pool:
        seeds = [7, 7, 8, 7, 8, 7]
        runs = pool.map(lambda seed: ids_of(script.source(), seed=seed, count=200), seeds)
        assert list(runs) == [alone[seed] for seed in seeds]


def test_a13_interleaved_runs_equal_lone_runs(script: Any) -> None:
    source = script.source()
    runs = [generate(source, [3], PLAIN, max_new_tokens=50, seed=seed) for seed in (7, 8, 7)]
    steps = list(zip(*runs, strict=True))
    for run, seed in enumerate((7, 8, 7)):
        assert [step[run].id for step in steps] == ids_of(source, seed=seed, count=50)


def test_the_global_random_state_is_neither_read_nor_changed(script: Any) -> None:
    source = script.source()
    first = ids_of(source)
    torch.rand(3)
    before = torch.get_rng_state()
    assert ids_of(source) == first
    assert torch.equal(torch.get_rng_state(), before)


def test_a13_fresh_seeds_vary_are_short_and_accepted(script: Any) -> None:
    seeds = {fresh_seed() for _ in range(100)}
    assert len(seeds) > 95
    assert all(0 <= seed < 2**31 for seed in seeds)
    assert ids_of(script.source(), seed=seeds.pop())


@pytest.mark.parametrize("seed", [-1, 2**63, 2**64, 1.5, math.nan, math.inf, None, "7", True, [7]])
def test_a_seed_out_of_range_is_refused_at_the_call(seed: object) -> None:
    with pytest.raises(
        SamplingError, match=r"^seed is .*; allowed: a whole number from 0"
    ) as error:
        generate(ScriptedSource([[0.0]]), [0], PLAIN, max_new_tokens=1, seed=seed)  # type: ignore[arg-type]
    assert error.value.values["name"] == "seed"


@pytest.mark.parametrize("seed", [0, 1, 2**31, 2**63 - 1])
def test_every_seed_in_range_is_accepted(seed: int, script: Any) -> None:
    assert len(ids_of(script.source(), seed=seed, count=3)) == 3


# Length and stopping


@pytest.mark.parametrize("count", [-1, 1.5, math.nan, None, "3", True])
def test_a_length_that_is_not_a_whole_number_is_refused(count: object) -> None:
    with pytest.raises(SamplingError, match=r"^max_new_tokens is .*; allowed: a whole number"):
        generate(ScriptedSource([[0.0]]), [0], PLAIN, max_new_tokens=count, seed=0)  # type: ignore[arg-type]


def test_zero_new_tokens_run_nothing(script: Any) -> None:
    assert list(generate(script.source(), [3], PLAIN, max_new_tokens=0, seed=0)) == []
    assert script.asked == []


def test_the_model_is_asked_once_a_token_and_never_after_the_last(script: Any) -> None:
    ids = ids_of(script.source(), count=5)
    assert script.asked == [[3, *ids[:count]] for count in range(5)]


def test_the_limit_gives_the_reason_length(script: Any) -> None:
    steps = list(generate(script.source(), [3], PLAIN, max_new_tokens=5, seed=0))
    assert [step.stop_reason for step in steps] == [None, None, None, None, "length"]


def row_for(token_id: int) -> list[float]:
    return [9.0 if other == token_id else 0.0 for other in range(4)]


def test_end_of_text_ends_with_stop_and_is_recorded() -> None:
    source = ScriptedSource([row_for(1), row_for(2), row_for(3), row_for(0)])
    steps = list(generate(source, [0], GREEDY, max_new_tokens=9, seed=0, end_of_text=3))
    assert [(step.id, step.stop_reason) for step in steps] == [(1, None), (2, None), (3, "stop")]


def test_end_of_text_as_the_last_allowed_token_is_a_stop() -> None:
    source = ScriptedSource([row_for(3)])
    (step,) = generate(source, [0], GREEDY, max_new_tokens=1, seed=0, end_of_text=3)
    assert step.stop_reason == "stop"


def test_end_of_text_in_the_prompt_or_ignored_ends_nothing() -> None:
    source = ScriptedSource([row_for(1)])
    steps = list(generate(source, [3, 3], GREEDY, max_new_tokens=4, seed=0, end_of_text=3))
    assert [step.id for step in steps] == [1, 1, 1, 1]
    ignored = list(generate(source, [3], GREEDY, max_new_tokens=4, seed=0, end_of_text=None))
    assert [step.stop_reason for step in ignored] == [None, None, None, "length"]


def test_leaving_the_loop_stops_the_work(script: Any) -> None:
    steps = generate(script.source(), [3], PLAIN, max_new_tokens=10**9, seed=0)
    assert len(list(islice(steps, 3))) == 3
    assert len(script.asked) == 3


def test_one_seed_gives_a_shorter_text_as_the_start_of_a_longer_one(script: Any) -> None:
    source = script.source()
    assert ids_of(source, count=40)[:15] == ids_of(source, count=15)
