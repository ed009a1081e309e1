"""Hide and seek, a lost animal."""

from playground.training.tales import casting
from playground.training.tales.lexicon import names, places, things
from playground.training.tales.stage import aside, start
from playground.training.tales.telling import Telling
from playground.training.tales.world import Being


def hide_and_seek(t: Telling) -> None:
    """One hides too well and falls asleep; a small sign gives the place away."""
    h = casting.hero(t, 0.5, without="big")
    start(
        t,
        h,
        t.rng.choice(
            [
                places.GARDEN,
                places.BARN,
                places.WOODS,
                places.ATTIC,
                places.PARK,
                places.MEADOW,
                places.YARD,
            ]
        ),
    )
    f = casting.friend(t, h)
    t.set(
        f=f,
        b=[h, f],
        sign="[a soft snore|one foot|the end of {f.his} {wear}|a small cough|a sneeze]"
        if f.kind == "child"
        else "[a soft snore|one ear|the tip of {f.his} nose|a sneeze]",
        wear="[scarf|belt|coat]",
        hidden=str(t.rng.choice(t.here.spots)),
        sat="[a bird|a fly|a beetle|a butterfly|a gray cat]",
    )
    t.meet(f)
    t.say(
        "{h} and {f} played hide and seek. {h} [counted to ten|closed {h.his} eyes], [slowly|and did not look].",
        "<f/call:[Count to ten|Close your eyes]! I will hide.> {h} [turned to the wall|put {h.his} {h.hands} over {h.his} eyes]. <h:One, two, three.>",
    )
    t.world.past.append(("hide", f, t.names["hidden"]))
    t.maybe(
        0.5,
        "<h/call:[Ready or not, here I come|I am coming]!>",
        "Then it was very quiet.",
        "When {h.he} [turned around|looked up], there was nobody [to be seen|there].",
    )
    t.para()
    spots = [spot for spot in t.here.spots if spot != t.names["hidden"]]
    first, second = t.rng.sample(spots, 2)
    t.set(first=first, second=second)
    t.say(
        "{h} looked {first}. [Only|There lay] {junk}. {h.he} looked {second}. [Only|There lay] {junk2}.",
        "{first}? No, [only|just] {junk}. {second}? [Nobody, only|No one, just] {junk2}.",
    )
    t.say(
        "{h} looked [for a long time|until {h.p} feet hurt]. <h/call:[I give up|You win, come out]!> [No answer|Nothing moved|It stayed quiet]. [Now {h} was a bit afraid|That was odd].",
        "[The sun went down a bit|Time passed]. <h/scared:{f}? [It is not funny any more.|Where are you?]> {sat} [came|sat down] and looked on.",
    )
    aside(t, 0.2)
    t.world.change(f, "asleep")
    t.para()
    t.say(
        "Then {h} [heard|noticed] something {hidden}: {sign}. There lay {f.name}, fast asleep.",
        "{h} stood [very|quite] still and listened. {hidden}, there was {sign}. {h} bent down. {f} lay there and slept.",
    )
    t.maybe(
        0.5,
        "{h} did not [shout|call]. {h.he} [sat down|lay down] next to {f.o} and [waited|closed {h.his} eyes, too].",
        "{h} [tickled {f.p} nose with a leaf|blew on {f.p} nose|pulled {f.p} ear].",
    )
    t.world.undo(f, "asleep")
    t.say(
        "When {f} woke up, {f.he} [smiled|rubbed {f.his} eyes]. <f/happy:[Did I win|Have you been looking long]?> <h:[You slept|I nearly went home]. [So we both won|Now it is my turn to hide in that soft place].>",
        "<f/ask:[Is it morning|Did you find me]?> <h:[Your nose told me where you were|You hide very loud when you sleep].> {b} [laughed|giggled] all the way home.",
    )


def lost_pet(t: Telling) -> None:
    """A pet has run away; calling is no help; what it loves best brings it back."""
    h = casting.child(t)
    start(
        t,
        h,
        t.rng.choice(
            [places.STREET, places.GARDEN, places.PARK, places.YARD, places.FIELD, places.MEADOW]
        ),
    )
    f = casting.friend(t, h)
    other = {"she": "he", "he": "she"}[h.pronoun]
    noun, love, sound = t.rng.choice(
        [
            ("dog", "[an old bone|a ball|a bit of sausage]", "a bark"),
            ("cat", "[a bit of fish|a warm blanket|the sound of a can]", "a meow"),
            ("rabbit", "[a carrot|fresh clover]", "a soft thump"),
            ("hen", "[corn|bread crumbs]", "a cluck"),
            ("goat", "[a hat|an apple|a carrot]", "a bleat"),
            ("parrot", "[a song|nuts|a slice of mango]", "a silly song"),
            ("turtle", "[a strawberry|a leaf of lettuce]", "a slow step in the leaves"),
            ("puppy", "[an old shoe|a sock]", "a tiny bark"),
            ("duck", "[a bowl of water|bread]", "a quack"),
        ]
    )
    k = Being(
        noun,
        other,
        "animal",
        t.rng.choice(names.PETS[other]),
        t.rng.choice(things.COLORS[4:8]),
        hand="paw",
    )
    t.set(b=[h, f], f=f, k=k, love=love, sound=sound, spot4=str(t.names["spot3"]))
    k.known = True
    t.say(
        "{h} had a {k.noun} called {k.name}. But the gate stood open, and {k.name} was gone.",
        "<h/call:{k}! {k}, where are you?> {h.p} {k.noun} had run away.",
        "{k.names} [bed|basket] was empty. {k.name} was {h.p} {k.noun}, and {k.he} never went out alone.",
    )
    t.world.move(k, t.here)
    t.para()
    t.say(
        "{h} called [until {h.his} voice was thin|{number} times]. {f} came to help. {b} looked {spot} and found {junk}. {b} looked {spot2} and found {junk2}.",
        "{f} helped {h.o} look. No {k.noun} {spot}. No {k.noun} {spot2}. [A woman|A boy|A man] had [seen one|heard something], but that was [a fox|a broom|another one].",
    )
    t.say(
        "<h/sad:[Maybe {k.he} is hurt|What if {k.he} is cold|{k.He} will be hungry].> {f} [thought|put an arm around {h.o}]. <f/ask:What does {k} love [most|best] [of all|]?>",
        "<f:[We run and shout|Shouting is no good]. [I would hide from us, too|We scare {k.him}]. What does {k.he} love most?>",
    )
    t.say("<h/happy:[That is easy|I know]: {love}!>", "{h} did not have to think. It was {love}.")
    aside(t, 0.3)
    t.para()
    t.say(
        "{b} got it from {h.p} house, sat down [on the ground|by the gate], and [were quiet|waited without a word].",
        "So they put it on the ground and [hid behind a wall|sat down and waited].",
    )
    t.say(
        "[After a while|Then], there was {sound}. [Slowly|Out of the leaves|Around the corner], {k} came, [dirty|wet] and [tired|hungry], but [whole|happy].",
        "[Minutes passed|It took long]. Then they heard {sound} {spot3}. And there {k.he} was, with [a leaf|a feather|mud] on {k.his} head.",
    )
    t.say(
        "{h} [held|hugged] {k.o} and [did not let go|said nothing at all]. Then {h.he} [shut|closed] the gate, [twice|and looked again].",
        "<h/happy:You [silly|bad|dear] {k.noun}!> {k} [licked|looked at] {h.p} [nose|hand], as if [{h.he} had been lost|nothing had happened].",
        "<f:[Next time, we begin with that|Love is louder than shouting].> {k} was [already|soon] asleep on {h.p} [feet|lap].",
    )


PLOTS = (
    hide_and_seek,
    lost_pet,
)
