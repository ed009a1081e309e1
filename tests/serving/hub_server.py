"""A server on this machine that plays the Hugging Face Hub, well or badly.

    with HubServer(files, mode="slow") as hub:
        ...  # HF_ENDPOINT=hub.url
        hub.mode = "hang"
        hub.modes["owner/name"] = "trickle"  # for one repository only
        hub.requests  # ["HEAD owner/name/resolve/main/model.safetensors", ...]

It gives the same files for every repository. tests/run sets HF_HUB_OFFLINE, which whoever asks
this server has to take out of the environment. Modes:
    good          all is well
    steady        8 MB every tenth of a second, as over a good line
    slow          every piece of 16 KiB takes a twentieth of a second
    trickle       1 KiB every tenth of a second
    cut           half of the weights, then the connection ends; and so again, from the start
    cut-resume    as above, but a request for the rest is answered with the rest
    cut-forever   a request for the rest is answered with nothing
    hang          no answer at all
    hang-later    half of the weights, then nothing
    web-page      a web page in place of the weights
    portal        a web page in place of everything, as from a network that wants a login
    no-repository, gated, no-weights, too-often, trouble: refusals, as the Hub words them
"""

import hashlib
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType

PAGE = b"<!doctype html><title>Login</title>"
COMMIT = "0123456789abcdef0123456789abcdef01234567"
WEIGHTS = "model.safetensors"
REFUSALS = {
    "no-repository": (404, "RepoNotFound"),
    "gated": (401, "GatedRepo"),
    "too-often": (429, ""),
    "trouble": (500, ""),
}
PACES = {"steady": (8_000_000, 0.1), "slow": (16_384, 0.05), "trickle": (1024, 0.1)}
"""Mode -> (bytes of a piece, seconds before the next)."""


def weights_file(numbers: int) -> bytes:
    """A safetensors file of one tensor of zeros, four bytes a number."""
    size = 4 * numbers
    tensor = {"dtype": "F32", "shape": [numbers], "data_offsets": [0, size]}
    header = json.dumps({"zeros": tensor}).encode()
    return len(header).to_bytes(8, "little") + header + bytes(size)


class HubServer:
    """The server and what it has been asked for; `mode` may be changed at any time."""

    def __init__(self, files: dict[str, bytes], mode: str = "good") -> None:
        """files: content by name, such as config.json and model.safetensors."""
        self.files = files
        self.mode = mode
        self.modes: dict[str, str] = {}
        self.requests: list[str] = []
        self.closing = threading.Event()
        server = self

        class Handler(_Handler):
            hub = server

        self._server = _Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    def __enter__(self) -> "HubServer":
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = False  # closing waits for those that still answer

    def handle_error(self, request: object, client_address: object) -> None:
        """A visitor that hangs up is no error here."""


class _Handler(BaseHTTPRequestHandler):
    hub: HubServer

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def do_GET(self) -> None:
        self._answer(body=True)

    def _answer(self, body: bool) -> None:
        repository, _, name = self.path.strip("/").partition("/resolve/main/")
        mode = self.hub.modes.get(repository, self.hub.mode)
        self.hub.requests.append(f"{self.command} {self.path.strip('/')}")
        if mode == "hang":
            self.hub.closing.wait()
        elif mode in REFUSALS:
            self._refuse(*REFUSALS[mode])
        elif name not in self.hub.files or (mode == "no-weights" and name == WEIGHTS):
            self._refuse(404, "EntryNotFound")
        elif mode == "portal":
            self._send(PAGE, "good", body, commit=None)
        elif name != WEIGHTS:
            self._send(self.hub.files[name], "good", body)
        else:
            self._send(PAGE if mode == "web-page" else self.hub.files[name], mode, body)

    def _refuse(self, status: int, code: str) -> None:
        self.send_response(status)
        if code:
            self.send_header("X-Error-Code", code)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _send(self, content: bytes, mode: str, body: bool, commit: str | None = COMMIT) -> None:
        start = self._range_start() if mode in ("good", "cut-resume", "cut-forever") else 0
        self.send_response(206 if start else 200)
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
        self.send_header("Content-Length", str(len(content) - start))
        self.send_header("ETag", f'"{hashlib.sha1(content).hexdigest()}"')
        if commit:
            self.send_header("X-Repo-Commit", commit)
        self.end_headers()
        if body:
            self._send_body(content[start:], mode, resumed=start > 0)

    def _send_body(self, content: bytes, mode: str, resumed: bool) -> None:
        half = content[: len(content) // 2]
        if mode in PACES:
            size, seconds = PACES[mode]
            for start in range(0, len(content), size):
                if self.hub.closing.is_set():
                    return
                self.wfile.write(content[start : start + size])
                time.sleep(seconds)
        elif mode == "hang-later":
            self.wfile.write(half)
            self.hub.closing.wait()
        elif mode == "cut-forever" and resumed:
            return
        elif mode.startswith("cut") and not resumed:
            self.wfile.write(half)
        else:
            self.wfile.write(content)

    def _range_start(self) -> int:
        """bytes=N- as N."""
        return int(self.headers.get("Range", "bytes=0-").removeprefix("bytes=").rstrip("-"))
