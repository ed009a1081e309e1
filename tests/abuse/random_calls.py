"""Calls that no page makes, drawn from a seed: of every function, with anything anywhere."""

import json
import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

NUMBERS = (
    *(0, -1, 1, 2, 7, 8, 33.5, 1e-40, -0.0, 1e308, -1e308, 2**31, 2**53, 2**63, 10**400),
    *(float("nan"), float("inf"), -float("inf"), True, False, 256, 1600, 0.1 + 0.2),
)
TEXTS = (
    *("", " ", "0.5", "NaN", "story", "tang", "custom", "gpt2-xl", "gpt5", "en", "zh", "fr"),
    *("\x00", "\ud800", "a\udfffb", "\u202eabc", "\x1b[31m", "<img src=x onerror=alert(1)>"),
    *("%{x}", "{reason}", "{0}", "%s", "${x}", "{{value}}", "../../etc/passwd", "x" * 3000),
    *("learned", "sinusoidal", "gelu_tanh", "relu", "bpe", "9" * 5000, "<|endoftext|>", "夜" * 300),
)
FILES = (
    {"path": "/etc/passwd", "meta": {"_type": "gradio.FileData"}},
    {"path": "http://127.0.0.1:9/", "meta": {"_type": "gradio.FileData"}},
    {"path": "a", "url": "http://host.invalid/", "meta": {"_type": "gradio.FileData"}},
    {"path": "a", "meta": None},
    [{"path": "a", "meta": "b"}],
)
SHAPES: tuple[Any, ...] = (
    None,
    [],
    {},
    [[]],
    {"a": 1},
    [1, 2],
    {"__type__": "update"},
    [None] * 50,
)
SESSIONS = (None, "", 7, "../x", "a b", "\ud800", "x" * 100, ["a"], {"a": "b"}, True)
HEADERS: tuple[dict[str, str], ...] = (
    {},
    {"accept-language": "zh"},
    {"accept-language": ";q=,;q=nan,zh;q=inf,\t*"},
    {"origin": "null", "referer": "http://["},
    {"x-forwarded-host": "a:b", "x-forwarded-proto": "gopher", "x-gradio-server": "//"},
    {"x-forwarded-for": "'; drop table", "cookie": "access-token=1; =;;"},
    {"authorization": "Bearer hf_x", "x-gradio-user": "app", "x-ip-token": "x"},
    {"content-type": "application/json; charset=utf-16"},
    {"content-type": "text/plain"},
    {"content-type": "multipart/form-data"},
)
BROKEN = (
    *(b"", b"{", b"null", b"[]", b"7", b'"a"', b'{"data": [}', b"\xff\xfe{", b"[" * 50_000),
    *(b'{"fn_index": 0}', b'{"data": ' + 3000 * b"[" + 3000 * b"]" + b"}", b"1" * 5000),
    *(b'{"data": [' + 5000 * b"1" + b'], "fn_index": 0, "session_hash": "a"}', b"NaN", b"\x00"),
)
FUNCTIONS = (-1, 99, 10**30, None, "0", 1.0, 0.5, True, [0], {"id": 0}, "generate")

Life = Literal["read", "leave", "forget", "heartbeat"]
LIVES: tuple[Life, ...] = ("read", "leave", "forget", "heartbeat")


@dataclass(frozen=True)
class Call:
    """What is posted, and what becomes of its answers: read, left in the middle, never asked for,
    or left with a page that opens and closes."""

    body: bytes
    headers: dict[str, str]
    life: Life


class Caller:
    """Draws calls. functions: id -> what a page would send to it; seldom: of those, the ones that
    keep the server so busy that there are few of them."""

    def __init__(
        self, seed: int, functions: Mapping[int, Sequence[Any]], seldom: Collection[int]
    ) -> None:
        self._draw = random.Random(seed)
        self._functions = functions
        self._weights = [0.1 if index in seldom else 1.0 for index in functions]

    def call(self, session: str) -> Call:
        """Most calls are proper but for their values, some are not proper at all."""
        draw = self._draw
        headers = {"content-type": "application/json"}
        if draw.random() < 0.1:
            headers |= draw.choice(HEADERS)
        life = draw.choices(LIVES, (88, 5, 5, 2))[0]
        if draw.random() < 0.05:
            return Call(draw.choice(BROKEN), headers, life)
        (index,) = draw.choices(list(self._functions), self._weights)
        data = list(self._functions[index])
        for place in draw.sample(
            range(len(data)), min(len(data), draw.choice((0, 1, 1, 2, 3, 4, 5, 5)))
        ):
            data[place] = self._value()
        call: dict[str, Any] = {"fn_index": index, "data": data, "session_hash": session}
        if draw.random() < 0.15:
            self._spoil(call)
        if draw.random() < 0.3:
            call |= self._extras()
        text = json.dumps(call, ensure_ascii=draw.random() < 0.9)
        return Call(text.encode("utf-8", "surrogatepass"), headers, life)

    def _value(self) -> Any:
        kind = self._draw.random()
        if kind < 0.04:
            return self._draw.choice(FILES)
        if kind < 0.15:
            return self._draw.choice(SHAPES)
        if kind < 0.2:
            return self._nested(self._draw.randrange(1, 30))
        return self._draw.choice(NUMBERS if kind < 0.6 else TEXTS)

    def _nested(self, depth: int) -> Any:
        value: Any = self._draw.choice(NUMBERS)
        for _ in range(depth):
            value = [value] if self._draw.random() < 0.5 else {"a": value}
        return value

    def _spoil(self, call: dict[str, Any]) -> None:
        """Spoil the shape of a call."""
        draw, data = self._draw, call["data"]
        match draw.randrange(5):
            case 0:
                call["data"] = data[: draw.randrange(len(data) or 1)]
            case 1:
                call["data"] = data + [self._value() for _ in range(draw.randrange(1, 40))]
            case 2:
                call["fn_index"] = draw.choice(FUNCTIONS)
            case 3:
                call["session_hash"] = draw.choice(SESSIONS)
            case _:
                del call[draw.choice(list(call))]

    def _extras(self) -> dict[str, Any]:
        """Fields of Gradio that a page does not need."""
        draw = self._draw
        return {
            "trigger_id": draw.choice((None, -1, 0, 5, 34, 10**9, "a", [1])),
            "event_data": draw.choice((None, 1, "a", {"index": [0, 1], "value": "x"}, [[[]]])),
            "event_id": draw.choice((None, "a", "0" * 32, 5)),
            "simple_format": draw.choice((True, False, "a")),
            "batched": draw.choice((True, False, None)),
            "oauth_token": draw.choice((None, "hf_x", 1)),
        }
