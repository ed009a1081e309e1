"""The encodings need no network, no home directory and no cache."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

SCRIPT = """
import sys

def refuse_network(event, arguments):
    if event.startswith("socket.") or event == "urllib.Request":
        raise RuntimeError(f"network used: {event}")

sys.addaudithook(refuse_network)
from playground.text.encoding import encoding_named
from playground.text.labels import token_label
from playground.text.streaming import TextStream

for name in ("gpt2", "gpt2-4096", "gpt2-256", "tang"):
    encoding = encoding_named(name)
    assert encoding.decode(encoding.encode("明月")) == "明月"
    assert token_label(encoding, encoding.end_of_text)
    assert TextStream(encoding).finish() == ""
print(encoding_named("gpt2").encode("I love China"))
"""


def test_a32_encodings_work_with_sockets_blocked_and_an_empty_home(tmp_path: Path) -> None:
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("TIKTOKEN")
    }
    environment |= {
        "HOME": str(tmp_path),
        "TMPDIR": str(tmp_path),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.strip() == "[40, 1842, 2807]"
    assert list(tmp_path.iterdir()) == []
