"""What every engine keeps: the text of a lone run, limits, and life after something went wrong."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from playground.decoding.sampling import SamplingParams
from playground.errors import InputError, ResourceError, SamplingError
from playground.serving.engine.interface import EngineStats, TextRequest
from playground.serving.models import ModelStore
from tests.serving.engine.conftest import OTHER, REQUEST, Held, OpenEngine, ids_of, is_lone, until


def mixed_requests(count: int) -> list[TextRequest]:
    """Two models, prompts shorter and longer than the context, all kinds of settings."""
    draw = random.Random(4)
    return [
        replace(
            draw.choice([REQUEST, OTHER]),
            prompt_ids=tuple(draw.choices(range(97), k=draw.choice([1, 2, 7, 20, 40]))),
            params=SamplingParams(
                temperature=draw.choice([0, 0.3, 0.8, 1.5]),
                top_k=draw.choice([0, 1, 5, 40]),
                top_p=draw.choice([1, 0.9]),
                repetition_penalty=draw.choice([1, 1.3]),
            ),
            max_new_tokens=draw.randint(1, 60),
            seed=draw.randrange(2**31),
            end_of_text=draw.choice([None, 5]),
            visitor=f"visitor {number}",
        )
        for number in range(count)
    ]


def test_many_texts_at_once_are_each_the_text_of_a_lone_run(
    open_engine: OpenEngine, loud_store: ModelStore
) -> None:
    engine = open_engine(at_once=12)
    requests = mixed_requests(40)
    with ThreadPoolExecutor(40) as visitors:
        texts = list(visitors.map(lambda request: ids_of(engine.submit(request)), requests))
    assert all(is_lone(ids, loud_store, each) for ids, each in zip(texts, requests, strict=True))
    tokens = sum(map(len, texts))
    until(lambda: engine.stats() == EngineStats(0, 0, tokens=tokens, finished=40))


def test_the_end_says_why(open_engine: OpenEngine, loud_store: ModelStore) -> None:
    engine = open_engine()
    stream = engine.submit(REQUEST)
    ids = ids_of(stream)
    assert (len(ids), stream.end) == (40, "length")
    stream = engine.submit(replace(REQUEST, end_of_text=ids[7]))
    assert ids_of(stream) == ids[: ids.index(ids[7]) + 1]
    assert stream.end == "stop"


def test_a_cancelled_text_stops_within_a_step_and_the_others_go_on(
    open_engine: OpenEngine, loud_store: ModelStore
) -> None:
    engine = open_engine()
    stays = replace(REQUEST, visitor="stays", max_new_tokens=60)
    kept = engine.submit(stays)
    left = engine.submit(replace(REQUEST, max_new_tokens=10**6))
    seen = 0
    for steps in left:
        seen += len(steps)
        if seen >= 7:
            left.cancel()
    assert left.end == "cancelled"
    assert is_lone(ids_of(kept), loud_store, stays)
    until(lambda: engine.stats().active == 0)
    stats = engine.stats()
    assert (stats.cancelled, stats.finished) == (1, 1)
    assert stats.tokens <= 60 + seen + 1


def test_a_slow_reader_holds_up_nobody_and_gets_everything(
    open_engine: OpenEngine, loud_store: ModelStore
) -> None:
    engine = open_engine()
    slow = engine.submit(replace(REQUEST, visitor="slow"))
    assert is_lone(ids_of(engine.submit(REQUEST)), loud_store, REQUEST)
    until(lambda: slow.end == "length")
    assert is_lone(ids_of(slow), loud_store, REQUEST)


def test_a_visitor_has_one_text_and_the_newer_one_wins(
    open_engine: OpenEngine, loud_store: ModelStore
) -> None:
    engine = open_engine()
    first = engine.submit(replace(REQUEST, max_new_tokens=10**6))
    second = engine.submit(replace(REQUEST, seed=3))
    assert is_lone(ids_of(second), loud_store, replace(REQUEST, seed=3))
    assert first.end == "cancelled"


def test_beyond_the_limit_a_visitor_is_told_his_place_at_once(open_engine: OpenEngine) -> None:
    go = threading.Event()
    engine = open_engine(lambda decoder: Held(decoder, go), at_once=2, waiting=3)
    requests = [replace(REQUEST, visitor=f"visitor {number}") for number in range(7)]
    streams = [engine.submit(request) for request in requests[:5]]
    for request in requests[5:]:
        with pytest.raises(ResourceError, match="you would be number 4 in the queue") as error:
            engine.submit(request)
        assert (error.value.code, error.value.values) == ("engine_busy", {"place": 4})
    until(lambda: engine.stats() == EngineStats(active=2, waiting=3, refused=2))
    streams[1].cancel()
    streams.append(engine.submit(requests[5]))
    go.set()
    assert [len(ids_of(stream)) for stream in streams] == [40, 0, 40, 40, 40, 40]
    until(lambda: engine.stats().active == 0)


def test_no_tokens_are_written_where_none_are_asked_for(open_engine: OpenEngine) -> None:
    engine = open_engine()
    stream = engine.submit(replace(REQUEST, max_new_tokens=0))
    assert (ids_of(stream), stream.end) == ([], "length")
    until(lambda: engine.stats() == EngineStats(0, 0, finished=1))


def test_time_is_limited(open_engine: OpenEngine) -> None:
    engine = open_engine(seconds=0.05)
    stream = engine.submit(replace(REQUEST, max_new_tokens=10**6))
    assert 0 < len(ids_of(stream)) < 10**6
    assert stream.end == "time"


def test_settings_and_ids_that_cannot_be_are_refused_and_take_no_place(
    open_engine: OpenEngine,
) -> None:
    engine = open_engine(at_once=1, waiting=0)
    with pytest.raises(InputError, match="Token id 97"):
        engine.submit(replace(REQUEST, prompt_ids=(97,)))
    with pytest.raises(SamplingError, match="seed is -1"):
        engine.submit(replace(REQUEST, seed=-1))
    assert engine.stats() == EngineStats(0, 0)
    assert len(ids_of(engine.submit(REQUEST))) == 40


def test_texts_that_come_and_go_leave_nothing_behind(open_engine: OpenEngine) -> None:
    """Every third is left after a few steps."""
    engine = open_engine(at_once=8)

    def visit(number: int) -> None:
        stream = engine.submit(replace(REQUEST, visitor=str(number), seed=number))
        for count, _ in enumerate(stream):
            if number % 3 == 0 and count == 2:
                stream.cancel()

    with ThreadPoolExecutor(30) as visitors:
        list(visitors.map(visit, range(90)))
    until(lambda: engine.stats().active == 0)
    stats = engine.stats()
    assert stats.waiting == stats.failed == 0
    assert stats.finished + stats.cancelled == 90
