"""Bytes to text while they arrive."""

import random

import pytest

from playground.text.encoding import Encoding, encoding_named
from playground.text.streaming import TextStream

FAMILY = "Hi 😀 你好 👨‍👩‍👧!"


def pieces_of(encoding: Encoding, ids: list[int]) -> list[str]:
    stream = TextStream(encoding)
    return [*(stream.push(token_id) for token_id in ids), stream.finish()]


@pytest.mark.parametrize("name", ["gpt2", "gpt2-4096", "gpt2-256"])
def test_a33_no_replacement_character_in_the_middle_of_a_character(name: str) -> None:
    encoding = encoding_named(name)
    ids = encoding.encode(FAMILY)
    pieces = pieces_of(encoding, ids)
    assert len(ids) > len(FAMILY)
    assert not any("\ufffd" in piece for piece in pieces)
    assert "".join(pieces) == FAMILY
    assert pieces[-1] == ""


def test_a_character_appears_with_its_last_token() -> None:
    encoding = encoding_named("gpt2")
    assert pieces_of(encoding, encoding.encode("😀")) == ["", "😀", ""]
    assert pieces_of(encoding, encoding.encode(" the cat")) == [" the", " cat", ""]


@pytest.mark.parametrize("name", ["gpt2", "gpt2-1024", "gpt2-256"])
def test_pieces_joined_equal_the_decoded_whole_for_any_ids(name: str) -> None:
    encoding = encoding_named(name)
    rng = random.Random(3)
    for _ in range(300):
        # the first 256 ids are single bytes: most such runs are not UTF-8
        limit = rng.choice([256, encoding.end_of_text])
        ids = [rng.randrange(limit) for _ in range(rng.randrange(30))]
        assert "".join(pieces_of(encoding, ids)) == encoding.decode(ids)


def test_a_stop_inside_a_character_leaves_one_replacement_character() -> None:
    encoding = encoding_named("gpt2")
    ids = encoding.encode("ok 😀")
    assert "".join(pieces_of(encoding, ids[:-1])) == "ok \ufffd"


def test_a_real_replacement_character_passes_at_once() -> None:
    encoding = encoding_named("gpt2-256")
    assert pieces_of(encoding, encoding.encode("\ufffd!")) == ["", "", "\ufffd", "!", ""]


def test_marks_leave_no_text() -> None:
    gpt2, tang = encoding_named("gpt2"), encoding_named("tang")
    assert pieces_of(gpt2, [gpt2.end_of_text, *gpt2.encode("a"), gpt2.end_of_text]) == [
        "",
        "a",
        "",
        "",
    ]
    first, last = gpt2.encode("😀")
    assert "".join(pieces_of(gpt2, [first, gpt2.end_of_text, last])) == "😀"
    assert "".join(pieces_of(tang, [2, *tang.encode("明月"), 1, 0, 3])) == "明月"


def test_padding_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        TextStream(encoding_named("gpt2")).push(50257)
