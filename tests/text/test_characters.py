"""The Tang encoding: one id a character."""

import pytest

from playground.text.encoding import TOKENIZER_FOLDER, Encoding, encoding_named

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
    assert tang.unknown_characters(POEM) == ""
    assert all(not tang.is_special(token_id) for token_id in ids)


def test_every_character_has_an_id_of_its_own(tang: Encoding) -> None:
    symbols = [tang.token_bytes(token_id).decode() for token_id in range(4, tang.vocab_size)]
    assert len(set(symbols)) == tang.vocab_size - 4
    assert {len(symbol) for symbol in symbols} == {1}
    assert tang.encode("".join(symbols)) == list(range(4, tang.vocab_size))


def test_characters_that_the_file_lacks_are_named_and_become_unknown(tang: Encoding) -> None:
    assert tang.unknown_characters("a月\n😀 ") == "a\n😀 "
    assert tang.encode("a月\n") == [1, *tang.encode("月"), 1]
    assert tang.unknown_characters("\ud800") == "\ud800"
    assert tang.encode("\ud800") == [1]


def test_a31_marks_in_a_prompt_are_ordinary_characters(tang: Encoding) -> None:
    assert tang.encode("<eos>") == [1] * 5
    assert tang.unknown_characters("<bos>") == "<bos>"


def test_an_empty_text_has_no_ids(tang: Encoding) -> None:
    assert tang.encode("") == []
    assert tang.decode([]) == ""


@pytest.mark.parametrize(
    "text",
    [
        "⽩⽇依⼭尽，",  # radicals, as a PDF may hold them
        "⽩⽇依⼭尽,",
        "白日依山盡，",
        "白日依⼭盡︐",
    ],
)
def test_a55_other_forms_of_a_character_are_read_as_the_one_of_the_vocabulary(
    tang: Encoding, text: str
) -> None:
    assert tang.unknown_characters(text) == ""
    assert tang.encode(text) == tang.encode("白日依山尽，")


def test_a55_a_traditional_poem_is_the_simplified_one(tang: Encoding) -> None:
    assert tang.decode(tang.encode("黃河入海流｡欲窮千里目,更上一層樓.")) == (
        "黄河入海流。欲穷千里目，更上一层楼。"
    )
    assert tang.decode(tang.encode("\uf90a\uf9f4⾺⻋⾵")) == "金林马车风"  # through two steps


@pytest.mark.parametrize("text", ["乾坤", "著"])
def test_a55_what_the_vocabulary_holds_itself_stays(tang: Encoding, text: str) -> None:
    assert tang.decode(tang.encode(text)) == text


@pytest.mark.parametrize("text", ["畫", "線", "！", "!", "、", "①", "㈠", "가"])
def test_a55_what_has_several_counterparts_or_none_stays_unknown(tang: Encoding, text: str) -> None:
    assert tang.unknown_characters(text) == text


def test_a55_each_form_has_one_counterpart(tang: Encoding) -> None:
    lines = (TOKENIZER_FOLDER / "tang-forms.txt").read_text(encoding="utf-8").splitlines()
    forms = [form for line in lines for form in line[1:]]
    characters = {tang.token_bytes(token_id).decode() for token_id in range(4, tang.vocab_size)}
    assert len(forms) == len(set(forms)) > 3000
    assert not characters & set(forms)
    assert {line[0] for line in lines} <= characters
