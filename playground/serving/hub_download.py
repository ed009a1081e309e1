"""A process of its own that fetches files of one repository, and says how it goes.

    python -P hub_download.py REPO CACHE FILE ...

It can be killed at any moment, which a thread cannot: a look-up of a name or a handshake may hang
without end. Each line that it prints is a JSON object with an "event":
    ready      the library is there, the first question goes out
    answer     the Hub answered
    total      "bytes" in all files together
    received   "bytes" of them so far, at most five times a second
    again      a file has to start anew, for its connection broke; "received" falls
    done       both files are in the cache
    error      "kind" and its "reason", "status" or "file"; nothing follows
Knows no sentence: what an error is called on the page is said in `hub_errors`.
"""

import json
import sys
import threading
import time
from typing import Any

INTERVAL_SECONDS = 0.2
CHUNK_BYTES = 4096
"""Received in pieces as small as this, so that a slow line shows as slow, not as silent."""
TIMEOUT_SECONDS = 60
"""For one answer; whoever started this process is far less patient."""
REASON_CHARACTERS = 200
_ONE_AT_A_TIME = threading.Lock()


def main(repo: str, cache: str, files: list[str]) -> None:
    """Fetch the files of a repository into the cache."""
    meter = _Meter()
    try:
        _fetch(repo, cache, files, meter)
    except Exception as error:  # whatever it is, the other side has to hear of it
        meter.tell()
        _tell("error", **_described(error))
    else:
        meter.tell()
        _tell("done")


def _fetch(repo: str, cache: str, files: list[str], meter: "_Meter") -> None:
    from huggingface_hub import constants, hf_hub_download

    constants.DOWNLOAD_CHUNK_SIZE = CHUNK_BYTES
    _tell("ready")
    sizes = [_size(repo, file) for file in files]
    _tell("total", bytes=sum(sizes))
    meter.start()
    for index, file in enumerate(files):
        hf_hub_download(repo, file, cache_dir=cache, token=False, tqdm_class=_bar(meter))
        meter.received = sum(sizes[: index + 1])  # also what was in the cache already


def _size(repo: str, file: str) -> int:
    """Bytes of a file, 0 when the Hub does not say. Asked for here because the library's own
    download asks again and again for minutes before it tells what is wrong."""
    from huggingface_hub import get_hf_file_metadata, hf_hub_url
    from huggingface_hub.errors import EntryNotFoundError

    try:
        found = get_hf_file_metadata(hf_hub_url(repo, file), token=False, timeout=TIMEOUT_SECONDS)
    except EntryNotFoundError as error:
        raise _FileMissing(file) from error
    if found.commit_hash is None or found.etag is None:
        raise _NotTheHub("it names no commit")
    _tell("answer")
    return found.size or 0


class _FileMissing(Exception):
    """The repository lacks a file."""


class _NotTheHub(Exception):
    """Somebody else answered."""


class _Meter(threading.Thread):
    """Counts bytes, and tells the count now and then, also when nothing more comes."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.received = 0
        self._told = 0
        self._lock = threading.Lock()

    def run(self) -> None:
        """Ends, with an error, when nobody listens any more."""
        while True:
            self.tell()
            time.sleep(INTERVAL_SECONDS)

    def tell(self) -> None:
        """Tell the count if it has changed."""
        with self._lock:
            if self.received != self._told:
                self._told = self.received
                _tell("received", bytes=self._told)

    def add(self, count: int) -> None:
        """Count bytes that came, or, below 0, that have to come again."""
        self.received += count
        if count < 0:
            _tell("again")
        if not self.is_alive():
            sys.exit("nobody waits for this download any more")


def _bar(meter: _Meter) -> Any:
    """A class that huggingface_hub takes for a progress bar."""

    class Bar:
        def __init__(self, *, initial: int = 0, **_: object) -> None:
            meter.received += initial

        def __enter__(self) -> "Bar":
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def close(self) -> None:
            pass

        def update(self, count: int = 1) -> None:
            meter.add(count)

    return Bar


def _described(error: BaseException) -> dict[str, object]:
    """Kind and facts of an error. The library's own errors are told apart by name: their module
    and that of its HTTP client differ between releases."""
    if type(error).__name__ == "LocalEntryNotFoundError" and error.__cause__ is not None:
        error = error.__cause__  # the library hides why it could not ask
    names = {kind.__name__ for kind in type(error).__mro__}
    status = getattr(getattr(error, "response", None), "status_code", 0)
    if isinstance(error, _FileMissing):
        return {"kind": "no_file", "file": str(error)}
    if "OfflineModeIsEnabled" in names:
        return {"kind": "offline"}
    if status:
        return {"kind": _status_kind(status, names), "status": status, "reason": f"status {status}"}
    return {"kind": _local_kind(error, names), "reason": _line(error)}


def _status_kind(status: int, names: set[str]) -> str:
    if names & {"GatedRepoError", "DisabledRepoError"}:
        return "refused"
    if status == 404 or names & {"RepositoryNotFoundError", "RevisionNotFoundError"}:
        return "no_repository"
    if status in (401, 403):
        return "refused"
    if status == 429:
        return "too_often"
    return "trouble" if status >= 500 else "not_the_hub"


def _local_kind(error: BaseException, names: set[str]) -> str:
    if names & {"_NotTheHub", "FileMetadataError", "TooManyRedirects"}:
        return "not_the_hub"
    if names & {"ReadError", "RemoteProtocolError"}:
        return "cut"
    if "TransportError" in names:
        return "unreachable"
    if isinstance(error, OSError):  # without a number: a file that came with the wrong size
        return "cut" if error.errno is None else "unwritable"
    return "failed"


def _line(error: BaseException) -> str:
    """The first line of what an error says."""
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return lines[0][:REASON_CHARACTERS]


def _tell(event: str, **values: object) -> None:
    """Print a line. Raises OSError when nobody listens any more."""
    with _ONE_AT_A_TIME:
        print(json.dumps({"event": event, **values}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
