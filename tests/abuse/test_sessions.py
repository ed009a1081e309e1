"""Nobody reads, ends or changes what belongs to another visitor, and nobody's leavings pile up."""

import json
import threading
import time

import httpx
import pytest

from tests.abuse.conftest import Target
from tests.load.lone import is_lone_text
from tests.ui.api_visitor import ApiVisitor
from tests.ui.page_session import DATA_PATH, JOIN_PATH
from tests.ui.reading import plain_text

pytestmark = pytest.mark.slow

PROMPT, SEED, TOKENS = "The old king had", 5, 200
GUESSES = ("", "a", "0" * 32, "../", "%00", "*", "None", "null", "x" * 5000, "a%20b", "%ff", "[]")
STRANGE = ("/", "", "a b", "a\ud800", "x" * 65, "<b>", None, 7, True, ["a"], {"a": 1}, "\x00")


@pytest.mark.parametrize("guess", GUESSES)
def test_a_session_that_there_is_not_gives_one_message_and_an_end(
    target: Target, guess: str
) -> None:
    answer = target.get(f"{DATA_PATH}?session_hash={guess}")
    assert answer.status_code == 200
    message = json.loads(answer.text.removeprefix("data:"))
    assert message["msg"] == "unexpected_error"
    assert message["session_not_found"]
    assert message["message"] == "This session is not open here; reload the page."


@pytest.mark.parametrize("name", STRANGE)
def test_a_session_has_a_plain_name(target: Target, name: object) -> None:
    dependencies = target.get("/config").json()["dependencies"]
    function = next(each["id"] for each in dependencies if each["backend_fn"])
    call = json.dumps({"fn_index": function, "data": [None], "session_hash": name})
    headers = {"content-type": "application/json", "accept-language": "zh"}
    answer = target.ask("POST", JOIN_PATH, content=call.encode(), headers=headers)
    assert answer.status_code == 400
    assert "请给 1 到 64 个字母" in answer.json()["detail"]
    assert target.get("/gradio_api/heartbeat/a%20b").status_code == 404


def test_a_text_goes_on_whatever_others_try(target: Target) -> None:
    visitor = ApiVisitor(target.address)
    visitor.open()
    function = visitor.dependency("generate", "click")["id"]
    steps = visitor.follow(
        "generate", "click", prompt=PROMPT, seed=str(SEED), max_new_tokens=TOKENS
    )
    next(steps)
    tries = [
        ("/gradio_api/cancel", {"fn_index": function, "event_id": "x"}),
        ("/gradio_api/reset", {"event_id": "x"}),
        ("/gradio_api/stream/x/close", {}),
        ("/gradio_api/deep_link", {}),
        ("/gradio_api/component_server", {"component_id": 1, "fn_name": "x", "data": 1}),
        ("/gradio_api/run/predict", {"fn_index": function, "data": []}),
        ("/gradio_api/call/predict", {"data": []}),
    ]
    for path, body in tries:
        for session in (visitor.session, "other"):
            given = {**body, "session_hash": session}
            assert target.ask("POST", path, json=given).status_code == 404
    for path in (f"/gradio_api/deep_link?session_hash={visitor.session}", "/monitoring/summary"):
        assert target.get(path).status_code == 404
    assert visitor.session not in target.get("/config").text + target.get("/health").text
    for _ in steps:
        pass
    assert is_lone_text(plain_text(visitor.shown("text")), "story", PROMPT, SEED, TOKENS)
    visitor.http.close()


def test_a_stranger_sees_a_page_as_it_opens(target: Target) -> None:
    first = ApiVisitor(target.address)
    first.open()
    first.fire("generate", "click", prompt="my secret", max_new_tokens=5)
    second = ApiVisitor(target.address)
    second.open()
    assert "my secret" in first.shown("text")
    assert "my secret" not in json.dumps([second.values, second.config])
    for someone in (first, second):
        someone.http.close()


def call_of_one_value(target: Target, session: str) -> bytes:
    """What the page's Stop button sends."""
    page = ApiVisitor(target.address)
    index = page.dependency("stop", "click")["id"]
    page.http.close()
    return json.dumps({"fn_index": index, "data": [None], "session_hash": session}).encode()


def test_many_unread_answers_are_refused_in_a_sentence(target: Target) -> None:
    call = call_of_one_value(target, "hoarder")
    headers = {"content-type": "application/json"}
    answers = [
        target.ask("POST", JOIN_PATH, content=call, headers=headers).status_code for _ in range(40)
    ]
    assert answers.count(200) == 32
    assert answers[32:] == 8 * [429]
    refused = target.ask("POST", JOIN_PATH, content=call, headers=headers).json()["detail"]
    assert refused == "32 answers of this page are still on their way; wait for them."


def test_two_readers_of_one_session_harm_nobody(target: Target) -> None:
    call = call_of_one_value(target, "shared")
    headers = {"content-type": "application/json"}
    ended = []

    def read(seconds: float) -> None:
        try:
            httpx.get(
                f"{target.address}{DATA_PATH}?session_hash=shared",
                timeout=seconds,
                trust_env=False,
            )
        except httpx.HTTPError as error:
            ended.append(error)

    target.ask("POST", JOIN_PATH, content=call, headers=headers)
    readers = [threading.Thread(target=read, args=(0.3 + number,)) for number in range(3)]
    for reader in readers:
        reader.start()
        time.sleep(0.05)
    for reader in readers:
        reader.join(timeout=20)
        assert not reader.is_alive()
    assert target.get("/health").json()["active"] == 0
