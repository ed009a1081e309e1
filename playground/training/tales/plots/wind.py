"""What the wind takes."""

from playground.training.tales import casting
from playground.training.tales.lexicon import places
from playground.training.tales.stage import aside, start
from playground.training.tales.telling import Telling


def wind_took(t: Telling) -> None:
    """The wind takes a hat from one to the next, and what it stops at needs it."""
    h = casting.hero(t, 0.4)
    start(
        t,
        h,
        t.rng.choice(
            [places.HILL, places.STREET, places.BEACH, places.PARK, places.FIELD, places.HARBOR]
        ),
        weathers=("windy",),
    )
    f = casting.friend(t, h)
    x = casting.clothing(t, h)
    x.noun = t.rng.choice(["hat", "cap", "scarf", "towel", "shirt"])
    t.set(
        f=f,
        x=x,
        b=[h, f],
        nest=t.rng.choice(
            [
                "three blue eggs",
                "four young sparrows",
                "two sleepy mice",
                "a family of ducks",
                "a very small kitten",
                "five bare chicks",
                "a hedgehog with two babies",
            ]
        ),
    )
    t.meet(f)
    t.say(
        "[Whoosh|Whoo]! The wind [took|pulled] {h.p} {x.full} [and threw it into the air|and ran off with it]. <h/call:[Stop|Come back|Give it back]!>",
        "{h} held {h.p} {x.full} with one {h.hand}. [Then {h.he} had to sneeze|Then {h.he} waved to {f}], and [off it flew|the wind had it].",
    )
    t.world.put(x, None, "in the air")
    t.para()
    t.say(
        "It flew over [a fence|a cow|a wall]. {h} ran [after it|around]. It sat down on [a scarecrow|a post|a goat]. {h} [reached for it|came close], and [up it went again|the wind laughed and took it].",
        "{b} ran. [Each time|Whenever] they were [close|near], the {x.n} [jumped on|flew up again], [over a ditch|past a dog|across a bridge|over a wall].",
    )
    t.maybe(
        0.5,
        "<f:[Run faster|It is playing with us].> <h/sad:[It was a present|My aunt made it|I had it from my grandma].>",
        "{f} [fell into a puddle|lost a shoe|ran into a bush]. <f/call:Do not wait for me!>",
    )
    aside(t, 0.3)
    t.para()
    t.say(
        "Then the wind [dropped|stopped], and the {x.n} lay {spot}. {h} bent down to pick it up and stopped. [In it|Under it] {h.he} saw {nest}.",
        "At last, they found the {x.n} {spot}. Something moved. {h} lifted one end and saw {nest}, out of the cold.",
    )
    t.world.put(x, t.here, t.names["spot"] if isinstance(t.names["spot"], str) else "")
    t.say(
        "<f/ask:Will you take it?> {h} felt the wind on {h.p} ears. <h/soft:[No|Not now]. [They need it more than I do|It is a house now].>",
        "{h} [let go of it|put it back] very softly. <h/soft:[I have another one at home|My ears can stand it].>",
    )
    t.say(
        "{f} [gave|put] one end of {f.p} own scarf around {h.o}, and they walked home [like that|side by side].",
        "[Two weeks later|In spring], the {x.n} [was empty|hung on the gate], [clean|washed by the rain], with one [soft|tiny] feather in it.",
        "{b} came back each day [with crumbs|to look], and nobody [ever|] told the wind.",
    )


PLOTS = (wind_took,)
