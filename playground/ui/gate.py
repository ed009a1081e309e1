"""What may be asked of the server: the routes that the page uses, and nothing else of Gradio's.

Gradio also serves files, uploads, a proxy, fetches from other hosts, recordings and calls past the
queue, and parts of it answer odd requests with a traceback. The page needs none of that, so the
gate stands in front: what it lets through has the shape of what the page sends.
"""

import asyncio
import json
import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from playground.errors import PlaygroundError
from playground.locales import LANGUAGES, language_from_header
from playground.ui.calls import CALL_BYTES, is_session, no_call, read_call, too_long
from playground.ui.export import EXPORT_PATH
from playground.ui.health import HEALTH_PATH
from playground.ui.mailboxes import Mailboxes
from playground.ui.saying import say
from playground.ui.view import PLOTLY_ROUTE

JOIN_PATH = "/gradio_api/queue/join"
DATA_PATH = "/gradio_api/queue/data"
HEARTBEAT_PATH = "/gradio_api/heartbeat/"
ROUTES: Mapping[str, tuple[str, ...]] = {
    "/": ("GET", "HEAD"),
    "/config": ("GET",),
    "/theme.css": ("GET",),
    "/favicon.ico": ("GET",),
    "/manifest.json": ("GET",),
    "/robots.txt": ("GET",),
    EXPORT_PATH: ("GET", "HEAD"),
    HEALTH_PATH: ("GET", "HEAD"),
    JOIN_PATH: ("POST",),
    DATA_PATH: ("GET",),
    "/gradio_api/info": ("GET",),  # clients in Python read it first
    "/gradio_api/app_id": ("GET",),  # a page asks it after a lost connection
    "/gradio_api/startup-events": ("GET",),  # asked by Gradio itself at the start
}
FOLDERS = ("/assets/", "/static/", f"{PLOTLY_ROUTE}/")
"""Everything in them may be fetched: they are the files of the page."""
QUERIES = {EXPORT_PATH, DATA_PATH}
"""The only routes whose query is read; in others Gradio would look for saved states and pages."""
BODY_SECONDS = 30.0
"""A call has to be here by then."""
_STREAMED = {"cache-control": "no-cache, no-transform", "x-accel-buffering": "no"}
"""Tells whatever stands between here and a browser to store and to hold back nothing."""
_FILE = re.compile(r"(?:[\w.-]+/)*[\w.-]+", re.ASCII)
_FILE_LENGTH = 200
_HOST = re.compile(r"[A-Za-z0-9._-]+(:\d{1,5})?|\[[0-9A-Fa-f:.]+\](:\d{1,5})?")
_STATUS = {
    "call_too_long": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "call_unread": HTTPStatus.TOO_MANY_REQUESTS,
    "call_crowd": HTTPStatus.SERVICE_UNAVAILABLE,
}


class Gate:
    """ASGI middleware around the app that Gradio makes."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._mailboxes = Mailboxes()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, refuse or pass on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        refusal = _refusal(path, scope["method"])
        if refusal is not None:
            await _error(refusal, refusal.phrase)(scope, receive, send)
            return
        scope = _tidy(scope, path)
        if path == DATA_PATH or path.startswith(HEARTBEAT_PATH):
            send = _at_once(send)
        if path == JOIN_PATH:
            await self._join(scope, receive, send)
        elif path == DATA_PATH:
            await self._stream(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _join(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A call, which waits in the queue when it is in order."""
        blocks, headers = scope["app"].get_blocks(), Headers(scope=scope)
        try:
            async with asyncio.timeout(BODY_SECONDS):
                body = await _body(headers, receive)
            call = read_call(body, _functions(blocks))
            await self._mailboxes.admit(blocks._queue, call["session_hash"])
        except PlaygroundError as error:
            words = LANGUAGES[language_from_header(headers.get("accept-language", ""))]
            status = _STATUS.get(error.code, HTTPStatus.BAD_REQUEST)
            await _error(status, say(error, words))(scope, receive, send)
        except TimeoutError:
            timeout = HTTPStatus.REQUEST_TIMEOUT
            await _error(timeout, timeout.phrase)(scope, receive, send)
        else:
            await self._app(scope, _given(json.dumps(call).encode(), receive), send)

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The answers of a session, or in one message that there is none of that name."""
        given = parse_qs(scope["query_string"].decode("latin-1")).get("session_hash", [""])[0]
        sessions = scope["app"].get_blocks()._queue.pending_messages_per_session
        if not is_session(given) or given not in sessions:
            await _no_session()(scope, receive, send)
            return
        with self._mailboxes.reading(given):
            try:
                await self._app(scope, receive, send)
            except (KeyError, RuntimeError) as error:
                if not _has_ended(error, given):
                    raise
                await send({"type": "http.response.body", "body": b"", "more_body": False})


def _refusal(path: str, method: str) -> HTTPStatus | None:
    """Why a request goes no further, if it does not."""
    methods = ROUTES.get(path)
    if methods is None:
        folder = next((each for each in FOLDERS if path.startswith(each)), None)
        if folder is not None and _is_file(path.removeprefix(folder)):
            methods = ("GET", "HEAD")
        elif path.startswith(HEARTBEAT_PATH) and is_session(path.removeprefix(HEARTBEAT_PATH)):
            methods = ("GET",)
        else:
            return HTTPStatus.NOT_FOUND
    return None if method in methods else HTTPStatus.METHOD_NOT_ALLOWED


def _is_file(name: str) -> bool:
    return len(name) <= _FILE_LENGTH and ".." not in name and _FILE.fullmatch(name) is not None


def _tidy(scope: Scope, path: str) -> Scope:
    """The request without the queries and headers that only serve to mislead Gradio: it builds the
    page's own address from them, and fails on one that is none."""
    headers = MutableHeaders(raw=list(scope["headers"]))
    del headers["x-gradio-server"]
    forwarded = headers.get("x-forwarded-host", "").partition(",")[0].strip()
    if not _HOST.fullmatch(forwarded):
        del headers["x-forwarded-host"]
    query = scope["query_string"] if path in QUERIES else b""
    return {**scope, "headers": headers.raw, "query_string": query}


def _at_once(send: Send) -> Send:
    """A stream of events with the headers that proxies go by."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(raw=list(message["headers"]))
            headers.update(_STREAMED)
            message = {**message, "headers": headers.raw}
        await send(message)

    return sent


async def _body(headers: Headers, receive: Receive) -> bytes:
    """All of it. Raises InputError when it is too long or not meant as JSON."""
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise no_call()
    body = b""
    while True:
        message = await receive()
        part: bytes = message.get("body", b"")
        body += part
        if len(body) > CALL_BYTES:
            raise too_long()
        if not message.get("more_body", False):
            return body


def _has_ended(error: KeyError | RuntimeError, session: str) -> bool:
    """Whether Gradio has stumbled over a session that another reader of it has ended."""
    missing = isinstance(error, KeyError) and error.args == (session,)
    return missing or isinstance(error.__cause__, HTTPException)


def _given(body: bytes, receive: Receive) -> Receive:
    """What an app receives that is handed this body."""
    parts = [body]

    async def received() -> Message:
        if parts:
            return {"type": "http.request", "body": parts.pop(), "more_body": False}
        return await receive()

    return received


def _functions(blocks: Any) -> dict[int, int]:
    """The functions of the page that run on the server, and how many values each takes."""
    return {index: len(function.inputs) for index, function in blocks.fns.items() if function.fn}


def _error(status: HTTPStatus, sentence: str) -> Response:
    """As Gradio says it, so that the page shows it. The rest of an upload is not awaited."""
    headers = {"connection": "close"}
    return JSONResponse({"detail": sentence}, status_code=status, headers=headers)


def _no_session() -> Response:
    """What Gradio's own stream says, upon which the page offers to connect again."""
    message = {
        "msg": "unexpected_error",
        "event_id": None,
        "message": "This session is not open here; reload the page.",
        "success": False,
        "session_not_found": True,
    }
    return Response(f"data: {json.dumps(message)}\n\n", media_type="text/event-stream")
