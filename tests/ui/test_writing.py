"""A text while it is written: what is shown, when it stops, and that it is never half a letter."""

import asyncio
import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any, get_args

import pytest

from playground.decoding.generation import Step
from playground.errors import InputError
from playground.locales import LANGUAGES
from playground.serving.engine.stream import End, StepStream
from playground.ui import writing as writing_module
from playground.ui.scene import read_scene
from playground.ui.writing import Writing, write
from playground.ui.written_json import written_json
from tests.ui.reading import plain_text, tags_of

Values = Callable[..., dict[str, Any]]
GPT2 = {"vocab_size": 50257, "d_model": 8, "num_heads": 1, "num_layers": 1}


def shown_while_written(
    writing: Writing,
    ids: list[int],
    end: End = "length",
    watch: Callable[[Writing], None] = lambda writing: None,
) -> list[str]:
    """The texts that a reader sees who takes every update; a token follows each of them.

    watch: called at each update.
    """

    async def run() -> list[str]:
        stream, shown, left = StepStream(), [], [Step(each, 1.0, 1.0, None) for each in ids]
        stream.push(left.pop(0))
        async for _ in write(writing, writing.begin(stream)):
            watch(writing)
            shown.append(plain_text(writing.text_html()))
            if left:
                stream.push(left.pop(0))
            else:
                stream.finish(end)
        return shown

    return asyncio.run(run())


@pytest.fixture
def start(values: Values) -> Callable[..., Writing]:
    def started(**changes: Any) -> Writing:
        scene = read_scene(values("demo", **{**GPT2, "prompt": "p:", **changes}))
        return Writing(scene, 7, scene.words)

    return started


@pytest.fixture(autouse=True)
def every_token(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show each token at once, however fast they come."""
    monkeypatch.setattr(writing_module, "SECONDS_BETWEEN_UPDATES", 0.0)


def test_a33_no_character_is_ever_shown_in_halves(start: Callable[..., Writing]) -> None:
    text = "Hi 😀 你好 👨‍👩‍👧!"
    writing = start()
    ids = writing.scene.encoding.encode(text)
    assert len(ids) > len(text.split())
    shown = shown_while_written(writing, ids)
    assert len(shown) == len(ids) + 1  # the end is an update of its own
    assert not any("\ufffd" in each for each in shown)
    assert all(later.startswith(earlier) for earlier, later in pairwise(shown))
    assert shown[-1] == "p:" + text


def test_a44_a_text_full_of_markup_is_shown_letter_by_letter(start: Callable[..., Writing]) -> None:
    nasty = "a <tag> b & <script>x</script> **c** $d$"
    writing = start(prompt=nasty)
    shown_while_written(writing, writing.scene.encoding.encode(nasty))
    assert plain_text(writing.text_html()) == nasty + nasty
    assert set(tags_of(writing.text_html())) == {"div", "span"}


@pytest.mark.parametrize(
    ("end", "reason"),
    [
        ("length", "length was reached"),
        ("stop", "the model ended its text"),
        ("time", "30-second limit reached"),
        ("cancelled", "stopped by you"),
    ],
)
def test_a_text_tells_why_it_ended(start: Callable[..., Writing], end: End, reason: str) -> None:
    writing = start()
    shown = shown_while_written(writing, [40, 1842], end)
    assert (writing.tokens, writing.stop_reason) == (2, end)
    assert reason in plain_text(writing.reason_html())
    assert shown[-1] == "p:I love"


def test_an_end_of_text_token_leaves_no_text(start: Callable[..., Writing]) -> None:
    assert shown_while_written(start(), [40, 50256], "stop")[-1] == "p:I"


def test_an_unfinished_character_is_shown_at_the_end(start: Callable[..., Writing]) -> None:
    writing = start()
    first = writing.scene.encoding.encode("😀")[0]
    assert shown_while_written(writing, [first])[-1] == "p:\ufffd"


@pytest.mark.parametrize("end", get_args(End))
def test_a74_every_end_inside_a_character_shows_that_half_of_it_is_there(
    start: Callable[..., Writing], end: End
) -> None:
    writing = start()
    first = writing.scene.encoding.encode("😀")[0]
    assert shown_while_written(writing, [40, first], end)[-1] == "p:I\ufffd"
    assert json.loads(written_json(writing))["text"] == "I\ufffd"


@pytest.mark.parametrize(
    "reason", [writing_module.STOPPED_BY_VISITOR, writing_module.FAILED, "time"]
)
def test_a74_a_text_that_is_stopped_shows_it_and_takes_no_more(
    start: Callable[..., Writing], reason: str
) -> None:
    writing = start()
    first, second = writing.scene.encoding.encode("😀")
    writing.add((Step(40, 1.0, 1.0, None), Step(first, 1.0, 1.0, None)))
    assert plain_text(writing.text_html()) == "p:I"
    for _ in range(2):  # Stop may be pressed twice
        writing.stop(reason)
        writing.add((Step(second, 1.0, 1.0, None),))
        assert plain_text(writing.text_html()) == "p:I\ufffd"
    assert writing.ids == (40, first)
    assert json.loads(written_json(writing))["text"] == "I\ufffd"


def test_a45_stop_ends_the_text_at_once_and_keeps_it(start: Callable[..., Writing]) -> None:
    writing = start()

    def stop_at_five(writing: Writing) -> None:
        if writing.tokens == 5:
            writing.stop(writing_module.STOPPED_BY_VISITOR)

    shown_while_written(writing, [40] * 200, watch=stop_at_five)
    assert writing.tokens == 5
    assert writing.stream is not None
    assert writing.stream.end == "cancelled"
    assert "stopped by you" in plain_text(writing.reason_html())
    assert len(writing.pieces) == 5


def test_a_text_stopped_before_it_began_stays_empty(start: Callable[..., Writing]) -> None:
    writing = start()
    writing.stop(writing_module.STOPPED_BY_VISITOR)
    shown_while_written(writing, [40] * 200)
    assert (writing.tokens, writing.stop_reason) == (0, "cancelled")


def test_an_error_is_passed_on(start: Callable[..., Writing]) -> None:
    async def read(stream: StepStream) -> None:
        async for _ in write(start(), stream):
            pass

    stream = StepStream()
    stream.finish("failed", InputError("code", "It broke."))
    with pytest.raises(InputError, match="It broke"):
        asyncio.run(read(stream))


def test_the_facts_tell_how_it_was_drawn(start: Callable[..., Writing]) -> None:
    writing = start(temperature=0.8)
    shown_while_written(writing, [40, 1842])
    assert plain_text(writing.facts_html()).startswith(
        "Sampled at temperature 0.8 · seed 7 · 2 tokens"
    )
    greedy = start(temperature=0)
    shown_while_written(greedy, [40])
    assert plain_text(greedy.facts_html()).startswith("Greedy (temperature 0) · seed 7")


def test_each_token_tells_its_probabilities(start: Callable[..., Writing]) -> None:
    writing = start(temperature=1, top_k=0)
    shown_while_written(writing, [40])
    html = writing.text_html()
    assert "“I” · id 40 · 100% before top-k, top-p and min-p · 100% after" in html
    assert 'class="tok p4"' in html


def test_the_language_may_change_while_it_runs(start: Callable[..., Writing]) -> None:
    writing, reasons = start(), []

    def translate(writing: Writing) -> None:
        reasons.append(plain_text(writing.reason_html()))
        writing.words = LANGUAGES["zh"]

    shown_while_written(writing, [40, 1842], watch=translate)
    assert reasons[:2] == ["writing …", "正在写……"]
    assert plain_text(writing.facts_html()).startswith("采样，温度 0.8 · 种子 7 · 2 个词元")
    assert plain_text(writing.text_html()) == "p:I love"


def test_a_token_that_begins_a_character_at_the_end_of_the_text(
    start: Callable[..., Writing],
) -> None:
    writing = start()
    encoding = writing.scene.encoding
    mixed = next(
        token_id
        for token_id in range(50_000)
        if len(encoding.token_bytes(token_id)) > 1
        and encoding.token_bytes(token_id)[0] < 128
        and encoding.token_bytes(token_id)[-1] >= 0xC2
    )
    shown = shown_while_written(writing, [mixed])
    assert shown[-1].endswith("\ufffd")
    assert [steps[0].id for _, steps in writing.pieces] == [mixed, mixed]
    assert tags_of(writing.text_html()).count("span") == 3
