"""A prompt as the model reads it, and what the visitor must be told about it."""

import time

import pytest

from playground.errors import InputError
from playground.serving.limits import PROMPT_CHARACTERS
from playground.serving.prompt import read_prompt
from playground.text.encoding import encoding_named

GPT2 = encoding_named("gpt2")
TANG = encoding_named("tang")


def test_a_prompt_becomes_its_ids() -> None:
    prompt = read_prompt("I love China", GPT2, 16)
    assert (prompt.text, prompt.ids) == ("I love China", (40, 1842, 2807))
    assert (prompt.dropped, prompt.cut, prompt.unknown) == (0, 0, "")
    assert not prompt.empty
    assert not prompt.ends_in_space


@pytest.mark.parametrize("given", ["", None])
def test_a34_an_empty_prompt_starts_from_end_of_text(given: object) -> None:
    prompt = read_prompt(given, GPT2, 16)
    assert prompt.ids == (50256,)
    assert prompt.empty
    assert read_prompt(given, TANG, 16).ids == (TANG.start,)


def test_a34_spaces_are_encoded_as_they_are() -> None:
    prompt = read_prompt("   ", GPT2, 16)
    assert prompt.text == "   "
    assert list(prompt.ids) == GPT2.encode("   ")
    assert not prompt.empty


def test_a35_a_last_space_is_kept_and_told() -> None:
    prompt = read_prompt("The capital of France is ", GPT2, 16)
    assert prompt.text == "The capital of France is "
    assert prompt.ids[-1] == GPT2.encode(" ")[0] == 220
    assert prompt.ends_in_space
    assert not read_prompt("The capital of France is", GPT2, 16).ends_in_space


def test_a31_the_end_of_text_marker_is_plain_text() -> None:
    prompt = read_prompt("say <|endoftext|> now", GPT2, 32)
    assert 50256 not in prompt.ids
    assert len(prompt.ids) == 2 + 7
    assert GPT2.decode(prompt.ids) == prompt.text == "say <|endoftext|> now"


def test_a30_a_long_prompt_keeps_its_last_tokens_and_says_how_many_were_dropped() -> None:
    text = " a" * 40
    prompt = read_prompt(text, GPT2, 16)
    assert prompt.ids == (257,) * 16
    assert prompt.dropped == 24
    assert prompt.text == text


@pytest.mark.parametrize("given", ["a" * 200_000, "^" * 1_000_000, "\n" * 10**6, "😀" * 10**6])
@pytest.mark.parametrize("name", ["gpt2", "gpt2-256", "tang"])
def test_a36_long_runs_are_cut_before_they_are_encoded(given: str, name: str) -> None:
    encoding = encoding_named(name)
    started = time.process_time()
    prompt = read_prompt(given, encoding, 256)
    assert time.process_time() - started < 1
    assert prompt.text == given[:PROMPT_CHARACTERS]  # all characters are the same
    assert prompt.cut == len(given) - PROMPT_CHARACTERS
    assert len(prompt.ids) == 256


def test_the_end_of_a_text_that_is_too_long_is_what_stays() -> None:
    prompt = read_prompt("x" * PROMPT_CHARACTERS + "end", GPT2, 16)
    assert prompt.text.endswith("xend")
    assert prompt.cut == 3
    assert read_prompt("x" * PROMPT_CHARACTERS, GPT2, 16).cut == 0


def test_lone_surrogates_become_replacement_characters() -> None:
    for encoding in (GPT2, TANG):
        prompt = read_prompt("a\ud800b\udfff", encoding, 16)
        assert prompt.text == "a\ufffdb\ufffd"
        assert prompt.text.encode()
    assert GPT2.decode(read_prompt("a\ud800b", GPT2, 16).ids) == "a\ufffdb"


def test_characters_that_the_vocabulary_lacks_are_named() -> None:
    assert read_prompt("白日a依b", TANG, 16).unknown == "ab"
    assert read_prompt("白日a依b", GPT2, 16).unknown == ""


LINE = "白日依山尽，"


@pytest.mark.parametrize(
    "typed",
    [
        *(LINE + end for end in ("\n", "\r\n", "\r", "\n\n", "\u2028")),
        "⽩⽇依⼭尽，",
        "白日依山尽,",
        "白日依山盡，\n",
        "白日\n依山尽，",
    ],
)
def test_a55_a_pasted_line_is_read_as_the_line(typed: str) -> None:
    prompt, line = read_prompt(typed, TANG, 16), read_prompt(LINE, TANG, 16)
    assert (prompt.ids, prompt.unknown) == (line.ids, "")
    assert prompt.text == typed


def test_a55_gpt2_reads_every_line_end_and_every_form() -> None:
    for typed in ("one\n", "⽩,"):
        assert GPT2.decode(read_prompt(typed, GPT2, 16).ids) == typed


@pytest.mark.parametrize("given", [0, True, ["a"], {"a": 1}, 1.5])
def test_what_is_not_text_is_refused(given: object) -> None:
    with pytest.raises(InputError) as caught:
        read_prompt(given, GPT2, 16)
    assert caught.value.code == "not_text"
