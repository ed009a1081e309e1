"""The page as Python objects: its components, its handlers, and what its controls hold."""

from collections.abc import Callable, Iterator
from typing import Any

import gradio as gr
import pytest

from playground.gpt.presets import PRESETS
from playground.serving.engine.local import local_engine
from playground.serving.models import ModelStore
from playground.ui.page import Page
from playground.ui.scene import preset_values
from tests.ui import app_server
from tests.ui.api_visitor import ApiVisitor

Values = dict[str, Any]


@pytest.fixture(scope="session")
def store() -> ModelStore:
    return ModelStore()


@pytest.fixture(scope="session")
def page(store: ModelStore) -> Iterator[Page]:
    engine = local_engine(store)
    with gr.Blocks(analytics_enabled=False):
        page = Page(store, engine)
    yield page
    engine.close()


@pytest.fixture
def opening(page: Page) -> Values:
    """What the controls hold when a visitor opens the page."""
    return {name: component.value for name, component in page.inputs.items()}


@pytest.fixture
def values(opening: Values) -> Callable[..., Values]:
    """What the controls hold on a preset, the demo as a rule, after some changes."""

    def changed(preset: str = "demo", /, **changes: Any) -> Values:
        return {**opening, "preset": preset, **preset_values(PRESETS[preset]), **changes}

    return changed


@pytest.fixture(scope="session")
def served() -> Iterator[tuple[str, ModelStore]]:
    """Address of the app, served from this process, and the models that it holds."""
    store = ModelStore()
    with app_server.served(store) as address:
        yield address, store


@pytest.fixture
def visitor(
    served: tuple[str, ModelStore], no_traceback: None
) -> Iterator[Callable[[], ApiVisitor]]:
    """A function that makes a new visitor who has opened the page."""
    arrived: list[ApiVisitor] = []

    def arrive() -> ApiVisitor:
        someone = ApiVisitor(served[0])
        arrived.append(someone)
        someone.open()
        return someone

    yield arrive
    for someone in arrived:
        someone.http.close()


@pytest.fixture
def no_traceback(capfd: pytest.CaptureFixture[str]) -> Iterator[None]:
    """Nothing that a visitor sends may end as a traceback in the log of the server."""
    yield
    output = "".join(capfd.readouterr())
    assert "Traceback" not in output, output
