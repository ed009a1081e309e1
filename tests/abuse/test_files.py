"""Files of the server stay there, and nobody leaves any."""

import itertools
import time
from collections.abc import Iterator

import pytest

from playground import app
from tests.abuse.conftest import Target

pytestmark = pytest.mark.slow

ROOT = app.STYLE.parents[1]
PREFIXES = (
    *("/gradio_api/file=", "/gradio_api/file/", "/file=", "/file/", "/gradio_api/proxy="),
    *("/static/", "/assets/", "/svelte/", "/plotly/", "/plotly", "/theme.css/", "/favicon.ico/"),
    *("/gradio_api/custom_component/x/client/", "/gradio_api/stream/", "/gradio_api/"),
    *("/gradio_api/upload/", "/upload/", "/pwa_icon/", "/export/", "/health/", "/", "//", "/./"),
)
UPWARDS = (
    *("../", "..%2f", "%2e%2e/", "%2e%2e%2f", "%252e%252e%252f", "..%5c", "..\\", "....//"),
    *("..;/", "%2e%2e%5c", "..%c0%af", "%c0%ae%c0%ae/", "..%00/", ".%2e/", "..%2f%2e/", "/../"),
)
FILES = (
    *("etc/passwd", "/etc/passwd", "etc%2fpasswd", "routes.py", "README.md"),
    *(f"{ROOT}/README.md", f"{ROOT}/playground/app.py", "file:///etc/passwd", "proc/self/environ"),
    *("C:\\windows\\win.ini", "\\\\host\\share", "etc/passwd%00.js", "~/.ssh/id_rsa"),
)
NAMES = ("a" * 5000, "%00", "%ff", "%", "*", "~", "con", "index.html%00", "a%20b", ".", "..", "")


def asked_for() -> Iterator[str]:
    """Every path that is tried."""
    for prefix in PREFIXES:
        yield from (prefix + file for file in (*FILES, *NAMES))
        for up, file in itertools.product(UPWARDS, FILES[:4]):
            yield prefix + 6 * up + file
            yield prefix + "js/" + 2 * up + file


def test_fault_33_no_path_leads_out_of_the_folders_of_the_page(target: Target) -> None:
    tried = sorted(set(asked_for()))
    assert len(tried) > 2500
    page = target.get("/").text
    found = []
    for path in tried:
        answer = target.get(path)
        known = path == "/" and answer.text == page
        if answer.status_code not in (403, 404) and not known:
            found.append((path, answer.status_code, answer.text[:80]))
        assert "Errno" not in answer.text
        assert str(ROOT) not in answer.text
    assert found == []


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:9/",
        "http://localhost/",
        "http://[::1]/",
        "http://0x7f000001/",
        "http://169.254.169.254/latest/meta-data/",
        "http://host.invalid/",
        "https://space.hf.space/",
        "file:///etc/passwd",
        "gopher://host.invalid/",
        "//host.invalid/",
        "%00",
        "http%3a%2f%2fhost.invalid",
    ],
)
def test_the_server_asks_no_other_host(target: Target, address: str) -> None:
    for prefix in ("/gradio_api/proxy=", "/gradio_api/file=", "/gradio_api/file/", "/proxy="):
        for method in ("GET", "HEAD"):
            started = time.monotonic()
            assert target.ask(method, prefix + address).status_code == 404
            assert time.monotonic() - started < 5


@pytest.mark.parametrize("path", ["upload", "upload?upload_id=a", "process_recording"])
@pytest.mark.parametrize("size", [5, 100_000_000])
def test_uploads_are_refused_at_once_and_nothing_is_kept(
    target: Target, path: str, size: int
) -> None:
    parts = [b'--b\r\ncontent-disposition: form-data; name="files"; filename="../../a"\r\n\r\n']
    parts += [size * b"x", b"\r\n--b--\r\n"]
    headers = {"content-type": "multipart/form-data; boundary=b"}
    started = time.monotonic()
    answer = target.ask("POST", f"/gradio_api/{path}", content=b"".join(parts), headers=headers)
    assert answer.status_code == 404
    assert time.monotonic() - started < 5


def test_a_call_of_100_mb_is_refused_before_it_has_come(target: Target) -> None:
    sent = 0

    def megabytes() -> Iterator[bytes]:
        nonlocal sent
        for _ in range(100):
            sent += 1
            yield 1_000_000 * b"["

    headers = {"content-type": "application/json"}
    started = time.monotonic()
    answer = target.ask("POST", "/gradio_api/queue/join", content=megabytes(), headers=headers)
    assert answer.status_code == 413
    assert "longer than 2,000,000 bytes" in answer.text
    assert time.monotonic() - started < 5
    assert target.get("/health").status_code == 200
