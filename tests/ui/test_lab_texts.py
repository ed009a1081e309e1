"""Settings side by side, and a grid of them."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from playground.errors import PlaygroundError
from playground.ui.page import Page
from playground.ui.sweep_panel import Grid
from tests.ui.lab_reading import at_the_end, grown, shown
from tests.ui.reading import plain_text, tags_of, view_of, words_of_view

Values = Callable[..., dict[str, Any]]


@pytest.mark.parametrize("preset", ["demo", "story", "tang"])
def test_equal_columns_are_equal_to_the_byte(page: Page, values: Values, preset: str) -> None:
    panel = page.lab.compare
    same = {f"temperature_{name}": 1.3 for name in "ABCD"}
    for seed in range(3):
        at = shown(values(preset, compare_count="4", seed=seed, max_new_tokens=60, **same))
        end = at_the_end(panel.run, at)
        texts = [plain_text(end[text]) for text in panel.texts]
        assert len(set(texts)) == 1
        assert len(texts[0]) > 45
        assert not any("mark" in tags_of(end[text]) for text in panel.texts)
        assert "the same in all" in words_of_view(end[panel.facts])


def test_the_first_token_that_differs_is_marked_in_every_column(page: Page, values: Values) -> None:
    panel = page.lab.compare
    at = shown(values("story", compare_count="2", seed=1, temperature_A=0, temperature_B=1.5))
    end = at_the_end(panel.run, at)
    greedy, hot = end[panel.running]
    place = next(n for n, pair in enumerate(zip(greedy.ids, hot.ids)) if pair[0] != pair[1])  # noqa: B905
    for text in panel.texts[:2]:
        assert tags_of(end[text]).count("mark") == 1
        before = plain_text(end[text].partition("<mark")[0])
        assert before.endswith(greedy.scene.encoding.decode(greedy.ids[:place]))
    assert f"part at token {place + 1}," in words_of_view(end[panel.facts])
    assert greedy.seed == hot.seed == 1
    assert greedy.scene.params.top_k == hot.scene.params.top_k == 40


def test_columns_that_are_not_shown_write_nothing(page: Page, values: Values) -> None:
    panel = page.lab.compare
    end = at_the_end(panel.run, shown(values(compare_count="2", max_new_tokens=5)))
    assert len(end[panel.running]) == 2
    assert end[panel.texts[2]] == end[panel.texts[3]] == ""
    columns = panel.show_columns(values(compare_count="2"))
    assert [columns[each]["visible"] for each in panel.columns] == [True, True, False, False]


def test_a_column_out_of_range_is_refused_by_its_name(page: Page, values: Values) -> None:
    with pytest.raises(PlaygroundError, match=r"temperature: 7 .*0 to 2"):
        grown(page.lab.compare.run, shown(values(temperature_B=7)))


def test_texts_that_are_stopped_stay_as_they_are(page: Page, values: Values) -> None:
    panel = page.lab.compare
    at = shown(values("story", compare_count="2", max_new_tokens=60))

    async def stop_early(given: Any, visitor: str) -> Any:
        async for updates in panel.run(given, visitor):
            if panel.running in updates:
                panel.stopped(updates[panel.running])
            yield updates

    end = at_the_end(stop_early, at)
    assert all(each.stop_reason == "cancelled" for each in end[panel.running])
    assert "stopped by you" in plain_text(end[panel.texts[0]])


def test_a_grid_has_a_text_and_two_numbers_for_each_pair(page: Page, values: Values) -> None:
    panel = page.lab.sweep
    at = shown(
        values("story", sweep_temperatures="0.5，1.5", sweep_top_ks="1 3, 0", sweep_length="10")
    )
    end = at_the_end(panel.run, at)
    assert "6 of 6 cells" in plain_text(end[panel.progress])
    grid = end[panel.running]
    assert isinstance(grid, Grid)
    assert [each.scene.params.top_k for each in grid.writings] == [1, 3, 0, 1, 3, 0]
    assert [each.scene.params.temperature for each in grid.writings] == [0.5] * 3 + [1.5] * 3
    assert tags_of(end[panel.cells]).count("td") == 6
    assert all(each.tokens == 10 for each in grid.writings)
    (cells,) = view_of(end[panel.entropy])["figure"]["data"]
    assert [len(row) for row in cells["z"]] == [3, 3]
    assert [row[0] for row in cells["z"]] == [0, 0]  # top-k 1 leaves no choice
    assert all(0 < row[1] < row[2] for row in cells["z"])
    (cells,) = view_of(end[panel.repetition])["figure"]["data"]
    assert all(0 <= value <= 1 for row in cells["z"] for value in row)


def test_cells_appear_before_the_grid_is_full(page: Page, values: Values) -> None:
    panel = page.lab.sweep
    updates = grown(panel.run, shown(values("story", sweep_length="40")))
    progress = [plain_text(each[panel.progress]) for each in updates if panel.progress in each]
    assert progress[0].startswith("0 of 9")
    assert progress[-1].startswith("9 of 9")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "top_k is empty"),
        ("1,2,3,4,5,6,7", "top_k: 7 values|out of range"),
        ("<b>", "'<b>' is not"),
    ],
)
def test_a_list_that_makes_no_sense_gets_its_sentence(
    page: Page, values: Values, typed: str, sentence: str
) -> None:
    with pytest.raises(PlaygroundError, match=sentence):
        grown(page.lab.sweep.run, shown(values(sweep_top_ks=typed)))


def test_what_was_found_speaks_the_language_of_now(page: Page, values: Values) -> None:
    compare, sweep = page.lab.compare, page.lab.sweep
    at = shown(values("story", max_new_tokens=5, sweep_length="10"))
    running = {
        "compare_running": at_the_end(compare.run, at)[compare.running],
        "sweep_running": at_the_end(sweep.run, at)[sweep.running],
    }
    updates = page.lab.redraw({**at, **running, "language": "zh"})
    assert plain_text(updates[compare.texts[0]]).startswith("已停止：达到长度上限")
    assert "随机种子" in plain_text(updates[sweep.progress])
    assert "每个词元的熵" in words_of_view(updates[sweep.entropy])
    assert "温度低容易重复" in words_of_view(updates[compare.facts])


def test_a_model_that_is_too_large_is_refused_before_any_work(page: Page, values: Values) -> None:
    for panel in (page.lab.compare, page.lab.sweep, page.lab.race, page.lab.beam):
        with pytest.raises(PlaygroundError, match="run here"):
            grown(panel.run, shown(values("gpt2-xl")))


def test_a_grid_that_is_stopped_counts_only_what_is_whole(page: Page, values: Values) -> None:
    panel = page.lab.sweep

    async def stop_at_once(given: Any, visitor: str) -> Any:
        async for updates in panel.run(given, visitor):
            panel.stopped(updates.get(panel.running))
            yield updates

    end = at_the_end(stop_at_once, shown(values("story", sweep_length="40")))
    assert plain_text(end[panel.progress]).startswith("0 of 9")
    (cells,) = view_of(end[panel.entropy])["figure"]["data"]
    assert {value for row in cells["z"] for value in row} == {None}


def test_columns_that_are_stopped_do_not_part_by_their_length(page: Page, values: Values) -> None:
    panel = page.lab.compare
    same = {f"temperature_{name}": 0.9 for name in "AB"}
    end = at_the_end(panel.run, shown(values("story", compare_count="2", seed=1, **same)))
    first, second = end[panel.running]
    second.steps, second.stop_reason = second.steps[:20], "cancelled"
    at = {**values(), "compare_running": [first, second]}
    again = panel.redraw(at)
    assert "the same in all 20 tokens" in words_of_view(again[panel.facts])
    assert "mark" not in tags_of(again[panel.texts[0]])


def test_a_result_says_where_it_comes_from(page: Page, values: Values) -> None:
    panel = page.lab.compare
    end = at_the_end(panel.run, shown(values("story", seed=12, max_new_tokens=3, prompt="a dog")))
    assert "Story GPT · prompt “a dog” · seed 12" in words_of_view(end[panel.facts])


def test_a_prompt_that_fills_the_context_is_cut_with_a_hint(page: Page, values: Values) -> None:
    panel = page.lab.sweep
    at = shown(values("story", prompt="one day " * 400, sweep_length="10"))
    end = at_the_end(panel.run, at)
    assert "tokens of your prompt are left out here" in plain_text(end[panel.progress])


def test_threads_that_draw_at_once_double_nothing(page: Page, values: Values) -> None:
    panel = page.lab.compare
    end = at_the_end(panel.run, shown(values("story", compare_count="2", seed=1)))
    writing = end[panel.running][0]
    expected = "".join(writing.spans())
    for _ in range(20):
        writing._spans = ("zh", [])
        with ThreadPoolExecutor(4) as pool:
            drawn = list(pool.map(lambda _: "".join(writing.spans()), range(8)))
        assert set(drawn) == {expected}
