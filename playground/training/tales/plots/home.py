"""At home: moving house, a wish too big."""

from playground.training.tales import casting
from playground.training.tales.lexicon import places
from playground.training.tales.stage import aside, start
from playground.training.tales.telling import Telling

MISSED = (
    ("the [crooked|old|tall] tree", "[a branch|three leaves|a seed] of it"),
    ("the [blue|red|green] door", "[a bit of its paint|its old handle|a picture of it]"),
    ("the step that creaked", "a piece of it, and it still creaked"),
    ("the [old|round] window", "a picture of it, as big as the window itself"),
    ("the [rose|berry] bush by the gate", "[a small plant|a twig with roots] of it"),
    ("the [wall|stone] that was warm in the evening", "[one stone|a bit] of it"),
)
"""What is missed, and what of it can be brought."""

WISHES = (
    (
        "an elephant",
        "it could [wash me with its nose|give me a shower]",
        "a garden hose",
        "It sprayed {h.o} from head to foot, [just like a trunk|and {h.he} screamed with joy]",
    ),
    (
        "a whale",
        "it sings [under water|so deep]",
        "a long pipe",
        "When {h} sang into it in the tub, it sounded deep and far away",
    ),
    (
        "a horse",
        "I could be [tall and fast|up high]",
        "a pair of wooden legs",
        "On them, {h} was taller than {e}",
    ),
    (
        "a castle",
        "I could [see everything|look down on the roofs]",
        "a long ladder",
        "From the flat roof, {h} saw {number} towers and the river",
    ),
    (
        "a ship",
        "it rocks me to sleep",
        "a bed of cloth between two trees",
        "It rocked, [left and right|to and fro], and {h} could hear the leaves like waves",
    ),
    (
        "a train",
        "I could [blow the whistle|ring the bell]",
        "an old whistle from a real driver",
        "{h} blew it, and [the dog barked|three people looked for the train]",
    ),
    (
        "a mountain of snow",
        "I could slide down",
        "a smooth board and a [grass|sand] hill",
        "{h} slid down, [ten times|until dark], and got a hole in {h.his} pants",
    ),
    (
        "a lion",
        "nobody would be [loud at night|mean to me]",
        "a small drum",
        "It could roar if one rubbed it with a wet [thumb|finger]",
    ),
    (
        "the moon",
        "it gives light, but not too much",
        "a round lamp of white paper",
        "It hung over the bed and was [just as soft|almost as round]",
    ),
    (
        "a cow",
        "there would always be milk",
        "a {color} jug that [went|came] next door every morning",
        "The neighbor had a cow, and {h} could [pet it|say good morning to it]",
    ),
)
"""What is wished for, why, the small thing that does as well, how it is."""


def moving(t: Telling) -> None:
    """A family moves; the old house is missed; something from it makes the new one home."""
    h = casting.hero(t, 0.3)
    start(
        t,
        h,
        t.rng.choice([places.BEDROOM, places.YARD, places.KITCHEN, places.GARDEN, places.STREET]),
        opening=t.chance(0.4),
    )
    f = casting.friend(t, h)
    f.kin, f.of = "", None
    e = casting.elder(t, h)
    old, bring = t.rng.choice(MISSED)
    t.set(
        f=f,
        e=e,
        vehicle="[a truck|a cart|two big bags|a boat|a long train]",
        old=old,
        bring=bring,
        sound="[a bird|the rain|a clock|the wind]",
        miss="[the smells|the shadows|the sounds]",
    )
    t.meet(e)
    t.say(
        "{h} and {e} had to move. Everything they had was in {vehicle}. <h/sad:[I do not want to go.|Why can we not stay?|Can the house come with us?]>",
        "Today was the day. {h.p} [bed|chair], {h.p} [cup|lamp], [all|everything] went into {vehicle}. {h} said goodbye to {old}.",
    )
    t.say(
        "The new house was [bigger|smaller|taller]. It had [too many|strange] [doors|corners], and {miss} were wrong.",
        "In the new place, {h} [lay awake|could not eat]. Even {sound} sounded [different|wrong].",
    )
    t.para()
    t.say(
        "<e/ask:What do you miss most?> {h} thought. <h/sad:{old}.> {e} [could understand that|nodded]. [Such a thing can not be carried|That could not be moved].",
        "{h} [drew|talked about] {old}, again and again. <e/soft:I miss it, too.>",
    )
    t.say(
        "The next day, {e} [was gone|went away] [for some hours|early]. {e.He} came back with {bring}. They [put|kept] it next to {h.p} bed.",
        "[So|Then] {e} went all the way back and brought {bring}. {h} put it where {h.he} could see it [from the bed|in the morning].",
    )
    aside(t, 0.3)
    t.para()
    t.meet(f)
    t.say(
        "[Then there was a knock|On Sunday, somebody knocked]. {f} stood at the door. <f:[I live next door|I live over there]. What is that [by your bed|over there]?> And {h} told {f.o} [all about it|everything].",
        "{f} from next door looked [over the wall|in at the window]. <f/ask:Do you want to see [my tree|the best hiding place|where the frogs live]?> {h} [went along|wanted to].",
    )
    t.maybe(
        0.5,
        "[That|The same] evening, {h} [slept well|fell asleep at once]. {sound} sounded [almost|nearly] right.",
        "<e/ask:[Well|And]? How is it here now?> <h/happy:It has a friend in it. [That is like a stove|Now it is warm].>",
        "[A month later|When summer came], there was a new thing to love: [a loose board|a green stair|a round window], and {f} knew it, too.",
    )


def big_wish(t: Telling) -> None:
    """A wish is too big, and something small does what it should do."""
    h = casting.child(t)
    start(
        t,
        h,
        t.rng.choice([places.KITCHEN, places.STREET, places.GARDEN, places.BEDROOM, places.MARKET]),
    )
    e = casting.elder(t, h)
    wish, why, small, like = t.rng.choice(WISHES)
    t.set(e=e, wish=wish, why=why, small=small, like=like)
    t.meet(e)
    t.say(
        "{h} wanted {wish}. [Nothing else|Not a ball, not a book]. {h.he} [drew it|talked of it] every day.",
        "<h/happy:I know what I want. I want {wish}!> {e} [looked up|put down the spoon|opened {e.his} eyes wide].",
    )
    t.say(
        "<e:[That is a bit too big.|Where should it sleep?|We have two rooms.] And what would it eat?> <h:[It can have my bed|I will find a way].>"
        if "elephant" in wish or "horse" in wish or "whale" in wish or "cow" in wish
        else "<e:[That is a very big wish|Our house is small]. How would it fit in?> <h:[Through the window|We could push].>"
    )
    t.para()
    t.maybe(
        0.5,
        "{h} measured [the door|the room] with [a string|{h.his} feet|a broom]. It did not fit. {h.he} measured again. [It was no use|It still did not fit].",
        "{h} [counted|saved] {h.his} coins. There were {number}. It would take [a hundred years|until {h.he} was very old].",
    )
    t.say(
        "<h/sad:[Then I want nothing|It is not fair].> {e} [sat down|thought]. <e/ask:Why do you want it [so much|]?> <h:Because {why}.>",
        "At night, {e} sat on {h.p} bed. <e/ask:What is the best thing about it?> {h} [said it|whispered]. <h/soft:That {why}.>",
    )
    aside(t, 0.3)
    t.para()
    t.say(
        "[Some days later|On Saturday], {e} [came home|came] with {small}. {h} [looked at it|was not sure]. {like}.",
        "{e} [had an idea|made a plan]. [The next day|On Sunday], there was {small}. <h/ask:What is that for?> {like}.",
    )
    t.say(
        "<e/ask:Is it [big enough|right]?> {h} [smiled|laughed]. <h/happy:[It is just right|It is small, but it does what a big one does].>",
        "{h} did not talk of {wish} [for a whole week|any more].",
        "<h:[And when I am bigger|And next year], I want [a bigger one|the moon].> <e:[First, lunch|We will see].>",
    )


PLOTS = (
    moving,
    big_wish,
)
