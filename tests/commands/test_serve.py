"""`serve` says where the page is, and names what it cannot serve on."""

import ipaddress
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from playground.__main__ import main
from playground.commands.serve import LOCAL_HOST, room_address
from playground.serving.environment import check_numbers

ROOT = Path(__file__).resolve().parents[2]
ASK = "from playground.commands.serve import room_address; print(room_address())"


@pytest.mark.slow
def test_the_address_for_the_board_is_one_of_this_machine() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    address = ipaddress.IPv4Address(done.stdout.strip())
    assert not address.is_unspecified
    with socket.socket() as probe:
        probe.bind((str(address), 0))  # only an address of this machine can be bound


def test_without_a_network_it_is_this_machine() -> None:
    # The tests may reach no other host, so that the look for a route fails here.
    assert room_address() == LOCAL_HOST


def test_a_port_that_is_taken_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind((LOCAL_HOST, 0))
        other.listen()
        port = other.getsockname()[1]
        assert main(["serve", "--port", str(port)]) == 2
    sentence = capsys.readouterr().err
    assert f"Nothing can be served on 127.0.0.1, port {port}: " in sentence
    assert "free port" in sentence


@pytest.mark.slow
@pytest.mark.parametrize(
    ("host", "shown"),
    [("::1", "[::1]"), ("[::1]", "[::1]"), ("::", None), ("127.0.0.1", "127.0.0.1")],
)
@pytest.mark.parametrize("given_by", ["command line", "environment"])
def test_a53_the_page_is_served_on_ipv6(host: str, shown: str | None, given_by: str) -> None:
    command = [sys.executable, "-m", "playground", "serve"]
    environment = dict(os.environ)
    if given_by == "command line":
        command += ["--host", host]
    else:
        environment["GRADIO_SERVER_NAME"] = host
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            address = re.fullmatch(r"GPT Playground: http://(\S+):(\d+)\n", line)
            assert address, line
            assert address[1] == shown or (shown is None and re.fullmatch(r"\[.+\]", address[1]))
            local = "127.0.0.1" if ":" not in host else "[::1]"
            page = httpx.get(f"http://{local}:{address[2]}/health", trust_env=False, timeout=60)
            assert page.status_code == 200
        finally:
            process.terminate()


@pytest.mark.parametrize("host", ["::ffff:::", "no-such-host.invalid", "a..b", "192.0.2.1"])
def test_a53_a_host_that_is_none_of_this_machine_is_named(
    host: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--host", host]) == 2
    assert f"Nothing can be served on {host}, port any: " in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GRADIO_SERVER_PORT", "abc"),
        ("GRADIO_SERVER_PORT", "7860.5"),
        ("GRADIO_SERVER_PORT", "-1"),
        ("GRADIO_SERVER_PORT", "70000"),
        ("GRADIO_SERVER_PORT", "9" * 5000),
        ("GRADIO_NUM_PORTS", "many"),
    ],
)
@pytest.mark.parametrize(
    "how", [["-m", "playground"], ["playground/app.py"]], ids=["command", "space"]
)
def test_a53_a_number_in_the_environment_that_is_none_is_named(
    name: str, value: str, how: list[str]
) -> None:
    ended = subprocess.run(
        [sys.executable, *how],
        cwd=ROOT,
        env={**os.environ, name: value},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ended.returncode != 0
    assert f"The environment variable {name} is '{value[:20]}" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a53_a_blank_port_in_the_environment_counts_as_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GRADIO_SERVER_PORT", " ")
    check_numbers()
    assert "GRADIO_SERVER_PORT" not in os.environ
