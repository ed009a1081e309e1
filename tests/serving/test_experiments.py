"""What the lab computes for one visitor is what everybody else would get."""

import itertools
from dataclasses import replace

import pytest

from playground.decoding.beam import beam_search
from playground.decoding.generation import generate
from playground.decoding.sampling import SamplingParams
from playground.errors import InputError, SamplingError
from playground.serving.engine.interface import TextRequest
from playground.serving.experiments import Experiments
from playground.serving.models import ModelChoice, ModelStore
from playground.serving.race import TRIES

LENGTH = 24


@pytest.fixture
def request_(loud: ModelChoice) -> TextRequest:
    return TextRequest(
        loud, 97, (1, 2, 3), SamplingParams(0.9, top_k=20), LENGTH, 4, None, visitor="me"
    )


@pytest.mark.parametrize("temperature", [0, 0.9])
def test_a_race_writes_the_same_text_both_ways(
    loud_store: ModelStore, request_: TextRequest, temperature: float
) -> None:
    request_ = replace(request_, params=replace(request_.params, temperature=temperature))
    laps = list(Experiments(loud_store).race(request_))
    assert len(laps) == LENGTH
    assert [lap.cached.id for lap in laps] == [lap.plain.id for lap in laps]
    assert laps[-1].cached.stop_reason == laps[-1].plain.stop_reason == "length"
    assert all(lap.cached_seconds > 0 and lap.plain_seconds > 0 for lap in laps)
    sampled = Experiments(loud_store).sample(request_)
    assert [lap.cached.id for lap in laps] == [step.id for step in sampled]


def test_only_one_of_the_two_reads_everything_again_and_both_run_the_same_code(
    loud_store: ModelStore, request_: TextRequest
) -> None:
    """The form for one token would be quicker whatever the cache does."""
    source = loud_store.get(request_.choice, 97).source
    lengths: list[int] = []
    hook = source.model.register_forward_pre_hook(
        lambda _, inputs: lengths.append(inputs[0].shape[1])
    )
    try:
        list(Experiments(loud_store).race(replace(request_, max_new_tokens=4)))
    finally:
        hook.remove()
    assert len(lengths) <= 8 * TRIES
    assert [length for length, _ in itertools.groupby(lengths)] == [3, 1, 4, 1, 5, 1, 6]


def test_a_race_goes_on_where_the_window_slides(
    loud_store: ModelStore, request_: TextRequest
) -> None:
    request_ = replace(request_, prompt_ids=tuple(range(28)), max_new_tokens=9)
    laps = list(Experiments(loud_store).race(request_))
    steps = Experiments(loud_store).sample(request_)
    assert [lap.cached.id for lap in laps] == [step.id for step in steps]
    assert [lap.plain.id for lap in laps] == [step.id for step in steps]


def test_a_pass_that_is_disturbed_once_shows_its_quickest_try(
    loud_store: ModelStore, request_: TextRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = iter([0.0, 0.004, 1.0, 1.009, 2.0, 2.003] + [3.0] * 6)
    monkeypatch.setattr("playground.serving.race._now", lambda: next(ticks))
    (lap,) = Experiments(loud_store).race(replace(request_, max_new_tokens=1))
    assert lap.cached_seconds == pytest.approx(0.003)
    assert lap.plain_seconds == 0


def test_a_long_pass_is_not_tried_again(
    loud_store: ModelStore, request_: TextRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = iter([0.0, 0.5, 1.0, 1.0, 1.0, 1.5])
    monkeypatch.setattr("playground.serving.race._now", lambda: next(ticks))
    (lap,) = Experiments(loud_store).race(replace(request_, max_new_tokens=1))
    assert (lap.cached_seconds, lap.plain_seconds) == (0.5, 0)


def test_a_race_is_over_with_its_text(loud_store: ModelStore, request_: TextRequest) -> None:
    ids = [step.id for step in Experiments(loud_store).sample(request_)]
    laps = list(Experiments(loud_store).race(replace(request_, end_of_text=ids[9])))
    assert [lap.plain.id for lap in laps] == ids[: ids.index(ids[9]) + 1]
    assert laps[-1].plain.stop_reason == "stop"


def test_a_sample_is_the_text_that_generate_writes(
    loud_store: ModelStore, request_: TextRequest
) -> None:
    source = loud_store.get(request_.choice, 97).source
    steps = tuple(generate(source, (1, 2, 3), request_.params, max_new_tokens=LENGTH, seed=4))
    assert Experiments(loud_store).sample(request_) == steps
    rest = replace(request_, written_ids=tuple(step.id for step in steps[:9]))
    ids = [step.id for step in Experiments(loud_store).sample(rest)]
    assert ids == [step.id for step in steps[9:]]


@pytest.mark.parametrize("width", [1, 3])
def test_beams_are_those_of_the_search(
    loud_store: ModelStore, request_: TextRequest, width: int
) -> None:
    source = loud_store.get(request_.choice, 97).source
    *_, last = beam_search(source, (1, 2, 3), width=width, max_new_tokens=6, end_of_text=7)
    request_ = replace(request_, max_new_tokens=6, end_of_text=7, seed=99)
    assert Experiments(loud_store).beams(request_, width, 60) == last


def test_one_beam_is_the_greedy_text(loud_store: ModelStore, request_: TextRequest) -> None:
    tree = Experiments(loud_store).beams(request_, 1, 60)
    greedy = replace(request_, params=SamplingParams(temperature=0))
    steps = Experiments(loud_store).sample(greedy)
    assert tree.hypotheses[0].ids == tuple(step.id for step in steps)


def test_what_an_engine_refuses_is_refused(loud_store: ModelStore, request_: TextRequest) -> None:
    lab, unknown = Experiments(loud_store), replace(request_, prompt_ids=(1, 97))
    for run in (lambda: next(lab.race(unknown)), lambda: lab.sample(unknown)):
        with pytest.raises(InputError, match="Token id 97"):
            run()
    with pytest.raises(InputError, match="Token id 97"):
        lab.beams(unknown, 2, 60)
    with pytest.raises(SamplingError, match="seed is -1"):
        lab.sample(replace(request_, seed=-1))
