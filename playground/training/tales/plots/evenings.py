"""A dark evening, a birthday, a night without sleep."""

from playground.training.tales import casting
from playground.training.tales.lexicon import places
from playground.training.tales.stage import aside, start
from playground.training.tales.telling import Telling


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
        "{h} {busy}. [It rained|The clock struck eight]. Then [there was a small pop and|] the lamp went out, and [the street|the window] was black, too.",
        "[After supper|Just after six], {h} {busy}. The light [blinked|shook] once, twice, and was gone. {h} could not see [{h.his} own hand|the door].",
    )
    t.maybe(
        0.5,
        "<h/scared:{e}, [I see nothing|where are you]?> <e/soft:[Here|Right here]. [It is only the power|The wind broke a line]. It will come back.>",
        "<h/sad:What shall we do now?> {f} [bumped into a chair|fell over a shoe]. <f/call:Ouch!>",
    )
    t.para()
    t.say(
        "{e} got {light}. It made a [small|yellow] [circle|ring], and all of them moved into it.",
        "There was {light} {spot}, and {e} [found it with {e.his} hands|knew the way in the dark]. Three faces [shone|came out of the dark].",
        "{e} [felt along the wall|knew where to look] and came back with {light}. Now there was a [little island|small circle] of light, and they sat in it.",
        "<e:[Wait here|Do not move].> [Something fell down|A drawer opened]. Then {light} was [on the table|in {e.p} hand], and {e.p} face shone [yellow|like a pumpkin].",
    )
    t.say(
        "{f} held up {f.his} hands. On the wall there was {shape}. {h} [tried|made one], too, and it looked like [a potato|a sock|a boot].",
        "They {game}. {h} had not known that {e} could be so funny.",
        "{f} put two hands [together|in front of the light], and [there on the wall was|the wall showed] {shape}. {h} laughed. <h/happy:[Now me|Make one more]!>",
        "{h} moved {h.his} fingers, and on the wall there was {shape}. {f} [made it a friend|let it bark and sing|gave it a hat].",
    )
    t.say(
        "<e:When I was small, [we had no light at night|every evening was like this].> And {e} told of [a bear in the kitchen|a boat on the roof|a snow so deep that one went out by the window|a hen that slept in a hat].",
        "They ate [bread and cheese|cold rice|plums and nuts|cold pancakes|{snack}] [with their fingers|in the small light], and it [never|had never] tasted so good.",
        "{e} knew a game from [long ago|the time before lamps]. One had to [taste things and say what they were|draw a cat with closed eyes|find a bell by its sound]. {f} was [very bad at it|the best].",
        "<f/ask:What did people do [before there was light|in the old days]?> <e:[This|Just this]. They [sat close|talked] and [told lies about fish|ate nuts].>",
    )
    aside(t, 0.2)
    t.para()
    t.say(
        "Then, [click|with a hum], the light came back. [Everybody|They all] [blinked|closed their eyes]. [It was too bright|It looked so plain].",
        "[Two hours later|Late], all the lamps went on. Nobody [was glad|cheered].",
        'Then, without a sound, [it was bright|every lamp was on]. {f} said, "Oh." [It was not a glad oh|It sounded a bit sad].',
        "All of a sudden, the [fridge began to hum|light was back]. {h} [held a hand before {h.his} eyes|looked at the lamp as if it were a guest who came too early].",
    )
    t.say(
        "{h} got up and [turned it off|put out the lamp] again. <h/happy:[Where were we?|Go on with the story.]>",
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
    t.maybe(
        0.5,
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
    t.maybe(
        0.5,
        "<h/happy:[You did not forget|I thought you forgot]!> <g:[Forget|How could we]? It is hard to keep [quiet|such a secret] for a whole day.>",
        "{h} [laughed and cried|had to sit down]. <f/ask:What did you wish for?> <h/soft:[I have it already|It is here].>",
        "{h} blew out the candles, [one by one|all at once]. The [best|nicest] thing was [not the cake|not the gifts]. It was that [they were all there|the quiet was over].",
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
        "{b} tried it [once|on Monday]. {f} fell asleep first, then {h}. When they woke up, it was [over|too late]. <h/sad:[We missed it|Again]!>",
    )
    t.para()
    t.say(
        "<f:One of us must keep the other awake.> So {f} told jokes, and {h} {trick}.",
        "So they [made a plan|took a blanket and a bell]. When one [nodded|closed an eye], the other rang a bell. And {h} {trick}.",
    )
    t.maybe(
        0.5,
        "[At two|Late at night], {f} yawned. [At three|Then], {h} yawned. It was [dark and still|cold].",
        "It was a long night. {h} heard [a dog|a frog|a far clock] and [thought of {h.p} soft bed|counted the stars].",
    )
    aside(t, 0.2)
    t.para()
    t.say(
        "[And then|Then at last] it came. {b} saw {thing}. It was [slow|quiet] and [big|soft], and [nobody|neither of them] said a word.",
        "[Suddenly|Then] {f} took {h.p} {h.hand}. There! {b} saw {thing}, [just|only] the two of them.",
    )
    t.say(
        "<h/soft:It was worth it.> {f} did not answer. {f.He} was asleep, [with a smile|on {h.p} shoulder].",
        "{b} [walked|went] home [with small eyes|side by side] and [slept until noon|slept until supper].",
        "<h/happy:[Now we know it|We did it].> <f:And [tomorrow|tonight] we sleep.> That was [a good plan, too|easy].",
    )


PLOTS = (
    lights_out,
    birthday,
    sunrise,
)
