"""A text token by token: the choice of each, and the branches from it."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from playground.errors import PlaygroundError
from playground.ui.branches import Tree
from playground.ui.page import Page
from tests.ui.lab_reading import at_the_end, grown, shown
from tests.ui.reading import plain_text, updates_of, view_of, words_of_view

Values = Callable[..., dict[str, Any]]


def written(page: Page, at: dict[str, Any]) -> dict[str, Any]:
    """The page once a text is there, at its third token."""
    tree = at_the_end(page.lab.trace.run, at)[page.lab.trace.tree]
    return {**at, "tree": tree, "trace_place": 3}


def test_every_token_is_a_button_and_the_one_in_view_is_pressed(page: Page, values: Values) -> None:
    panel = page.lab.trace
    at = written(page, shown(values("story", seed=4, max_new_tokens=12)))
    updates = panel.opened(at)
    html = updates[panel.text]
    assert html.count("data-place") == len(at["tree"].branch.steps) == 12
    assert html.count('aria-pressed="true"') == 1
    assert updates[panel.place]["maximum"] == 12


def test_a_token_shows_the_choice_that_it_came_from(page: Page, values: Values) -> None:
    panel = page.lab.trace
    at = written(page, shown(values("story", seed=4, max_new_tokens=12)))
    step = at["tree"].branch.steps[2]
    updates = panel.look(at)
    drawn = view_of(updates[panel.draw])
    _, pieces = drawn["figure"]["data"]
    (line,) = drawn["figure"]["layout"]["shapes"]
    held = [
        (start, start + width)
        for start, width, colour in zip(
            pieces["base"], pieces["x"], pieces["marker"]["color"], strict=True
        )
        if colour == "#3a7cf5"
    ]
    assert held[0][0] <= line["x0"] <= held[0][1]
    assert held[0][1] - held[0][0] == pytest.approx(step.probability_after, rel=1e-4)
    bars = view_of(updates[panel.candidates])["figure"]
    assert sum("▸" in label for label in bars["layout"]["yaxis"]["ticktext"]) <= 1
    assert "100%" in words_of_view(updates[panel.attention])
    assert "trained for the last layer" in words_of_view(updates[panel.lens])
    assert "does not explain" in words_of_view(updates[panel.attention])
    rows = view_of(updates[panel.lens])["figure"]["data"][0]["z"]
    assert len(rows) == 4
    choices = dict(updates[panel.candidate]["choices"])
    assert str(step.id) in choices.values()
    assert updates[panel.candidate]["value"] != str(step.id)


def test_a_branch_that_takes_the_same_token_gives_the_same_text(page: Page, values: Values) -> None:
    panel = page.lab.trace
    for seed in range(3):
        at = written(page, shown(values("story", seed=seed, max_new_tokens=40, temperature=1.2)))
        first = at["tree"].branch.writing.ids
        at["trace_candidate"] = str(first[2])
        tree = at_the_end(panel.run_fork, at)[panel.tree]
        assert len(tree.branches) == 2
        assert tree.branch.writing.ids == first
        assert tree.branch.writing.text_html() == tree.branches[0].writing.text_html()


def test_another_candidate_gives_a_branch_and_the_first_text_stays(
    page: Page, values: Values
) -> None:
    panel = page.lab.trace
    at = written(page, shown(values("story", seed=5, max_new_tokens=20)))
    first = at["tree"].branch.writing.ids
    at["trace_candidate"] = panel.look(at)[panel.candidate]["value"]
    at |= at_the_branch(page, at)
    tree: Tree = at["tree"]
    assert tree.branch.writing.ids[:2] == first[:2]
    assert str(tree.branch.writing.ids[2]) == at["trace_candidate"]
    assert tree.branch.writing.ids != first
    assert len(tree.branch.writing.ids) == 20
    opened = panel.opened(at)
    names = [name for name, _ in opened[panel.branch]["choices"]]
    assert names[0] == "1: the first text"
    assert names[1].startswith("↳ 2: from 1, with ")
    assert "you chose it" in words_of_view(opened[panel.draw])
    back = panel.choose_branch({**at, "trace_branch": "0"})
    assert tree.current == 0
    assert plain_text(back[panel.text]).startswith("Once upon a time")
    assert tree.branch.writing.ids == first


def at_the_branch(page: Page, at: dict[str, Any]) -> dict[str, Any]:
    tree = at_the_end(page.lab.trace.run_fork, at)[page.lab.trace.tree]
    return {"tree": tree}


def test_a_branch_of_a_branch_stands_below_it(page: Page, values: Values) -> None:
    panel = page.lab.trace
    at = written(page, shown(values("story", seed=5, max_new_tokens=10)))
    for place in (3, 6):
        at["trace_place"] = place
        at["trace_candidate"] = panel.look(at)[panel.candidate]["value"]
        at |= at_the_branch(page, at)
    tree: Tree = at["tree"]
    assert [tree.depth(number) for number in range(3)] == [0, 1, 2]
    assert tree.branch.by_hand == {2, 5}


def test_the_text_of_generate_can_be_taken(page: Page, values: Values) -> None:
    panel = page.lab.trace
    at = shown(values("story", seed=3, max_new_tokens=8))
    with pytest.raises(PlaygroundError, match="Generate has written nothing yet"):
        panel.taken(at)
    writing = [each for each in updates_of(page, at) if page.generate.written in each]
    at["written"] = writing[0][page.generate.written]
    taken = panel.taken(at)
    assert [step.id for step in taken[panel.tree].branch.steps] == list(at["written"].ids)
    assert taken[panel.text].count("data-place") == 8


def test_the_end_of_a_text_can_be_chosen(page: Page, values: Values) -> None:
    panel = page.lab.trace
    at = written(page, shown(values("story", seed=5, max_new_tokens=10)))
    tree: Tree = at["tree"]
    end = tree.branch.writing.scene.encoding.end_of_text
    assert end is not None
    step = tree.branch.steps[0]._replace(id=end)
    tree.fork(tree.branch, 2, step)
    last = at_the_end(lambda _, visitor: panel._grow(tree, visitor), at)
    assert tree.branch.writing.stop_reason == "stop"
    assert "ended its text" in plain_text(last[panel.text])
    assert len(tree.branch.steps) == 3


def test_greedy_texts_have_no_draw(page: Page, values: Values) -> None:
    at = written(page, shown(values("story", temperature=0, max_new_tokens=5)))
    drawn = view_of(page.lab.trace.look(at)[page.lab.trace.draw])
    assert drawn["figure"]["layout"].get("shapes", []) == []
    assert "taken without a draw" in json.dumps(drawn)


@pytest.mark.parametrize("nonsense", [{"trace_place": 0}, {"trace_place": None}])
def test_a_place_that_is_none_is_refused(
    page: Page, values: Values, nonsense: dict[str, Any]
) -> None:
    at = written(page, shown(values("story", max_new_tokens=5))) | nonsense
    with pytest.raises(PlaygroundError, match="1 to 256"):
        page.lab.trace.look(at)


def test_a_candidate_and_a_layer_that_are_none_are_refused(page: Page, values: Values) -> None:
    at = written(page, shown(values("story", max_new_tokens=5)))
    with pytest.raises(PlaygroundError, match="choose one of"):
        grown(page.lab.trace.run_fork, {**at, "trace_candidate": "<b>"})
    assert len(at["tree"].branches) == 1
    with pytest.raises(PlaygroundError, match="1 to 48"):
        page.lab.trace.look_inside({**at, "trace_layer": 99})


def test_without_a_text_there_is_a_hint(page: Page, values: Values) -> None:
    panel = page.lab.trace
    assert "Write a text" in plain_text(panel.opened(values())[panel.text])
    assert grown(panel.run_fork, shown(values())) == []
    assert view_of(panel.look(values())[panel.draw])["figure"] is None


def test_a_branch_that_was_written_already_is_looked_at_again(page: Page, values: Values) -> None:
    panel = page.lab.trace
    at = written(page, shown(values("story", seed=5, max_new_tokens=10)))
    other = panel.look(at)[panel.candidate]["value"]
    tree: Tree = at_the_end(panel.run_fork, {**at, "trace_candidate": other})[panel.tree]
    tree.current = 0
    grown(panel.run_fork, {**at, "trace_candidate": other})
    assert len(tree.branches) == 2
    assert tree.current == 1


def test_a_second_choice_at_the_same_place_is_a_sibling(page: Page, values: Values) -> None:
    panel = page.lab.trace
    at = written(page, shown(values("story", seed=5, max_new_tokens=10)))
    at["trace_candidate"] = panel.look(at)[panel.candidate]["value"]
    at |= at_the_branch(page, at)
    tree: Tree = at["tree"]
    taken = {str(branch.writing.ids[2]) for branch in tree.branches}
    choices = [value for _, value in panel.look(at)[panel.candidate]["choices"]]
    at["trace_candidate"] = next(value for value in choices if value not in taken)
    at |= at_the_branch(page, at)
    assert [branch.parent for branch in tree.branches] == [None, 0, 0]


def test_too_many_branches_get_a_sentence(page: Page, values: Values) -> None:
    at = written(page, shown(values("story", seed=5, max_new_tokens=10)))
    tree: Tree = at["tree"]
    first, step = tree.branches[0], tree.branch.steps[2]
    others = [token_id for token_id in range(40) if token_id != step.id]
    for token_id in others[:29]:
        assert tree.fork(first, 2, step._replace(id=token_id))
    with pytest.raises(PlaygroundError, match="30 branches"):
        tree.fork(first, 2, step._replace(id=others[29]))
    assert len(tree.branches) == 30
