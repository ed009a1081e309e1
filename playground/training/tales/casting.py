"""Who plays: heroes, friends, elders and things, drawn so that they fit together."""

import random

from playground.training.tales.lexicon import names, things
from playground.training.tales.lexicon.animals import ANIMALS, MANNERS, YOUNG
from playground.training.tales.telling import Telling
from playground.training.tales.world import Being, Place, Thing


def child(telling: Telling, adjective: str = "") -> Being:
    """A girl or a boy with a name that nobody here has yet."""
    pronoun = telling.rng.choice(["she", "he"])
    return _child(telling, pronoun, adjective)


def _child(telling: Telling, pronoun: str, adjective: str = "") -> Being:
    name = _fresh(telling, names.GIRLS if pronoun == "she" else names.BOYS)
    return Being("girl" if pronoun == "she" else "boy", pronoun, "child", name, adjective)


def animal(
    telling: Telling, group: str = "", need: str = "", without: str = "", pronoun: str = ""
) -> Being:
    """An animal of a group that has the powers `need` and none of `without` (words)."""
    rng = telling.rng
    group = group or rng.choice(list(ANIMALS))
    taken = {one.noun for one in _beings(telling)}
    fitting = [
        (noun, hand, powers)
        for noun, hand, powers in ANIMALS[group]
        if noun not in taken
        and set(need.split()) <= set(powers.split())
        and not set(without.split()) & set(powers.split())
    ]
    noun, hand, powers = rng.choice(fitting)
    pronoun = pronoun or rng.choice(["she", "he"])
    name = _fresh(telling, names.PETS[pronoun]) if telling.chance(0.65) else None
    adjective = rng.choice(YOUNG if telling.chance(0.4) and "big" not in powers else MANNERS)
    return Being(
        noun,
        pronoun,
        "animal",
        name,
        adjective,
        hand=hand,
        group=group,
        powers=frozenset(powers.split()),
    )


def hero(telling: Telling, animals: float = 0.4, need: str = "", without: str = "") -> Being:
    """A child or, with this probability, an animal."""
    if not telling.chance(animals):
        return child(telling)
    groups = list(ANIMALS)
    telling.rng.shuffle(groups)
    for group in groups:
        try:
            return animal(telling, group, need, without)
        except IndexError:
            continue
    return child(telling)


def friend(telling: Telling, of: Being, without: str = "") -> Being:
    """One of the same sort, more often than not with the other pronoun."""
    other = {"she": "he", "he": "she"}[of.pronoun]
    pronoun = other if telling.chance(0.75) else of.pronoun
    if of.kind == "animal":
        return animal(telling, of.group, without=without, pronoun=pronoun)
    found = _child(telling, pronoun)
    if telling.chance(0.7):
        found.of = of
        kins = {"she": ("friend", "sister", "cousin"), "he": ("friend", "brother", "cousin")}
        found.kin = telling.rng.choice(kins[pronoun])
    return found


def elder(telling: Telling, of: Being) -> Being:
    """A grown-up near to this one."""
    rng = telling.rng
    if of.kind == "child":
        name, pronoun = rng.choice(names.FAMILY)
        return Being("woman" if pronoun == "she" else "man", pronoun, "adult", name, known=True)
    if telling.chance(0.5):
        kin, pronoun = rng.choice(
            [("mother", "she"), ("father", "he"), ("aunt", "she"), ("uncle", "he")]
        )
        return Being(of.noun, pronoun, "animal", kin=kin, of=of, hand=of.hand)
    found = animal(telling, of.group)
    found.name, found.adjective = None, rng.choice(["old", "wise old", "very old", "kind old"])
    return found


def neighbor(telling: Telling) -> Being:
    """A grown-up from next door."""
    name, pronoun = telling.rng.choice(names.NEIGHBORS)
    return Being("woman" if pronoun == "she" else "man", pronoun, "adult", name, known=True)


def keepsake(telling: Telling, owner: Being | None = None) -> Thing:
    """A small thing of one's own."""
    nouns = things.KEEPSAKES + things.CLOTHES
    return (
        clothing(telling, owner)
        if telling.chance(0.25)
        else thing(telling, telling.rng.choice(nouns[:33]), owner)
    )


def clothing(telling: Telling, owner: Being | None = None) -> Thing:
    """Something to wear or to wrap oneself in."""
    rng = telling.rng
    looks = rng.choice(things.COLORS)
    if telling.chance(0.4):
        looks = f"{rng.choice(things.SOFT_LOOKS)} {looks}"
    return Thing(rng.choice(things.CLOTHES), looks, owner, holder=owner)


def thing(telling: Telling, noun: str, owner: Being | None = None) -> Thing:
    """This thing, in some look."""
    return Thing(noun, looks(telling.rng), owner, holder=owner)


def looks(rng: random.Random) -> str:
    """red; old; old red."""
    draw = rng.random()
    if draw < 0.4:
        return rng.choice(things.COLORS)
    if draw < 0.6:
        return rng.choice(things.LOOKS)
    return f"{rng.choice(things.LOOKS)} {rng.choice(things.COLORS)}"


def spots(telling: Telling, place: Place, count: int) -> list[str]:
    """Different spots of a place."""
    return telling.rng.sample(place.spots, count)


def _beings(telling: Telling) -> list[Being]:
    return [one for one in telling.names.values() if isinstance(one, Being)]


def _fresh(telling: Telling, choices: tuple[str, ...]) -> str:
    taken = {one.name for one in _beings(telling)}
    return telling.rng.choice([name for name in choices if name not in taken])
