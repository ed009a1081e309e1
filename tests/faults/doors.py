"""The doors by which a value comes in: the page, a link, the command line."""

import json
from typing import Any, Protocol
from urllib.parse import urlencode

import httpx
import pytest

from playground.__main__ import main
from playground.gpt.presets import PRESETS
from playground.ui.scene import SAMPLING_FIELDS, WHOLE_FIELDS, preset_values
from tests.faults.well_behaved import PROMPT, SEED, TOKENS, serves_well
from tests.load.lone import is_lone_text
from tests.ui.api_visitor import ApiVisitor
from tests.ui.reading import plain_text

VIEWS = ("parameters-figure", "mask-figure", "attention-figure", "next-figure", "text")


class Door(Protocol):
    """controls: names of LIMITS whose values come in here."""

    controls: tuple[str, ...]

    def give(self, name: str, given: object) -> str:
        """Let a value in: the sentence that comes back."""
        ...

    def is_well(self) -> None:
        """Whoever comes next gets what he should."""
        ...


class PageDoor:
    """The page's own events, sent without a browser."""

    controls = (
        *WHOLE_FIELDS,
        "moment",
        *SAMPLING_FIELDS,
        "max_new_tokens",
        "seed",
        "layer",
        "head",
        "place",
    )

    def __init__(self, address: str) -> None:
        self._address = address
        self.visitor = ApiVisitor(address)
        self.visitor.open()
        self.visitor.fire("trace", "click", max_new_tokens=5)  # a text that has places

    def give(self, name: str, given: object) -> str:
        """As Door; what the page shows stays as it was."""
        control = "trace-place" if name == "place" else name
        visitor, before = self.visitor, self.visitor.shown(control)
        shown = [visitor.shown(view) for view in VIEWS]
        visitor.fire(*_event_of(control), **{control: given})
        sentence = plain_text(visitor.shown("notice"))
        if sentence:
            assert [visitor.shown(view) for view in VIEWS] == shown
        visitor.change({control: before, "notice": ""})
        return sentence

    def is_well(self) -> None:
        """As Door."""
        self.visitor.http.close()
        serves_well(self._address)


def _event_of(name: str) -> tuple[str, str]:
    if name in SAMPLING_FIELDS or name == "prompt":
        return name, "change"
    return ("generate", "click") if name in ("seed", "max_new_tokens") else (name, "input")


class LinkDoor:
    """The link to a model to take home, with one value changed."""

    controls = (*WHOLE_FIELDS, "moment")

    def __init__(self, address: str) -> None:
        self._address = address

    def give(self, name: str, given: object) -> str:
        """As Door."""
        values: dict[str, Any] = {**preset_values(PRESETS["story"]), name: given}
        query = urlencode({key: json.dumps(value) for key, value in values.items()})
        answer = httpx.get(f"{self._address}/export?{query}", trust_env=False, timeout=60)
        assert answer.status_code in (200, 400)
        return answer.text if answer.status_code == 400 else ""

    def is_well(self) -> None:
        """As Door."""
        assert self.give("d_model", PRESETS["story"].config.d_model) == ""
        serves_well(self._address)


class CommandLineDoor:
    """`python -m playground generate`."""

    controls = (*SAMPLING_FIELDS, "max_new_tokens", "seed")

    def __init__(self, capfd: pytest.CaptureFixture[str]) -> None:
        self._capfd = capfd

    def give(self, name: str, given: object) -> str:
        """As Door."""
        flag = "--tokens" if name == "max_new_tokens" else f"--{name.replace('_', '-')}"
        status = main(["generate", f"{flag}={given}"])
        printed = self._capfd.readouterr()
        assert (status, printed.out) == (2, ""), printed.out
        return printed.err.removesuffix("\n")

    def is_well(self) -> None:
        """As Door."""
        command = ["generate", "--prompt", PROMPT, "--seed", str(SEED), "--tokens", str(TOKENS)]
        assert main(command) == 0
        assert is_lone_text(self._capfd.readouterr().out[:-1], "story", PROMPT, SEED, TOKENS)
