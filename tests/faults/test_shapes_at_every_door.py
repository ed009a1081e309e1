"""Models that cannot be built, at every door that takes a shape: refused before memory is taken."""

import pytest

from playground.__main__ import main
from playground.serving.models import ModelStore
from tests.faults.conftest import NewVisitor
from tests.faults.doors import LinkDoor, PageDoor
from tests.faults.well_behaved import serves_well
from tests.ui.reading import plain_text, words_of_view


@pytest.mark.parametrize("kind", [PageDoor, LinkDoor])
def test_fault_01_a_shape_that_is_too_large_is_refused_and_nothing_is_built(
    address: str, store: ModelStore, kind: type[PageDoor] | type[LinkDoor]
) -> None:
    door, before = kind(address), store.size_in_use()
    for name, given, most in (
        ("d_model", 10**9, 1600),
        ("num_layers", 10**4, 48),
        ("vocab_size", 10**6, 50304),
        ("context_length", 4096, 1024),
    ):
        sentence = door.give(name, given)
        assert f"{given} is out of range" in sentence
        assert f"to {most}." in sentence
    assert store.size_in_use() == before
    door.is_well()


def test_fault_01_a_model_too_large_to_run_is_counted_and_writes_nothing(
    visitor: NewVisitor, address: str, store: ModelStore, capfd: pytest.CaptureFixture[str]
) -> None:
    someone = visitor()
    before = store.size_in_use()
    someone.fire("preset", "input", preset="gpt2-xl")
    assert "1,557,611,200" in words_of_view(someone.shown("parameters-figure"))
    someone.fire("generate", "click")
    sentence = plain_text(someone.shown("notice"))
    assert sentence.startswith("This model has 1,557,611,200 parameters; models up to 130,000,000")
    assert store.size_in_use() == before
    assert main(["generate", "--model", "gpt2-xl"]) == 2
    assert "This model has 1,557,611,200 parameters" in capfd.readouterr().err
    serves_well(address)


@pytest.mark.parametrize("kind", [PageDoor, LinkDoor])
def test_fault_02_heads_that_do_not_divide_are_refused_with_ones_that_do(
    address: str, kind: type[PageDoor] | type[LinkDoor]
) -> None:
    door = kind(address)
    sentence = door.give("num_heads", 7)
    assert sentence.startswith("d_model 256 cannot be split over 7 heads")
    assert "ry 4 or 8 heads, or d_model 224 or 280." in sentence
    for heads in (4, 8):
        assert door.give("num_heads", heads) == ""
    door.is_well()
