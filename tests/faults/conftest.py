"""One server for all faults that a server must outlive, and the doors to it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from playground.serving.models import ModelStore
from tests.faults.doors import CommandLineDoor, Door, LinkDoor, PageDoor
from tests.ui import app_server
from tests.ui.api_visitor import ApiVisitor

NewVisitor = Callable[[], ApiVisitor]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those of this folder that ask the server, and then a good visitor's chart and text, are slow
    together."""
    for item in items:
        if Path(__file__).parent in item.path.parents and "address" in item.fixturenames:  # type: ignore[attr-defined]
            item.add_marker("slow")


@pytest.fixture(scope="session")
def store() -> ModelStore:
    """The models of the server."""
    return ModelStore()


@pytest.fixture(scope="session")
def _served(store: ModelStore) -> Iterator[str]:
    with app_server.served(store) as address:
        yield address


@pytest.fixture
def address(_served: str, capfd: pytest.CaptureFixture[str]) -> Iterator[str]:
    """Address of the server, on whose log no traceback may come."""
    yield _served
    output = "".join(capfd.readouterr())
    assert "Traceback" not in output, output


@pytest.fixture
def visitor(address: str) -> Iterator[NewVisitor]:
    """A function that makes a new visitor who has opened the page."""
    arrived: list[ApiVisitor] = []

    def arrive() -> ApiVisitor:
        arrived.append(ApiVisitor(address))
        arrived[-1].open()
        return arrived[-1]

    yield arrive
    for someone in arrived:
        someone.http.close()


@pytest.fixture(params=["page", "link", "command line"])
def door(request: pytest.FixtureRequest, address: str, capfd: pytest.CaptureFixture[str]) -> Door:
    """Each door in turn."""
    if request.param == "command line":
        return CommandLineDoor(capfd)
    return PageDoor(address) if request.param == "page" else LinkDoor(address)
