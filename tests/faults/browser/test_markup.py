"""A model that writes markup, and a visitor who types it: all of it is shown, none of it runs."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from playground.decoding.source import ScriptedSource
from playground.serving.engine.decoders import FairDecoder
from playground.serving.models import LoadedModel, ModelChoice, ModelStore
from playground.text.encoding import encoding_named
from tests.browser.visit import GENERATE, MASK, NEXT, Visit
from tests.ui.app_server import served

OpenVisit = Callable[..., Visit]
NASTY = (
    "a <tag> b & <script>window.ran=1</script> **c** $d$ <img src=x onerror=window.ran=1> "
    "</div></span> ${window.ran=1} {{value}} &lt; \"q\" 'r'\n\n# h\n- i"
)


class NastyStore(ModelStore):
    """Every model writes NASTY and then ends its text, whatever it is asked."""

    def get(self, choice: ModelChoice, vocab_size: int) -> LoadedModel:
        encoding = encoding_named(choice.encoding)
        rows = []
        for token_id in (*encoding.encode(NASTY), encoding.end_of_text):
            row = [0.0] * vocab_size
            row[token_id] = 100.0
            rows.append(row)
        return replace(super().get(choice, vocab_size), source=ScriptedSource(rows))


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with served(NastyStore(), FairDecoder) as address:
        yield address


def nothing_ran(opened: Visit) -> None:
    assert opened.page.evaluate("window.ran") is None
    made = "tag, #text script, #text img, #strip img, .view img, .view script, [onerror]"
    assert opened.page.locator(made).count() == 0


def test_fault_15_markup_that_is_written_is_inert(visit: OpenVisit) -> None:
    opened = visit()
    opened.number("max_new_tokens", 256)
    opened.tab(GENERATE)
    prompt = opened.page.locator("#prompt textarea").input_value()
    assert opened.write("stopped: the model ended its text") == prompt + NASTY
    shown = opened.page.locator("#text .written").inner_text()
    assert "a <tag> b & <script>window.ran=1</script> **c** $d$ <img src=x" in shown
    tips = opened.page.locator("#text .tok").evaluate_all("all => all.map(one => one.dataset.tip)")
    assert any("<" in tip for tip in tips)
    nothing_ran(opened)


def test_fault_15_markup_that_is_typed_is_inert(visit: OpenVisit) -> None:
    opened = visit()
    opened.type("prompt", NASTY)
    opened.wait_text("#strip", "<")
    opened.tab(MASK)
    opened.tab(NEXT)
    opened.tab(GENERATE)
    opened.number("max_new_tokens", 3)
    assert opened.write().startswith(NASTY)
    opened.change_language("中文", "游乐场")
    nothing_ran(opened)


def test_fault_15_markup_that_was_drawn_is_inert(visit: OpenVisit) -> None:
    opened = visit()
    opened.number("max_new_tokens", 1)
    opened.tab(GENERATE)
    opened.write()
    opened.tab(NEXT)
    opened.wait_text("#next-figure .drawn", "begins with “a”, drawn with 100%")
    assert opened.labels("#next-figure")[0] == "▸ a"
    nothing_ran(opened)
