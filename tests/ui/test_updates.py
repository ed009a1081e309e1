"""What a growing text costs Gradio: only what it shows is sent, and no component is built anew."""

from collections.abc import Callable
from typing import Any

import gradio as gr
import pytest

from playground.ui.updates import UNCHANGED
from tests.ui.api_visitor import ApiVisitor
from tests.ui.reading import plain_text, view_of

NewVisitor = Callable[[], ApiVisitor]


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The elem_ids of all HTML components that the server builds."""
    names: list[str] = []
    build = gr.HTML.__init__

    def noted(self: gr.HTML, *given: Any, **settings: Any) -> None:
        names.append(str(settings.get("elem_id")))
        build(self, *given, **settings)

    monkeypatch.setattr(gr.HTML, "__init__", noted)
    return names


def test_what_is_left_out_is_an_empty_update_to_the_page_and_a_value_to_the_server() -> None:
    assert dict(UNCHANGED) == dict(gr.skip())
    assert not gr.utils.is_prop_update(UNCHANGED)
    assert gr.utils.is_prop_update(gr.skip())


def test_no_component_is_built_anew_while_a_text_grows(
    visitor: NewVisitor, built: list[str]
) -> None:
    someone = visitor()
    someone.fire("temperature", "change", temperature=1)
    assert "notice" in built  # which a chart leaves as it is, and which Gradio builds for that
    built.clear()
    someone.fire("generate", "click", seed="3", max_new_tokens=60)
    assert "60 tokens" in plain_text(someone.shown("facts"))
    assert built == []


def test_what_a_text_does_not_show_stays_as_it_is(visitor: NewVisitor) -> None:
    someone = visitor()
    someone.fire("generate", "click", seed="3", max_new_tokens=20)
    marked = view_of(someone.shown("next-figure"))
    assert "▸" in str(marked["figure"]["layout"]["yaxis"]["ticktext"])
    someone.fire("generate", "click", seed="abc")
    assert plain_text(someone.shown("notice")).startswith("Seed: 'abc'")
    assert view_of(someone.shown("next-figure")) == marked
    someone.fire("generate", "click", seed="4", max_new_tokens=5)
    assert plain_text(someone.shown("notice")) == ""
