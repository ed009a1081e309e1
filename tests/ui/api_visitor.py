"""A visitor without a browser: sends whatever it is told to, and reads what comes back."""

import json
import uuid
from collections.abc import Iterator
from typing import Any

import httpx
from gradio_client.utils import apply_diff

DEADLINE_SECONDS = 60


class Refused(Exception):
    """The app answered with an error; the text is what a visitor would see of it."""


class ApiVisitor:
    """One browser session. `values` is what its components hold, by component id."""

    def __init__(self, address: str) -> None:
        self.http = httpx.Client(base_url=address, timeout=DEADLINE_SECONDS, trust_env=False)
        self.session = uuid.uuid4().hex
        self.config = self.http.get("/config").json()
        components = self.config["components"]
        self.values = {each["id"]: each["props"].get("value") for each in components}
        self._running: dict[str, _Run] = {}
        self._ids = {each["props"].get("elem_id"): each["id"] for each in components}

    def shown(self, elem_id: str) -> Any:
        """What a component holds now."""
        return self.values[self._ids[elem_id]]

    def fire(self, elem_id: str, event: str, **changes: Any) -> None:
        """Change components, let one event happen, and wait until all it does has come back."""
        for _ in self.follow(elem_id, event, **changes):
            pass

    def open(self) -> None:
        """What happens when a browser has loaded the page."""
        self._join(self._dependency(None, "load"))
        for _ in self._listen():
            pass

    def follow(self, elem_id: str, event: str, **changes: Any) -> Iterator[None]:
        """`fire`, step by step. Closing the iterator closes the connection."""
        self.send(elem_id, event, **changes)
        yield from self._listen()

    def send(self, elem_id: str, event: str, **changes: Any) -> None:
        """Let an event happen while another one is being followed."""
        for name, value in changes.items():
            self.values[self._ids[name]] = value
        self._join(self._dependency(self._ids[elem_id], event))

    def _dependency(self, component: int | None, event: str) -> dict[str, Any]:
        for each in self.config["dependencies"]:
            for target, name in each["targets"]:
                if name == event and component in (None, target):
                    found: dict[str, Any] = each
                    return found
        raise LookupError(f"nothing happens on {event} of {component}")

    def _listen(self) -> Iterator[None]:
        """Take what comes until every event that was sent has ended."""
        path, session = "/gradio_api/queue/data", {"session_hash": self.session}
        with self.http.stream("GET", path, params=session) as answer:
            for line in answer.iter_lines():
                message = json.loads(line.removeprefix("data:")) if line else {"msg": ""}
                if message["msg"] in ("process_generating", "process_completed"):
                    self._take(message)
                    yield
                if not self._running:
                    return

    def _join(self, dependency: dict[str, Any]) -> None:
        body = {
            "data": [self.values[component] for component in dependency["inputs"]],
            "fn_index": dependency["id"],
            "session_hash": self.session,
        }
        # Written here, since httpx would refuse NaN.
        answer = self.http.post(
            "/gradio_api/queue/join",
            content=json.dumps(body),
            headers={"Content-Type": "application/json"},
        )
        if answer.status_code != 200:
            raise Refused(answer.text)
        self._running[answer.json()["event_id"]] = _Run(dependency["outputs"])

    def _take(self, message: dict[str, Any]) -> None:
        run = self._running[message["event_id"]]
        if message["msg"] == "process_completed":
            del self._running[message["event_id"]]
        for component, value in zip(run.outputs, run.grown(message), strict=True):
            if isinstance(value, dict) and value.get("__type__") == "update":
                if "value" in value:
                    self.values[component] = value["value"]
            else:
                self.values[component] = value


class _Run:
    """One event on its way. While a text grows only the changes of its outputs are sent."""

    def __init__(self, outputs: list[int]) -> None:
        self.outputs = outputs
        self._data: list[Any] | None = None

    def grown(self, message: dict[str, Any]) -> list[Any]:
        """All outputs after a message."""
        if not message.get("success", True):
            raise Refused(str(message["output"].get("error")))
        data: list[Any] = message["output"]["data"]
        if self._data is not None and message["msg"] == "process_generating":
            data = [apply_diff(old, new) for old, new in zip(self._data, data, strict=True)]
        self._data = data
        return data
