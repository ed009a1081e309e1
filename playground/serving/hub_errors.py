"""What can go wrong between here and the Hub, each as a sentence: what was asked, what happened,
what to do. Knows no network.
"""

from dataclasses import dataclass
from pathlib import Path

from playground.errors import HubError
from playground.gpt.checkpoint import CONFIG_FILE, WEIGHTS_FILE
from playground.serving.units import format_bytes

_BY_HAND = (
    f"put {CONFIG_FILE} and {WEIGHTS_FILE} by hand into {{place}} and start: "
    "python -m playground serve --weights FOLDER"
)
_ADVICE = f"Check the network and try again, or {_BY_HAND}"


@dataclass(frozen=True)
class Request:
    """What was asked for. repo: id of the repository; host: where; cache: the folder that the
    files go into; place: where they can be put by hand, such as FOLDER/gpt2-small."""

    repo: str
    host: str
    cache: Path
    place: str


def offline(asked: Request) -> HubError:
    """The environment forbids to ask."""
    return _error(
        "hub_offline",
        "{repo} is not on this machine, and HF_HUB_OFFLINE forbids to fetch it. Unset that "
        f"variable, or {_BY_HAND}",
        asked,
    )


def unreachable(asked: Request, reason: str) -> HubError:
    """No connection. reason: the system's own words."""
    return _error(
        "hub_unreachable",
        f"{{repo}} cannot be fetched: {{host}} cannot be reached ({{reason}}). {_ADVICE}",
        asked,
        reason=reason,
    )


def no_answer(asked: Request, seconds: float) -> HubError:
    """A connection perhaps, but no answer."""
    return _error(
        "hub_no_answer",
        f"{{repo}} cannot be fetched: {{host}} did not answer for {{seconds}} s. {_ADVICE}",
        asked,
        seconds=f"{seconds:g}",
    )


def silent(asked: Request, seconds: float, received: int, total: int) -> HubError:
    """The download began, then nothing more came."""
    return _error(
        "hub_silent",
        "{host} sent nothing more of {repo} for {seconds} s, after {received} of {total}. "
        + _ADVICE,
        asked,
        seconds=f"{seconds:g}",
        received=format_bytes(received),
        total=format_bytes(total),
    )


def slow(asked: Request, speed: float, least: float, received: int, total: int) -> HubError:
    """It comes, but would take hours. speed and least in bytes a second."""
    return _error(
        "hub_slow",
        "{repo} comes at {speed} a second, {received} of {total} so far; below {least} a second "
        f"it is given up. {_ADVICE}",
        asked,
        speed=format_bytes(speed),
        least=format_bytes(least),
        received=format_bytes(received),
        total=format_bytes(total),
    )


def too_long(asked: Request, seconds: float, received: int, total: int) -> HubError:
    """The limit for a whole download is over."""
    return _error(
        "hub_too_long",
        "{repo} was not here after {minutes} minutes, only {received} of {total}. " + _ADVICE,
        asked,
        minutes=f"{seconds / 60:g}",
        received=format_bytes(received),
        total=format_bytes(total),
    )


def cut(asked: Request, received: int, total: int) -> HubError:
    """Less came than was announced."""
    return _error(
        "hub_cut",
        "The download of {repo} was cut off or changed on the way: {received} of {total} came. "
        + _ADVICE,
        asked,
        received=format_bytes(received),
        total=format_bytes(total),
    )


def wrong_file(asked: Request, problem: str) -> HubError:
    """All of it came, but it is not what was asked for."""
    return _error(
        "hub_wrong_file",
        f"What {{host}} sent for {{repo}} cannot be used and was removed: {{problem}}. {_ADVICE}",
        asked,
        problem=problem,
    )


def no_repository(asked: Request) -> HubError:
    """404, also for what is not public."""
    return _error(
        "hub_no_repository",
        f"{{host}} has no public repository {{repo}}. Choose another model, or {_BY_HAND}",
        asked,
    )


def refused(asked: Request, status: int) -> HubError:
    """401 or 403: only for those who have asked for access."""
    return _error(
        "hub_refused",
        "{host} gives {repo} only to those who log in and are let in (status {status}). Choose "
        f"another model, or {_BY_HAND}",
        asked,
        status=str(status),
    )


def no_file(asked: Request, file: str) -> HubError:
    """The repository is there, the file is not: often it has a pickle only."""
    return _error(
        "hub_no_file",
        "{repo} has no {file}. Weights in other files, such as pytorch_model.bin, are pickles, "
        "which can run code when they are opened, so they are not read. Choose another model, or "
        + _BY_HAND,
        asked,
        file=file,
    )


def too_often(asked: Request) -> HubError:
    """429: a whole class behind one address."""
    return _error(
        "hub_too_often",
        "{host} refuses {repo} for now, since this network asks too often (status 429). Wait some "
        f"minutes and try again, or {_BY_HAND}",
        asked,
    )


def trouble(asked: Request, status: int) -> HubError:
    """5xx: nothing that anybody here could mend."""
    return _error(
        "hub_trouble",
        "{host} has trouble of its own and cannot give {repo} (status {status}). Try again in some "
        f"minutes, or {_BY_HAND}",
        asked,
        status=str(status),
    )


def not_the_hub(asked: Request, reason: str) -> HubError:
    """An answer that the Hub would not give: a login page of the network, as a rule."""
    return _error(
        "hub_not_the_hub",
        "{host} did not answer as the Hub does when asked for {repo} ({reason}). Perhaps this "
        "network wants a login first: open any web page to see. Then try again, or " + _BY_HAND,
        asked,
        reason=reason,
    )


def unwritable(asked: Request, reason: str) -> HubError:
    """The disk is full, or may not be written."""
    return _error(
        "hub_unwritable",
        "{repo} cannot be kept in {cache}: {reason}. Free some space there or name another folder "
        f"in HF_HOME, or {_BY_HAND}",
        asked,
        reason=reason,
    )


def failed(asked: Request, reason: str) -> HubError:
    """Anything that has no sentence of its own."""
    return _error(
        "hub_failed", f"{{repo}} could not be fetched: {{reason}}. {_ADVICE}", asked, reason=reason
    )


def _error(code: str, template: str, asked: Request, **values: str) -> HubError:
    """The sentence of a template; the same values fill it in every language."""
    known = {"repo": asked.repo, "host": asked.host, "cache": str(asked.cache)}
    known |= {"place": asked.place, **values}
    return HubError(code, template.format(**known), **known)
