"""The app served from the process of the tests, so that they can look at its models."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playground import app
from playground.serving.engine.decoders import BatchDecoder, Decoder
from playground.serving.engine.stepper import Stepper
from playground.serving.models import ModelStore


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(
    store: ModelStore, decoder: Callable[[], Decoder] = BatchDecoder, **settings: Any
) -> Iterator[str]:
    """Address of an app that takes its models from `store`; decoder and settings: of its engine.

    Sources that are no models of ours need the FairDecoder.
    """
    engine = Stepper(store, decoder, **settings)
    blocks = app.build_app(store, engine)
    blocks.launch(
        **app.launch_settings(store, engine),
        server_name="127.0.0.1",
        server_port=free_port(),  # Gradio's own search leaves sockets open
        prevent_thread_lock=True,
        quiet=True,
    )
    try:
        yield blocks.local_url.rstrip("/")
    finally:
        engine.close()
        blocks.close()
