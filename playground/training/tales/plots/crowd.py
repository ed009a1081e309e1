"""Somebody small is lost among many."""

from playground.training.tales import casting
from playground.training.tales.lexicon import places, things
from playground.training.tales.stage import aside, start
from playground.training.tales.telling import Telling
from playground.training.tales.world import Being


def lost_child(t: Telling) -> None:
    """A small one lost its people in a crowd; clues are put together."""
    h = casting.child(t)
    start(
        t,
        h,
        t.rng.choice([places.MARKET, places.STATION, places.BEACH, places.PARK, places.HARBOR]),
    )
    g = casting.child(t, t.rng.choice(["small", "little"]))
    while g.pronoun == h.pronoun:
        g = casting.child(t, "little")
    kin = t.rng.choice(["mom", "dad", "grandma", "grandpa", "big sister", "uncle"])
    she = kin in ("mom", "grandma", "big sister")
    e = Being("woman" if she else "man", "she" if she else "he", "adult", None, kin=kin, of=g)
    t.set(
        g=g,
        e=e,
        kin=kin,
        shirt=t.rng.choice(things.COLORS),
        wear=t.rng.choice(["coat", "hat", "scarf", "shirt", "bag", "umbrella"]),
        sign=t.rng.choice(
            [
                "a big nose",
                "a loud laugh",
                "a song that never stops",
                "a squeaky shoe",
                "a bunch of flowers",
                "a fish under one arm",
            ]
        ),
    )
    t.meet(g)
    t.say(
        "{spot}, a little {g.noun} [was crying|cried]. {g.His} name was {g.name}. [Nobody else had|No one had] [seen|noticed] {g.him}.",
        "{h} [saw|heard] a little {g.noun} {spot}. It was {g}, and {g.he} was all alone.",
    )
    g.known = True
    t.say(
        "<h/soft:[Are you lost|What is wrong|Why do you cry]?> <g/sad:[My {kin} is gone|I can not find my {kin}|I lost my {kin}].>",
        "<h/soft:[Hello|Do not be afraid]. I am {h.name}. Who [are you looking for|did you come with]?> <g/sad:[My {kin}|I came with my {kin}].>",
    )
    t.para()
    t.say(
        "<h/ask:What [does your {kin} look like|is your {kin} wearing]?> <g:A {shirt} {wear}[, and {sign}|].>",
        "{g} [could only say|knew just] one thing: a {shirt} {wear}[, and {sign}|].",
    )
    t.say(
        "They [climbed on a bench|stood on a box|went up some steps]. {h} [saw|counted] [ten hats|many people|a lot of legs], but no {shirt} {wear}. <h:[Then we stay here|We will stay in one place|Let us not run around]. [Who stays is found|Somebody is looking for you, too].>",
        "They walked [once around|up and down], hand in hand. [Here and there|Everywhere], there were [coats and bags|people], but [none|not one] with a {shirt} {wear}.",
    )
    aside(t, 0.4)
    t.para()
    t.maybe(
        0.5,
        "{h} [gave|shared with] {g.o} {snack}, and the two [sang|counted dogs|told jokes] so that {g.he} did not [cry|worry].",
        "<h/ask:Can you [sing|shout|whistle]?> {g} [could, and very loud|nodded, and then nobody could miss it].",
    )
    t.say(
        "[Then|At last|Just then], a {shirt} {wear} came [through the crowd|running|around the corner].",
        "[Suddenly|After a while], there was a {shirt} {wear} [in the crowd|between the people].",
    )
    t.meet(e)
    t.say(
        "<g/call:There!> It was {e}. {e.He} [picked|lifted] {g.him} up and [held {g.him} tight|did not let go for a long time].",
        '{g} [ran|flew] to {e}, and both [laughed and cried|said the same thing: "Where were you?"].',
    )
    t.maybe(
        0.5,
        "<e:[Thank you|You did just the right thing], {h}.> {g} [waved|looked back] until {h} could not see {g.him} any more.",
        "{g} [gave|left] {h.o} [a shell|a button|half a cookie|a sticky kiss] to say thank you.",
    )


PLOTS = (lost_child,)
