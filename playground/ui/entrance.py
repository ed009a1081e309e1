"""The way into Gradio's queue: what is wrong with an event is said before it waits there.

Gradio answers an event that there is not, or one with too few values, with an error of its own and
lets a single session fill the queue of all. Knows no handler and no component.
"""

import json
import re
from typing import Any

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

EVENTS_OF_ONE = 16
"""Events of one session that run and wait; a page has at most one of each kind."""
BODY_BYTES = 2**24
"""A million characters, each written as two escapes, are 12 MB."""

_JOIN = re.compile(r"/gradio_api/queue/join/?$")
_PAST_THE_QUEUE = re.compile(r"/gradio_api/(run|api|call)/")

Trouble = tuple[int, str]
"""Status and sentence of a refusal."""


class Entrance:
    """ASGI middleware in front of the app."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer what cannot be an event, let all else pass."""
        trouble: Trouble | None = None
        if scope["type"] == "http" and scope["method"] == "POST":
            if _PAST_THE_QUEUE.search(scope["path"]):
                trouble = 404, "Nothing is answered past the queue; post to queue/join."
            elif _JOIN.search(scope["path"]):
                body = await _body(receive)
                trouble = _trouble(scope["app"].get_blocks(), body)
                receive = _Again(body, receive)
        if trouble is None:
            await self._app(scope, receive, send)
        else:
            status, sentence = trouble
            await JSONResponse({"detail": sentence}, status)(scope, receive, send)


def _trouble(blocks: Any, body: bytes) -> Trouble | None:
    """Why an event is refused; None for what Gradio takes, or refuses in a sentence itself."""
    if len(body) > BODY_BYTES:
        return 413, f"This event is too large; send at most {BODY_BYTES:,} bytes."
    try:
        event = json.loads(body)
    except RecursionError:
        return 422, "This event is nested too deeply; send a flat list of values."
    except ValueError:
        return None
    if not isinstance(event, dict) or not isinstance(event.get("data"), list):
        return None
    number, session = event.get("fn_index"), event.get("session_hash")
    function = blocks.fns.get(number) if isinstance(number, int) else None
    if function is None:
        return 404, f"There is no event {number!r:.40}; /config lists those of this page."
    given, needed = len(event["data"]), len(function.inputs)
    if given != needed:
        return 422, f"Event {number} takes {needed} values, but {given} were given."
    if isinstance(session, str):
        waiting = blocks._queue.pending_event_ids_session.get(session, ())
        if len(waiting) >= EVENTS_OF_ONE:
            return 429, f"{EVENTS_OF_ONE} events of this page are not answered yet; wait for them."
    return None


async def _body(receive: Receive) -> bytes:
    """The whole body, or a little more than BODY_BYTES of it."""
    parts, size, more = [], 0, True
    while more and size <= BODY_BYTES:
        message = await receive()
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        more = message.get("more_body", False)
    return b"".join(parts)


class _Again:
    """`receive` for whoever comes next: the body once more, then what follows it."""

    def __init__(self, body: bytes, receive: Receive) -> None:
        self._body: bytes | None = body
        self._receive = receive

    async def __call__(self) -> Message:
        body, self._body = self._body, None
        if body is None:
            return await self._receive()
        return {"type": "http.request", "body": body, "more_body": False}
