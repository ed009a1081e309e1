"""Weights from the Hugging Face Hub by the id of their repository, however slow or broken it is.

What is on this machine is used without a question to anybody. Else a process of its own fetches
the files (see `hub_download`), and is killed when it is given up. The next try starts anew:
huggingface_hub goes on with a partial file only within one process.
"""

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

from playground.serving import hub_errors
from playground.serving.environment import hub_address
from playground.serving.hub_cache import (
    FILES,
    cache_folder,
    cached,
    partial_files,
    problem_of,
    remove_damaged,
)
from playground.serving.hub_errors import Request
from playground.serving.hub_watch import Event, HubLimits, Watch

Progress = Callable[[int, int], None]
"""Called with the bytes so far and the bytes in all, at most five times a second, also while
nothing comes; both are 0 as long as nothing is known. What it raises ends the download."""

HUB_LIMITS = HubLimits()
TICK_SECONDS = 0.2

DOWNLOAD = Path(__file__).with_name("hub_download.py")
_ENVIRONMENT = {
    "HF_HUB_DISABLE_XET": "1",  # plain HTTP, whose bytes can be counted as they come
    "HF_HUB_DISABLE_TELEMETRY": "1",  # else it asks for more than the two files
    "HF_HUB_DISABLE_SYMLINKS_WARNING": "1",
}


def fetch(
    repo_id: str,
    progress: Progress,
    place: str = "FOLDER",
    cache: Path | None = None,
    limits: HubLimits = HUB_LIMITS,
) -> Path:
    """Folder with config.json and model.safetensors of a repository, fetched if need be.

    place: where the advice of an error says that the files can be put by hand. cache: the usual
    one when None. The Hub is huggingface.co, or what HF_ENDPOINT names. Raises HubError.
    """
    cache = (cache_folder() if cache is None else cache).absolute()
    found = cached(repo_id, cache)
    if found is None:
        asked = Request(repo_id, urlsplit(hub_address()).netloc, cache, place)
        _remove_damaged(asked)
        _download(asked, progress, limits)
        found = _fetched(asked)
    return found


def _fetched(asked: Request) -> Path:
    """The folder that came, unless it cannot be what was asked for."""
    found = cached(asked.repo, asked.cache)
    if found is None:
        problem = problem_of(asked.repo, asked.cache)
        _remove_damaged(asked)
        raise hub_errors.wrong_file(asked, problem)
    return found


def _remove_damaged(asked: Request) -> None:
    try:
        remove_damaged(asked.repo, asked.cache)
    except OSError as error:
        raise hub_errors.unwritable(asked, str(error)) from error


def _download(asked: Request, progress: Progress, limits: HubLimits) -> None:
    watch = Watch(asked, limits)
    told = time.monotonic()
    with _process(asked) as events:
        while not watch.done:
            watch.take(_next(events))
            if time.monotonic() - told >= TICK_SECONDS or watch.done:
                told = time.monotonic()
                progress(watch.received, watch.total)


@contextmanager
def _process(asked: Request) -> Iterator["queue.Queue[Event]"]:
    """The process that fetches, as a queue of its events; gone afterwards, whatever happened."""
    before = partial_files(asked.repo, asked.cache)
    process = subprocess.Popen(
        # -P: what lies beside that file shall not hide a library of the same name
        [sys.executable, "-P", str(DOWNLOAD), asked.repo, str(asked.cache), *FILES],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | _ENVIRONMENT | {"HF_ENDPOINT": hub_address()},
        encoding="utf-8",
    )
    assert process.stdout is not None
    events: queue.Queue[Event] = queue.Queue()
    reader = threading.Thread(target=_read, args=(process.stdout, events), daemon=True)
    reader.start()
    try:
        yield events
    finally:
        process.kill()
        process.wait()
        reader.join()
        process.stdout.close()
        for path in partial_files(asked.repo, asked.cache) - before:
            path.unlink(missing_ok=True)


def _read(lines: IO[str], events: "queue.Queue[Event]") -> None:
    """Queue the events of a process until it ends, and that it ended."""
    for line in lines:
        if line.startswith("{"):  # not a word that some library prints
            events.put(json.loads(line))
    events.put({"event": "error", "kind": "failed", "reason": "the process that fetches ended"})


def _next(events: "queue.Queue[Event]") -> Event | None:
    try:
        return events.get(timeout=TICK_SECONDS)
    except queue.Empty:
        return None
