"""The Tang encoding: one id a character."""

import pytest

from playground.text.encoding import Encoding, encoding_named

POEM = "床前明月光，疑是地上霜。"


@pytest.fixture(scope="module")
def tang() -> Encoding:
    return encoding_named("tang")


def test_marks_have_the_first_four_ids(tang: Encoding) -> None:
    assert tang.vocab_size == 6289
    assert [tang.token_bytes(n) for n in range(4)] == [b"<pad>", b"<unk>", b"<bos>", b"<eos>"]
    assert [tang.is_special(n) for n in range(6)] == [True] * 4 + [False] * 2
    assert (tang.start, tang.end_of_text) == (2, 3)


def test_the_most_frequent_characters_come_first(tang: Encoding) -> None:
    assert tang.encode("。，不人") == [4, 5, 6, 7]


def test_a_poem_is_one_id_a_character_and_comes_back(tang: Encoding) -> None:
    ids = tang.encode(POEM)
    assert len(ids) == len(POEM)
    assert tang.decode(ids) == POEM
    assert tang.unknown_characters(POEM) == 0
    assert all(not tang.is_special(token_id) for token_id in ids)


def test_every_character_has_an_id_of_its_own(tang: Encoding) -> None:
    symbols = [tang.token_bytes(token_id).decode() for token_id in range(4, tang.vocab_size)]
    assert len(set(symbols)) == tang.vocab_size - 4
    assert {len(symbol) for symbol in symbols} == {1}
    assert tang.encode("".join(symbols)) == list(range(4, tang.vocab_size))


def test_characters_that_the_file_lacks_are_counted_and_become_unknown(tang: Encoding) -> None:
    assert tang.unknown_characters("a月\n😀 ") == 4
    assert tang.encode("a月\n") == [1, *tang.encode("月"), 1]
    assert tang.unknown_characters("\ud800") == 1
    assert tang.encode("\ud800") == [1]


def test_a31_marks_in_a_prompt_are_ordinary_characters(tang: Encoding) -> None:
    assert tang.encode("<eos>") == [1] * 5
    assert tang.unknown_characters("<bos>") == 5


def test_an_empty_text_has_no_ids(tang: Encoding) -> None:
    assert tang.encode("") == []
    assert tang.decode([]) == ""
