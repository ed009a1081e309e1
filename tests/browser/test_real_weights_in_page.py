"""Real weights that arrive: a file as large as that of DistilGPT-2, from a Hub on this machine."""

from collections.abc import Callable, Iterator

import pytest

from playground.gpt.gpt2_folder import gpt2_files
from playground.gpt.model import GPTModel
from playground.gpt.presets import PRESETS
from tests.browser.app_process import app_with_hub
from tests.browser.visit import GENERATE, GROWTH, NEXT, PARAMETERS, Visit
from tests.serving.hub_server import HubServer

OpenVisit = Callable[..., Visit]
NAME = "distilgpt2"
SEED = 5
"""Not that of the untrained models, whose bars would be the same."""


@pytest.fixture(scope="module")
def hub() -> Iterator[HubServer]:
    files = gpt2_files(GPTModel(PRESETS[NAME].config, SEED))
    with HubServer(files, mode="steady") as server:  # at full speed no progress would be seen
        yield server


@pytest.fixture(scope="module")
def server(hub: HubServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with app_with_hub(tmp_path_factory.mktemp("real-weights"), hub.url) as address:
        yield address


WATCH_NOTE = """() => {
    const note = document.querySelector('#weights-note');
    window.notes = [];
    new MutationObserver(() => window.notes.push(note.textContent.trim()))
        .observe(note, {childList: true, subtree: true, characterData: true});
}"""


@pytest.mark.slow
def test_real_weights_arrive_are_shown_and_are_left(visit: OpenVisit) -> None:
    opened = visit()
    opened.choose_preset("DistilGPT-2")
    opened.tab(NEXT)
    untrained = opened.traces("#next-figure")
    assert "untrained" in opened.text("#badge")
    assert "its weights are random" in opened.text("#next-figure .below")
    opened.page.evaluate(WATCH_NOTE)
    opened.press("load-weights")
    opened.wait_text("#badge", "DistilGPT-2 · 81.9M parameters · real weights")
    notes = opened.page.evaluate("window.notes")
    assert "Asking for the weights …" in notes
    fetching = {note for note in notes if note.startswith("Fetching the weights: ")}
    assert len(fetching) > 1
    assert opened.text("#weights-note").strip().endswith("as published in distilbert/distilgpt2.")
    assert opened.page.locator("#cancel-weights").is_hidden()
    assert opened.traces("#next-figure") != untrained
    assert "weights are random" not in opened.text("#next-figure .below")
    opened.number("max_new_tokens", 3)
    opened.tab(GENERATE)
    opened.write()
    opened.tab(GROWTH)
    assert "there is no growth to show" in opened.text("#growth-figure .below")
    opened.tab(PARAMETERS)
    assert "GPT-2's own files are on the Hugging Face Hub" in opened.text("#export")
    another_visitor_has_his_own(visit)
    opened.press("load-weights")
    opened.wait_text("#badge", "untrained")
    opened.tab(NEXT)
    assert opened.traces("#next-figure") == untrained
    assert "They are on this machine" in opened.text("#weights-note")


def another_visitor_has_his_own(visit: OpenVisit) -> None:
    """Weights that one visitor took are random for the next, who may take them at once."""
    other = visit("zh")
    other.choose_preset("DistilGPT-2")
    assert "未训练" in other.text("#badge")
    other.wait_text("#weights-note", "权重已在这台机器上")
    other.press("load-weights")
    other.wait_text("#badge", "真实权重")
    other.change_language("English", "GPT Playground")
    other.wait_text("#badge", "real weights")
