"""The real weights of a published model, as the page offers, loads, shows and leaves them."""

import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from playground.gpt.model import count_parameters
from playground.locales import LANGUAGES
from playground.serving import limits
from playground.ui.page import GROWTH
from playground.ui.scene import read_scene
from playground.ui.weights_panel import Loading
from tests.ui.reading import text_in, updates_of, view_of, words_of_view
from tests.ui.weights_desk import MODEL, NAME, TAKEN, Desk, a_desk

Values = Callable[..., dict[str, Any]]


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Desk]:
    with a_desk(tmp_path / "hub", monkeypatch) as made:
        yield made


@pytest.mark.parametrize(
    ("name", "size", "memory"),
    [("gpt2-small", "548 MB", "1.12 GB"), ("gpt2-medium", "1.52 GB", "2.27 GB")],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_offer_says_size_and_memory(
    desk: Desk, values: Values, name: str, size: str, memory: str, language: str
) -> None:
    scene = read_scene(values(name, language=language))
    updates = desk.page.controls.weights.draw(scene, None)
    assert size in desk.note(updates)
    assert memory in desk.note(updates)
    assert desk.button(updates) == LANGUAGES[language].weights.load.format(size=size)
    assert desk.hub.requests == []


@pytest.mark.parametrize("name", ["story", "demo", "gpt2-untied", "gpt2-xl"])
def test_nothing_is_offered_where_nothing_is_published(
    desk: Desk, values: Values, name: str
) -> None:
    updates = desk.page.controls.weights.draw(read_scene(values(name)), None)
    assert (desk.note(updates), desk.button(updates)) == ("", "")
    assert list(desk.page.controls.weights.run(read_scene(values(name)), ())) == []


def test_weights_come_are_shown_and_are_left(desk: Desk, values: Values) -> None:
    page, at = desk.page, values(NAME)
    before = page.draw(at)
    assert "untrained" in text_in(before, page.badge)
    assert "its weights are random" in words_of_view(before[page.next.view])
    updates = desk.load(at)
    assert isinstance(updates[1][page.controls.weights.loading], Loading)
    assert desk.note(updates[1]) == LANGUAGES["en"].weights.asking
    assert desk.taken(updates) == TAKEN
    at["taken"] = TAKEN
    real = page.draw(at)
    assert text_in(real, page.badge).startswith("DistilGPT-2 · ")
    assert text_in(real, page.badge).endswith("real weights")
    assert "weights are random" not in words_of_view(real[page.next.view])
    assert desk.note(real) == "With its real weights, as published in distilbert/distilgpt2."
    assert desk.button(real) == "Back to random weights"
    growth = page.show(GROWTH, {**at, "shown": read_scene(at)})[page.growth.view]
    assert view_of(growth)["figure"] is None
    assert "there is no growth to show" in words_of_view(growth)
    assert desk.taken(desk.load(at)) == ()
    left = page.draw({**at, "taken": ()})
    assert left[page.badge] == before[page.badge]
    assert left[page.next.view] == before[page.next.view]
    assert desk.note(left) == LANGUAGES["en"].weights.offer_here.format(memory="502 MB")


def test_the_model_on_the_page_has_the_weights_of_the_file(desk: Desk, values: Values) -> None:
    desk.load(values(NAME))
    scene = read_scene(values(NAME, taken=TAKEN))
    loaded = desk.store.get(scene.choice, scene.vocab_size).model
    pairs = zip(loaded.parameters(), MODEL.parameters(), strict=True)
    assert all(torch.equal(ours, theirs) for ours, theirs in pairs)


def test_a_visitor_with_the_real_weights_keeps_them_for_that_preset_only(
    desk: Desk, values: Values
) -> None:
    desk.load(values(NAME))
    for other in ("demo", "story", "gpt2-small"):
        assert not read_scene(values(other, taken=TAKEN)).choice.published
    assert not read_scene(values(NAME, d_model=16, taken=TAKEN)).choice.published
    assert read_scene(values(NAME, taken=TAKEN)).choice.published


@pytest.mark.slow
def test_progress_is_seen(desk: Desk, values: Values) -> None:
    desk.hub.mode = "slow"
    updates = desk.load(values(NAME))
    weights = desk.page.controls.weights
    notes = [desk.note(each) for each in updates if weights.note in each]
    words, total = LANGUAGES["en"].weights, "1.61 MB"
    fetching = [note for note in notes if note.startswith("Fetching the weights: ")]
    assert len(set(fetching)) > 3
    assert all(note.endswith(f" of {total} …") for note in fetching)
    assert notes[0] == words.asking
    assert all(desk.button(each) == "" for each in updates[1:-1])
    assert all(each[weights.cancel]["visible"] for each in updates[1:-1])
    assert not desk.afterwards(values(NAME, taken=TAKEN))[weights.cancel]["visible"]


def test_a_model_only_counted_runs_once_its_weights_are_here(
    desk: Desk, values: Values, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PRESET_PARAMETERS", count_parameters(MODEL) - 1)
    page, at = desk.page, values(NAME)
    counted = page.draw(at)
    assert "counted only" in text_in(counted, page.badge)
    assert view_of(counted[page.next.view])["figure"] is None
    assert desk.button(counted) == "Load the real weights (353 MB)"
    assert desk.taken(desk.load(at)) == TAKEN
    real = page.draw({**at, "taken": TAKEN})
    assert "real weights" in text_in(real, page.badge)
    for view in (page.next.view, page.mask.attention):
        assert view_of(real[view])["figure"]["data"]
    written = updates_of(page, {**at, "taken": TAKEN, "max_new_tokens": 3})
    assert "3 tokens" in text_in(written[-1], page.generate.facts)


def test_weights_that_had_to_make_room_are_read_again(desk: Desk, values: Values) -> None:
    desk.load(values(NAME))
    asked = len(desk.hub.requests)
    scene = read_scene(values(NAME, taken=TAKEN))
    first = weakref.ref(desk.store.get(scene.choice, scene.vocab_size))
    desk.store._models.clear()
    assert first() is None
    again = desk.page.draw(values(NAME, taken=TAKEN))
    assert "real weights" in text_in(again, desk.page.badge)
    assert len(desk.hub.requests) == asked


@pytest.mark.parametrize("forged", [NAME, [NAME], {NAME: True}, None, 7, ("no such",), (7, None)])
def test_a_forged_list_of_weights_is_ignored(desk: Desk, values: Values, forged: object) -> None:
    updates = desk.page.draw(values(NAME, taken=forged))
    assert "untrained" in text_in(updates, desk.page.badge)
    assert desk.hub.requests == []
