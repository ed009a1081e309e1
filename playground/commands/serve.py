"""Serve the page, and say which address to write on the board."""

import argparse
import os
import socket
from pathlib import Path

from playground.app import build_app, launch_settings, look_for_ports_on_ipv4, say_goodbye
from playground.errors import InputError
from playground.serving.engine.local import local_engine
from playground.serving.host import set_up_process
from playground.serving.models import ModelStore
from playground.serving.real_weights import RealWeights

LOCAL_HOST = "127.0.0.1"
EVERYWHERE = {"0.0.0.0": LOCAL_HOST, "::": "::1"}
"""Hosts that stand for all addresses of this machine, and where it finds itself."""
_ELSEWHERE = {"0.0.0.0": "10.255.255.255", "::": "2001:db8::1"}
"""Addresses outside of any room, by the host whose kind they are of."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `serve`."""
    parser.add_argument(
        "--host",
        help="address to listen on; 0.0.0.0 serves the room "
        "(default: GRADIO_SERVER_NAME, else this machine only)",
    )
    parser.add_argument("--port", type=int, help="default: GRADIO_SERVER_PORT, else the first free")
    parser.add_argument(
        "--weights",
        type=_folder,
        metavar="FOLDER",
        help="folder with real weights, such as FOLDER/gpt2-small/config.json and "
        "model.safetensors; the Hugging Face Hub comes after it",
    )
    parser.set_defaults(handler=_run)


def _folder(name: str) -> Path:
    if not Path(name).is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {name}")
    return Path(name)


def _run(arguments: argparse.Namespace) -> None:
    host = (arguments.host or os.environ.get("GRADIO_SERVER_NAME") or LOCAL_HOST).strip("[] ")
    port = arguments.port or int(os.environ.get("GRADIO_SERVER_PORT") or 0)
    _require_free(host, port)
    set_up_process()
    store = ModelStore(real_weights=RealWeights(arguments.weights))
    engine = local_engine(store)
    say_goodbye(engine)
    blocks = build_app(store, engine)
    look_for_ports_on_ipv4()
    blocks.launch(
        **launch_settings(store, engine),
        server_name=bracketed(host),
        server_port=port or None,
        prevent_thread_lock=True,
        quiet=True,
    )
    shown = room_address(host) if host in EVERYWHERE else host
    print(f"GPT Playground: http://{bracketed(shown)}:{blocks.server_port}", flush=True)
    if host in EVERYWHERE:
        print("Everyone in this network can open that address. Ctrl+C ends it.", flush=True)
    blocks.block_thread()


def _require_free(host: str, port: int) -> None:
    """Raise InputError when nobody can listen there; port 0 stands for any."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((address[0], port, *address[2:]))
    except (OSError, OverflowError, UnicodeError) as error:
        raise InputError(
            "address_taken",
            f"Nothing can be served on {host}, port {port or 'any'}: {error}. Give an address of "
            "this machine, 0.0.0.0 or ::, and a free port from 1024 to 65535, or leave them out.",
            host=host,
            port=port,
        ) from error


def bracketed(host: str) -> str:
    """A host as an address of the web writes it: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


def room_address(everywhere: str = "0.0.0.0") -> str:
    """The address of this machine in its network, of the kind of `everywhere`, a key of EVERYWHERE;
    nothing is sent to find it."""
    family = socket.AF_INET6 if ":" in everywhere else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((_ELSEWHERE[everywhere], 1))
            return str(probe.getsockname()[0])
    except OSError:
        return EVERYWHERE[everywhere]
