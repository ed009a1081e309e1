"""Every engine goes on behind what is written already, and tells of new steps only."""

from dataclasses import replace

import pytest

from playground.decoding.sampling import SamplingParams
from playground.errors import InputError
from playground.serving.engine.interface import EngineStats, TextRequest
from playground.serving.models import ModelStore
from tests.serving.engine.conftest import REQUEST, OpenEngine, ids_of, lone, until

LENGTH = 90
"""More than is drawn at once, and far more than the context of 32."""
SAMPLED = replace(
    REQUEST,
    max_new_tokens=LENGTH,
    params=SamplingParams(0.9, top_k=30, top_p=0.97, repetition_penalty=1.4),
)
GREEDY = replace(SAMPLED, params=SamplingParams(temperature=0, repetition_penalty=1.4))


@pytest.mark.parametrize("request_", [SAMPLED, GREEDY], ids=["sampled", "greedy"])
def test_only_new_steps_come_and_they_are_those_of_the_whole_text(
    open_engine: OpenEngine, loud_store: ModelStore, request_: TextRequest
) -> None:
    engine = open_engine()
    run = lone(loud_store, request_)
    whole = run.ids
    assert len(set(whole)) > 10
    places = (0, 1, 13, 28, 29, 30, 63, 64, 65, 89)
    streams = [
        engine.submit(replace(request_, written_ids=whole[:place], visitor=str(place)))
        for place in places
    ]
    for place, stream in zip(places, streams, strict=True):
        found = run.difference([*whole[:place], *ids_of(stream)])
        assert found is None or found.excused(), place
        assert stream.end == "length"
    tokens = sum(LENGTH - place for place in places)
    until(lambda: engine.stats() == EngineStats(0, 0, tokens=tokens, finished=len(places)))


def test_a_text_that_is_over_ends_at_once(open_engine: OpenEngine, loud_store: ModelStore) -> None:
    engine = open_engine()
    whole = lone(loud_store, SAMPLED).ids
    stream = engine.submit(replace(SAMPLED, written_ids=whole))
    assert (ids_of(stream), stream.end) == ([], "length")
    stopped = replace(SAMPLED, written_ids=whole[:20], end_of_text=whole[19])
    stream = engine.submit(stopped)
    assert (ids_of(stream), stream.end) == ([], "stop")
    until(lambda: engine.stats() == EngineStats(0, 0, finished=2))


@pytest.mark.parametrize("unknown", [97, -1, 10**9])
def test_a_written_id_that_no_vocabulary_has_is_refused_and_takes_no_place(
    open_engine: OpenEngine, unknown: int
) -> None:
    engine = open_engine(at_once=1, waiting=0)
    with pytest.raises(InputError, match=f"Token id {unknown} ") as error:
        engine.submit(replace(REQUEST, written_ids=(5, unknown)))
    assert error.value.code == "unknown_id"
    assert engine.stats() == EngineStats(0, 0)
    assert len(ids_of(engine.submit(REQUEST))) == 40
