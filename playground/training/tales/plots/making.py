"""Cooking, growing, painting."""

from playground.training.tales import casting
from playground.training.tales.lexicon import places
from playground.training.tales.lexicon.manners import FAIR
from playground.training.tales.stage import aside, start
from playground.training.tales.telling import Telling

BAKED = (
    ("cake", "[eggs|sugar|milk|butter|flour]"),
    ("bread", "[flour|salt|yeast]"),
    ("apple pie", "[apples|butter|cinnamon|flour]"),
    ("pancakes", "[eggs|milk|flour]"),
    ("plum cake", "[plums|sugar|eggs]"),
    ("soup", "[carrots|salt|onions|beans]"),
    ("cookies", "[nuts|butter|honey]"),
    ("pizza", "[cheese|tomatoes|flour]"),
    ("dumplings", "[flour|cabbage|an onion]"),
)


def baking(t: Telling) -> None:
    """Something is missing; a neighbor lends it and is missing something else; all eat together."""
    h = casting.child(t)
    start(t, h, places.KITCHEN)
    e, n, n2 = casting.elder(t, h), casting.neighbor(t), casting.neighbor(t)
    while n2.name == n.name:
        n2 = casting.neighbor(t)
    dish, missing = t.rng.choice(BAKED)
    t.set(
        b=[h, e],
        e=e,
        n=n,
        n2=n2,
        dish=dish,
        missing=missing,
        other="[a pan|a chair|a big spoon|a bowl|some company|a lemon|a candle|a match]",
    )
    t.meet(e)
    t.say(
        "{h} and {e} wanted to make {dish}. {b} [put|set] everything on the table. <e/sad:[Oh no|Oh dear], [there is|we have] no {missing}!>",
        "<e:[Today|Now] we will make {dish}.> {h} [washed|had washed] {h.his} hands. But when they looked for {missing}, there was nothing left.",
        "It was the right day for {dish}. {e} looked {spot}, and {h} looked {spot2}. [But they|They] had no {missing}.",
    )
    t.say(
        "{h} took a cup and [ran|went] next door to {n}. <n/soft:[Of course|Yes], I have {missing}. [But|Only] I have no one to eat with.>",
        "<h:I will ask {n}.> [So|And so] {h} [knocked|rang the bell] next door. <n/happy:[Take it|Here you are]! What are you making?> <h/happy:{dish}! [You may have some|I will bring you some].>",
    )
    aside(t, 0.3)
    t.para()
    t.maybe(
        0.5,
        "Then they [mixed|stirred] and [tasted|sang]. There was flour on {h.p} [nose|ears|socks] and [on the cat|on the lamp|in {e.p} hair].",
        "{h} stirred until {h.p} arm was tired, then {e} stirred. [Some|A bit] fell on the floor, and [the dog|the cat] was glad.",
    )
    t.say(
        "[Soon|After a while], it smelled so good that {n2} [came|looked in] from the other side. <n2/ask:What is [that|this smell]?>",
        "The smell went [out of the window|down the stairs|through the wall]. There was a knock. It was {n2}. <n2:I only wanted to [say hello|smell it from close by].>",
    )
    t.meet(n, n2)
    t.para()
    t.say(
        "So {n} came, and {n2} [came|stayed], and [each|everybody] brought a [chair|plate|spoon]. The table was [too small|full], so they ate on the [stairs|steps|floor].",
        "[In the end|At supper], there were four of them around the [table|pot]: {h}, {e}, {n}, and {n2}.",
    )
    t.maybe(
        0.5,
        "<e:[We were only missing {missing}|It was good that we had no {missing}].> {h} [nodded with a full mouth|licked the spoon]. <h/happy:[Next time, let us be missing something else, too|Tomorrow let us run out of salt].>",
        "{h} [counted|looked at] the plates. Not a crumb was left. [But now|Now] {h} knew {number} new [jokes|stories], and all the neighbors knew each other.",
        "<n/happy:[This is the best {dish} in the street|I have not laughed so much for a year].> [And from|From] then on, [they cooked together every Sunday|somebody always ran out of something on Fridays].",
    )


def growing(t: Telling) -> None:
    """A seed is planted; it takes long; somebody is not patient; something else comes up."""
    h = casting.hero(t, 0.5)
    start(
        t, h, t.rng.choice([places.GARDEN, places.YARD, places.FIELD, places.MEADOW]), weathers=FAIR
    )
    f = casting.friend(t, h)
    plant, what = t.rng.choice(
        [
            ("pumpkin", "as big as a [chair|wheel|stove]"),
            ("sunflower", "as tall as the [roof|door|fence]"),
            ("bean", "so long that it [climbed over the wall|reached the window]"),
            ("melon", "as round as the moon"),
            ("tomato", "as red as a [bell|fire truck]"),
            ("strawberry", "as big as a [nose|plum]"),
            ("carrot", "as long as {h.p} arm"),
            ("pea", "full of [fat green|sweet] balls"),
            ("corn", "taller than {f}"),
        ]
    )
    t.set(f=f, plant=plant, what=what, wait="[{number} days|a week|two weeks]", b=[h, f])
    t.meet(f)
    t.say(
        "{h} had [one|a single|just one] {plant} seed. {h.he} [made|dug] a hole [with {h.his} {h.hand}|with a spoon], put it in, and gave it water.",
        "An old [man|woman|hen|goat] had given {h.o} a seed. <h:[It is|This is] a {plant} seed. I will plant it [here|by the fence].> [And that is what {h.he} did|So {h.he} did].",
    )
    t.say(
        "<f/ask:[When will it come up|How long does it take]?> <h:[Tomorrow|Soon], I think.> But [the next day|tomorrow] there was only [earth|mud|a worm].",
        "[In the evening|An hour later], {h} [looked|came to look]. Nothing. [The next day|In the morning]: nothing.",
    )
    t.para()
    t.say(
        "{f} said it needed [music|a song], so they sang. {f} said it needed [soup|light], so they [gave it some|brought a lamp]. After {wait}, there was still nothing.",
        "After {wait}, {h} wanted to dig it up. <f/call:[Stop|Do not do that]! [It is working down there|You do not wake a baby to see if it sleeps].>",
        "{h} [talked to it|told it jokes], and {f} kept the [birds|snails] away. {wait} [went by|passed].",
    )
    t.maybe(
        0.5,
        "<h/sad:[It is dead|It does not like me|I did something wrong].> <f/soft:[Seeds are slow|You can not hurry a seed]. [Water it and wait|Come and play, and let it be].>",
        "[Then it rained|Then came a warm rain], [all night|for two days].",
    )
    aside(t, 0.3)
    t.para()
    t.say(
        "One morning, a [green tip|small green hook|green nose] [looked out of|stuck out of|had come through] the earth. {h} [lay down on {h.his} belly|called {f}] to see it [better|from close by].",
        "And [then|suddenly] it was there, [green and small|as thin as a thread]. <h/call:{f}, [come quick|look]! It is [waving|looking at me]!>",
    )
    t.say(
        "It got [one leaf|two leaves], then [four|six], then a flower. [When summer was over|In the fall], there it was, {what}.",
        "Week after week it grew. [At last|In the end], the {plant} was {what}.",
    )
    t.maybe(
        0.5,
        "{b} [ate|had] [soup|lunch] [beside it|in its shade], and {h} kept [one seed|{number} seeds] for [next year|the spring].",
        "<f:And it was so quiet at first.> <h:It was busy [under the ground|where we could not see it].>",
        "{h} gave {f.o} half of it, because [half of the waiting had been done by {f.him}|waiting is easier with two].",
    )


def painting(t: Telling) -> None:
    """A blot spoils a picture, and becomes the best of it."""
    h = casting.hero(t, 0.35)
    start(
        t,
        h,
        t.rng.choice(
            [
                places.SCHOOL,
                places.KITCHEN,
                places.GARDEN,
                places.ATTIC,
                places.BEACH,
                places.MEADOW,
                places.LIBRARY,
            ]
        ),
        weathers=FAIR,
    )
    f = casting.friend(t, h)
    blot, became = t.rng.choice(
        [
            (
                "[a big drop|a blot] of {color} paint",
                "[a fish|a whale|a balloon|a cat with no ears|a big bird]",
            ),
            ("a dirty thumb print", "[a sheep|a mouse|a small bear|a potato with legs]"),
            ("a round ring from a cup", "[the moon|a wheel|a pond]"),
            ("a long {color} line", "[a snake|a road|the tail of a kite|a river]"),
            ("a tear in the paper", "[a door that opens|a cave|the mouth of a frog]"),
        ]
    )
    t.set(
        f=f,
        blot=blot,
        became=became,
        theme="[the sea|a house with {number} windows|a garden|the hill|a horse|a ship|{h.his} street|the whole family|a train]",
        gift="[Grandma|the teacher|the wall by the door|a friend who was ill|the big show on Friday]",
    )
    t.meet(f)
    t.say(
        "{h} [painted|was painting] {theme}. It was for {gift}, [and so it had to be good|so it should be the best one ever].",
        "It took {h.o} all [morning|afternoon] to paint {theme}. [Only the sky was missing|It was almost done]. It was for {gift}.",
        "For {number} days, {h} had worked at {theme}. It should hang [in the hall|where all could see it], for it was for {gift}.",
        "{h} had a clean sheet and [a full|a new] box of paint. It was to be {theme}, as a present for {gift}, and {h} did not [hurry|talk].",
    )
    t.say(
        "[Then|Then somebody called, and] {h} turned [around|too fast]. [Oh no|Oh]! Now there was {blot} right in the middle.",
        "{f} [came to see it|ran past] and bumped into {h.p} side. Now there was {blot} [in the middle of it|right across the picture].",
        "And then the [brush slipped|cup fell over|table shook]. {h} [held {h.his} breath|closed {h.his} eyes]. When {h.he} looked again, there was {blot}, [right in the best part|as plain as day].",
        "{f} only wanted to [see|help]. But something wet touched the paper, and now there was {blot}.",
    )
    t.para()
    t.maybe(
        0.5,
        "<h/sad:[It is ruined|It is spoiled|I can throw it away].> {h} [wanted to tear it up|turned it over|pushed it away].",
        "{h} tried to [rub it off|wash it off|hide it]. [It only got bigger|That made it worse]. [A tear fell on it, too|{h.he} felt like crying].",
    )
    t.say(
        "{f} [looked at it|held it up], [first|once] the right way, then upside down. <f:[I do not see a mistake|That is no mistake]. I see {became}.> <h/ask:Where?> <f:[There|Here], look: [it only needs an eye|one line is missing].>",
        "<f/soft:I am sorry.> {f} [tipped|turned] {f.his} head. <f:[But look|Wait]. If you [put a dot here|draw one more line], it is {became}.>",
        "{f} did not say a word. {f.He} walked [around it|from one side to the other]. <f/happy:[Do you know what|I have it]! That is {became}. It was there all the time.>",
        "<f/ask:Is it a mistake, or is it {became}?> {h} [looked|looked again]. <h:[Hm|Now that you say it], [if I add an eye|with one more line] it could be.>",
    )
    aside(t, 0.3)
    t.para()
    t.say(
        "{h} took the [thin|small] brush. One [dot|line], [two|three] [strokes|small strokes], and it [was|looked like] {became}.",
        "{h} [did not believe it|wiped {h.his} nose], but {h.he} [tried|took the brush]. [Soon|Then] everybody could see it: {became}.",
        "[A bit of black|Some white] here, a thin line there. {h} [stepped back|held it up]. It was {became}, [no doubt|and a good one].",
        "{h} [dipped|took] the brush, and {f} [held|turned] the paper. [Stroke by stroke|Bit by bit], out came {became}.",
    )
    t.say(
        "When the picture [hung|was] in its place, people [stopped|came]. They did not look at [the rest|anything else]. They [all|only] looked at that one spot.",
        "[Everybody|All who saw it] [liked|loved] that part best. Nobody knew how it got there, only {h.name} and {f.name}, and they did not tell.",
        "<f:[See|There you are].> And of all the pictures that day, [people talked about this one|this was the one that made people smile].",
        '[An old man|A woman|A small boy] stood before it for a [quarter of an hour|long time]. "How did you [think of that|get that idea]?" ~{h} was asked. {h} looked at {f} and [only smiled|said nothing].',
    )
    t.maybe(
        0.5,
        "[From then on|After that], {h} began each picture with a [blot|spot], [just to see|to find out] what was in it.",
        "<h/happy:[Next time, bump into me earlier|Mistakes are just ideas that came by themselves].>",
        "{h} wrote [two names|both names] at the bottom, {h.p} own and {f.p}.",
    )


PLOTS = (
    baking,
    growing,
    painting,
)
