"""A hundred press Generate within one second: each gets his text or is told that many generate."""

import asyncio
from collections import Counter

import pytest

from playground.serving.limits import TEXTS_AT_ONCE, TEXTS_WAITING
from tests.load.plan import rush_plan
from tests.load.report import charts_around, rush_lines
from tests.load.run import carry_out
from tests.load.server import idle_within, served
from tests.load.texts import wrong_texts

pytestmark = pytest.mark.slow

RUSH = 100


def test_each_of_a_hundred_is_served_or_told_and_charts_answer() -> None:
    plan = rush_plan(RUSH, preset="story", tokens=30)
    with served() as server:
        run = asyncio.run(carry_out(plan, server))
        assert idle_within(server, seconds=10)
        counted = server.health()
    report = "\n".join(rush_lines(run))
    texts = Counter(each.outcome for each in run.students if each.is_text)
    assert texts.total() == RUSH
    assert set(texts) <= {"served", "busy", "time"}, report
    assert texts["served"] >= TEXTS_AT_ONCE, report
    assert texts["busy"] <= RUSH - TEXTS_AT_ONCE - TEXTS_WAITING or counted["refused"] == 0, report
    assert wrong_texts(run.students, plan) == [], report
    before, meanwhile = charts_around(run)
    assert len(before) > 20
    ends = Counter(each.outcome for each in meanwhile)  # who waits longer than a second skips one
    assert ends["served"] > 5
    assert set(ends) <= {"served", "missed"}, report
    assert counted["failed"] == 0
