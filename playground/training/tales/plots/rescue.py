"""Somebody is in trouble, and somebody helps."""

from playground.training.tales import casting
from playground.training.tales.lexicon import names, places
from playground.training.tales.stage import aside, start
from playground.training.tales.telling import Telling
from playground.training.tales.world import Being


def kitten_in_tree(t: Telling) -> None:
    """A small animal climbed too high; ladder, basket or blanket bring it down."""
    h = casting.child(t)
    start(
        t,
        h,
        t.rng.choice(
            [places.GARDEN, places.PARK, places.YARD, places.STREET, places.FIELD, places.MEADOW]
        ),
    )
    e = casting.neighbor(t)
    pet_name = t.rng.choice(names.PETS["she" if h.pronoun == "he" else "he"])
    k = Being(
        t.rng.choice(["kitten", "cat", "squirrel", "raccoon"]),
        "she" if h.pronoun == "he" else "he",
        "animal",
        pet_name,
        t.rng.choice(["gray", "small", "young", "white", "brown", "thin"]),
        hand="paw",
    )
    tool = t.rng.choice(
        [
            "a ladder",
            "a long ladder",
            "a basket on a rope",
            "a basket and a string",
            "an old blanket",
        ]
    )
    t.set(
        e=e,
        k=k,
        tool=tool,
        tree=t.rng.choice(["oak", "apple tree", "pine", "plum tree", "willow", "tall tree"]),
        bait="[a bit of fish|some milk|a piece of cheese|a warm sock|a ball of wool]"
        if k.noun in ("cat", "kitten")
        else "[a nut|some berries|a piece of cheese|a sweet corn cob]",
    )
    t.meet(k, e)
    t.say(
        "[Something|Somebody] cried [high up|far up|above {h.o}] in the {tree}. It was {k}, who had [climbed|gone] up [after a bird|to see the roofs|for fun] and [was afraid to come down|did not know the way down].",
        "<k/scared:[Help|Oh dear], I [can not|do not dare to] come down!> [High|Far] up in the {tree} sat {k.name}, [holding on|wet and cold|with big eyes].",
    )
    t.world.change(k, "stuck")
    t.maybe(
        0.5,
        "{h} [looked up|came closer]. <h/call:[Hold on|Stay there|Do not move]! I will [get you|help you].>",
        "<h/ask:[Can you jump|Can you climb back]?> <k/scared:[No|Never]. It is [too high|so far down].>",
    )
    t.para()
    t.say(
        "[First|At first], {h} [tried to climb up|held out {h.his} arms]. [The branch was too high|It was too high|{k} only went higher]. [Then|Next] {h.he} put {bait} under the tree. {k} [looked at it|could smell it], but [stayed|did not move].",
        "{h} put {bait} on the ground. {k} [wanted it|looked at it], but {k.he} [was too scared|did not dare]. {h} [shook|tried] a branch, [and that was worse|but that was no help].",
    )
    aside(t, 0.3)
    t.say(
        "[So|Then] {h} [ran|went] to get {e}.",
        "{e} [came|walked] by with [a bag of bread|{e.his} dog|a newspaper] and [stopped|looked up].",
    )
    t.para()
    t.set(
        do={
            "a ladder": "put it [against|up to] the {tree}. {h} held it [tight|with both hands], and {e} [climbed up|went up, step by step], and [took|put] {k} under [one|{e.his}] arm",
            "a long ladder": "set it [against|on] the trunk. {h} held it, and {e} climbed up to the [last|highest] branch and [took|lifted] {k} down",
            "a basket on a rope": "threw the rope over a branch. [Slowly|Bit by bit], {h} pulled the basket up. {k} [smelled {bait} in it|looked at it] and stepped in",
            "a basket and a string": "threw the string over a branch. Up went the basket with {bait} in it. {k} [jumped|got] in, and down it came",
            "an old blanket": "held one end, and {h} held the other. <h/call:Jump, {k}!> {k} [closed {k.his} eyes|counted to three], jumped, and landed [in the middle|softly]",
        }[tool]
    )
    t.say(
        "{e} [had|fetched|brought] {tool}. {e.He} {do}.",
        "<e:[Wait here|I know what we need].> {e} came back with {tool}. {e.He} {do}.",
    )
    t.world.undo(k, "stuck")
    t.say(
        "{k} [shook|licked] {k.his} [fur|paws]. <k/happy:[Thank you|Thanks]. [Next time I will climb something low|Down here is nice, too|I will stay on the ground today].>",
        "{k} [was so happy|was so glad] that {k.he} [ate|finished] {bait} in one go and [fell asleep|rolled up] on {h.p} [shoes|lap].",
        "[From then on|After that], {k} [came by|waited for {h.o}] every [day|morning], but [never again climbed|{k.he} left] the {tree} [alone|].",
    )


def thorn(t: Telling) -> None:
    """One everybody fears is only in pain; the small one helps and gets help later."""
    group = t.rng.choice(["woods", "warm"])
    h = (
        casting.animal(t, group, need="small")
        if group == "woods"
        else casting.animal(t, group, without="big")
    )
    start(t, h, t.rng.choice([places.WOODS, places.HILL, places.RIVER, places.MEADOW]))
    big = casting.animal(t, group, need="big", pronoun={"she": "he", "he": "she"}[h.pronoun])
    big.adjective = t.rng.choice(["big", "huge", "great", "grumpy", "big old"])
    t.set(
        g=big,
        what=t.rng.choice(
            ["a thorn", "a long thorn", "a sharp stone", "a splinter", "a bent nail", "a bee sting"]
        ),
    )
    t.meet(big)
    t.say(
        "[Everybody|All the others] [ran away|hid] when {g} came. {g.He} [roared|stamped] and [made a bad face|showed {g.his} teeth].",
        "[Then|Suddenly], the ground shook. {g} came [along|out of the bushes] and [roared|growled|groaned] so loud that the birds flew up.",
    )
    t.world.change(big, "hurt")
    t.say(
        "{h} [wanted to run|hid {spot}], [too|as well]. But {h.he} saw that {g} [walked on three legs|did not step on one {g.hand}|had tears in {g.his} eyes].",
        "{h} was [so slow|so small] that {h.he} had to stay. So {h.he} [saw|noticed] how {g} [held up|licked] one {g.hand}.",
    )
    t.para()
    t.say(
        "<h/ask:Does [it|something] hurt?> {g} [stopped|looked down]. <g/sad:[Nobody ever asked me that|Yes, very much]. There is {what} in my {g.hand}, and I can not [reach|see] it.>",
        "<h/scared:Are you [angry|cross] with us?> <g/sad:[No|Not at all]. I have {what} in my {g.hand}. It [hurts|hurts so much].>",
    )
    t.say(
        "<h:Sit down and [look at the sky|count to ten|think of {food}].> {h} [took it|pulled] with {h.his} teeth[, once, twice, three times|]. [Pop|Plop]! It was out.",
        "{h} [was afraid|shook a little], but {h.he} [went close|took hold of it]. <h:[One, two|Now], [hold still|think of something nice].> {h} pulled, and [out it came|it was out].",
    )
    t.world.undo(big, "hurt")
    t.para()
    t.maybe(
        0.5,
        "{g} put {g.his} {g.hand} on the ground. <g/happy:[It is better|It does not hurt any more]. [I will not forget this|You are small, but you are brave].>",
        "<g/happy:[Oh|Ah], how good that feels!> {g} [smiled|laughed], and [it was not a bad face at all|nobody was afraid any more].",
    )
    t.say(
        "[Some days later|The next week|When the rain came], {h.p} [home|hole|path] was [full of water|under water]. {g} carried {h.o} [across|to a dry place] on {g.his} back.",
        "[After that|From that day on], {h} often rode on {g.p} back and could [see|look] over [the tops of the bushes|all the grass].",
        "When [the others|the rest] saw the two of them [walk|sit] side by side, they came out, one by one.",
    )


def mud(t: Telling) -> None:
    """Somebody is stuck in mud; pulling does not do it, a board does."""
    h = casting.hero(t, 0.5)
    start(
        t,
        h,
        t.rng.choice([places.RIVER, places.POND, places.FIELD, places.MEADOW]),
        weathers=("rainy", "cloudy", "foggy", "sunny"),
    )
    group = h.group or "farm"
    g = (
        casting.animal(t, group, need="big")
        if group in ("farm", "warm")
        else casting.animal(t, group, without="fly small")
    )
    f = casting.friend(t, h)
    t.set(g=g, f=f, b=[h, f])
    t.meet(g, f)
    t.say(
        "There had been [three|two|many|some] days of rain, and the [path|bank] was [deep|brown] mud. In the middle of it stood {g}.",
        "{h} heard a [sad|long|deep] [cry|sound]. {g} was [standing|up to the belly] in the mud.",
    )
    t.world.change(g, "stuck")
    t.maybe(
        0.5,
        "<g/sad:I only wanted [a drink|to smell a flower|to take the short way]. Now [I am stuck|my legs will not move].>",
        "<g/call:[Help|Hey|Hello]! I am stuck, and I [sink|am sinking] [a bit|] more [each time I move|all the time].>",
    )
    t.para()
    t.say(
        "{h} [took hold of|pulled] {g.o} and pulled. [Nothing moved|The mud said slurp]. {f} [came|ran up] and pulled, too. [Now|Soon] all three were [brown|dirty] up to the ears.",
        "{h} got a rope, and {b} pulled and pulled. The rope [broke|slipped], and they [fell|sat down] [in the mud|backward].",
    )
    t.say(
        "<f:[Wait|Stop]. [Why does a duck not sink|What do people do on snow]? [It has wide feet|They wear wide shoes].> <h/happy:[Then we need something wide|So we need boards]!>",
        "{h} [saw|noticed] that a [flat|wide] leaf [lay|stayed] on top of the mud. <h/happy:[Flat things do not sink|We need something flat]!>",
    )
    t.para()
    t.say(
        "{b} [laid|put] [two boards|an old door|three planks|lots of branches|a gate] in front of {g.o}. {g} [put|set] one {g.hand} on it, then [another|the next], and [slurp|plop], {g.he} was [free|out].",
        "{f} [found|brought] [an old door|some boards|a big mat|thick branches]. [Step by step|Slowly], {g} [came up on it|walked out on it]. The last {g.hand} came out with a loud [pop|smack].",
    )
    t.world.undo(g, "stuck")
    t.maybe(
        0.5,
        "[Then|After that] all three [went to wash|jumped into the water], and [the water turned brown|it took a long time to find out who was who].",
        "<g/happy:Thank you, {h} and {f}. [Come, I will give you a ride|Next time I take the long way].>",
        "{g} [shook|shook {g.himself}], and [now everything was brown|the mud flew], [even the|up to the] [sheets|flowers|nearest tree]. But nobody [minded|was cross].",
    )


PLOTS = (
    kitten_in_tree,
    thorn,
    mud,
)
