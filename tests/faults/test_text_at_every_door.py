"""Names and text that no list and no person gives: presets, prompts, tokens."""

import http.client
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from playground.__main__ import main
from playground.decoding.source import ScriptedSource
from playground.gpt.presets import PRESETS
from playground.serving.engine.decoders import FairDecoder
from playground.serving.models import LoadedModel, ModelChoice, ModelStore
from playground.text.encoding import encoding_named
from playground.ui import writing
from tests.faults.conftest import NewVisitor
from tests.faults.doors import CommandLineDoor, LinkDoor, PageDoor
from tests.faults.well_behaved import serves_well
from tests.load.lone import is_lone_text
from tests.ui import app_server
from tests.ui.api_visitor import ApiVisitor
from tests.ui.reading import plain_text, tags_of

MEGABYTE = 1_000_000
STORY = encoding_named(PRESETS["story"].encoding)


def notice(someone: ApiVisitor) -> str:
    return plain_text(someone.shown("notice"))


def test_fault_08_a_preset_that_there_is_not_is_refused(
    visitor: NewVisitor, address: str, capfd: pytest.CaptureFixture[str]
) -> None:
    someone = visitor()
    for given in ("gpt5", "../../../etc/passwd", "/etc/passwd", "story/", None, 7, ["story"], {}):
        someone.fire("preset", "input", preset=given)
        found = "Preset is empty." if given is None else f"Preset: {given!r} is not a choice."
        assert notice(someone).startswith(f"{found} Choose one of: story")
        with pytest.raises(SystemExit) as caught:
            main(["generate", "--model", str(given)])
        assert caught.value.code == 2
        assert f"invalid choice: {str(given)!r} (choose from" in capfd.readouterr().err
    serves_well(address)


@pytest.mark.parametrize("given", ["a" * 200_000, "^" * MEGABYTE])
def test_fault_09_a_megabyte_of_prompt_is_cut_before_it_is_encoded(
    visitor: NewVisitor, address: str, capfd: pytest.CaptureFixture[str], given: str
) -> None:
    someone = visitor()
    said = f"The first {len(given) - 20_000:,} characters were cut: a prompt has at most 20,000."
    someone.fire("prompt", "change", prompt=given)
    assert said in plain_text(someone.shown("strip"))
    assert main(["generate", "--model", "demo", "--prompt", given, "--tokens", "1"]) == 0
    assert said in capfd.readouterr().err
    serves_well(address)


@pytest.mark.parametrize("kind", [PageDoor, CommandLineDoor])
def test_fault_09_a_megabyte_for_a_number_makes_a_short_sentence(
    address: str, capfd: pytest.CaptureFixture[str], kind: type[PageDoor] | type[CommandLineDoor]
) -> None:
    door = PageDoor(address) if kind is PageDoor else CommandLineDoor(capfd)
    for name in ("top_k", "temperature", "seed"):
        sentence = door.give(name, "x" * MEGABYTE)
        assert "is not a number" in sentence
        assert len(sentence) < 200
    door.is_well()


def test_fault_09_a_megabyte_of_link_is_refused(address: str) -> None:
    connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=30)
    connection.request("GET", f"/export?d_model={'9' * MEGABYTE}")
    assert 400 <= connection.getresponse().status < 500
    connection.close()
    serves_well(address)


def test_fault_10_a_prompt_beyond_the_context_keeps_its_last_tokens(
    visitor: NewVisitor, address: str, capfd: pytest.CaptureFixture[str]
) -> None:
    prompt = " rabbit" * 300
    ids = STORY.encode(prompt)
    said = f"The first {len(ids) - 256} tokens were dropped: the context holds 256."
    someone = visitor()
    someone.fire("generate", "click", prompt=prompt, seed="1", max_new_tokens=10)
    written = plain_text(someone.shown("text"))
    assert written.startswith(prompt)
    kept = STORY.decode(ids[-256:])
    assert is_lone_text(kept + written.removeprefix(prompt), "story", kept, 1, 10)
    someone.fire("prompt", "change")
    assert said in plain_text(someone.shown("strip"))
    assert main(["generate", "--prompt", prompt, "--seed", "1", "--tokens", "10"]) == 0
    printed = capfd.readouterr()
    assert (printed.out, said in printed.err) == (written + "\n", True)
    serves_well(address)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("", "The prompt is empty, so the model starts from its end-of-text mark."),
        ("say <|endoftext|> now", ""),
    ],
)
def test_fault_11_no_text_and_the_marker_of_its_end_are_prompts(
    visitor: NewVisitor, address: str, given: str, said: str
) -> None:
    someone = visitor()
    someone.fire("prompt", "change", prompt=given)
    assert said in plain_text(someone.shown("strip"))
    assert ("⟨endoftext⟩" in plain_text(someone.shown("strip"))) == (given == "")
    someone.fire("generate", "click", seed="1", max_new_tokens=10)
    assert is_lone_text(plain_text(someone.shown("text")), "story", given, 1, 10)
    serves_well(address)


def test_fault_12_lone_surrogates_are_replaced_or_shown_as_escapes(
    visitor: NewVisitor, address: str, capfd: pytest.CaptureFixture[str]
) -> None:
    someone = visitor()
    someone.fire("generate", "click", prompt="a\ud800b", seed="1", max_new_tokens=2)
    assert is_lone_text(plain_text(someone.shown("text")), "story", "a\ufffdb", 1, 2)
    someone.fire("generate", "click", seed="\udfff")
    assert notice(someone).startswith("Seed: '\ufffd' is not a number.")
    someone.fire("preset", "input", preset="\ud800")
    assert notice(someone).startswith("Preset: '\ufffd' is not a choice.")
    someone.fire("language", "input", language="\ud800")
    assert notice(someone).startswith("language: '\ufffd' is not a choice.")
    assert main(["generate", "--prompt", "a\ud800b", "--seed", "1", "--tokens", "2"]) == 0
    assert is_lone_text(capfd.readouterr().out[:-1], "story", "a\ufffdb", 1, 2)
    serves_well(address)


def test_fault_13_control_characters_are_taken_and_shown_as_escapes(
    visitor: NewVisitor, address: str
) -> None:
    given = "a\x00\x1b[31m\x7f"
    someone = visitor()
    someone.fire("prompt", "change", prompt=given)
    strip = someone.shown("strip")
    assert plain_text(strip).startswith("a64\\u0000188\\u001B215[")
    assert "\\u007F" in plain_text(strip)
    assert tags_of(strip).count("bdi") == len(STORY.encode(given))  # a label cannot turn the next
    someone.fire("generate", "click", seed="1", max_new_tokens=5)
    assert is_lone_text(plain_text(someone.shown("text")), "story", given, 1, 5)
    turned = "\u202eabc\u200b\u2066"
    someone.fire("generate", "click", prompt=turned, seed="1", max_new_tokens=5)
    assert is_lone_text(plain_text(someone.shown("text")), "story", turned, 1, 5)
    serves_well(address)


FAMILY = "Hi 😀 你好 👨‍👩‍👧!"


class FamilyStore(ModelStore):
    """Every model writes FAMILY, a token in 20 ms, and then ends."""

    def get(self, choice: ModelChoice, vocab_size: int) -> LoadedModel:
        encoding = encoding_named(choice.encoding)
        ids = [*encoding.encode(FAMILY), encoding.end_of_text]

        def row(known: Sequence[int]) -> list[float]:
            time.sleep(0.02)
            logits = [0.0] * vocab_size
            logits[ids[min(len(known), len(ids)) - 1]] = 100.0
            return logits

        return replace(super().get(choice, vocab_size), source=ScriptedSource(row, vocab_size))


@pytest.fixture
def family(monkeypatch: pytest.MonkeyPatch) -> Iterator[ApiVisitor]:
    """A visitor of a server that writes FAMILY and shows it token by token."""
    monkeypatch.setattr(writing, "SECONDS_BETWEEN_UPDATES", 0.001)
    monkeypatch.setattr(writing, "SLOWING", 0.0)
    with app_server.served(FamilyStore(), FairDecoder) as address:
        someone = ApiVisitor(address)
        someone.open()
        yield someone
        someone.http.close()


def test_fault_14_parts_of_characters_never_show_while_a_text_grows(family: ApiVisitor) -> None:
    shown = [
        plain_text(family.shown("text"))
        for _ in family.follow("generate", "click", prompt="x", max_new_tokens=256)
    ]
    assert shown[-1] == f"x{FAMILY}"
    assert len(set(shown)) > 5
    assert all(shown[-1].startswith(text) for text in shown)


LONE = "zz\ud83d"


@pytest.mark.parametrize("typed", ["search", "prompt", "seed", "sweep-temperatures", "language"])
def test_a68_lone_surrogates_are_replaced_in_every_text_of_a_visitor(
    visitor: NewVisitor, address: str, typed: str
) -> None:
    someone = visitor()
    someone.change({typed: LONE})
    someone.fire("search", "change")
    someone.fire("sweep", "click")
    someone.fire("generate", "click", max_new_tokens=2)
    someone.open()
    serves_well(address)


def test_a68_the_search_names_what_it_was_given(visitor: NewVisitor) -> None:
    someone = visitor()
    someone.fire("search", "change", search=LONE)
    assert "zz\ufffd" in plain_text(someone.shown("found"))


def test_a68_a_link_to_take_home_is_refused_in_a_sentence(address: str) -> None:
    door = LinkDoor(address)
    assert "'zz\ufffd'" in door.give("position", LONE)
    door.is_well()


def test_a68_the_command_line_cleans_its_texts_too(
    address: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert "'zz\ufffd'" in CommandLineDoor(capfd).give("seed", LONE)
