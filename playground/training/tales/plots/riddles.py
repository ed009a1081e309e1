"""A map with a cross, a thing that was there all along."""

from playground.training.tales import casting
from playground.training.tales.lexicon import places
from playground.training.tales.lexicon.things import JUNK
from playground.training.tales.stage import aside, start
from playground.training.tales.telling import Telling


def treasure_map(t: Telling) -> None:
    """A map leads to a cross; what is found there was put there by somebody for them."""
    h = casting.hero(t, 0.35)
    start(
        t,
        h,
        t.rng.choice(
            [places.ATTIC, places.LIBRARY, places.SHED, places.BEACH, places.BARN, places.BEDROOM]
        ),
    )
    f = casting.friend(t, h)
    t.set(
        f=f,
        b=[h, f],
        one="[the crooked|the old|the tallest] [pine|oak|pear tree]",
        two="[the flat|a big|the black] [stone|rock]",
        found="[a tin box|an old jar|a wooden box|a bottle|an iron pot]",
        inside="[a letter and two shells|two whistles and a note|marbles and a note|a photo of two children|ten old coins and a letter|a toy boat and a letter]"
        if h.kind == "child"
        else "[a letter and two shells|two whistles and a note|marbles and a note|ten old coins and a letter]",
        who="[Grandma|Grandpa|somebody called Rosie|a boy called Fred]"
        if h.kind == "child"
        else "[an old otter|a badger called Bo|a fox called Rosie]",
        steps="[ten|twelve|seven|nine]",
    )
    t.meet(f)
    t.say(
        "{spot}, {h} found an old map. It showed {one}, {two}, and a [red|big] cross. <h/call:{f}, [come here|look]! A treasure!>",
        "An old map [fell out of a book|lay {spot}]. {h} picked it up. There was {one} on it, then {two}, then a cross. {f} [saw it, too|came to look].",
        "{h} was looking for [a ball|a cat|a quiet place] {spot} and found an old map. {one}, {two}, and a cross were drawn on it in [brown|blue] ink. {f} [wanted to go at once|read it upside down].",
        "<f/ask:What have you got there?> {h} [held it to the light|blew off the dust]. It was an old map with {one}, {two}, and a [thick|big] cross.",
    )
    t.para()
    t.say(
        "{b} [set out|went] at once. From {one}, the map said, go {steps} steps. {h} [made|took] big steps and came to [a wall|a pond]. That was wrong.",
        "{one} was easy to find. <f:Now {steps} steps.> {f} [counted|walked]. {b} stood in [a bush|thorns|a puddle]. <h/sad:This can not be right.>",
        "{b} [ran|went] to {one}. {steps} steps to the [left|right], said the map. {f} went first and [fell into a ditch|bumped into a fence]. <f/sad:[The map lies|That was not it].>",
        "[First|So first] they looked for {one}, and then they counted {steps} steps. But there they found [only grass|nothing but nettles]. Something was not right.",
    )
    t.say(
        "<f:Maybe it was drawn by somebody small. Small [feet|legs] make small steps.> So they [tried it|did it] with small steps, and came to {two}.",
        "{h} turned the map [upside down|around]. [Now|Then] it was right. {b} had gone the wrong way! Soon they stood at {two}.",
        "{f} [pointed at|saw] a [little|small] shoe in the corner of the map. <f:[It was a child|A child made this]. [We must take child steps|Our steps are too long].> {b} did, and there was {two}.",
        "{h} [scratched {h.his} head|looked at the map once more]. <h/call:[That is not a six, it is a nine|It says left, not right]!> So they did it again, and there was {two}.",
    )
    aside(t, 0.3)
    t.say(
        "There they dug with [their {h.hands}|sticks|a spoon]. [Clonk|Tock]! It was {found}.",
        "Under it, the ground was [soft|dark]. {b} dug. {found} came out, [wet|cold] and [rusty|dirty].",
        "{b} [pushed|rolled] it aside and dug. It was hard work. [At last|After an hour], {f} hit on something. It was {found}!",
        "{f} dug, {h} dug, and [a worm looked on|the hole got deep]. Then there it was: {found}, [closed with wax|full of dirt on the outside].",
    )
    t.para()
    t.say(
        'In it they found {inside}. {h} read: "[Whoever finds this|Dear finder], [it was my best thing|I was small when I hid it]. [Take it and hide something of your own|Be as happy as I was]."',
        '{b} opened it. Inside [they found|they saw] {inside}. It said: "[For you two|For those who come after me]. [Half each|Do not quarrel]. The real treasure is the way."',
        'The lid [creaked|was stuck]. When it opened, they saw {inside}. Somebody had [written|put down]: "[Well done|Hello]! I [waited|have waited] [so long|forty years] for you."',
        'What was in it? {b} saw {inside}. {f} read it out loud: "[You have walked the way I walked|I wish I could see your faces]. [Now we are friends|Share it well]."',
    )
    t.maybe(0.5, "It was signed by {who}.", "")
    t.maybe(
        0.5,
        "So {b} put in [a button|a drawing|a blue stone|a shell] of their own, [closed|shut] it, and dug it in again. {b} drew a new map, [with small steps|and hid it in a book].",
        "<f/happy:And where do we hide ours?> {b} thought about it [all the way home|until night], and [told nobody|nobody has found it yet].",
        "{b} took turns with what was in it and kept the [map|letter] [under a bed|in a safe place].",
    )


def on_the_head(t: Telling) -> None:
    """Somebody looks everywhere for what he or she has on or holds all the time."""
    h = casting.child(t)
    start(
        t,
        h,
        t.rng.choice(
            [
                places.KITCHEN,
                places.GARDEN,
                places.LIBRARY,
                places.STATION,
                places.BEDROOM,
                places.SHED,
            ]
        ),
    )
    e = casting.elder(t, h) if t.chance(0.6) else casting.neighbor(t)
    what, where, need = t.rng.choice(
        [
            ("glasses", "on {e.his} head", "read the paper"),
            ("hat", "on {e.his} head", "go out in the sun"),
            ("pencil", "behind {e.his} ear", "write a letter"),
            ("scarf", "around {e.his} neck", "go for a walk"),
            ("key", "on a string around {e.his} neck", "open the shed"),
            ("spoon", "in {e.his} other hand", "stir the soup"),
            ("umbrella", "over {e.his} arm", "go out"),
        ]
    )
    t.set(b=[h, e], e=e, what=what, where=where, need=need, junk3=t.rng.choice(JUNK))
    t.meet(e)
    was = "were" if what == "glasses" else "was"
    t.set(was=was, it="them" if what == "glasses" else "it", my="[My {what}|The {what}]")
    t.say(
        "{e} wanted to {need}, but {e.he} could not find {e.his} {what}. <e/ask:Have you seen {it}?>",
        "<e/sad:My {what} {was} here this morning. I can not {need} without {it}.> {e} [turned around|looked] three times.",
    )
    t.maybe(
        0.5,
        "<h:I will help you look.> {h} looked {spot} and found {junk}.",
        "{h} looked {spot} and found {junk}.",
    )
    t.para()
    t.say(
        "{e} looked {spot2} and found {junk2}. <e:[A mouse has taken {it}|I am getting old|Things have legs here].>",
        "{b} looked {spot2} and {spot3}. [More and more|All sorts of] things came out: {junk2}, {junk3}.",
    )
    t.say(
        "[Then|At last], {h} [looked up|stopped and looked at {e.o}]. {h.he} began to [smile|giggle]. There {was} the {what}, {where}!",
        "{h} [wanted to say something|looked at {e.o}], and then {h.he} had to laugh so hard that {h.he} sat down. The {what} {was} {where}.",
    )
    t.world.past.append(("see", h, t.names["where"]))
    aside(t, 0.2)
    t.para()
    t.maybe(
        0.5,
        "<h:Now you are warm. Warmer. Hot!> {e} [turned|went] left and right. <e/ask:[Up or down|In here]?> <h/happy:Very near you!>",
        "<h/ask:What do you give me if I find {it} [without moving a foot|in one second]?> <e:{snack}.>",
    )
    t.say(
        "{e} felt {where}, and [went red|laughed until tears came]. <e/happy:[Well, I never lost {it}, then|I had the {what} with me all the time].>",
        "{h} [pointed|took {e.p} hand and put it there]. <e:[Oh|Well]! [It is good that you have eyes|Tell nobody].>",
    )
    t.maybe(
        0.5,
        "[Now|Then] {e} could {need}. And {h}? {h.he} could not find {h.his} own cup. It was in {h.p} [left|right] hand.",
        "{b} [ate|shared] {snack}, and [every time|whenever] they looked at each other, they laughed again.",
        "[At supper|That evening], {h} told the story to [everybody|the cat], and {e} [told it even better|said that it was a lie].",
    )


PLOTS = (
    treasure_map,
    on_the_head,
)
