"""At home: moving house, a wish too big, a dark evening, a birthday, a new baby."""

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
        miss="[the smell|the light|the sounds]",
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
    t.say(
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
        "<e:[That is a bit too big|Where should it sleep|We have two rooms]. And what would it eat?> <h:[It can have my bed|I will find a way].>"
        if "elephant" in wish or "horse" in wish or "whale" in wish or "cow" in wish
        else "<e:[That is a very big wish|Our house is small]. How would it fit in?> <h:[Through the window|We could push].>"
    )
    t.para()
    t.say(
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
        "a ladder up to the flat roof",
        "From up there, {h} saw {number} towers and the river",
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
        "The neighbor had a cow, and {h} could [pet her|say good morning to her]",
    ),
)
"""What is wished for, why, the small thing that does as well, how it is."""


def lights_out(t: Telling) -> None:
    """The light goes out; the evening in the dark gets better than any other."""
    h = casting.child(t)
    start(
        t,
        h,
        t.rng.choice([places.KITCHEN, places.BEDROOM, places.LIBRARY]),
        weathers=("windy", "rainy", "snowy", "cloudy", "hot"),
        opening=t.chance(0.4),
    )
    f, e = casting.friend(t, h), casting.elder(t, h)
    t.set(
        f=f,
        e=e,
        b=[h, f],
        busy="[played a game on a screen|watched a film|read a thick book|did {h.his} homework]",
        shape="[a dog|a swan|a rabbit|a wolf|a crab|a bird with two heads]",
        light="[a candle|a flashlight|an old oil lamp|a small lamp that ran on the sun]",
        game="[told stories|sang all the songs they knew|made shadows on the wall|guessed sounds]",
    )
    t.meet(f, e)
    t.say(
        "In the evening, {h} {busy} when [click|all at once], every light went out. [The whole street was dark|Even the stars were hidden].",
        "{h} {busy}. Then, [click|pop], it was dark. The fridge stopped humming, too.",
    )
    t.say(
        "<h/scared:{e}, [I see nothing|where are you]?> <e/soft:[Here|Right here]. [It is only the power|The wind broke a line]. It will come back.>",
        "<h/sad:What shall we do now?> {f} [bumped into a chair|fell over a shoe]. <f/call:Ouch!>",
    )
    t.para()
    t.say(
        "{e} got {light}. It made a [small|yellow] [circle|ring], and all of them moved into it.",
        "There was {light} {spot}, and {e} [found it with {e.his} hands|knew the way in the dark]. Three faces [shone|came out of the dark].",
    )
    t.say(
        "{f} held up {f.his} hands. On the wall there was {shape}. {h} [tried|made one], too, and it looked like [a potato|a sock|a boot].",
        "They {game}. {h} had not known that {e} could be so funny.",
    )
    t.say(
        "<e:When I was small, [we had no light at night|every evening was like this].> And {e} told of [a bear in the kitchen|a boat on the roof|a snow so deep that one went out by the window|a hen that slept in a hat].",
        "They ate [bread and cheese|cold rice|plums and nuts|cold pancakes|{snack}] [with their fingers|in the small light], and it [never|had never] tasted so good.",
    )
    aside(t, 0.2)
    t.para()
    t.say(
        "Then, [click|with a hum], the light came back. [Everybody|They all] [blinked|closed their eyes]. [It was too bright|It looked so plain].",
        "[Two hours later|Late], all the lamps went on. Nobody [was glad|cheered].",
    )
    t.say(
        "{h} got up and [turned it off|put out the lamp] again. <h/happy:[Where were we|Go on with the story].>",
        "<h/ask:Can we [do that again tomorrow|have no light on Fridays]?> {e} [laughed|nodded]. From then on, [every Friday|once a week], somebody went [click|to the switch].",
        "{h} looked around. The room was too big now. <f:[I know another animal|My turn].> [Click|And it was dark].",
    )


def birthday(t: Telling) -> None:
    """Nobody says a word about a birthday, because all are busy with it in secret."""
    h = casting.hero(t, 0.5)
    start(
        t,
        h,
        t.rng.choice(
            [places.KITCHEN, places.GARDEN, places.YARD, places.BARN, places.MEADOW, places.WOODS]
        ),
        opening=t.chance(0.5),
    )
    f, g = casting.friend(t, h), casting.friend(t, h)
    t.set(f=f)
    g = casting.friend(t, h)
    t.set(
        f=f,
        g=g,
        age="[five|six|seven|eight]",
        hint="[flour on {f.p} nose|a {color} ribbon in {f.p} bag|sugar on {f.p} lips|glue on {f.p} {f.hands}]"
        if h.kind == "child"
        else "[flour on {f.p} nose|a leaf with a drawing on it|honey on {f.p} nose]",
    )
    t.say(
        "It was {h.p} birthday. {h} woke up early and waited. Nobody came. Nobody [sang|said a word].",
        "Today {h} was {age}. {h.he} [combed|washed] {h.himself} [twice|very well] and sat [on the steps|by the door]. [No one came by|It was quiet].",
    )
    t.say(
        "{h} met {f}. <h:Do you know what day it is?> <f:[No, what day?|A day like any other.|A good day to hurry.] I have to go.> And {f.he} [ran off|was gone].",
        "{f} came by, but {f.he} [did not stop|walked fast]. <h/ask:Where are you going?> <f:[Nowhere|Just around]. [Bye|I have no time].>",
    )
    t.para()
    t.say(
        "{g} [did not open the door|was not at home|looked the other way], either. <h/sad:[They forgot me|Everybody forgot].> {h} [went for a walk|sat down alone].",
        "{h} went to {g}. Inside, somebody [whispered|laughed], but nobody [opened|came to the door]. {h} [walked away|went home] [slowly|with a heavy heart].",
    )
    t.say(
        "[But one thing was odd|One thing was strange]: there was {hint}. {h} [did not see it|saw it, but thought nothing of it].",
        "",
    )
    aside(t, 0.4)
    t.para()
    t.meet(f, g)
    t.say(
        "[When it got dark|In the evening], {h} came [back|home]. The door [creaked|was not shut]. It was dark inside. Then [all the lights went on|somebody lit a lamp]. <f/call:[Surprise|Happy birthday]!>",
        "[At sunset|When the sun went down], {h} heard [a drum|music] [behind the house|from far off]. {h.he} followed it. There was a table, and lamps [hung|shone] in the trees.",
    )
    t.say(
        "{f} and {g} [stood there|jumped out] with {food} and {age} [candles|lights]. [They had been busy all day|So that was why nobody had time].",
        "There stood {f.name} and {g.name}, and in the middle was {food} with {age} candles.",
    )
    t.say(
        "<h/happy:[You did not forget|I thought you forgot]!> <g:[Forget|How could we]? It is hard to keep [quiet|such a secret] for a whole day.>",
        "{h} [laughed and cried|had to sit down]. <f/ask:What did you wish for?> <h/soft:[I have it already|It is here].>",
        "{h} blew out the candles, [one by one|all at once]. The [best|nicest] thing was [not the cake|not the presents]. It was that [they were all there|the quiet was over].",
    )


def sunrise(t: Telling) -> None:
    """Two want to see the sun come up and fall asleep each time, until a trick keeps one awake."""
    h = casting.hero(t, 0.4)
    start(
        t,
        h,
        t.rng.choice([places.HILL, places.BEACH, places.MEADOW, places.HARBOR]),
        weathers=("sunny", "cloudy", "hot"),
    )
    f = casting.friend(t, h)
    thing = t.rng.choice(
        [
            "the sun come up",
            "the first train",
            "a falling star",
            "the moon come up over the sea",
            "the owl leave its nest",
            "the fox and her cubs",
        ]
    )
    t.set(
        f=f,
        b=[h, f],
        thing=thing,
        trick="[held a cold stone|stood on one leg|counted backward from a hundred|tied a string to {f.p} toe|sang every song twice|ate {snack} very slowly]",
    )
    t.meet(f)
    t.say(
        "{h} had never seen {thing}. <h:[Tonight|This time] I will stay awake.> <f/happy:[I will come with you|Me, too]!>",
        "<f:The best thing is to see {thing}. [But one has to be awake|It comes when all are asleep].> {h} wanted to see it, too.",
    )
    t.say(
        "The first night, {h} [lay in bed with open eyes|sat at the window]. {h.he} blinked once, and it was [noon|morning]. The second night was [no better|the same].",
        "They tried it [once|on Monday]. {f} fell asleep first, then {h}. When they woke up, it was [over|too late]. <h/sad:[We missed it|Again]!>",
    )
    t.para()
    t.say(
        "<f:One of us must keep the other awake.> So {f} told jokes, and {h} {trick}.",
        "So they [made a plan|took a blanket and a bell]. When one [nodded|closed an eye], the other rang a bell. And {h} {trick}.",
    )
    t.say(
        "[At two|Late at night], {f} yawned. [At three|Then], {h} yawned. It was [dark and still|cold].",
        "It was a long night. {h} heard [a dog|a frog|a far clock] and [thought of {h.p} soft bed|counted the stars].",
    )
    aside(t, 0.2)
    t.para()
    t.say(
        "[And then|Then at last] it came. {b} saw {thing}. It was [slow|quiet] and [big|soft], and [nobody|neither of them] said a word.",
        "[Suddenly|Then] {f} took {h.p} {h.hand}. There! They saw {thing}, [just|only] the two of them.",
    )
    t.say(
        "<h/soft:It was worth it.> {f} did not answer. {f.He} was asleep, [with a smile|on {h.p} shoulder].",
        "They [walked|went] home [with small eyes|side by side] and [slept until noon|slept until supper].",
        "<h/happy:[Now we know it|We did it].> <f:And [tomorrow|tonight] we sleep.> That was [a good plan, too|easy].",
    )


PLOTS = (moving, big_wish, lights_out, birthday, sunrise)
