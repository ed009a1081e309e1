"""Addresses that lead nowhere, and events that no page sends."""

import json

import httpx
import pytest

from playground import app
from tests.faults.conftest import NewVisitor
from tests.faults.well_behaved import serves_well
from tests.ui.page_session import JOIN_PATH

ROOT = app.STYLE.parents[1]


def test_fault_33_no_file_of_the_server_can_be_fetched(address: str) -> None:
    for path in (
        "/plotly/../app.py",
        "/plotly/%2e%2e/%2e%2e/plotly/__init__.py",
        f"/gradio_api/file={ROOT}/README.md",
        "/gradio_api/file=../README.md",
        "/gradio_api/file=/etc/hostname",
        "/gradio_api/file=..%2f..%2fetc%2fhostname",
        "/gradio_api/file=http://127.0.0.1/",
        "/monitoring",
    ):
        assert httpx.get(address + path, trust_env=False).status_code in (403, 404), path
    serves_well(address)


EVENT = {"data": [], "fn_index": 5, "session_hash": "nobody"}


@pytest.mark.parametrize(
    ("path", "content", "status", "sentence"),
    [
        (JOIN_PATH, "{", 422, "JSON decode error"),
        (JOIN_PATH, "[]", 422, "Input should be a valid dictionary"),
        (JOIN_PATH, "[" * 100_000, 422, "nested too deeply"),
        (JOIN_PATH, json.dumps({**EVENT, "data": None}), 422, "Input should be a valid list"),
        (JOIN_PATH, json.dumps({**EVENT, "fn_index": 9999}), 404, "There is no event 9999;"),
        (JOIN_PATH, json.dumps({**EVENT, "fn_index": -1}), 404, "There is no event -1;"),
        (JOIN_PATH, json.dumps({**EVENT, "fn_index": "x"}), 404, "There is no event 'x';"),
        (JOIN_PATH, json.dumps({**EVENT, "fn_index": None}), 404, "There is no event None;"),
        (JOIN_PATH, json.dumps(EVENT), 422, "but 0 were given."),
        (JOIN_PATH, json.dumps({**EVENT, "data": [0] * 99}), 422, "but 99 were given."),
        (JOIN_PATH, " " * (2**24 + 1), 413, "send at most 16,777,216 bytes"),
        ("/gradio_api/call/nothing", '{"data": []}', 404, "post to queue/join"),
        ("/gradio_api/run/predict", json.dumps(EVENT), 404, "post to queue/join"),
        ("/gradio_api/api/predict/", json.dumps(EVENT), 404, "post to queue/join"),
        ("/gradio_api/nothing", "{}", 404, "Not Found"),
    ],
    ids=lambda value: str(value)[-30:],
)
def test_fault_34_an_event_that_no_page_sends_is_refused_in_a_sentence(
    address: str, path: str, content: str, status: int, sentence: str
) -> None:
    headers = {"Content-Type": "application/json"}
    answer = httpx.post(address + path, content=content, headers=headers, trust_env=False)
    assert (answer.status_code, sentence in answer.text) == (status, True), answer.text[:200]


def test_fault_34_after_events_that_no_page_sends_the_page_works(
    visitor: NewVisitor, address: str
) -> None:
    someone = visitor()
    body = json.loads(someone.body(someone.dependency("temperature", "change")))
    for data in ([], [1], body["data"][:-1], [*body["data"], 1]):
        answer = someone.http.post(JOIN_PATH, json={**body, "data": data})
        assert answer.status_code == 422
    serves_well(address)
