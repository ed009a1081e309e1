"""The source of logits that are known beforehand."""

import pytest

from playground.decoding.source import ScriptedSource


def test_a_script_of_rows_repeats_its_last_row_and_starts_anew_in_each_session() -> None:
    source = ScriptedSource([[1.0, 0.0], [0.0, 1.0]])
    assert source.vocab_size == 2
    for _ in range(2):
        session = source.open()
        rows = [session.next_logits([0]).tolist() for _ in range(3)]
        assert rows == [[1, 0], [0, 1], [0, 1]]


def test_a_script_that_is_a_function_sees_only_the_context() -> None:
    source = ScriptedSource(lambda ids: [float(len(ids)), float(ids[0])], 2, context_length=3)
    assert source.open().next_logits([5, 6, 7, 8]).tolist() == [3, 6]
    with pytest.raises(ValueError, match="needs a vocab_size"):
        ScriptedSource(lambda ids: [0.0])
