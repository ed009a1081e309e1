"""What somebody says, with who says it and how, in one of the orders that English has."""

from typing import TYPE_CHECKING

from playground.training.tales.grammar import GOES_ON, capital
from playground.training.tales.lexicon.manners import ADVERBS, BEATS, HUMAN_ONLY, VERBS
from playground.training.tales.world import Being

if TYPE_CHECKING:
    from playground.training.tales.telling import Telling


def spoken(telling: "Telling", speaker: Being, mood: str, words: str) -> str:
    """`words` in quotes with their speaker: before, behind, in the middle, or beside an act."""
    telling.world.speak(speaker)
    rng = telling.rng
    first, rest = _first_sentence(words)
    if mood == "ask" and not first.endswith("?"):
        mood = ""
    mood = mood or {"?": "ask", "!": "call"}.get(first[-1], "")
    draw = rng.random()
    if (draw < 0.16 and telling.focus.current == []) or draw < 0.02:
        told = f'{capital(_beat(telling, speaker, mood))}. "{words}"'
    elif draw < 0.3:
        verb = "asked" if first.endswith("?") and not rest else "said"
        subject = capital(_subject(telling, speaker))
        told = f'{subject} {_with_adverb(telling, speaker, verb, mood)}, "{words}"'
    else:
        tag = _tag(telling, speaker, mood)
        told = f'"{_open(first)}" {GOES_ON}{tag}.' + (f' "{rest}"' if rest else "")
    telling.focus.end_sentence()
    return told


def _first_sentence(words: str) -> tuple[str, str]:
    """Split behind the first full stop, question or exclamation mark that ends a sentence."""
    for place, mark in enumerate(words):
        if (
            mark in ".!?"
            and words[place + 1 : place + 2] == " "
            and words[:place][-2:] not in ("Mr", "rs")
        ):
            return words[: place + 1], words[place + 2 :]
    return words, ""


def _open(sentence: str) -> str:
    """A full stop becomes a comma before `said`."""
    return sentence[:-1] + "," if sentence.endswith(".") else sentence


def _subject(telling: "Telling", speaker: Being) -> str:
    telling.names["s"] = speaker
    return telling.mention("s", "")


def _other(telling: "Telling", speaker: Being) -> Being | None:
    near = telling.focus.current + telling.focus.before
    others = [one for one in near if one is not speaker]
    return others[0] if others else None


def _drawn(telling: "Telling", speaker: Being, choices: tuple[str, ...]) -> str:
    """One of the templates, if need be one without a hearer or without human limbs."""
    other = _other(telling, speaker)
    template = telling.rng.choice(choices)
    while ("{o" in template and (other is None or not other.known)) or (
        speaker.kind == "animal" and any(word in template for word in HUMAN_ONLY)
    ):
        template = telling.rng.choice(choices)
    if other is not None:
        telling.names["o"] = other
    telling.names["s"] = speaker
    return template


def _beat(telling: "Telling", speaker: Being, mood: str) -> str:
    template = _drawn(telling, speaker, BEATS[mood])
    return telling.text("{s} " + template)


def _with_adverb(telling: "Telling", speaker: Being, verb: str, mood: str) -> str:
    adverb = telling.text(_drawn(telling, speaker, ADVERBS[mood])) if telling.chance(0.6) else ""
    return f"{verb} {adverb}".strip()


def _tag(telling: "Telling", speaker: Being, mood: str) -> str:
    verb = _drawn(telling, speaker, VERBS[mood])
    name = _subject(telling, speaker)
    pronoun = name in ("he", "she")
    turned = not pronoun and "{" not in verb and " " not in verb and telling.chance(0.75)
    verb = telling.text(verb)
    told = f"{verb} {name}" if turned else f"{name} {verb}"
    return _with_adverb(telling, speaker, told, mood)
