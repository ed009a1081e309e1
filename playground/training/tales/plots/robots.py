"""A machine that helps too much."""

from playground.training.tales import casting
from playground.training.tales.lexicon import places
from playground.training.tales.stage import aside, start
from playground.training.tales.telling import Telling
from playground.training.tales.world import Being

ORDERS = (
    (
        "put the books in order",
        "put them in order by [weight|smell|color]",
        "by the first letter, please",
        "every book stood where it should be",
    ),
    (
        "water the plants",
        "poured the [whole tub|pond] over them",
        "one cup for each plant",
        "each plant got one cup, and no more",
    ),
    (
        "clean the floor",
        "thrown everything out of the window, so that the floor was empty",
        "wipe it with a wet cloth",
        "the floor shone, and all things stood where they were before",
    ),
    (
        "wake me in ten minutes",
        "stopped the clock, so that ten minutes never passed",
        "ring a bell when the long hand is on two",
        "the bell rang at the right time",
    ),
    (
        "make me a sandwich",
        "made {h.o} into one, with a blanket on the left and a pillow on the right",
        "put cheese between two slices of bread",
        "there was a sandwich on a plate",
    ),
    (
        "draw a [cat|horse]",
        "pulled a real one in by a rope",
        "make a picture of it on paper",
        "there was a picture with {number} whiskers",
    ),
    (
        "catch the ball",
        "put it in a cage",
        "hold it in your hands and throw it back",
        "the ball flew to and fro until dark",
    ),
    (
        "set the table",
        "set it on the roof",
        "put four plates and four spoons on it",
        "the table was ready when the soup was",
    ),
    (
        "keep an eye on the soup",
        "taken out one glass eye and put it on the pot",
        "look at it, and call me when it cooks over",
        "the soup was hot and nothing cooked over",
    ),
)
"""What is asked, what the robot does, how one should have said it, how it is then."""


def helpful_robot(t: Telling) -> None:
    """A robot takes words as they are, and helps too much, until it is told better."""
    h = casting.child(t)
    start(
        t,
        h,
        t.rng.choice(
            [
                places.KITCHEN,
                places.GARDEN,
                places.BEDROOM,
                places.SCHOOL,
                places.LIBRARY,
                places.BAKERY,
            ]
        ),
        opening=t.chance(0.5),
    )
    other = {"she": "he", "he": "she"}[h.pronoun]
    r = Being(
        "robot",
        other,
        "toy",
        t.rng.choice(["Bip", "Zip", "Bolt", "Tick", "Blink", "Rob", "Dot", "Pling"]),
        hand="hand",
        known=True,
    )
    order, did, better, right = t.rng.choice(ORDERS)
    t.set(
        r=r,
        order=order,
        did=did,
        better=better,
        right=right,
        made="[an old radio and two lamps|a pot, a clock, and wire|tin cans|a lunch box and four spoons]",
        sound="[Beep|Bip|Ding|Click, click]",
    )
    t.meet(r)
    t.say(
        "{h} had a robot called {r.name}, made out of {made}. {r.He} could do [everything|anything], if one [said it right|told {r.him} how].",
        "{r.name} was a robot. {h} had made {r.him} out of {made}. {r.He} [loved|liked] to help, [more than anything|from morning to night].",
    )
    t.say(
        "<h:{r.name}, please {order}.> {sound}, said {r.name}, and [went off|began at once]. {h} [read a book|went out to play|ate {snack}].",
        "{h} was [tired|busy]. <h/ask:Can you {order}?> {sound}, said {r.name}, and [ran|rolled] away.",
    )
    t.para()
    t.say(
        "[After a while|When {h.he} looked up], {h} could not believe {h.his} eyes. {r.name} had {did}. <r/happy:[Done|It is done]! [Was that good|Shall I do more]?>",
        "Then there was a [noise|bang]. {h} ran to see. {r.name} had {did}. <r/happy:[I did what you said|Ready]!>",
    )
    t.maybe(
        0.5,
        "{h} [opened {h.his} mouth, and closed it again|wanted to shout, but did not]. It was true: {r.he} had done just what {h} had said.",
        "<h/call:[Oh no|Not like that]!> {r.names} lights went [dim|out, one by one]. <r/sad:[I only wanted to help|I did what you told me].>",
    )
    aside(t, 0.2)
    t.para()
    t.say(
        "<h/soft:[It was my mistake|I said it wrong]. I meant something else: {better}.> {sound}!",
        "{h} sat down [next to {r.him}|on the floor] and thought about the right words. <h/soft:[Listen|Once more]: {better}.>",
    )
    t.say(
        "This time, {right}. [It was just right|{h} clapped].",
        "{r.name} [blinked|thought]. Then {right}. <h/happy:[That is it|Now it is right]!>",
    )
    t.maybe(
        0.5,
        "[In the evening|At the end], {r.he} asked for a [drop|bit] of oil. <h/happy:[Here|Good night], you [clever|good] tin can.>",
        "<r/ask:Why do [people|humans] say one thing and mean another?> <h:[I wish I knew|I think we are not built so well].>",
        "After that, {h} [always|first] thought, then spoke. It [helped|was good] with [people|grown-ups], too.",
    )


PLOTS = (helpful_robot,)
