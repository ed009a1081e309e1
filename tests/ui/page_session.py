"""What one browser session holds, and how an event changes it. Knows no transport."""

import json
import uuid
from collections.abc import Mapping
from typing import Any

from gradio_client.utils import apply_diff

JOIN_PATH = "/gradio_api/queue/join"
DATA_PATH = "/gradio_api/queue/data"
NEWS = ("process_generating", "process_completed")


class Refused(Exception):
    """The app answered with an error; the text is what a visitor would see of it."""


class PageSession:
    """`config`: what the app gives at /config. `values` is what the components hold, by id."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        self.session = uuid.uuid4().hex
        components = config["components"]
        self.values = {each["id"]: each["props"].get("value") for each in components}
        self._dependencies = config["dependencies"]
        self._running: dict[str, _Run] = {}
        self._ids = {each["props"].get("elem_id"): each["id"] for each in components}

    def leave(self) -> None:
        """Close the page: what comes next is another session's, with what this one shows."""
        self.session = uuid.uuid4().hex
        self._running.clear()

    @property
    def is_running(self) -> bool:
        """Whether an event that was sent has not ended."""
        return bool(self._running)

    def shown(self, elem_id: str) -> Any:
        """What a component holds now."""
        return self.values[self._ids[elem_id]]

    def change(self, changes: Mapping[str, Any]) -> None:
        """Components by elem_id and what they hold from now on."""
        for name, value in changes.items():
            self.values[self._ids[name]] = value

    def dependency(self, elem_id: str | None, event: str) -> dict[str, Any]:
        """What the server does on an event of a component, or of the page."""
        component = None if elem_id is None else self._ids[elem_id]
        for each in self._dependencies:
            for target, name in each["targets"]:
                if name == event and component in (None, target) and each["backend_fn"]:
                    found: dict[str, Any] = each
                    return found
        raise LookupError(f"nothing happens on {event} of {elem_id}")

    def body(self, dependency: Mapping[str, Any]) -> str:
        """What to post to JOIN_PATH, as JSON; written here, since httpx would refuse NaN."""
        return json.dumps(
            {
                "data": [self.values[component] for component in dependency["inputs"]],
                "fn_index": dependency["id"],
                "session_hash": self.session,
            }
        )

    def joined(self, dependency: Mapping[str, Any], status: int, answer: str) -> None:
        """Take the answer to that post. Raises Refused when it is not a place in the queue."""
        if status != 200:
            raise Refused(answer)
        self._running[json.loads(answer)["event_id"]] = _Run(dependency["outputs"])

    def take(self, line: str) -> bool:
        """Take a line of the event stream: whether it brought something new."""
        message = json.loads(line.removeprefix("data:")) if line else {"msg": ""}
        if message["msg"] not in NEWS:
            return False
        run = self._running[message["event_id"]]
        if message["msg"] == "process_completed":
            del self._running[message["event_id"]]
        for component, value in zip(run.outputs, run.grown(message), strict=True):
            if isinstance(value, dict) and value.get("__type__") == "update":
                if "value" in value:
                    self.values[component] = value["value"]
            else:
                self.values[component] = value
        return True


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
