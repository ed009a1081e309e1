"""A plan that fails, and then one that works."""

from playground.training.tales import casting
from playground.training.tales.lexicon import places, things
from playground.training.tales.stage import aside, start
from playground.training.tales.telling import Telling


def stuck_high(t: Telling) -> None:
    """Something is stuck high up; what is thrown after it sticks, too; then it comes down."""
    h = casting.hero(t, without="climb fly big")
    start(t, h, t.rng.choice([places.GARDEN, places.YARD, places.PARK, places.MEADOW, places.STREET]),
          weathers=("windy", "cloudy", "sunny"))  # fmt: skip
    f = casting.friend(t, h, without="fly")
    x = casting.thing(
        t, t.rng.choice(["kite", "ball", "paper plane", "balloon", "hat", "scarf"]), h
    )
    y = casting.thing(t, t.rng.choice(["shoe", "stick", "boot", "cap", "bag", "rope", "bucket"]), h)
    high = t.rng.choice(
        ["the [tall|old|big] tree", "the roof", "the [old|high] wall", "the lamp post"]
    )
    t.set(f=f, x=x, y=y, high=high)
    t.meet(f)
    t.say(
        "[Suddenly|Then|All at once], a gust took {h.p} {x.full} and put it on top of {high}.",
        "{h} was playing with {h.p} {x.full}. [Up it went|It flew up], and [there|then] it hung, on top of {high}.",
        "{h} threw {h.p} {x.full} [up high|as high as {h.he} could]. It did not come down. It was stuck on {high}.",
    )
    t.world.put(x, t.here, f"on {high}")
    t.para()
    t.say(
        "<h:I will [hit it|knock it down] with {y.a}.> {h} [threw|aimed]. [Now|Oh no, now] the {y.n} was [stuck|up there], too.",
        "{h} [jumped|hopped] [ten|five|six] times, but {high} was too high. So {h.he} threw {y.a}. [The {y.n} stayed up|It stayed up] there [as well|beside the {x.n}].",
    )
    t.world.put(y, t.here, f"on {high}")
    t.maybe(
        0.5,
        "{f} [came by|had seen it all] and [laughed|tried not to laugh]. <f:[If you go on like this|At this rate], [all your things|your whole house] will [live|be] up there.>",
        "[Just then|Then], {f} came [by|along]. <f/ask:[Are you drying your things|Is that a new hat stand|Do your things live] up there?> {h} [did not laugh|had to smile].",
    )
    aside(t, 0.3)
    t.para()
    t.say(
        "They [thought|looked around]. {f} [found|had] a [rake|broom|long pole|fishing rod], but it was too short. [So|Then] {h} stood on a [box|bench|bucket], and {f} [tied a stick to it|held the box]. Now it was long enough.",
        "<f:[We need something long|One stick is short, but two are long].> They tied [a rake to a broom|two poles together|a broom to a mop] with [string|a ribbon|a belt]. {h} pushed, and {f} [held {h.o}|watched].",
    )
    t.world.take(h, x)
    t.world.take(h, y)
    t.say(
        "[Plop|Bump]! Down came the {y.n}. [Then|A moment later], down came the {x.n}[, right on {f.p} head|, soft as a leaf|].",
        "First the {y.n} fell, then the {x.n}. [An old nest came, too|Some leaves came, too|{f} caught it in {f.his} {f.hands}].",
    )
    t.maybe(
        0.5,
        "<h/happy:[Thank you|We did it]! [Together we are as tall as a giraffe|Two heads are better than one].>",
        "{h} [tied|put] a long string on the {x.n} [before|and only then] {h.he} [let it fly|played with it] again.",
        "<f/ask:[And what did we learn|What will you throw next time]?> <h:[Nothing at all|Not my {y.n}].>",
    )


def heavy_load(t: Telling) -> None:
    """Something is too heavy to push; logs, or friends, or soap make it go."""
    h = casting.hero(t, without="big")
    start(
        t,
        h,
        t.rng.choice(
            [places.YARD, places.BARN, places.FIELD, places.HILL, places.HARBOR, places.STREET]
        ),
    )
    f = casting.friend(t, h, without="big")
    load = t.rng.choice(
        [
            "pumpkin",
            "box",
            "chest",
            "table",
            "barrel",
            "melon",
            "stove",
            "piano",
            "cupboard",
            "log",
            "stone",
            "bench",
        ]
    )
    x = casting.thing(t, load)
    x.adjectives = t.rng.choice(["big", "huge", "heavy", "great big", "big old", "very big"])
    t.set(f=f, b=[h, f], x=x, goal=t.rng.choice([
        "home", "to the [fair|market]", "to the [new house|school|hall]", "over the bridge",
        "to the other side of the yard", "to the other end of the village", "up to the gate",
    ]))  # fmt: skip
    t.meet(f)
    t.say(
        "{h} wanted to [get|take|bring] {x} {goal}.",
        "{x} [stood|lay] there. It had to go {goal}, and {h} had [said|promised] that {h.he} would [do it|bring it].",
    )
    t.para()
    t.say(
        "First, {h} pushed. The {x.n} did not move. Then {h.he} pulled. [It still did not move|It moved as far as an ant|Nothing happened].",
        "{h} pushed [with both {h.hands}|with {h.his} back|until {h.he} was red in the face]. [It did not move at all|The {x.n} stayed where it was|It moved the width of a hair].",
    )
    t.say(
        "{f} [watched|came by]. <f:[I will pull and you push|Let me help].> {b} [tried|did it] together. [The rope broke, and both fell over|It moved one step and stopped|{b} only got hot and tired].",
        "<f/ask:[Shall I help|Does it go]?> Together they [pushed|lifted], and [the {x.n} moved one step|nothing moved but their feet]. <h/sad:[This way we need a year|It does not work].>",
    )
    aside(t, 0.4)
    t.para()
    t.say(
        "{f} [sat down|leaned] on a [round|smooth] [stick|log], and it rolled [away|off]. {f} [fell down and laughed|jumped up]. <f/happy:[That is it|I have it|I know]! [We need things that roll|Round things roll].>",
        "A [bug|beetle] rolled a ball of [earth|mud] [by|past them]. {h} [looked at it|watched it] for a long time. <h/happy:[Round things roll|It rolls it]! [We need wheels|Let us do it like that].>",
    )
    t.say(
        "{b} [laid|put] [three|four|five|six] round sticks under the {x.n}. Now {h} pushed with one {h.hand}, and it [went|rolled] [like a cart|by itself|as if it were light].",
        "{b} got [some|four|five] [poles|logs|pipes] and put them under it. [One little push|A small push], and the {x.n} rolled. {f} took each one from the back and [laid|put] it in front again.",
    )
    t.say(
        "[Soon|By evening|Before dark], they had it where it should be. {b} [drank|had] a [big|tall] [cup|glass] of [water|milk|juice]. <f:[Thank you, little beetle|Being round is a good thing|Next time, we think first and push later].>",
        "So the {x.n} came {goal} [after all|in the end|before dark]. <h:[We pushed long enough|I could have pushed till Sunday].> <f/happy:[Always happy to help|And I would have helped you]!>",
    )


def paper_boat(t: Telling) -> None:
    """A boat of the wrong stuff sinks; one of the right stuff sails."""
    h = casting.hero(t)
    start(t, h, t.rng.choice(places.WATER))
    f = casting.friend(t, h)
    wrong, why = t.rng.choice([
        ("[paper|old letters|a page]", "it got [wet and soft|soft as soup]"),
        ("[clay|mud]", "it was too heavy"),
        ("[bread|an old roll]", "[a duck|a fish] ate it"),
        ("a [sock|hat]", "it drank [all the water|too much water]"),
        ("stones", "it was too heavy"),
    ])  # fmt: skip
    right = t.rng.choice([
        "[half a|a] walnut shell", "a piece of [bark|wood]", "[a cork|three corks]", "an [old shoe|empty tin]",
        "a wooden [spoon|box|bowl]", "[a big leaf and two sticks|reeds and a string]",
    ])  # fmt: skip
    t.set(f=f, b=[h, f], wrong=wrong, why=why, right=right,
          sail="[a {color} {cloth}|a leaf|a feather|a bit of {color} cloth]",
          color=t.rng.choice(things.COLORS), cloth="[ribbon|rag|sock|sail]")  # fmt: skip
    t.say(
        "{h} wanted to build a boat [that could go to the other side|for {h.p} [toy mouse|little doll|pet snail]|that would sail far away].",
        "<h/happy:Today I will [make|build] a boat!> [It should sail to the other side|It should carry a stone|It should be the best one].",
    )
    t.para()
    t.say(
        "{h} made the first one out of {wrong}. It [looked|was] [fine|good|very nice]. [But on|On] the water, {why}, and [down it went|that was the end of it].",
        "The first boat was [made of|out of] {wrong}. {h} set it on the water and [waved|clapped]. [Glug|Glug, glug], {why}. [The boat was gone|It went down].",
    )
    t.maybe(
        0.5,
        "{h} [stared at|looked into] the water. <h/sad:[My boat|It was so nice].> {f} [had seen it|sat on the bank]. <f/ask:[Shall I cry with you or help|What else floats]?>",
        "{f} [came along|was fishing there]. <f:[My first one sank, too|A boat must be light and dry].> <h/ask:[So what is light and dry|What did you do then]?>",
    )
    t.para()
    t.say(
        "{b} [put|threw] all sorts of things [in|into] the water. A [stone|nail|key] sank. A [spoon|coin|shell] sank. [But|Only] {right} [stayed on top|floated].",
        "{b} [walked along the bank|looked around] and tried [this and that|what they found]. In the end they took {right}, which [floated|did not sink at all|stayed on top].",
    )
    t.say(
        "For a sail, {f} gave {sail}. {h} [pushed it off|let it go], and the wind took it [across|out].",
        "{h} put up {sail} for a sail. [Away it went|It sailed], [straight as a string|past the reeds|with a small wave at its nose], to the other side.",
    )
    t.maybe(
        0.5,
        "{b} ran [around the water|after it] to [meet|catch] it. <h:[The first one was for learning|Now it needs a name].>",
        "<f/ask:What is it called?> {h} thought [of the first one|for a moment]. <h:[Number Two|Still Dry|Second Try].>",
        "A [frog|gull|dragonfly] [sat down|landed] on it and was its [captain|first guest].",
    )


def hole_in_bucket(t: Telling) -> None:
    """Water is carried in something with a hole, until the way itself turns green."""
    h = casting.hero(t)
    start(
        t,
        h,
        t.rng.choice([places.GARDEN, places.YARD, places.FIELD, places.MEADOW]),
        weathers=("hot", "sunny"),
    )
    e = casting.elder(t, h)
    x = casting.thing(t, t.rng.choice(["bucket", "can", "jug", "pail"]))
    plant = t.rng.choice(
        ["tree", "rose", "bean plant", "sunflower", "pumpkin", "cherry tree", "fig tree", "melon"]
    )
    t.set(e=e, x=x, plant=plant, n=t.rng.choice(["three", "four", "five", "six", "seven"]))
    t.meet(e)
    t.say(
        "It had not rained for {n} weeks. The little {plant} [hung its head|was thirsty|had dry leaves].",
        "A [young|small] {plant} grew there, but it was [too dry|very thirsty], and the well was [far|down the path].",
        "{e} had planted a {plant} there. For {n} weeks, no drop had fallen, and [the earth was like stone|its leaves were like paper].",
        "<e/sad:[Poor|Look at our] {plant}. It needs water [soon|or it will not live].> [The sky was blue and empty|There was no cloud to be seen].",
    )
    t.world.take(h, x)
    t.say(
        "{h} took {x} and went to get water.",
        "So {h} carried water [every day|from the well] in {x}.",
        "<h:I will get some.> There was {x} [by the gate|on a nail], and {h} [took it|set off with it].",
        "{e} gave {h.o} {x}, and {h} [went down to the well|walked all the way to the brook] with it.",
    )
    t.para()
    t.say(
        "[Drip, drip|Drip, drop]. When {h} came [back|to the {plant}], the {x.n} was [nearly|almost] empty. There was a [small|tiny] hole in it. {h} ran [faster|back], but [it was no good|the hole was faster].",
        "But the {x.n} had a [small|tiny] hole. [Half|Most] of the water [ran out|was lost] on the way. {h} put [a leaf on it, and the leaf fell off|mud on it, and the mud came off|{h.his} thumb on it, and it still ran out].",
    ) if h.kind == "child" else t.say(
        "[Drip, drip|Drip, drop]. When {h} came [back|to the {plant}], the {x.n} was [nearly|almost] empty. There was a [small|tiny] hole in it.",
        "But the {x.n} had a [small|tiny] hole. [Half|Most] of the water [ran out|was lost] on the way. {h} put [a leaf|mud] on it, and it [fell off|came off].",
    )
    t.maybe(
        0.5,
        "<h/sad:[This|It] is a [bad|silly] {x.n}.> {e} [smiled|shook {e.his} head]. <e/soft:[Go on|Do not stop]. [Wait and see|Look at the path in two weeks].>",
        "{e} [saw it|had watched]. <h/ask:Shall I [throw it away|get a new one]?> <e:[Not yet|No]. [It is doing two jobs|You will see why].>",
        "{h} wanted to [kick it|leave it there]. <h/sad:It loses more than it brings.> <e/soft:[Does it|You think so]? [Ask me again in two weeks|I like it just as it is].>",
        "<h/ask:Is there no [better|other] {x.n}?> {e} looked at the path behind {h.o} and [smiled|hummed]. <e:[There is|Yes]. But take this one.>",
    )
    t.para()
    t.say(
        "{h} went {n} times a day, and the {plant} [got|had] enough in the end. After [two|three] weeks it [put out new leaves|stood up straight].",
        "[So|And so] {h} went twice as often. The {plant} [grew|stood up], leaf by leaf.",
        "[Day after day|Morning and evening], {h} walked there and back with what was left. It was [enough|just enough]. The {plant} [lifted its head|got a new leaf each week].",
        "It took {h.o} [twice as long|{n} trips a day]. But the {plant} drank, and [soon it was green again|after a week it stood up].",
    )
    t.say(
        "[And|But] that was not all. [Along|All along] the path, where the {x.n} had dripped, there stood [a line of|many small|bright] [white|yellow|blue|red] flowers.",
        "Then {h} [saw|looked at] the path. On the [left|right], where the {x.n} had [lost its|dripped] water, [small|blue|yellow] flowers [stood in a row|had come up].",
        "And [one fine day|one morning], {h} [stopped|stood still] in the middle of the way. Next to {h.p} feet, on the side of the hole, a [thin|long] line of [red|white|blue] flowers [ran|went] from the well to the {plant}.",
        "But what was that? [On one side|To the right], the path was [bare|dry]. On the other, where {h} had carried the {x.n}, [clover|grass and poppies|yellow flowers] grew.",
    )
    t.say(
        "<e:[That was your bad {x.n}|The hole did that].> {h} [never mended it|kept it for ever].",
        "<h/happy:[It watered them all|My {x.n} did that]!> {e} nodded. <e:I [put|threw] some seeds there [the day you began|that first day].>",
    )


PLOTS = (stuck_high, heavy_load, paper_boat, hole_in_bucket)
