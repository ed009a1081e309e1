"""What the small world refuses, templates, and pronouns that mean one."""

import random

import pytest

from playground.training.tales.focus import Focus
from playground.training.tales.grammar import article, listed, tidy
from playground.training.tales.lexicon.places import GARDEN, POND
from playground.training.tales.telling import Telling
from playground.training.tales.template import parsed
from playground.training.tales.world import Being, ImpossibleAct, Thing, World


def girl(name: str) -> Being:
    return Being("girl", "she", "child", name)


def test_a_sleeper_neither_speaks_nor_walks() -> None:
    world, ana = World(), girl("Ana")
    world.change(ana, "asleep")
    with pytest.raises(ImpossibleAct):
        world.speak(ana)
    with pytest.raises(ImpossibleAct):
        world.move(ana, POND)
    world.undo(ana, "asleep")
    world.move(ana, POND)
    assert ana.place is POND


def test_only_what_is_here_is_taken_and_only_what_is_whole_is_used() -> None:
    world, ana, kite = World(), girl("Ana"), Thing("kite", "red")
    world.move(ana, GARDEN)
    world.put(kite, POND, "in the reeds")
    with pytest.raises(ImpossibleAct):
        world.take(ana, kite)
    world.move(ana, POND)
    world.take(ana, kite)
    assert kite.holder is ana
    world.change(kite, "broken")
    with pytest.raises(ImpossibleAct):
        world.use(ana, kite)
    with pytest.raises(ImpossibleAct):
        world.undo(kite, "wet")
    world.undo(kite, "broken")
    world.use(ana, kite)


def test_a_pronoun_is_used_only_where_it_means_one() -> None:
    ana, eva, tom = girl("Ana"), girl("Eva"), Being("boy", "he", "child", "Tom")
    focus = Focus()
    assert not focus.alone(ana)
    focus.name(ana, tom)
    assert focus.alone(ana)
    focus.end_sentence()
    focus.name(eva)
    assert not focus.alone(ana)
    assert focus.alone(tom)


@pytest.mark.parametrize("text", ["[a|b", "<h:never closed", "{h"])
def test_an_open_bracket_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"open|not found"):
        parsed(text)


def test_a_template_chooses_and_a_set_text_stays() -> None:
    telling = Telling(random.Random(3))
    telling.set(color="[red|blue]", h=girl("Ana"))
    assert {telling.text("[a|b[c|d]]") for _ in range(99)} == {"a", "bc", "bd"}
    assert len({telling.text("{color}") for _ in range(99)}) == 1
    assert telling.text("{h} saw {h.himself}") == "Ana saw herself"


def test_grammar() -> None:
    assert [article(noun) for noun in ("apple", "hour", "use", "kite")] == [
        "an", "an", "a", "a",
    ]  # fmt: skip
    assert listed(["a", "b", "c"]) == "a, b, and c"
    assert (
        tidy('a owl  came . "go!" ~said a hen. it went') == 'An owl came. "Go!" said a hen. It went'
    )
