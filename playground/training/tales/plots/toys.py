"""Toys that are broken or left behind."""

from playground.training.tales import casting
from playground.training.tales.lexicon import names, places, things
from playground.training.tales.stage import aside, start
from playground.training.tales.telling import Telling
from playground.training.tales.world import Being


def broken_toy(t: Telling) -> None:
    """A toy breaks; one tries alone and makes it worse; with help and patience it is whole."""
    h = casting.child(t)
    start(
        t,
        h,
        t.rng.choice(
            [places.BEDROOM, places.KITCHEN, places.YARD, places.PARK, places.SHED, places.GARDEN]
        ),
    )
    e = casting.elder(t, h) if t.chance(0.6) else casting.neighbor(t)
    noun, part, mender = t.rng.choice(things.TOYS).split(",")
    x = casting.thing(t, noun, h)
    t.set(
        e=e,
        x=x,
        part=part,
        mender=mender,
        wrong="[chewing gum|honey|mud|jam|wet paper|a lot of spit]",
    )
    t.world.take(h, x)
    t.say(
        "{h} had {x}, and [it went everywhere with {h.him}|{h.he} played with it every day]. Then it fell [down the stairs|off the table|from {h.p} hands], and the {part} broke off.",
        "[Crack|Snap]! {h} looked at {h.p} {x.full}. The {part} lay [beside it|on the ground]. <h/sad:[I only dropped it once|No, no, no].>",
    )
    t.world.change(x, "broken")
    t.para()
    t.maybe(
        0.5,
        "{h} [wanted|tried] to mend it {h.himself}. {h.he} took {wrong}. [It held for a minute|It looked good], and then the {part} fell off again, and [everything was sticky|it was worse than before].",
        "First {h} tried {wrong}. [That did not hold|It dripped]. Now the {x.n} was broken and [dirty|sticky], too.",
    )
    t.say(
        "<h/sad:[Now I have to throw it away|It will never be whole again].> {h} [put it into a box|hid it under a cloth].",
        "{e} found {h.o} [in a corner|on the floor], with [red|wet] eyes. <e/soft:What is it?> {h} [held it out|showed {e.o} the {part}].",
    )
    t.meet(e)
    aside(t, 0.3)
    t.para()
    t.say(
        "<e/soft:[We will do it the slow way|Mending takes longer than breaking]. First, we wash it. Then we need {mender}.> {h} [got it|looked for it] {spot}.",
        "{e} looked at it [from all sides|through {e.his} glasses]. <e:{mender}, [that is all we need|and a bit of time]. But you must [hold it still|count to a hundred].>",
    )
    t.say(
        "{h} held the {x.n}, {e} [did|fixed] the rest, [and nobody spoke|with the tip of {e.his} tongue between {e.his} teeth]. It took [an hour|all evening].",
        "{e} showed {h.o} how, and {h} did it {h.himself}, slowly. [Once|Twice] it slipped, and they [began|started] again.",
    )
    t.world.undo(x, "broken")
    t.world.use(h, x)
    t.say(
        "[Then|Now] it was whole. One could see a [line|mark] where it had [broken|been mended]. <h/happy:[That is where it was brave|I like it even more now].>",
        "The {part} [sat|was] where it should be. {h} played with it until [bed time|supper], very gently.",
        "<e:[If something breaks again, you know how|Now you are a mender].> The next week, {h} mended [a chair|a friend's kite|a cup|a neighbor's fence].",
    )


def left_in_rain(t: Telling) -> None:
    """A toy is left outside; the night is long for it; somebody keeps it dry."""
    h = casting.child(t)
    start(
        t,
        h,
        t.rng.choice([places.GARDEN, places.YARD]),
        opening=False,
        weathers=("cloudy", "windy"),
    )
    other = {"she": "he", "he": "she"}[h.pronoun]
    toy = Being(
        t.rng.choice(["bear", "doll", "rabbit", "puppet", "elephant", "lion", "mouse", "robot"]),
        other,
        "toy",
        t.rng.choice(names.PETS[other]),
        t.rng.choice(["small", "soft", "old", "little", "brown", "blue", "yellow"]),
        hand="arm",
    )
    g = casting.animal(t, t.rng.choice(["woods", "farm"]), without="big", pronoun=h.pronoun)
    g.name = None
    t.set(
        b=[toy, g],
        toy=toy,
        g=g,
        roof="[a big leaf|an old bucket|a piece of bark|a broken umbrella|a flower pot]",
        call="[It is supper time|Come in|Wash your hands]",
    )
    t.meet(toy)
    t.say(
        '{toy.name} was {h.p} toy {toy.noun}. [All afternoon|That day], they [had played|had been] {p.at}. Then somebody called, "{call}!" and {h} [ran in|ran home], alone.',
        "{h} had a toy {toy.noun} called {toy.name}. [One evening|That evening], {h.he} forgot {toy.o} {spot}. [The door closed|The light went on in the house].",
    )
    toy.known = True
    t.say(
        "[It got dark|Night came]. [Plip|Drip]. The first drop fell on {toy.p} nose. <toy/sad:[I can not get wet|Rain is not good for me|{h} will come back soon].>",
        "{toy.name} waited. [A star came out|The moon came up], then a cloud. Then it began to rain. <toy/scared:[Hello|Is somebody there]?>",
    )
    t.world.change(toy, "wet")
    t.para()
    t.say(
        "{g} came [by|along] on the way home. <g/ask:[Why do you not walk|Why do you sit in the rain]?> <toy/sad:[I can not|I walk only if somebody carries me].>",
        "In the wet grass something moved. It was {g}. <g/ask:Are you [lost|alone]?> <toy/sad:[Only forgotten|I was forgotten].> <g/soft:That is not the same. [One comes back|Somebody will come] for what was forgotten.>",
    )
    t.say(
        "The {g.noun} [looked around|thought]. Then {g.he} [pulled|rolled|brought] {roof} [over|above] {toy.o} and sat down, [too|close by].",
        "So the {g.noun} held {roof} over both of them. It was [tight|small], but it was dry.",
    )
    t.maybe(
        0.5,
        "{b} told each other [where they came from|stories] until the rain [stopped|was over].",
        "<g/ask:What do you do all day?> <toy:I am [hugged|carried around].> <g/soft:[That sounds nice|I would like that, too].>",
    )
    t.world.undo(toy, "wet")
    t.para()
    t.say(
        "In the morning, {h} came [running|out] in bare feet. <h/call:{toy}! [There you are|I woke up and you were not there]!> {h} [held|pressed] {toy.o} to {h.his} chest.",
        "At [dawn|sunrise], the door flew open. {h} had looked [in every room|under the bed]. <h/sad:[I forgot you|Forgive me], {toy}.>",
    )
    t.say(
        "{h} saw {roof} and the small tracks [beside|under] it. [From then on|After that], {h.he} put [a nut|some bread|a bit of apple] there every evening.",
        "{toy.name} was [hardly|not even] wet. {h} never found out why. But [in the hedge|behind the wood pile] sat the {g.noun} and [smiled|looked on].",
    )


PLOTS = (
    broken_toy,
    left_in_rain,
)
