"""Sentences from templates: who and what is named how, as the world and the last sentences ask.

Forms of a being: {h} a name, or a pronoun where that is clear; {h.o} the same as an object;
{h.p} a possessive; {h.name} never a pronoun; {h.names} its possessive; {h.he} {h.him} {h.his}
{h.himself} always a pronoun; {h.hand} hand, paw, wing; {h.hands}. Of a thing: {x} "a red kite" at
first, then "the kite"; {x.a}, {x.the}, {x.his}, {x.my} with that word; {x.n} the noun; {x.full}
with its adjectives; {x.where} where it is in the world. Of a place: {p}, {p.at}, {p.to}.
A text that was set is put in as it is and may be a template itself; {x.the} changes its article.
"""

import random
import re

from playground.training.tales import speech
from playground.training.tales.focus import Focus
from playground.training.tales.grammar import capital, listed, possessive, tidy
from playground.training.tales.template import Choice, Mention, Piece, Speech, parsed
from playground.training.tales.world import PRONOUNS, Being, Place, Thing, World

_SENTENCE_END = re.compile(r'[.!?]"?(\s|$)')
NOWHERE = Place("nowhere", "nowhere", "nowhere", False, (), ())
_INNER_CHOICE = re.compile(r"\[([^\[\]]*)\]")
Named = Being | Thing | Place | str | list[Being]


class Settled(str):
    """A text that is told in the same words each time."""

    __slots__ = ()


class Telling:
    """One story as it is told."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.world = World()
        self.names: dict[str, Named] = {}
        self.focus = Focus()
        self.quoting = False
        self.paragraphs: list[list[str]] = [[]]
        self.here: Place = NOWHERE
        self.told_places: list[tuple[Thing, str]] = []

    def set(self, **names: Named) -> None:
        """Give names to those of the story, for use in templates; a text is settled once."""
        for name, named in names.items():
            self.names[name] = Settled(self._settled(named)) if isinstance(named, str) else named

    def vary(self, **texts: str) -> None:
        """Texts that are worded anew each time."""
        self.names.update(texts)

    def _settled(self, template: str) -> str:
        """Choose once what is between brackets, the inner ones first."""
        while "[" in template:
            template = _INNER_CHOICE.sub(
                lambda match: self.rng.choice(match[1].split("|")), template
            )
        return template

    def meet(self, *beings: Being) -> None:
        """These come to where the story is."""
        for being in beings:
            self.world.move(being, self.here)

    def chance(self, probability: float) -> bool:
        """True now and then."""
        return self.rng.random() < probability

    def say(self, *templates: str) -> None:
        """Tell one of these, each as likely."""
        self.paragraphs[-1].append(self.text(self.rng.choice(templates)))

    def maybe(self, probability: float, *templates: str) -> None:
        """Tell one of these now and then."""
        if self.chance(probability):
            self.say(*templates)

    def para(self) -> None:
        """A new paragraph."""
        if self.paragraphs[-1]:
            self.paragraphs.append([])
        self.focus.clear()

    def story(self) -> str:
        """All that was told: paragraphs with a blank line between."""
        texts = [tidy(" ".join(sentences)) for sentences in self.paragraphs]
        return "\n\n".join(text for text in texts if text)

    def text(self, template: str) -> str:
        """A template as words."""
        return self.expand(parsed(template))

    def expand(self, piece: Piece) -> str:
        """A tree as words."""
        parts = []
        for node in piece:
            if isinstance(node, str):
                parts.append(node)
                if not self.quoting and _SENTENCE_END.search(node):
                    self.focus.end_sentence()
            elif isinstance(node, Choice):
                parts.append(self.expand(self.rng.choice(node.options)))
            elif isinstance(node, Mention):
                parts.append(self.mention(node.name, node.form))
            else:
                parts.append(self._speech(node))
        return "".join(parts)

    def _speech(self, node: Speech) -> str:
        speaker = self.names[node.name]
        assert isinstance(speaker, Being)
        self.quoting = True
        words = tidy(self.expand(node.words))
        self.quoting = False
        return speech.spoken(self, speaker, node.mood, words)

    def mention(self, name: str, form: str) -> str:
        """Somebody or something in a form; a form with a capital begins with one."""
        if form[:1].isupper():
            return capital(self.mention(name, form.lower()))
        named = self.names[name]
        if isinstance(named, str):
            if form:  # {x.the}: another article than its own
                return f"{form} {named.partition(' ')[2]}"
            return self.expand(parsed(named, "plain" if isinstance(named, Settled) else "told"))
        if isinstance(named, Place):
            return {"": named.noun, "at": named.at, "to": named.to}[form]
        if isinstance(named, Thing):
            return self._thing(named, form)
        if isinstance(named, list):
            return self._group(named, form)
        return self._being(named, form)

    def _being(self, being: Being, form: str) -> str:
        if form in ("hand", "hands"):
            return plural(being.hand) if form == "hands" else being.hand
        if form == "noun":
            return being.noun
        if form == "intro":
            being.known = True
            self.focus.name(being)
            return self._presented(being)
        if form in PRONOUNS["he"]:
            self.focus.name(being)
            return PRONOUNS[being.pronoun][form]
        if form in ("", "o", "p") and self._as_pronoun(being):
            self.focus.pronouns_in_a_row += being not in self.focus.current
            self.focus.name(being)
            return PRONOUNS[being.pronoun][{"": "he", "o": "him", "p": "his"}[form]]
        self.focus.pronouns_in_a_row = 0
        named = form in ("name", "names") and being.known and being.name
        words = named or self.called(being)
        self.focus.name(being)
        return possessive(words) if form in ("p", "names") else words

    def _as_pronoun(self, being: Being) -> bool:
        if self.quoting or not self.focus.alone(being):
            return False
        if being in self.focus.current:
            return True
        return self.focus.pronouns_in_a_row < 2 and self.chance(0.42)

    def called(self, being: Being) -> str:
        """The name of somebody, or what stands for it; at first with who it is."""
        if self.quoting:
            return being.name or capital(being.kin or being.noun)
        if not being.known:
            being.known = True
            return self._introduced(being)
        if being.name is None:
            return self._kin(being) if being.of else f"the {being.noun}"
        if being.kind == "animal" and self.chance(0.3):
            return f"the {being.noun}"
        return being.name

    def _introduced(self, being: Being) -> str:
        described = f"{being.adjective} {being.noun}".strip()
        if being.of:
            kin = self._kin(being)
            return f"{kin} {being.name}" if being.name else kin
        if being.kind == "animal":
            if being.name is None:
                return f"a {described}"
            called = self.rng.choice(["called", "named"])
            shapes = (f"a {described} {called} {being.name}", f"{being.name} the {being.noun}")
            return self.rng.choice(shapes)
        return being.name or f"a {described}"

    def _presented(self, being: Being) -> str:
        """A girl called Mia; a shy fox; a small boy named Omar."""
        described = f"{being.adjective} {being.noun}".strip()
        if being.name is None:
            return f"a {described}"
        called = self.rng.choice(["called", "named", "called", "whose name was"])
        return f"a {described} {called} {being.name}"

    def _kin(self, being: Being) -> str:
        assert being.of is not None
        if self.focus.alone(being.of):
            return f"{PRONOUNS[being.of.pronoun]['his']} {being.kin}"
        owner = being.of.name or f"the {being.of.noun}"
        return f"{possessive(owner)} {being.kin}"

    def _group(self, group: list[Being], form: str) -> str:
        near = self.focus.current + self.focus.before
        pronoun = {"": "they", "o": "them", "p": "their"}.get(form, form)
        explicit = form in ("they", "them", "their")
        if explicit or (not self.quoting and all(one in near for one in group)):
            if explicit or self.chance(0.55):
                self.focus.name(*group)
                return pronoun
            if form == "":
                self.focus.name(*group)
                return self.rng.choice(["the two", "both", "the two of them"])
        order = list(group)
        if all(one.known for one in group):
            self.rng.shuffle(order)
        words = []
        for one in order:
            words.append(self.called(one))
            self.focus.name(one)
        return possessive(listed(words)) if form == "p" else listed(words)

    def _thing(self, thing: Thing, form: str) -> str:
        if form == "where":
            self.told_places.append((thing, thing.spot))
            return thing.spot
        if form == "" and not thing.known and not self.quoting:
            form = "a"
        thing.known = True
        if form in ("n", "full"):
            return thing.full if form == "full" else thing.noun
        noun = thing.full if form == "a" or self.chance(0.3) else thing.noun
        if form == "his":
            assert thing.owner is not None
            return f"{PRONOUNS[thing.owner.pronoun]['his']} {noun}"
        if form == "s":
            assert thing.owner is not None
            return f"{possessive(thing.owner.name or f'the {thing.owner.noun}')} {noun}"
        return f"{ {'': 'the'}.get(form, form) } {noun}"


def plural(noun: str) -> str:
    """hand -> hands; foot -> feet."""
    return {"foot": "feet", "hoof": "hooves"}.get(noun, f"{noun}s")
