"""Generation as the handlers of the page give it back, piece by piece."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from playground.decoding.generation import Step
from playground.errors import PlaygroundError, ResourceError
from playground.figures.formatting import format_share
from playground.figures.theme import short
from playground.serving.engine.errors import engine_busy, engine_lost
from playground.serving.engine.interface import TextRequest
from playground.serving.engine.stream import StepStream
from playground.text.labels import token_label
from playground.ui.next_token_panel import ROWS_SHOWN
from playground.ui.page import Page
from playground.ui.scene import read_scene
from playground.ui.updates import Updates
from playground.ui.writing import Writing
from tests.ui.reading import text_in, updates_of, view_of, words_of_view

Values = Callable[..., dict[str, Any]]


def finished(page: Page, given: dict[str, Any]) -> dict[Any, Any]:
    """All updates of a generation, later ones over earlier ones."""
    updates: dict[Any, Any] = {}
    for each in updates_of(page, given):
        updates |= each
    return updates


def test_the_first_update_comes_before_the_first_token(page: Page, values: Values) -> None:
    first = asyncio.run(anext(page.write(values("story", seed="3"), "someone")))
    written = first[page.generate.written]
    assert (written.tokens, written.stop_reason) == (0, None)
    assert text_in(first, page.generate.reason) == "writing …"
    assert page.next.view not in first


def test_a14_the_drawn_token_is_marked_with_its_probability(page: Page, values: Values) -> None:
    given = values("story", temperature=1, top_k=0, max_new_tokens=3, seed="3")
    done = finished(page, given)
    drawn, scene = done[page.generate.written].first, read_scene(given)
    words, figure = words_of_view(done[page.next.view]), view_of(done[page.next.view])["figure"]
    label = token_label(scene.encoding, drawn.id)
    assert f"begins with “{label}”, drawn with {format_share(drawn.probability_after)}" in words
    ticks = figure["layout"]["yaxis"]["ticktext"]
    assert [tick for tick in ticks if "▸" in tick] == [f"<b>▸ {label}</b>"]
    assert "Sampled at temperature 1" in text_in(done, page.generate.facts)


def test_a_drawn_token_that_is_unlikely_gets_a_bar_of_its_own(page: Page, values: Values) -> None:
    given = values("story", temperature=2, top_k=0, max_new_tokens=1, seed="4")
    done = finished(page, given)
    drawn, scene = done[page.generate.written].first, read_scene(given)
    figure = view_of(done[page.next.view])["figure"]
    before, after, _ = figure["data"]
    label = short(token_label(scene.encoding, drawn.id))
    ticks = figure["layout"]["yaxis"]["ticktext"]
    assert len(ticks) == ROWS_SHOWN + 1 == len(before["x"])
    assert [place for place, tick in enumerate(ticks) if "▸" in tick] == [ROWS_SHOWN]
    assert ticks[-1] == f"<b>▸ {label}</b>"
    assert f"id {drawn.id}<" in before["hovertext"][-1]
    assert after["x"][-1] == pytest.approx(drawn.probability_after, rel=1e-4)


def test_a_text_that_is_cleared_does_not_come_back(page: Page, values: Values) -> None:
    async def run() -> tuple[Updates, list[Updates]]:
        steps = page.write(values("story", seed="3"), "someone")
        written = (await anext(steps))[page.generate.written]
        await anext(steps)
        return page.generate.cleared(written), [updates async for updates in steps]

    cleared, later = asyncio.run(run())
    assert later
    for updates in (cleared, *later):
        for part in page.generate.outputs:
            assert updates[part] == ""


def test_a_visitor_who_leaves_ends_the_text(page: Page, values: Values) -> None:
    async def run() -> Writing:
        steps = page.write(values("story", seed="3"), "someone")
        written: Writing = (await anext(steps))[page.generate.written]
        await anext(steps)
        await steps.aclose()
        return written

    written = asyncio.run(run())
    assert written.stream is not None
    assert (written.stream.end, written.stop_reason) == ("cancelled", "cancelled")


class BrokenEngine:
    """Refuses, or fails after a few tokens."""

    def __init__(self, error: PlaygroundError, ids: Sequence[int]) -> None:
        self._error, self._ids = error, ids

    def submit(self, request: TextRequest) -> StepStream:
        if not self._ids:
            raise self._error
        stream = StepStream()
        for token_id in self._ids:
            stream.push(Step(token_id, 0.5, 0.5, None))
        stream.finish("failed", self._error)
        return stream


@pytest.mark.parametrize("tokens", [0, 3])
def test_an_error_keeps_what_was_written_and_says_that_it_ended(
    page: Page, values: Values, monkeypatch: pytest.MonkeyPatch, tokens: int
) -> None:
    monkeypatch.setattr(
        page.generate._writers, "_engine", BrokenEngine(engine_busy(41), [40] * tokens)
    )
    updates: dict[Any, Any] = {}

    async def run() -> None:
        async for each in page.write(values("demo", prompt="p:"), "someone"):
            updates.update(each)

    with pytest.raises(ResourceError, match="number 41"):
        asyncio.run(run())
    reason, text = "ended by an error; see the message above", "p:III"
    assert text_in(updates, page.generate.reason) == (reason if tokens else "")
    assert text_in(updates, page.generate.text) == (text if tokens else "")


def test_the_same_seed_writes_the_same_text(page: Page, values: Values) -> None:
    given = values("story", max_new_tokens=30, seed="42")
    texts = [text_in(finished(page, given), page.generate.text) for _ in range(2)]
    assert texts[0] == texts[1]
    assert texts[0].startswith(given["prompt"])
    other = text_in(finished(page, {**given, "seed": "43"}), page.generate.text)
    assert other != texts[0]


def test_a13_a_blank_seed_varies_and_is_shown_so_that_it_can_be_repeated(
    page: Page, values: Values
) -> None:
    given = values("story", max_new_tokens=30, seed="")
    first, second = finished(page, given), finished(page, given)
    assert text_in(first, page.generate.text) != text_in(second, page.generate.text)
    seed = text_in(first, page.generate.facts).partition("seed ")[2].partition(" ")[0]
    again = finished(page, {**given, "seed": seed})
    assert text_in(again, page.generate.text) == text_in(first, page.generate.text)


def test_a28_a_text_may_outgrow_the_context(page: Page, values: Values) -> None:
    given = values("demo", context_length=8, prompt="a b c d e f", max_new_tokens=40, seed="1")
    updates = finished(page, given)
    assert "40 tokens" in text_in(updates, page.generate.facts)


def test_a31_the_end_of_text_marker_is_shown_as_typed(page: Page, values: Values) -> None:
    given = values("story", prompt="say <|endoftext|> now", max_new_tokens=1, seed="1")
    assert text_in(finished(page, given), page.generate.text).startswith(given["prompt"])


def test_a_changed_language_loses_no_text_and_no_shape(page: Page, values: Values) -> None:
    given = values("story", max_new_tokens=5, seed="1")
    done = finished(page, given)
    written = done[page.generate.written]
    updates = page.translate({**given, "language": "zh", "written": written})
    assert text_in(updates, page.generate.text) == text_in(done, page.generate.text)
    assert "5 个词元" in text_in(updates, page.generate.facts)
    for control in page.controls.inputs.values():
        assert "value" not in (updates.get(control) or {})


def test_a74_an_engine_that_dies_inside_a_character_leaves_a_sign_of_it_in_all_views(
    page: Page, values: Values, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = values("demo", prompt="p:", sweep_temperatures="1", sweep_top_ks="0")
    first = read_scene(given).encoding.encode("😀")[0]
    given["shown"] = read_scene(given)
    broken = BrokenEngine(engine_lost(), [40, first])
    monkeypatch.setattr(page.generate._writers, "_engine", broken)
    for run, shown in (
        (page.write(given, "someone"), page.generate.text),
        (page.lab.compare.run(given, "someone"), page.lab.compare.texts[0]),
        (page.lab.sweep.run(given, "someone"), page.lab.sweep.cells),
    ):
        updates: dict[Any, Any] = {}

        async def follow(run: Any = run, updates: dict[Any, Any] = updates) -> None:
            async for each in run:
                updates.update(each)

        with pytest.raises(ResourceError):
            asyncio.run(follow())
        assert "I\ufffd" in text_in(updates, shown)
