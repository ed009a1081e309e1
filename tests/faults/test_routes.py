"""Events that no page sends. Addresses that lead out of the app: see tests/abuse/test_files.py."""

import json

import httpx
import pytest

from playground.ui.calls import CALL_BYTES
from tests.faults.conftest import NewVisitor
from tests.faults.well_behaved import serves_well
from tests.ui.page_session import JOIN_PATH

EVENT = {"data": [], "fn_index": 5, "session_hash": "nobody"}
SOME_FUNCTION = '"fn_index": 5'
"""Stands for one that the server runs."""


@pytest.mark.parametrize(
    ("path", "content", "status", "sentence"),
    [
        (JOIN_PATH, "{", 400, "send a JSON object"),
        (JOIN_PATH, "[]", 400, "send a JSON object"),
        (JOIN_PATH, "[" * 100_000, 400, "send a JSON object"),
        (JOIN_PATH, json.dumps({**EVENT, "data": None}), 400, "and got 0;"),
        (JOIN_PATH, json.dumps({**EVENT, "fn_index": 9999}), 400, "fn_index is 9999;"),
        (JOIN_PATH, json.dumps({**EVENT, "fn_index": -1}), 400, "fn_index is -1;"),
        (JOIN_PATH, json.dumps({**EVENT, "fn_index": "x"}), 400, "fn_index is 'x';"),
        (JOIN_PATH, json.dumps({**EVENT, "fn_index": None}), 400, "fn_index is None;"),
        (JOIN_PATH, json.dumps(EVENT), 400, "and got 0;"),
        (JOIN_PATH, json.dumps({**EVENT, "data": [0] * 99}), 400, "and got 99;"),
        (JOIN_PATH, " " * (CALL_BYTES + 1), 413, "longer than 2,000,000 bytes"),
        ("/gradio_api/call/nothing", '{"data": []}', 404, "Not Found"),
        ("/gradio_api/run/predict", json.dumps(EVENT), 404, "Not Found"),
        ("/gradio_api/api/predict/", json.dumps(EVENT), 404, "Not Found"),
        ("/gradio_api/nothing", "{}", 404, "Not Found"),
    ],
    ids=lambda value: str(value)[-30:],
)
def test_fault_34_an_event_that_no_page_sends_is_refused_in_a_sentence(
    address: str, path: str, content: str, status: int, sentence: str
) -> None:
    headers = {"Content-Type": "application/json"}
    dependencies = httpx.get(f"{address}/config", trust_env=False).json()["dependencies"]
    function = next(each["id"] for each in dependencies if each["backend_fn"])
    content = content.replace(SOME_FUNCTION, f'"fn_index": {function}')
    answer = httpx.post(address + path, content=content, headers=headers, trust_env=False)
    assert (answer.status_code, sentence in answer.text) == (status, True), answer.text[:200]


def test_fault_34_after_events_that_no_page_sends_the_page_works(
    visitor: NewVisitor, address: str
) -> None:
    someone = visitor()
    body = json.loads(someone.body(someone.dependency("temperature", "change")))
    for data in ([], [1], body["data"][:-1], [*body["data"], 1]):
        answer = someone.http.post(JOIN_PATH, json={**body, "data": data})
        assert answer.status_code == 400
    serves_well(address)
