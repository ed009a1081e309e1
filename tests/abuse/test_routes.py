"""What an outsider can ask of the app: the routes of the page, each judged, and no other."""

import json
import socket

import gradio as gr
import pytest

from playground import app
from playground.serving.engine.local import local_engine
from playground.serving.models import ModelStore
from playground.ui.gate import DATA_PATH, JOIN_PATH, ROUTES
from tests.abuse.conftest import Target
from tests.abuse.routes import CLOSED, METHODS, NAMED_ELSEWHERE, OPEN, filled, routes_of

pytestmark = pytest.mark.slow

HEARTBEAT = "/gradio_api/heartbeat/1"
ASKED = sorted({path for _, path in OPEN if "{" not in path} - {DATA_PATH, JOIN_PATH, "/export"})


def test_every_route_of_the_app_is_judged() -> None:
    store = ModelStore()
    engine = local_engine(store)
    settings = app.launch_settings(store, engine)["app_kwargs"]
    served = gr.routes.App.create_app(app.build_app(store, engine), app_kwargs=settings)
    engine.close()
    found = set(routes_of(served.routes))
    assert {path for _, path in found} == {path for _, path in OPEN} | CLOSED.keys()
    assert OPEN.keys() <= found
    assert {(way, path) for path, ways in ROUTES.items() for way in ways} == {
        (way, path) for way, path in OPEN if "{" not in path
    }


@pytest.mark.parametrize("path", [*CLOSED, *NAMED_ELSEWHERE])
def test_closed_routes_are_not_there_whatever_the_method(target: Target, path: str) -> None:
    for method in METHODS:
        for body in (None, b'{"data": [], "session_hash": "a"}'):
            answer = target.ask(method, filled(path), content=body)
            assert answer.status_code == 404, (method, path, answer.text)
            assert method == "HEAD" or answer.json() == {"detail": "Not Found"}


@pytest.mark.parametrize("path", [*ASKED, DATA_PATH, JOIN_PATH, "/export", HEARTBEAT])
def test_open_routes_take_their_own_methods_alone(target: Target, path: str) -> None:
    known = "/gradio_api/heartbeat/{session_hash}" if path == HEARTBEAT else path
    for method in METHODS:
        if (method, known) not in OPEN:
            assert target.ask(method, path, content=b"{}").status_code == 405, method


@pytest.mark.parametrize("path", ASKED)
def test_open_routes_tell_nothing_of_this_machine(target: Target, path: str) -> None:
    answer = target.get(path)
    assert answer.status_code == 200
    secrets = [str(app.STYLE.parents[1]), gr.__path__[0], "site-packages", str(target.files)]
    secrets += [str(target.log.parent), socket.gethostname(), "Traceback"]
    assert [secret for secret in secrets if secret in answer.text] == []


def test_no_function_is_public_and_health_has_no_names(target: Target) -> None:
    info = target.get("/gradio_api/info?all_endpoints=1").json()
    assert info == {"named_endpoints": {}, "unnamed_endpoints": {}}
    assert set(target.get("/health").json()) == {
        *("healthy", "active", "waiting", "tokens", "finished", "cancelled", "refused", "failed")
    }


@pytest.mark.parametrize(
    "path",
    [
        "/?page=x",
        "/?page=../x",
        "/?deep_link=../../etc/passwd",
        "/?deep_link=a&page=b&__theme=dark",
        "/config?page=%00",
        "/config?deep_link=..%2f..%2fx",
        "/gradio_api/info?page=x",
        "/theme.css?v=%ff",
    ],
)
def test_a_query_changes_nothing_where_none_is_read(target: Target, path: str) -> None:
    answer = target.get(path)
    assert answer.status_code == 200
    assert answer.text == target.get(path.partition("?")[0]).text


@pytest.mark.parametrize("path", ["/", "/config"])
@pytest.mark.parametrize(
    "host", ["a:b", "[::1", "[", 'evil"><script>alert(1)</script>', "a/b", "@"]
)
def test_a_false_host_is_not_believed(target: Target, path: str, host: str) -> None:
    headers = {"x-forwarded-host": host, "x-gradio-server": f"http://{host}/"}
    answer = target.get(path, headers=headers)
    assert answer.status_code == 200
    assert f"http://{host}" not in answer.text
    assert "alert(1)" not in answer.text
    assert json.dumps(f"http://{target.address.removeprefix('http://')}") in answer.text


def test_the_address_of_a_proxy_is_believed(target: Target) -> None:
    headers = {"x-forwarded-host": "page.example:8000, other", "x-forwarded-proto": "https"}
    root = target.get("/config", headers=headers).json()["root"]
    assert root == "https://page.example:8000"


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://["])
def test_pages_of_others_may_not_read(target: Target, origin: str) -> None:
    asked = {"origin": origin, "access-control-request-method": "POST"}
    before = target.ask("OPTIONS", JOIN_PATH, headers=asked)
    answer = target.get("/config", headers={"origin": origin})
    for each in (before, answer):
        assert "access-control-allow-origin" not in each.headers
    # What a browser sends without asking first is no call.
    plain = {"origin": origin, "content-type": "text/plain"}
    sent = target.ask("POST", JOIN_PATH, content=b"{}", headers=plain)
    assert sent.status_code == 400


def test_there_is_no_websocket(target: Target) -> None:
    headers = {
        "upgrade": "websocket",
        "connection": "Upgrade",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
        "sec-websocket-version": "13",
    }
    assert target.get("/gradio_api/queue/join", headers=headers).status_code in (403, 404, 405)
    assert target.get("/", headers=headers).status_code in (200, 403)
