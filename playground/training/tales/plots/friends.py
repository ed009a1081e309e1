"""Between friends: a quarrel, a promise, a mistake, a trade, a race, a present, a letter."""

from playground.training.tales import casting
from playground.training.tales.lexicon import places, things
from playground.training.tales.lexicon.manners import FAIR
from playground.training.tales.stage import aside, start
from playground.training.tales.telling import Telling

TASKS = (
    (
        "water my [beans|tomatoes|flowers|peas]",
        "The earth was [dry|hard]. {h} gave every plant [a cup of water|some water|a long drink]",
        "plants were [green|tall and green|taller than before]",
    ),
    (
        "feed my [fish|snails|rabbits|chicks]",
        "The little ones [waited|were hungry]. {h} gave them [fresh leaves|some food|all they wanted]",
        "little ones were [round|fat] and well",
    ),
    (
        "bring in my wash",
        "The shirts were dry. {h} [folded|took down] one after the other",
        "shirts lay folded on the bed",
    ),
    (
        "look after my lamp",
        "The lamp was [low|almost out]. {h} [filled it|gave it oil], and it shone again",
        "lamp [shone|burned] in the window",
    ),
    (
        "keep my stove warm",
        "The fire was [low|almost out]. {h} put on [three|four|two] logs and blew until it was red",
        "stove was [warm|hot] and the house was, too",
    ),
)
"""What one promises to do, how it is done, what is found then."""


def quarrel(t: Telling) -> None:
    """Both want the same thing; it gets broken or wet; they mend it and share."""
    h = casting.hero(t)
    start(t, h, t.rng.choice(places.OUT))
    f = casting.friend(t, h)
    noun, part, mender = t.rng.choice(things.TOYS).split(",")
    x = casting.thing(t, noun)
    t.set(f=f, b=[h, f], x=x, part=part, mender=mender)
    t.meet(f)
    t.world.take(h, x)
    t.say(
        "{h} had {x} with {h.o}, and {f} [came|ran up] to [play|see it].",
        "{f} [came|was there], too. Between {b.them} [stood|lay] {x}.",
        "{h} and {f} had found {x}, and [now|] both wanted it.",
    )
    t.para()
    t.say(
        "<f/call:[I want it now|It is my turn|Let me have it]!> <h/call:No, [it is mine|I had it first|I am not done]!>",
        "<h/call:[It is my turn|I saw it first|I go first]!> <f/call:[You always go first|That is not fair|No, me]!>",
    )
    t.say(
        "[{b} pulled|Both pulled|One pulled left, one pulled right]. [Crack|Snap|Crunch]! The {part} [came|fell|broke] off.",
        "{h} pulled [at one end, {f} pulled at the other|hard, {f} pulled harder|left, {f} pulled right], and [snap|crack], the {part} was [off|broken].",
    )
    t.world.change(x, "broken")
    t.maybe(
        0.5,
        "[Now|For a while|After that] nobody [spoke|said a word]. {h} [went|walked] to one end of {p}, {f} to the other. {sense2}.",
        "{h} [turned|looked] away. {f} sat down with {f.his} back to {h.o}. [It was very quiet.|{sense2}.|]",
    )
    t.para()
    t.say(
        "[But it|It] was [no fun|dull|lonely] to [sit|be] alone. [After a while|At last|Then], {h} came back. <h/sad:I am sorry I pulled. [You are more to me than a {x.n}|I would rather have you than a {x.n}|Do not be cross].>",
        "[After a time|In the end|At last], {f} [came over|got up]. <f/sad:I am sorry[, {h}|]. It is [sad|dull|cold] over there [alone|without you].> <h/soft:I am sorry, too.>",
    )
    t.say(
        "{b} [got|found|looked for] {mender} and [mended|fixed] the {part} together. {h} held {x}, and {f} did the rest.",
        "{f} [knew|had an idea] how to mend it: with {mender}. It took [four {h.hands}|a long time|all afternoon], but then the {part} [was on again|held].",
    )
    t.world.undo(x, "broken")
    t.maybe(
        0.5,
        "[After that|Now] they [took turns|shared it]. [First|One day] it was {h.p}, [then|the next] it was {f.p}.",
        "<h:You [go|may go] first.> <f:No, you!> And they [nearly|almost] [had a new quarrel|began again], but [this time|now] they laughed.",
        "The {x.n} had [a line|a mark] where it had broken. {h} [said|thought] that it looked [better|stronger] now.",
    )


def promise(t: Telling) -> None:
    """A promise is hard to keep because something nice comes between; it is kept."""
    h = casting.hero(t)
    start(t, h, t.rng.choice(places.OUT), weathers=FAIR)
    f = casting.friend(t, h)
    want, work, found = t.rng.choice(TASKS)
    t.set(f=f)
    tempter = casting.friend(t, h)
    t.set(f=f, g=tempter, want=want, work=work, found=found, fun=t.rng.choice([
        "[swim|fish] in the river", "[fly kites|roll] on the hill", "[eat|pick] [plums|berries|cherries]",
        "see the [boats|balloons|new bridge]", "play ball", "[hear|listen to] the [band|music] at the market",
    ]))  # fmt: skip
    t.say(
        "{f} was going [away|on a trip|to see an aunt] for [two|three|a few] days. <f/ask:Will you {want} [for me|while I am gone|]?> <h/happy:I promise.>",
        "<f/ask:I must go [away|to town] [today|until Sunday]. Can you {want}?> {f} asked it [twice|in a low voice]. <h:[I will|Yes]. I promise.>",
    )
    t.para()
    t.say(
        "[On the second day|The next day|Soon], {g} came by. <g/call:Come with me! We will {fun}!> {h} [jumped up|was glad]. [Then|But then] {h.he} [remembered|thought of {f}].",
        "[Just then|That afternoon|On the way], {h} met {g}. <g/ask:Do you want to {fun}? [Everyone|Everybody] is there.> {h} [wanted to|wanted it] so much that {h.p} feet [itched|began to go].",
    )
    t.say(
        "<h/sad:I [can not|must not]. I [gave my word|made a promise].> <g:[Nobody will know|It can wait|Do it tomorrow].> <h:[I will know|But I would know|A promise can not wait].>",
        "{h} looked [at {g}|up the road] and then [back|down]. <h/soft:[Not now|Later]. I promised {f} something.>",
    )
    t.para()
    t.say(
        "So {h} went [all the way|back] to {f.p} place. {work}.",
        "{h} [walked|ran] to {f.p} house [alone|by {h.himself}]. {work}.",
    )
    aside(t, 0.5)
    t.say(
        "When {f} came [home|back], the {found}. <f/happy:[You kept your word|You did it]! [Here is|I have brought you] {snack}.>",
        "{f} came [home|back] [in the evening|on the third day|tired]. The {found}. <f/happy:[I knew it|I was not afraid]. You said you would.>",
    )
    t.maybe(
        0.5,
        "[The next day|After that], they went to {fun} together, [all three|the three of them].",
        "{h} [felt|was] [tall|light|warm inside] all the way home.",
        "{h} [split|shared] it with {g}, who [had come back|was hungry], too.",
    )


def mistake(t: Telling) -> None:
    """Something borrowed is broken; the truth is hard to say; it is said."""
    h = casting.hero(t)
    start(t, h, t.rng.choice(places.ALL_PLACES))
    f = casting.friend(t, h)
    noun = t.rng.choice(
        ["cup", "lamp", "bowl", "plate", "clock", "jar", "vase", "mirror", "flute", "kite", "drum"]
    )
    x = casting.thing(t, noun, f)
    t.set(b=[h, f], f=f, x=x)
    t.meet(f)
    t.world.take(h, x)
    t.say(
        '{h} had {x} with {h.o}. It [belonged to|had been made by] {f}, who had said, "Be careful with it."',
        "{f} had lent {h.o} {x} [for a day|for the week|until Sunday]. It was very [old|dear to {f.him}].",
    )
    t.say(
        "{h} [only|just] wanted to [clean it|show it to the sun|carry it in one {h.hand}]. But it [slipped|fell]. [Crash|Bang|Clink]! Now it was [in two|in three] pieces.",
        "[Then|But] {h} [turned around too fast|ran with it|began to dance with it], and [bump|oh], it [hit|fell on] a stone. [Crack|Crash|Crunch]! It was broken.",
    )
    t.world.change(x, "broken")
    t.para()
    t.say(
        "{h} [looked|stared] at the pieces. [Nobody had seen it|No one was there]. {h.he} could [say that the wind did it|hide them {spot}|blame a bird|run home].",
        "[First|At first], {h} hid the pieces {spot}. [But {h.he} could not play|Lunch did not taste good|It felt as if a stone lay in {h.his} belly].",
    )
    t.maybe(
        0.5,
        "{f} came [along|back] [with a smile|singing]. <f/ask:[How is my {x.n}|Where is my {x.n}|Did you like my {x.n}]?>",
        "[So|Then] {h} went to {f} [on slow feet|very slowly]. The way had never been so long.",
    )
    t.para()
    t.say(
        "{h} [swallowed|took a deep breath]. <h/sad:I [broke|dropped] it. I [did not mean to|was not careful]. I am [so|very] sorry.>",
        "<h/sad:I have to tell you something. Your {x.n} is broken, and it was me. I am sorry.>",
    )
    t.say(
        "{f} [was quiet|said nothing] for a while. <f/soft:[Thank you for telling me|It is good that you told me]. [A {x.n} can be mended|I once broke my mother's|It was only a {x.n}].>",
        "{f} looked [sad|at the pieces]. <f/soft:I liked it. [But|Still,] I like it [more|better] that you [told me|did not lie].>",
    )
    t.maybe(
        0.5,
        "{b} [glued|put] the pieces together [with glue|with care|again]. [One|A] bit was missing, and that [was|became] a [window for ants|little window].",
        "{h} [took|used] glue and sat [over it|there] [all afternoon|until dark]. In the end, only {h} and {f} could see [the cracks|where it had been broken].",
        "The next day, {h} [gave|brought] {f.o} {h.p} own [cup|ball|best stone], and {f} put it [next to|beside] the old one.",
    )


def trade(t: Telling) -> None:
    """Something is traded, on and on, until the right thing comes."""
    h = casting.hero(t)
    start(
        t,
        h,
        t.rng.choice([places.MARKET, places.STREET, places.GARDEN, places.MEADOW, places.HARBOR]),
    )
    f = casting.friend(t, h)
    t.set(f=f)
    g = casting.friend(t, h)
    x, y, z = (casting.thing(t, noun) for noun in t.rng.sample(things.KEEPSAKES, 3))
    t.set(f=f, g=g, x=x, y=y, z=z)
    t.meet(f, g)
    t.world.take(h, x)
    t.world.take(f, y)
    t.world.take(g, z)
    t.say(
        "{h} had {x}, but {h.he} [wanted|wished for|dreamed of] [a|one] {z.n}. There was no money.",
        "All {h.he} had was {x}. [What|But what] {h.he} really wanted was a {z.n}.",
    )
    t.para()
    t.say(
        "{f} came along with {y}. <f/ask:Will you [trade|swap]? Your {x.n} for my {y.n}?> {h} thought [about it|for a moment]. <h:[Yes|Why not|Done].>",
        "{f} [stopped and looked|came closer|came by]. <f/happy:[That is a fine|What a fine|I need a] {x.n}! I [only|] have {y}. Let us [trade|swap].> They shook on it.",
    )
    t.world.take(f, x)
    t.world.take(h, y)
    aside(t)
    t.say(
        "[Next|A bit further|Then], {h} met {g}, who looked [sad|at the ground]. <g/sad:[My {y.n} is gone|I need a {y.n} for my mother], and all I have is this {z.n}.>",
        "[By the gate|Around the corner|Soon after that] [sat|stood] {g} with {z}. <g:[Nobody wants this|I have two of these]. If only I had a {y.n}!>",
    )
    t.say(
        "{h} [could not believe it|began to smile|held {y} up]. <h/happy:[I have one|Look what I have here]!>",
        "<h/happy:[Here is one|Take mine]! I [wanted|want] a {z.n}!>",
    )
    t.world.take(g, y)
    t.world.take(h, z)
    t.para()
    t.say(
        "So {f} had the {x.n}, {g} had the {y.n}, and {h} had the {z.n}. [Nobody had paid a coin|All three were happy|Each of them thought they had made the best trade].",
        "{h} went home with {z} [under {h.his} arm|on {h.his} head|in {h.his} bag]. {f} had the {x.n} now, and {g} the {y.n}. [It had been a good day|Everyone had what they needed].",
    )


PLOTS = (quarrel, promise, mistake, trade)
