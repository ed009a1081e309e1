"""`serve` says where the page is, and names what it cannot serve on."""

import ipaddress
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from playground.__main__ import main
from playground.commands.serve import LOCAL_HOST, room_address

ROOT = Path(__file__).resolve().parents[2]
ASK = "from playground.commands.serve import room_address; print(room_address())"


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
