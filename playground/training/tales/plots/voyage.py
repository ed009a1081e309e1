"""On the way: a raft, a missed bus, a night in a tent."""

from playground.training.tales import casting
from playground.training.tales.lexicon import places
from playground.training.tales.stage import aside, start
from playground.training.tales.telling import Telling


def raft(t: Telling) -> None:
    """Two build a raft, it takes them off, and a bit of cleverness brings them back."""
    h = casting.hero(t, 0.5, without="swim big")
    start(t, h, t.rng.choice(places.WATER), weathers=("sunny", "windy", "cloudy"))
    f = casting.friend(t, h)
    t.set(
        f=f,
        b=[h, f],
        stuff="[an old door|four barrels and a board|ten logs|a big table top|empty bottles and a net|two benches]",
        tie="[rope|vines|old belts|long grass|wire]",
        sail="[a sheet|a {color} blanket|a big leaf|a coat|a table cloth]",
        oar="[a broom|a pan|a flat board|a big spoon|a shovel|a tennis racket]"
        if h.kind == "child"
        else "[a flat board|a big branch|a piece of bark|a broad leaf]",
        land="[an island with one tree|the far side|a sand bank|a rock with a gull on it]",
    )
    t.meet(f)
    t.say(
        "{h} and {f} built a raft out of {stuff}. {b} tied it with {tie} and [put up|used] {sail} for a sail.",
        "<h/happy:We will be [sailors|captains]!> {f} had {stuff}, and {h} had {tie}. By [noon|lunch], the raft was done, with {sail} for a sail.",
        "[It began with|First there was] {stuff}. Then {f} came with {tie}. By noon, {b} had a raft, and {sail} was its sail.",
        "{h} [tied|held] and {f} [held|tied], and {tie} went around and around {stuff}. Then came the sail, which was {sail}. It was a raft!",
    )
    t.say(
        "{b} [pushed off|got on]. [It floated|It did not sink]! The wind [pushed|took] them [out|away from the bank].",
        "<f/ask:Does it hold?> {b} [jumped|got] on. It [rocked|creaked], and it held. [Off they went|The bank got smaller].",
        "[With a push|One, two, three], they were on the water. {f} [sang|waved to a duck]. The wind was behind them and [pushed|blew] them along.",
        "{h} stood in front, {f} [sat|stood] behind. The [reeds|trees] went by. [It was easy|Nobody had to do a thing].",
    )
    t.para()
    t.say(
        "[It was fine|All went well] until {h} [looked back|wanted to go home]. The wind only blew one way. <f/scared:[How do we get back|I can not see our house]?>",
        "[Then|After a while] they hit {land}. [Bump|Crunch]. The wind held them there. <h/scared:[Now we live here|We can not sail against the wind].>",
        "[Far out|In the middle], {f} [turned around|looked back]. <f/scared:[How small our house is|We have no way to turn].> The wind [did not care|blew on].",
        "But the wind [would not stop|did not ask]. On and on they went, until they [bumped into|were stuck on] {land}. <h/scared:How do we get home now?>",
    )
    t.maybe(
        0.5,
        "{f} tried to [pull in the sail|blow against it|turn the sail], [but that was no help|and they only went in a circle]. {h} [looked|thought] hard.",
        "{b} [called|waved]. Nobody heard them.",
        "{b} put their {h.hands} in the water and paddled. It was [slow|not enough], and [cold|tiring].",
    )
    aside(t, 0.3)
    t.para()
    t.say(
        "Then {h} saw that they had {oar} [with them|on board]. <h/happy:[This is an oar|We can row with this]!> {b} took down the sail, and {h} [rowed|pulled], left, right.",
        "<f/call:[Take down the sail|Down with the sail]! Without it, the wind can not hold us.> So they did. With {oar}, {h} [rowed|pushed], and {f} [counted|sang].",
        "{h} looked at what they had. [Two apples|A hat], some {tie}, and {oar}. <h/happy:We can row!> Down came the sail. {h} [pulled|rowed], and {f} [called left and right|kept watch].",
        "{f} sat on something hard. It was {oar}. {h} [looked at it|took it] and dipped it in the water. [It pulled|The raft turned]! They let the sail down and went [slowly|bit by bit] the other way.",
    )
    t.say(
        "[Slowly|Stroke by stroke], the bank came closer. {b} [arrived|landed] with [wet feet|tired backs] and a [big|very big] [hunger|smile].",
        "It took [an hour|until sunset]. {b} [jumped|fell] onto the bank and [kissed|hugged] the [grass|first tree].",
    )
    t.maybe(
        0.5,
        "<f:[Next time|Tomorrow], we tie a long rope to [a tree|the bank] first.> <h:[And take something to eat|And two oars].>",
        "{b} kept {oar} on the raft [from then on|for ever] and called it [the captain|the small motor].",
        "[Since then|From that day], {h} looked at the wind [first|before each trip], and only then at the water.",
    )


def missed_bus(t: Telling) -> None:
    """The bus is gone; the way on foot is long, and full of things one does not see from a bus."""
    h = casting.child(t)
    start(t, h, t.rng.choice([places.STREET, places.STATION]), opening=t.chance(0.5))
    e = casting.elder(t, h)
    n = casting.neighbor(t)
    t.set(
        e=e,
        n=n,
        b=[h, e],
        ride="bus" if t.here is places.STREET else "train",
        late="[{h.p} shoe was open|{e} had to go back for {e.his} bag|{h} had to pet a cat|the clock in the kitchen was wrong]",
        goal="[Grandma's house|the lake|the zoo|the fair|the next town|the big museum]",
        one="[a fox with a fish in its mouth|a tree with {number} nests|a house as thin as a door|a stone that looked like a bear|a field full of blue flowers]",
        two="[a bridge one could jump on|a dog that wanted to come along|wild plums|a well with an echo|an old boat in the grass]",
    )
    t.meet(e)
    t.say(
        "{h} and {e} ran, but the {ride} [was gone|drove off]. {late}, and that was why. <h/sad:Now we will never get to {goal}.>",
        "{b} wanted to go to {goal}. But {late}, so they came too late. The {ride} was [only|just] a dot [down the road|far off].",
        "{h} [waved|shouted|whistled], but the {ride} [drove on|did not wait]. {b} wanted to go to {goal}, and {late}. {e} [sat down on the bag|looked at the empty road].",
        "<h/call:[Wait|Stop|Wait for us]!> The {ride} to {goal} [went around the corner|got smaller and smaller]. It was because {late}.",
    )
    t.say(
        "<e:The next one goes in [two|three] hours. [Shall we sit or walk|Do your feet work]?> {h} [sighed|looked at {h.his} feet]. <h:Walk.>",
        "{e} [looked at the sign|laughed]. <e:[Well, we have four feet|Then we walk]. It is not so far.> {h} [did not believe it|made a face].",
        "<h/ask:[And now|What now]?> <e:[Now we use our feet|Now we walk|Feet are never late].> {h} [looked down the road|sighed], and they [set off|started].",
        "{e} [took a long look at the hill|tied {e.his} shoes]. <e/happy:[How about a walk|Who is faster, you or I]?> <h:[All right|If we must].>",
    )
    t.para()
    t.say(
        "After [ten minutes|a while], they saw {one}. From the {ride}, nobody had ever seen it.",
        "At [the first corner|the mill], there was {one}. <h/call:[Look|Stop]! [I never saw that before.|Was that always there?]>",
        "[Behind the last house|By the fence|Near a brook], {h} [stopped|pulled {e.p} sleeve]. There was {one}. [{b} stood there for a long time|{e} took a good look, too].",
        "First [there were only stones|the road was dull]. Then, [on the left|on the right], they came upon {one}. <e:[I did not know that|In forty years I have not seen that].>",
    )
    t.say(
        "Then they came to {two}. [{b} stayed|It took] a while. [{e} took off {e.his} shoes|{h} forgot to be tired].",
        "Further on, they found {two}. {e} [was as happy as a child|laughed out loud].",
        "{number} steps on, there was {two}. {h} [would have liked to stay there|tried it at once].",
        "[And what came next|The best came next]: {two}. <h/happy:[Can we stay here|This is better than {goal}]!>",
    )
    aside(t, 0.4)
    t.para()
    t.maybe(
        0.5,
        "[Near the end|On the last hill], {n} came along [with a cart|in a small car] and took them [along|the rest of the way]. {b} had so much to tell.",
        "{n}, who was in the garden, gave them [water|tea] and {snack}. One does not get that [on a bus|from a driver], either.",
    )
    t.say(
        "When they got to {goal}, the next {ride} came around the corner. {b} [had been just as fast|were there at the same time].",
        "{b} came to {goal} [dusty|red in the face] and [happy|hungry].",
        "At last they stood in front of {goal}. <h:[Are we there already|So soon]?> {e} [wiped {e.his} face|laughed].",
        "[It was noon|The clock said two] when they reached {goal}. The people from the {ride} [yawned|looked bored]. {h} did not.",
    )
    t.maybe(
        0.5,
        "<e/ask:And on the way [back|home]? Shall we [take|catch] the {ride}?> {h} thought about it. <h/happy:[We could miss it again|Let us be late again].>",
        "In the evening, {h} drew a map of the way, with {one} and {two} on it.",
        "<h:I am glad that we [missed it|were late]. [Do not tell the driver|Next time, I will tie my shoes slowly].>",
    )


def tent_night(t: Telling) -> None:
    """A first night in a tent: shadows and sounds, and what they are."""
    h = casting.child(t)
    start(
        t,
        h,
        t.rng.choice(
            [places.GARDEN, places.YARD, places.MEADOW, places.WOODS, places.BEACH, places.HILL]
        ),
        weathers=("sunny", "cloudy", "hot"),
    )
    f = casting.friend(t, h)
    t.set(
        f=f,
        b=[h, f],
        shape="[a claw|a giant hand|a long neck|a head with two horns|a wide mouth]",
        cause="[a branch with three leaves|{f.p} own {f.hand}|the handle of the bucket|a moth that sat on the lamp|a stick with a wet sock on it]",
        sound="[something breathed|something chewed|steps came closer|something scratched on the cloth]",
        beast="[a cow|a hedgehog|a sheep|the neighbor's cat|a goat|a very fat mouse]",
        brought="[two blankets and a flashlight|a lamp and a bag of buns|three pillows and a clock|a map and a pot of tea]",
    )
    t.meet(f)
    t.say(
        "{h} and {f} were to sleep in a tent, for the first time [ever|without grown-ups]. {b} had {brought}.",
        "Their tent was up. It was [a bit crooked|like a tired camel], but it stood. {h} and {f} [crept|crawled] in with {brought}.",
        "It was {h.p} idea to sleep in a tent. {f} [brought|had] {brought}. At [eight|nine], the door of the tent was [shut|closed], with both of them inside.",
        "<h/happy:Tonight we sleep out here!> {f} [held a pole|hit a peg], {h} [pulled a rope|pulled another], and at last the tent stood. They put {brought} in it.",
    )
    t.maybe(
        0.5,
        "[First|At first], they told [jokes|stories]. Then it got dark, [and the jokes got shorter|and they spoke more softly].",
        "{b} [ate|shared] {snack} and [waited|listened]. It got [dark|very dark].",
    )
    t.para()
    t.say(
        "<f/scared:What is that?> On the wall of the tent was {shape}. It [moved|got bigger]. {h} [did not breathe|crept under the blanket].",
        "Suddenly {h} saw {shape}, black [on the cloth|above their heads]. <h/scared:{f}, are you [awake|there]?> <f/scared:[No|I wish I were not].>",
        "<h/scared:[Do not look now|Look up]. [There is something|Something is there].> {f} looked. There it was on the cloth: {shape}, [black and slow|dark and big].",
        "{f} had [almost|nearly] gone to sleep, when {shape} [came up|rose] on the wall of the tent. It [bent over them|shook a bit]. <f/scared:[Do something|Make it go away].>",
    )
    t.say(
        "{h} [counted to three|took the light] and [looked|put out one hand]. It was only {cause}. {b} [laughed|let out their breath], but not very loud.",
        "[At last|In the end], {f} moved the light, and the shadow [moved|jumped], too. It was {cause}. [That was all|Nothing more].",
        "<h:[One of us must look|I will count to three].> And {h} lifted the [blanket|lamp]. What was it? {cause}. <f/happy:[And I was nearly sick|It looked so big]!>",
        "{f} [reached out|put a foot out], and it [stopped|fell over]. It was just {cause}. After that, they were [brave|quite brave] for [ten minutes|a while].",
    )
    aside(t, 0.2)
    t.para()
    t.say(
        "Then {sound}. [This time it was real|That was no shadow]. <h/scared:[Shall we go in|You look].> <f/scared:[No, you|Together].>",
        "[In the middle of the night|Just as they closed their eyes], {sound}. {f} held {h.p} hand [tight|so tight that it hurt].",
        "But then {sound}. No lamp [makes|could make] a sound like that. {h} [held on to {f}|hid behind a pillow].",
        "It was [quiet|still] for a bit. Then {sound}, [very close|just behind the cloth]. <f/scared:[Now it is your turn|This time you look].>",
    )
    t.say(
        "{b} [opened|lifted] the door [a bit|by a finger]. Outside stood {beast} and [looked at them|looked just as scared].",
        "{h} [pulled|opened] the zip. It was {beast}, which [wanted to come in|had smelled the food].",
        "{h} put one eye to the [gap|hole]. There, in the moonlight, was {beast}, and it [was eating grass|wanted to be friends].",
        "<h/call:Who is there?> Something pushed in the door. It was {beast}.",
    )
    t.maybe(
        0.5,
        "<f/happy:[Good evening|Come in], [there is room|we are not afraid of you].> [Soon|A little later], all three slept.",
        "In the morning, they [were asked|had to tell] how it was. <h:[Quiet|Not bad]. We had a guest.>",
        "{b} slept until the sun made the tent [yellow|warm]. <f:Tonight again?> <h/happy:[Of course|Yes, but with more buns]!>",
    )


PLOTS = (
    raft,
    missed_bus,
    tent_night,
)
