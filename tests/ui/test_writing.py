"""A text while it is written: what is shown, when it stops, and that it is never half a letter."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from playground.decoding.source import ScriptedSource
from playground.locales import LANGUAGES
from playground.serving import limits
from playground.ui import writing as writing_module
from playground.ui.scene import read_scene
from playground.ui.writing import Writing, write
from tests.ui.reading import plain_text, tags_of

Values = Callable[..., dict[str, Any]]
GPT2 = {"vocab_size": 50257, "d_model": 8, "num_heads": 1, "num_layers": 1}


def spelling(ids: list[int], vocab_size: int) -> ScriptedSource:
    """Logits that leave no doubt: the given ids one after the other."""
    rows = []
    for token_id in ids:
        row = [0.0] * vocab_size
        row[token_id] = 100.0
        rows.append(row)
    return ScriptedSource(rows)


@pytest.fixture
def start(values: Values) -> Callable[..., Writing]:
    def started(**changes: Any) -> Writing:
        scene = read_scene(values("demo", **{**GPT2, "prompt": "p:", **changes}))
        return Writing(scene, 7, scene.words)

    return started


@pytest.fixture
def every_token(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show each token at once, however fast they come."""
    monkeypatch.setattr(writing_module, "SECONDS_BETWEEN_UPDATES", 0.0)


@pytest.mark.usefixtures("every_token")
def test_a33_no_character_is_ever_shown_in_halves(start: Callable[..., Writing]) -> None:
    text = "Hi 😀 你好 👨‍👩‍👧!"
    writing = start()
    ids = writing.scene.encoding.encode(text)
    assert len(ids) > len(text.split())
    steps = write(writing, spelling(ids, 50257), len(ids))
    shown = [plain_text(writing.text_html()) for _ in steps]
    assert len(shown) == len(ids)
    assert not any("\ufffd" in each for each in shown)
    assert all(later.startswith(earlier) for earlier, later in pairwise(shown))
    assert shown[-1] == "p:" + text


def test_a44_a_text_full_of_markup_is_shown_letter_by_letter(start: Callable[..., Writing]) -> None:
    nasty = "a <tag> b & <script>x</script> **c** $d$"
    writing = start(prompt=nasty)
    ids = writing.scene.encoding.encode(nasty)
    assert list(write(writing, spelling(ids, 50257), len(ids)))
    assert plain_text(writing.text_html()) == nasty + nasty
    assert set(tags_of(writing.text_html())) == {"div", "span"}


def test_a_text_ends_at_its_length(start: Callable[..., Writing]) -> None:
    writing = start()
    list(write(writing, spelling([40, 1842], 50257), 2))
    assert (writing.tokens, writing.stop_reason) == (2, "length")
    assert "length was reached" in plain_text(writing.reason_html())


def test_a_text_ends_when_the_model_says_so(start: Callable[..., Writing]) -> None:
    writing = start()
    list(write(writing, spelling([40, 50256], 50257), 9))
    assert (writing.tokens, writing.stop_reason) == (2, "stop")
    assert plain_text(writing.text_html()) == "p:I"


def test_an_unfinished_character_is_shown_at_the_end(start: Callable[..., Writing]) -> None:
    writing = start()
    first = writing.scene.encoding.encode("😀")[0]
    list(write(writing, spelling([first], 50257), 1))
    assert plain_text(writing.text_html()) == "p:\ufffd"


@pytest.mark.usefixtures("every_token")
def test_a45_stop_ends_the_loop_at_the_next_token_and_keeps_the_text(
    start: Callable[..., Writing],
) -> None:
    calls: list[int] = []
    writing = start()

    def script(ids: Any) -> list[float]:
        calls.append(len(ids))
        return [1.0] + [0.0] * 50256

    source = ScriptedSource(script, 50257)
    for _ in write(writing, source, 200):
        if writing.tokens == 5:
            writing.stop_reason = writing_module.STOPPED_BY_VISITOR
    assert writing.tokens == 5
    assert len(calls) <= 6
    assert "stopped by you" in plain_text(writing.reason_html())
    assert len(writing.pieces) == 5


def test_a_text_that_takes_too_long_ends_by_itself(
    start: Callable[..., Writing], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing_module, "GENERATION_SECONDS", -1)
    writing = start()
    list(write(writing, spelling([40], 50257), 100))
    assert (writing.tokens, writing.stop_reason) == (1, writing_module.STOPPED_BY_TIME)
    assert limits.GENERATION_SECONDS == 30


def test_the_facts_tell_how_it_was_drawn(start: Callable[..., Writing]) -> None:
    writing = start(temperature=0.8)
    list(write(writing, spelling([40, 1842], 50257), 2))
    assert plain_text(writing.facts_html()).startswith(
        "Sampled at temperature 0.8 · seed 7 · 2 tokens"
    )
    greedy = start(temperature=0)
    list(write(greedy, spelling([40], 50257), 1))
    assert plain_text(greedy.facts_html()).startswith("Greedy (temperature 0) · seed 7")


def test_each_token_tells_its_probabilities(start: Callable[..., Writing]) -> None:
    writing = start(temperature=1, top_k=0)
    list(write(writing, spelling([40], 50257), 1))
    html = writing.text_html()
    assert "“I” · id 40 · 100% before the filters · 100% after" in html
    assert 'class="tok p4"' in html


def test_the_language_may_change_while_it_runs(start: Callable[..., Writing]) -> None:
    writing = start()
    steps = write(writing, spelling([40, 1842], 50257), 2)
    next(steps)
    assert plain_text(writing.reason_html()) == "writing …"
    writing.words = LANGUAGES["zh"]
    assert plain_text(writing.reason_html()) == "正在写……"
    list(steps)
    assert plain_text(writing.facts_html()).startswith("采样，温度 0.8 · 种子 7 · 2 个词元")
    assert plain_text(writing.text_html()) == "p:I love"
