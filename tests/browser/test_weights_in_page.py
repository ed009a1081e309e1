"""Real weights that cannot be had: a sentence each time, and the page works on.

The app is a process of its own and takes a server on this machine for the Hub.
"""

import time
from collections.abc import Callable, Iterator

import pytest

from playground.gpt.config import GPTConfig
from playground.gpt.gpt2_folder import gpt2_files
from playground.gpt.model import GPTModel
from playground.gpt.presets import PRESETS
from playground.locales import LANGUAGES
from tests.browser.app_process import app_with_hub
from tests.browser.visit import GENERATE, NEXT, Visit
from tests.serving.hub_server import HubServer

OpenVisit = Callable[..., Visit]
CONTENT = gpt2_files(GPTModel(GPTConfig(50257, 16, d_model=8, num_heads=2, num_layers=1)))
PATIENCE_SECONDS = 15
"""The most that a visitor waits for a sentence."""

REFUSED = {
    "no-repository": ("en", "has no public repository distilbert/distilgpt2"),
    "gated": ("zh", "登录并获准的人（状态 401）"),
    "no-weights": ("en", "pickles, which can run code"),
    "too-often": ("zh", "这个网络请求太频繁"),
    "trouble": ("en", "has trouble of its own"),
    "portal": ("zh", "也许这个网络要先登录"),
    "web-page": ("en", "model.safetensors is a web page"),
}
STALLED = {
    "hang": ("en", "did not answer for 10 s"),
    "hang-later": ("zh", "10 秒没有再传 distilbert/distilgpt2"),
    "trickle": ("en", "below 50 kB a second it is given up"),
    "cut": ("zh", "在途中断开或被改动"),
    "cut-forever": ("en", "was cut off or changed on the way"),
}
"""Mode of the Hub -> language of the visitor, and what the sentence holds."""


@pytest.fixture(scope="module")
def hub() -> Iterator[HubServer]:
    with HubServer(CONTENT) as server:
        yield server


@pytest.fixture(scope="module")
def server(hub: HubServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with app_with_hub(tmp_path_factory.mktemp("weights"), hub.url) as address:
        yield address


def ask(opened: Visit, sentence: str) -> float:
    """Press the button and wait for the sentence: seconds."""
    button = opened.page.locator("#load-weights")
    button.wait_for(state="visible")
    began = time.monotonic()
    button.click()
    opened.wait_text("#notice", sentence)
    return time.monotonic() - began


def page_works_on(opened: Visit, language: str) -> None:
    """The charts are as they were, and controls still move them."""
    words = LANGUAGES[language]
    assert opened.text("#load-weights").strip() == words.weights.load.format(size="353 MB")
    assert opened.page.locator("#cancel-weights").is_hidden()
    assert "DistilGPT-2" in opened.text("#badge")
    assert opened.page.locator("#next-figure .main-svg").first.is_visible()
    count = opened.drawn("#next-figure")
    opened.slide("temperature", 1.3)
    opened.wait_drawn("#next-figure", count)
    opened.wait_text("#next-figure .below", "1.3")


@pytest.mark.slow
@pytest.mark.parametrize("mode", [*REFUSED, *STALLED])
def test_each_trouble_of_the_hub_is_a_sentence(visit: OpenVisit, hub: HubServer, mode: str) -> None:
    hub.mode, (language, sentence) = mode, (REFUSED | STALLED)[mode]
    opened = visit(language)
    opened.choose_preset("DistilGPT-2")
    opened.tab(NEXT)
    before = opened.traces("#next-figure"), opened.text("#badge")
    seconds = ask(opened, sentence)
    assert seconds < PATIENCE_SECONDS
    assert "Traceback" not in opened.text("#notice")
    assert opened.page.locator(".toast-body").count() == 0
    assert (opened.traces("#next-figure"), opened.text("#badge")) == before
    page_works_on(opened, language)


@pytest.mark.slow
def test_cancel_and_another_model_meanwhile(visit: OpenVisit, hub: HubServer) -> None:
    hub.mode = "hang"
    opened = visit()
    opened.choose_preset("DistilGPT-2")
    opened.press("load-weights")
    opened.wait_text("#weights-note", "Asking for the weights …")
    assert opened.page.locator("#load-weights").is_hidden()
    opened.choose_preset("Story GPT")
    opened.tab(GENERATE)
    opened.number("max_new_tokens", 5)
    assert opened.write().startswith("Once upon a time")
    opened.press("cancel-weights")
    opened.page.locator("#cancel-weights").wait_for(state="hidden")
    opened.page.wait_for_function(
        "!document.querySelector('#weights-note').textContent.includes('Asking')"
    )
    opened.choose_preset("DistilGPT-2")
    opened.page.locator("#load-weights").wait_for(state="visible")
    assert "no answer" not in opened.text("#notice")


@pytest.mark.slow
def test_a_file_of_another_model_is_refused(visit: OpenVisit, hub: HubServer) -> None:
    hub.mode = "good"
    opened = visit()
    opened.choose_preset("GPT-2 small")
    ask(opened, "config.json describes another model than gpt2-small: ")
    assert "d_model 8, not 768" in opened.text("#notice")
    opened.wait_text("#weights-note", "They are on this machine")
    assert "untrained" in opened.text("#badge")


@pytest.mark.slow
def test_a_model_too_large_to_run_untrained_offers_its_weights(
    visit: OpenVisit, hub: HubServer
) -> None:
    hub.mode = "no-repository"
    opened = visit("zh", width=390)
    opened.choose_preset("GPT-2 中")
    opened.wait_text("#badge", "只计数，不运行")
    assert "1.52 GB" in opened.text("#weights-note")
    ask(opened, "没有公开的 openai-community/gpt2-medium")
    assert f"{PRESETS['gpt2-medium'].published:,}" in opened.text("#parameters-figure .above")
    assert opened.width() <= 390
