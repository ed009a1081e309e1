"""A call of one of the page's functions as it comes over the wire, held to what the page sends.

Knows no server and no function: only the shape. What the values mean is checked where they are
read. Gradio itself takes more: files to fetch from anywhere, flags of its own, any nesting.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from playground.errors import InputError
from playground.text.encoding import without_surrogates

CALL_BYTES = 2_000_000
"""Three times what a browser sends of the longest text that its box takes."""
_SESSION = re.compile(r"[A-Za-z0-9_-]{1,64}")
_NESTING = 8
_SHOWN = 40


def is_session(name: object) -> bool:
    """Whether a page could have that name; a browser draws some ten letters and digits."""
    return isinstance(name, str) and _SESSION.fullmatch(name) is not None


def read_call(body: bytes, inputs: Mapping[int, int]) -> dict[str, Any]:
    """What is read of a call, and nothing else: fn_index, data, session_hash.

    inputs: the functions of the page and how many values each takes. What an event tells besides
    its values is left out, since no function of ours reads it. In its texts
    U+FFFD takes the place of lone surrogates, which no answer could carry. Raises InputError.
    """
    call = _parsed(body)
    index, data, session = (call.get(key) for key in ("fn_index", "data", "session_hash"))
    if not isinstance(index, int) or isinstance(index, bool) or index not in inputs:
        raise InputError(
            "call_unknown",
            f"fn_index is {_shown(index)}; the page has no such function. "
            "Give the id of one of the dependencies in /config.",
            given=_shown(index),
        )
    if not is_session(session):
        raise InputError(
            "call_session",
            f"session_hash is {_shown(session)}; give 1 to 64 letters, digits, - or _.",
            given=_shown(session),
        )
    if not isinstance(data, list) or len(data) != inputs[index]:
        given = len(data) if isinstance(data, list) else 0
        raise InputError(
            "call_arity",
            f"Function {index} takes {inputs[index]} values and got {given}; "
            "give in `data` one for each of its inputs in /config, in that order.",
            function=index,
            needed=inputs[index],
            given=given,
        )
    _require_plain(data)
    cleaned = without_surrogates(json.dumps(data, ensure_ascii=False))
    return {"fn_index": index, "data": json.loads(cleaned), "session_hash": session}


def too_long() -> InputError:
    """A call of more than CALL_BYTES."""
    return InputError(
        "call_too_long",
        f"This call is longer than {CALL_BYTES:,} bytes, which no page sends; give a shorter text.",
        limit=f"{CALL_BYTES:,}",
    )


def no_call() -> InputError:
    """Anything that is not a JSON object."""
    return InputError(
        "call_not_json",
        "This is no call of the page; send a JSON object with fn_index, data and session_hash "
        "as application/json.",
    )


def _parsed(body: bytes) -> dict[str, Any]:
    try:
        call = json.loads(body)
    except (ValueError, RecursionError):
        raise no_call() from None
    if not isinstance(call, dict):
        raise no_call()
    return call


def _require_plain(data: list[Any]) -> None:
    """Refuse what Gradio would take for a file, and what is nested more deeply than it can walk."""
    level: list[Any] = data
    for _ in range(_NESTING):
        if any(isinstance(each, dict) and {"path", "meta"} <= each.keys() for each in level):
            break
        inner = [each.values() if isinstance(each, dict) else each for each in level]
        level = [each for group in inner if not isinstance(group, _SCALARS) for each in group]
        if not level:
            return
    raise InputError(
        "call_not_plain",
        f"One of the values is a file, or nested {_NESTING} times or more; "
        "this page takes text, numbers, true and false.",
        nesting=_NESTING,
    )


_SCALARS = (str, int, float, bool, type(None))


def _shown(value: object) -> str:
    """What was given, short enough for a sentence."""
    if not isinstance(value, _SCALARS):
        return "a list" if isinstance(value, list) else "an object"
    text = ascii(value)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."
