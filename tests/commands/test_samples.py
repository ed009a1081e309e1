"""The figures of the model cards, by hand."""

import pytest

from playground.commands.samples import is_well_formed, most_repeats


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("one two three", 0),
        ("one two three four", 1),
        ("one two three four five one two three four", 2),
        ("The the THE the, the the", 3),  # overlapping runs count each
    ],
)
def test_the_most_frequent_run_of_four_words(text: str, times: int) -> None:
    assert most_repeats(text) == times


@pytest.mark.parametrize(
    ("poem", "good"),
    [
        ("白日依山尽，黄河入海流。欲穷千里目，更上一层楼。", True),
        ("朝辞白帝彩云间，千里江陵一日还。两岸猿声啼不住，轻舟已过万重山。", True),
        ("白日依山尽，黄河入海流。欲穷千里目，更上一层楼。又", True),  # only four lines count
        ("白日依山尽，黄河入海流。欲穷千里目，更上一层楼", False),
        ("白日依山尽，黄河入海流，欲穷千里目，更上一层楼。", False),
        ("白日依山，黄河入海流。欲穷千里目，更上一层楼。", False),
        ("白日依山尽，千里江陵一日还。欲穷千里目，更上一层楼。", False),
        ("白日依山尽，黄河入海流。", False),
        ("", False),
    ],
)
def test_a_well_formed_poem(poem: str, good: bool) -> None:
    assert is_well_formed(poem) == good
