"""A small class on the app, a browser among them: everybody gets what he asked for, and his own."""

import asyncio
from collections import Counter

import pytest

from tests.load.plan import class_plan
from tests.load.report import lines
from tests.load.run import carry_out
from tests.load.server import idle_within, served
from tests.load.texts import wrong_texts

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
    wanted = {("chart", "served"), ("text", "served"), ("leave", "left")}
    assert {(deed, end) for deed, end in outcomes if end != "missed"} <= wanted, report
    assert outcomes["chart", "served"] > 8
    assert outcomes["text", "served"] > 16
    seen = [each for each in run.page if each.outcome == "served"]
    assert {each.is_text for each in seen} == {True, False}
    assert wrong_texts(everybody, plan) == []
    assert run.faults == []
    assert counted["failed"] == counted["refused"] == 0
    asked = [each for each in everybody if each.is_text and each.outcome != "missed"]
    assert counted["cancelled"] + counted["finished"] == len(asked)
