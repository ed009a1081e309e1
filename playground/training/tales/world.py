"""The small world: who and what there is, where, and in what state. Acts change it and refuse
what cannot be: nobody takes what is elsewhere, uses what is broken, or speaks while asleep."""

from dataclasses import dataclass, field


class ImpossibleAct(Exception):
    """A plot asked for something that this world does not allow."""


PRONOUNS = {
    "he": {"he": "he", "him": "him", "his": "his", "himself": "himself"},
    "she": {"he": "she", "him": "her", "his": "her", "himself": "herself"},
}


@dataclass(frozen=True, eq=False)
class Place:
    """noun: "the kitchen"; at: "in the kitchen"; to: "into the kitchen"; spots: where a small
    thing can lie; senses: what one sees, hears or smells there."""

    noun: str
    at: str
    to: str
    indoors: bool
    spots: tuple[str, ...]
    senses: tuple[str, ...]


@dataclass(eq=False)
class Being:
    """name: None for one who is only called "the fox"; noun: girl, fox; kin: "mother" for one
    who is known by what he or she is to `of`; hand: hand, paw, wing."""

    noun: str
    pronoun: str
    kind: str
    name: str | None = None
    adjective: str = ""
    kin: str = ""
    of: "Being | None" = None
    hand: str = "hand"
    group: str = ""
    powers: frozenset[str] = frozenset()
    known: bool = False
    place: Place | None = None
    states: set[str] = field(default_factory=set)

    @property
    def asleep(self) -> bool:
        """Whether this one sleeps now."""
        return "asleep" in self.states


@dataclass(eq=False)
class Thing:
    """noun: kite; adjectives: "red" or "old red"; spot: "under the bed", if not held."""

    noun: str
    adjectives: str = ""
    owner: Being | None = None
    known: bool = False
    holder: Being | None = None
    place: Place | None = None
    spot: str = ""
    states: set[str] = field(default_factory=set)

    @property
    def full(self) -> str:
        """Noun with its adjectives."""
        return f"{self.adjectives} {self.noun}".strip()


class World:
    """All that is, and what was done: `past` lists the acts in order."""

    def __init__(self) -> None:
        self.past: list[tuple[str, object, object]] = []

    def move(self, being: Being, place: Place) -> None:
        """Walk, with all that is held."""
        self._require(not being.asleep, "a sleeper does not walk")
        self._require("stuck" not in being.states, "who is stuck does not walk")
        being.place = place
        self.past.append(("move", being, place))

    def put(self, thing: Thing, place: Place | None, spot: str) -> None:
        """Lay or lose a thing."""
        thing.holder, thing.place, thing.spot = None, place, spot
        self.past.append(("put", thing, spot))

    def take(self, being: Being, thing: Thing) -> None:
        """Take what lies here or is given here."""
        here = thing.holder.place if thing.holder else thing.place
        self._require(here is None or here is being.place, "one takes only what is here")
        self._require(not being.asleep, "a sleeper takes nothing")
        thing.holder, thing.place, thing.spot = being, None, ""
        self.past.append(("take", being, thing))

    def use(self, being: Being, thing: Thing) -> None:
        """Use a thing that one has and that is whole."""
        self._require("broken" not in thing.states, "a broken thing is of no use")
        self._require(thing.holder is being, "one uses only what one has")
        self.past.append(("use", being, thing))

    def change(self, subject: "Being | Thing", state: str) -> None:
        """Make somebody wet, hungry, asleep, or something broken, wet, dirty."""
        subject.states.add(state)
        self.past.append(("change", subject, state))

    def undo(self, subject: "Being | Thing", state: str) -> None:
        """Dry, feed, wake, mend."""
        self._require(state in subject.states, f"not {state} before")
        subject.states.discard(state)
        self.past.append(("undo", subject, state))

    def speak(self, being: Being) -> None:
        """Somebody says something."""
        self._require(not being.asleep, "a sleeper does not speak")

    @staticmethod
    def _require(allowed: bool, sentence: str) -> None:
        if not allowed:
            raise ImpossibleAct(sentence)
