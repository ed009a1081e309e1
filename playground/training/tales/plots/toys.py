"""Toys and machines that are broken, left behind, or try to help."""

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
    t.say(
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
        "The {part} [sat|was] where it should be. {h} played with it until [bed time|supper], very [gently|carefully].",
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
    t.say(
        "They told each other [where they came from|stories] until the rain [stopped|was over].",
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
    t.say(
        "{h} [opened {h.his} mouth|wanted to shout], and closed it again. It was true: {r.he} had done just what {h} had said.",
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
    t.say(
        "[In the evening|At the end], {r.he} asked for a [drop|bit] of oil. <h/happy:[Here|Good night], you [clever|good] tin can.>",
        "<r/ask:Why do [people|humans] say one thing and mean another?> <h:[I wish I knew|I think we are not built so well].>",
        "After that, {h} [always|first] thought, then spoke. It [helped|was good] with [people|grown-ups], too.",
    )


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

PLOTS = (broken_toy, left_in_rain, helpful_robot)
