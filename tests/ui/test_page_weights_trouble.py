"""Real weights that do not come, that somebody else waits for too, or that are no longer there."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from playground.errors import HubError, InputError, ResourceError
from playground.locales import LANGUAGES
from playground.serving import real_weights
from tests.ui.reading import text_in
from tests.ui.weights_desk import FILES, NAME, TAKEN, Desk, a_desk

Values = Callable[..., dict[str, Any]]


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Desk]:
    with a_desk(tmp_path / "hub", monkeypatch) as made:
        yield made


def test_the_loading_goes_on_through_other_drawings(desk: Desk, values: Values) -> None:
    desk.hub.mode = "hang"
    run = desk.press(values(NAME))
    next(run)
    loading = next(run)[desk.page.controls.weights.loading]
    loading.received, loading.total = 10**6, 2 * 10**6
    elsewhere = desk.page.draw(values("demo", loading=loading, language="zh"))
    assert "1 MB，共 2 MB" in desk.note(elsewhere)
    assert elsewhere[desk.page.controls.weights.cancel]["value"] == "取消"
    run.close()
    assert desk.note(desk.page.draw(values("demo", loading=loading))) == ""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", ["no-repository", "web-page"])
def test_an_error_is_a_sentence_and_leaves_the_page_as_it_was(
    desk: Desk, values: Values, mode: str, language: str
) -> None:
    desk.hub.mode, page, at = mode, desk.page, values(NAME, language=language)
    updates, error = desk.until_error(at)
    assert isinstance(error, HubError)
    weights = page.controls.weights
    for each in updates:
        assert set(each) <= {page.controls.notice, weights.loading, *weights.outputs}
    assert updates[-1] == {weights.loading: None}
    offered = desk.afterwards(at)
    assert desk.button(offered) == LANGUAGES[language].weights.load.format(size="353 MB")
    complaint = page.complain(error, at)
    assert set(complaint) == {page.complainer, page.controls.notice}
    sentence = text_in(complaint, page.controls.notice)
    assert "distilbert/distilgpt2" in sentence
    assert "FOLDER/distilgpt2" in sentence
    assert ("请" in sentence) == (language == "zh")
    desk.hub.mode = "good"
    assert desk.taken(desk.load(at)) == TAKEN


def test_cancel_ends_the_waiting(desk: Desk, values: Values) -> None:
    desk.hub.mode, weights = "hang", desk.page.controls.weights
    seen = []
    for each in desk.press(values(NAME)):
        seen.append(each)
        if weights.loading in each:
            assert weights.stopped(each[weights.loading])[weights.cancel]["visible"] is False
        assert len(seen) < 30, "it still waits"
    assert all(weights.taken not in each for each in seen)
    offered = desk.afterwards(values(NAME))
    assert desk.button(offered) == "Load the real weights (353 MB)"
    assert not offered[weights.cancel]["visible"]


def test_who_has_gone_to_another_model_meanwhile_is_offered_nothing(
    desk: Desk, values: Values
) -> None:
    desk.hub.mode = "no-repository"
    desk.until_error(values(NAME))
    elsewhere = desk.afterwards(values("story"))
    assert desk.note(elsewhere) == desk.button(elsewhere) == ""


def test_progress_speaks_the_language_of_the_switch(desk: Desk, values: Values) -> None:
    desk.hub.mode = "hang"
    run = desk.press(values(NAME))
    next(run)
    loading = next(run)[desk.page.controls.weights.loading]
    desk.page.translate(values(NAME, loading=loading, language="zh"))
    assert desk.note(next(run)) == LANGUAGES["zh"].weights.asking
    run.close()
    desk.hub.mode = "good"
    assert desk.taken(desk.load(values(NAME))) == TAKEN


def test_who_leaves_the_page_ends_the_download(desk: Desk, values: Values) -> None:
    desk.hub.mode = "hang"
    before = set(threading.enumerate())
    run = desk.press(values(NAME))
    next(run)
    loading = next(run)[desk.page.controls.weights.loading]
    next(run)
    started = set(threading.enumerate()) - before
    (worker,) = (each for each in started if "_work" in each.name)
    run.close()
    worker.join(10)
    assert not worker.is_alive()
    assert not loading.loaded


def test_two_visitors_share_one_download(desk: Desk, values: Values) -> None:
    with ThreadPoolExecutor(2) as pool:
        both = list(pool.map(desk.load, [values(NAME), values(NAME, language="zh")]))
    assert [desk.taken(updates) for updates in both] == [TAKEN, TAKEN]
    files = [request for request in desk.hub.requests if request.startswith("GET")]
    assert len(files) == len(FILES)
    assert "real weights" in text_in(desk.page.draw(values(NAME, taken=TAKEN)), desk.page.badge)


def test_who_wants_another_model_meanwhile_is_told_to_wait(desk: Desk, values: Values) -> None:
    desk.hub.mode = "hang"
    first = desk.press(values(NAME))
    for _ in range(3):
        next(first)
    at = values("gpt2-small", language="zh")
    _, error = desk.until_error(at)
    first.close()
    assert isinstance(error, ResourceError)
    sentence = text_in(desk.page.complain(error, at), desk.page.controls.notice)
    assert sentence.startswith("GPT-2 小 要等一等：正在为别人加载 DistilGPT-2")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "gpt2-medium with its real weights needs about 2.27 GB of memory, but this"),
        ("zh", "GPT-2 中 的真实权重约需 2.27 GB 内存，而这台机器只剩 300 MB。"),
    ],
)
def test_too_little_memory_is_said_with_what_is_needed_and_what_is_free(
    desk: Desk,
    values: Values,
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    sentence: str,
) -> None:
    monkeypatch.setattr(real_weights, "available_bytes", lambda: 300_000_000)
    at = values("gpt2-medium", language=language)
    _, error = desk.until_error(at)
    assert isinstance(error, ResourceError)
    said = text_in(desk.page.complain(error, at), desk.page.controls.notice)
    assert sentence in said
    assert "300 MB" in said
    assert desk.hub.requests == []


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "The real weights of distilgpt2 are no longer here; load them again."),
        ("zh", "DistilGPT-2 的真实权重已不在这里，请重新载入。"),
    ],
)
def test_weights_that_are_gone_are_said_and_can_be_left(
    desk: Desk, values: Values, language: str, sentence: str
) -> None:
    at = values(NAME, taken=TAKEN, language=language)
    with pytest.raises(InputError) as caught:
        desk.page.draw(at)
    assert caught.value.code == "real_weights_gone"
    assert text_in(desk.page.complain(caught.value, at), desk.page.controls.notice) == sentence
    assert desk.taken(desk.load(at)) == ()
    assert "DistilGPT-2" in text_in(desk.page.draw({**at, "taken": ()}), desk.page.badge)
