"""The race with and without the cache, and beam search."""

from collections.abc import Callable
from typing import Any

import pytest

from playground.decoding.generation import uniform_of
from playground.errors import PlaygroundError
from playground.text.labels import in_a_sentence
from playground.ui.page import Page
from playground.ui.scene import read_scene
from tests.ui.lab_reading import at_the_end, grown, shown
from tests.ui.reading import cells_of, plain_text, view_of, words_of_view

Values = Callable[..., dict[str, Any]]


def test_both_ways_give_the_same_tokens_and_a_time_for_each(
    page: Page, values: Values, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playground.ui.race_panel.SECONDS", 200.0)  # a busy machine needs them
    panel = page.lab.race
    end = at_the_end(panel.run, shown(values("story", race_length="32", seed=2)))
    race = end[panel.running]
    assert len(race.laps) == 32
    assert all(lap.cached.id == lap.plain.id for lap in race.laps)
    view = view_of(end[panel.figure])
    plain, cached = view["figure"]["data"]
    assert plain["x"] == cached["x"] == list(range(15, 46))  # 13 tokens of prompt, and one
    assert min(plain["y"]) > 0
    assert "The same 32 tokens both times" in words_of_view(end[panel.figure])


def test_a_race_goes_on_where_a_poem_would_end(
    page: Page, values: Values, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playground.ui.race_panel.SECONDS", 200.0)
    panel = page.lab.race
    at = shown(values("tang", prompt="白日依山尽", race_length="64", temperature=0, seed=2))
    laps = at_the_end(panel.run, at)[panel.running].laps
    assert len(laps) == 64
    end = read_scene(at).encoding.end_of_text
    assert end in [lap.cached.id for lap in laps[:-1]]


def test_a_race_that_is_stopped_keeps_its_laps(page: Page, values: Values) -> None:
    panel = page.lab.race

    async def stop_early(given: Any, visitor: str) -> Any:
        async for updates in panel.run(given, visitor):
            if panel.running in updates:
                race = updates[panel.running]
            elif len(race.laps) >= 8:
                panel.stopped(race)
            yield updates

    race = at_the_end(stop_early, shown(values("story", race_length="128")))[panel.running]
    assert 8 <= len(race.laps) < 32


@pytest.mark.parametrize("width", ["1", "3", "5"])
def test_the_tree_of_a_beam_search_is_drawn_with_the_best_line(
    page: Page, values: Values, width: str
) -> None:
    panel = page.lab.beam
    end = at_the_end(panel.run, shown(values("story", beam_width=width, beam_length="8", seed=1)))
    found = end[panel.running]
    assert len(found.tree.hypotheses) == int(width)
    assert len(found.sampled) == 8
    words = words_of_view(end[panel.figure])
    assert f"{found.tree.best.score:.3f}" in words
    assert found.text(found.tree.best.ids) in words
    assert view_of(end[panel.figure])["figure"]["data"]


def test_the_best_beam_is_at_least_as_likely_as_the_sampled_text(
    page: Page, values: Values
) -> None:
    panel = page.lab.beam
    for seed in range(3):
        at = shown(values("story", beam_width="5", beam_length="4", seed=seed))
        found = at_the_end(panel.run, at)[panel.running]
        assert found.tree.best.score >= found.total / len(found.sampled)


def test_experiments_speak_the_language_of_now(page: Page, values: Values) -> None:
    at = shown(values("story", beam_length="4", race_length="32"))
    race, beam = page.lab.race, page.lab.beam
    running = {
        "race_running": at_the_end(race.run, at)[race.running],
        "beam_running": at_the_end(beam.run, at)[beam.running],
    }
    updates = page.lab.redraw({**at, **running, "language": "zh"})
    assert "平均对数概率" in words_of_view(updates[beam.figure])
    assert "用缓存" in words_of_view(updates[race.figure])


@pytest.mark.parametrize(
    ("panel", "nonsense"),
    [
        ("race", {"race_length": "1000000"}),
        ("beam", {"beam_width": 3}),
        ("beam", {"beam_width": "6"}),
        ("beam", {"beam_length": None}),
        ("beam", {"seed": "many"}),
    ],
)
def test_nonsense_is_refused(
    page: Page, values: Values, panel: str, nonsense: dict[str, Any]
) -> None:
    with pytest.raises(PlaygroundError):
        grown(getattr(page.lab, panel).run, shown(values("story", **nonsense)))


def test_the_text_of_a_beam_reads_as_text(page: Page, values: Values) -> None:
    panel = page.lab.beam
    end = at_the_end(panel.run, shown(values("story", beam_length="8", seed=1)))
    text = in_a_sentence(end[panel.running].scene.encoding, end[panel.running].tree.best.ids)
    view = view_of(end[panel.figure])
    assert " " in text
    assert "␣" not in view["below"] + view["table"] + view["figure"]["layout"]["meta"]
    assert f"“{text}”" in plain_text(view["below"])
    assert "highest-scoring" in view["below"]


@pytest.mark.parametrize("top_p", [1, 0.9])
def test_counts_of_an_explanation_are_those_of_the_table_beside_it(
    page: Page, values: Values, top_p: float
) -> None:
    at = shown(values("story", top_k=40, top_p=top_p, min_p=0.05))
    stages = page.lab.stages
    drawn = stages.draw(at["shown"], at)
    left = {row[0][0]: row[1][0] for row in cells_of(view_of(drawn[stages.figure])["above"])}
    text = plain_text(drawn[stages.explained])
    assert f"how many have it: {left['min-p = 0.05']}." in text
    assert "counted here after top-k = 40" in text
    assert ("top-p = 0.9." in text) == (top_p == 0.9)
    if top_p == 0.9:
        assert f"{left['top-p = 0.9']} for 90%." in text


@pytest.mark.parametrize(
    ("prompt", "sign"), [("Once upon a", "and rises to"), ("", "both rise"), ("zq", "and rises to")]
)
def test_a_penalty_below_one_is_said_to_reward(
    page: Page, values: Values, prompt: str, sign: str
) -> None:
    at = shown(values("story", prompt=prompt, repetition_penalty=0.8))
    stages = page.lab.stages
    text = plain_text(stages.draw(at["shown"], at)[stages.explained])
    assert "At 0.8 the repetition penalty rewards repetition" in text
    assert sign in text
    assert "1.3" not in text
    assert "It is no ban" not in text


def test_each_slider_is_explained_with_the_numbers_of_the_prompt(
    page: Page, values: Values
) -> None:
    at = shown(values("story", repetition_penalty=1.5))
    stages = page.lab.stages
    text = plain_text(stages.draw(at["shown"], at)[stages.explained])
    for name in ("Temperature", "Top-k", "Top-p", "Min-p", "Repetition penalty", "Length", "Seed"):
        assert f"{name} · " in text
    assert "4,097 tokens" in text
    assert "by 1.5 and becomes" in text
    assert "has 13 tokens, and the model sees 256 at most" in text
    assert f"with 7 it begins {uniform_of(7, 0):.4f}, {uniform_of(7, 1):.4f}" in text
