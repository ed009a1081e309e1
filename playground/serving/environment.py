"""Environment variables that libraries read, checked before they do: they would only show a
traceback."""

import os
from urllib.parse import urlsplit

from playground.errors import HubError, InputError

HUB = "https://huggingface.co"
_PORTS = range(1, 2**16)
_NUMBERS = {
    "GRADIO_SERVER_PORT": _PORTS,
    "GRADIO_NUM_PORTS": _PORTS,
    "GRADIO_NODE_NUM_PORTS": _PORTS,
    "GRADIO_DEBUG": range(2),
}


def check_numbers() -> None:
    """Hold the numbers that Gradio reads when it is imported against what it takes; one that is
    blank counts as not set. Raises InputError."""
    for name, allowed in _NUMBERS.items():
        value = os.environ.get(name, "").strip()
        if not value:
            os.environ.pop(name, None)
        elif not (value.isascii() and value.isdecimal() and int(value[:9]) in allowed):
            raise InputError(
                "environment_number",
                f"The environment variable {name} is {value!r}; give a whole number from "
                f"{allowed[0]} to {allowed[-1]}, or unset it.",
                name=name,
                given=value,
            )


def hub_address() -> str:
    """The Hub to ask: huggingface.co, or the mirror that HF_ENDPOINT names, without a slash at the
    end. Raises HubError when that is no address."""
    given = os.environ.get("HF_ENDPOINT") or HUB
    if _is_address(given):
        return given.rstrip("/")
    if _is_address(f"https://{given}") and "/" not in given.partition(".")[0]:
        raise HubError(
            "hub_endpoint_scheme",
            f'HF_ENDPOINT is "{given}", which lacks https:// in front. Set it to https://{given} '
            "and start again, or unset it.",
            given=given,
        )
    raise HubError(
        "hub_endpoint",
        f'HF_ENDPOINT is "{given}", which is not an address: it has to begin with https:// (or '
        "http://) and the name of a host, without blanks or quotes, such as "
        f"{HUB}. Set it so and start again, or unset it.",
        given=given,
    )


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        port_is_right = parts.port is None or parts.port in _PORTS
    except ValueError:
        return False
    plain = all(character.isprintable() and character not in " \"'`<>\\" for character in text)
    known = parts.scheme in ("http", "https") and bool(parts.hostname)
    return plain and known and port_is_right and not parts.query and not parts.fragment
