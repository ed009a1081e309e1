"""What a reader is told when a text cannot begin or go on."""

import logging

from playground.errors import PlaygroundError, ResourceError

_log = logging.getLogger(__name__)


def told(error: Exception) -> PlaygroundError:
    """What a reader is told of any error; one of ours says it itself, others are logged."""
    if isinstance(error, PlaygroundError):
        return error.with_traceback(None)  # which would keep the model in memory
    _log.error("a text failed", exc_info=error)
    return ResourceError(
        "text_failed",
        "The text ended with an error inside this server, which has noted it. Generate again; "
        "with another model, if it happens twice.",
    )


def engine_busy(place: int) -> ResourceError:
    """So many texts are written and wait that one more is turned away. place: which it would have
    among those that wait, from 1."""
    return ResourceError(
        "engine_busy",
        f"Many are generating: you would be number {place} in the queue. Try again in a minute.",
        place=place,
    )


def engine_lost() -> ResourceError:
    """The worker died or hung."""
    return ResourceError(
        "engine_lost",
        "The part of this server that writes texts had to start anew; your text ended there. "
        "Generate again.",
    )


def engine_closed() -> ResourceError:
    """The server ends."""
    return ResourceError("engine_closed", "This server is closing; nothing is written any more.")
