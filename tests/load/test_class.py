"""A small class on the app, a browser among them: everybody gets what he asked for, and his own."""

import asyncio
from collections import Counter

import pytest

from tests.load.plan import class_plan
from tests.load.report import lines
from tests.load.run import carry_out
from tests.load.server import idle_within, served
from tests.load.texts import differences

pytestmark = pytest.mark.slow


def test_a_class_of_eight_gets_its_texts_and_charts() -> None:
    plan = class_plan(8, seconds=20, preset="story", tokens=20, think=(1.0, 3.0))
    with served() as server:
        run = asyncio.run(carry_out(plan, server))
        assert idle_within(server, seconds=10)
        counted = server.health()
    everybody = run.students + run.page
    report = "\n".join(lines(run))
    outcomes = Counter((each.action.deed, each.outcome) for each in everybody)
    assert set(outcomes) <= {("chart", "served"), ("text", "served"), ("leave", "left")}, report
    assert outcomes["chart", "served"] > 20
    assert outcomes["text", "served"] > 20
    assert outcomes["leave", "left"] >= 1
    assert {each.outcome for each in run.page} == {"served"}
    assert {each.is_text for each in run.page} == {True, False}
    assert differences(everybody, plan) == []
    assert run.faults == []
    assert counted["failed"] == counted["refused"] == 0
    assert counted["cancelled"] + counted["finished"] == sum(each.is_text for each in everybody)
