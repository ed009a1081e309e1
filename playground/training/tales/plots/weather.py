"""A storm, a fog, a winter."""

from playground.training.tales import casting
from playground.training.tales.lexicon import places
from playground.training.tales.stage import aside, start
from playground.training.tales.telling import Telling


def storm(t: Telling) -> None:
    """A storm comes; somebody has no house now; there is room for one more."""
    h = casting.hero(t, 0.6, without="big")
    start(
        t,
        h,
        t.rng.choice([places.WOODS, places.HILL, places.FIELD, places.MEADOW, places.POND]),
        weathers=("windy", "cloudy"),
    )
    g = casting.animal(
        t, h.group or "woods", without="big", pronoun={"she": "he", "he": "she"}[h.pronoun]
    )
    t.set(
        g=g,
        b=[h, g],
        shelter="[a hut of branches|a dry hole|a hollow tree|an old shed|a small cave|a tent]",
        lost="[nest|roof|house|bed|door]",
    )
    t.say(
        "[At noon|In the afternoon], the sky turned [black|dark gray|dark]. [The birds stopped singing|Far away it rumbled]. {h} ran to {shelter} and [got in|crept in|sat down] [just in time|with a wet nose].",
        "First the wind [stopped|got cold], then [it roared|it came back as a storm]. {h} sat in {shelter}, [with a candle|with a blanket|with hot tea].",
    )
    t.maybe(
        0.5,
        "[Crash|Boom], said the thunder. The rain [came down like a river|beat on the ground].",
        "The rain [came from all sides|came down in ropes], and the trees [bent|shook].",
    )
    t.para()
    t.say(
        "[Then|Between two claps of thunder], {h} heard a [knock|small cry|thin voice]. [Outside|There] stood {g}, wet to the bones.",
        "[Something|Somebody] came through the rain. It was {g}, and water ran from {g.his} ears.",
    )
    t.world.change(g, "wet")
    t.meet(g)
    t.say(
        "<g/sad:The wind took my {lost}. [May I come in|Is there room]?> {h} looked [around|at {shelter}]. It was [small|narrow|not very big].",
        "<g/sad:[I have no {lost} any more|My {lost} flew away]. [May I sit in your doorway|Can I wait here]?> There was [hardly|not much] room.",
    )
    t.say(
        "<h/soft:[Come in|Come in, quick]. [If I pull in my feet|If we sit close], [there is room for two|it will be warmer].>",
        "{h} [moved over|pulled in {h.his} feet]. <h/soft:[Now there is room|Sit here]. [Two keep warm better than one|A storm is long when you are alone].>",
    )
    t.para()
    t.maybe(
        0.5,
        "{b} shared {snack} and counted the time between [flash and boom|the flash and the boom]. [Three, four, seven|Two, five, nine]. The storm [was going away|moved off].",
        "{h} told [a story|jokes|of {h.p} last trip] until {g} was dry and [stopped shaking|fell asleep].",
    )
    t.world.undo(g, "wet")
    t.say(
        "In the morning, [the sky was clean|everything dripped and shone]. {b} [went|set out] to look for the {lost}. {b} found it {spot}, and [put it back|mended it] [together|before lunch].",
        "The next day, {h} helped {g.o} to make a new {lost}. It was [better|stronger] than the old one.",
    )
    t.maybe(
        0.5,
        "<g/happy:[When the next storm comes, you sit with me|My {lost} is yours, too].>",
        "[And when|When] the next storm came, {b} [did not mind|had something to look forward to].",
        "<h/ask:Are you still afraid of storms?> <g:[Yes|A bit], but not of being alone.>",
    )


def fog(t: Telling) -> None:
    """In the fog the way is lost; a sound leads home."""
    h = casting.hero(t, 0.5)
    start(
        t,
        h,
        t.rng.choice(
            [places.HILL, places.FIELD, places.MEADOW, places.BEACH, places.WOODS, places.HARBOR]
        ),
        weathers=("foggy",),
    )
    f = casting.friend(t, h)
    sound, who = t.rng.choice(
        [
            ("a cow bell", "The cows know the way home at milking time"),
            ("a cock", "Where there is a cock, there is a farm"),
            ("a church bell", "The bell hangs in our village"),
            ("a train", "The track goes to the station"),
            ("a stream", "The stream runs down to the mill"),
            ("a barking dog", "That is our neighbor's dog"),
            ("a drum", "That is Uncle Joe, who drums every evening"),
            ("a frog", "The frog lives in the pond behind our house"),
        ]
    )
    t.set(f=f, b=[h, f], sound=sound, who=who)
    t.meet(f)
    t.say(
        "The fog was so thick that {h} could not see {h.p} own [feet|{h.hands}]. {f} was [only a voice|a gray spot].",
        "{b} could see [two steps|three steps] and no more. {f} [bumped into a post|said hello to a bush|took a stone for a sheep].",
    )
    t.say(
        "<f/scared:[Where is the path|Which way is home]?> <h:[This way|I am sure it is this way].> {b} walked [a long time|a hundred steps]. Then they came to [a stone|a post] [they knew|with a crack]. {b} had walked in a circle.",
        "{b} went [left|right], then [straight on|left again]. {h} [put|dropped] [a leaf|a stone|a button] on the ground. After a long time they found [it|the same one] again. <h/sad:We walk in circles.>",
    )
    t.para()
    t.say(
        "<f/scared:[Now we are lost|I want to go home].> {h} took {f.p} {f.hand}. <h/soft:We [stand still|wait] and [listen|use our ears]. [Eyes are no good now|Fog can not cover our ears].>",
        "{h} sat down. <h:[Let us be quiet|Shh]. What do you hear?> <f:[My heart|My teeth|Nothing]. [Wait|No, wait].>",
    )
    t.say(
        "[Far away|Very softly], they heard {sound}. <h/happy:{who}!>",
        "There was {sound}, [far off on the left|not loud, but clear]. <f/happy:[I know that|Do you hear it]? {who}!>",
    )
    aside(t, 0.2)
    t.para()
    t.maybe(
        0.5,
        "[Step by step|Slowly], {h.hand} in {f.hand}, they went [toward the sound|after it]. When it was on the left, they went left.",
        "{b} [closed their eyes|did not look at all] and only [listened|went by ear]. It came closer [and closer|with each step].",
    )
    t.say(
        "[Then|At last] there was a [yellow|warm] light, and [a gate|the door] they knew. [Soup was on the table|There was soup for both].",
        "The first thing they saw was {color}. It was the [door|gate] of {h.p} house. {b} had never been so glad to see it.",
    )
    t.maybe(
        0.5,
        "<f:[From today|Now] I like {sound.the} [very much|best of all sounds].>",
        "{h} looked back at the fog. <h/happy:[You can hide the path|You are big], but you can not hide {sound.the}.>",
        "[The next day|In the morning], the sun shone, and the way was [only ten minutes|so short that they laughed].",
    )


def snow_friend(t: Telling) -> None:
    """A snowman is built, loses something to one who is hungry or cold, and melts."""
    north = t.rng.choice(["woods", "farm"])
    h = casting.child(t) if t.chance(0.7) else casting.animal(t, north)
    start(
        t,
        h,
        t.rng.choice([places.YARD, places.GARDEN, places.PARK, places.HILL, places.FIELD]),
        weathers=("snowy",),
    )
    f = casting.friend(t, h)
    nose = t.rng.choice(["carrot", "pear", "potato", "banana", "corn cob", "red apple"])
    x = casting.clothing(t, h)
    x.noun = t.rng.choice(["scarf", "hat", "cap", "ribbon", "towel"])
    t.set(
        f=f,
        b=[h, f],
        x=x,
        nose=nose,
        guest="[a rabbit|a hare|a crow|a deer|a mouse|a goat|a squirrel]",
        eyes="[two stones|two nuts|two buttons|two coins|two plums]",
    )
    t.meet(f)
    t.say(
        "{h} and {f} [rolled|made] [three|two] balls of snow and put one on top of the other. {eyes} were the eyes, a {nose} was the nose.",
        "There was [enough|plenty of|just enough] snow for a snowman. {f} made [the belly|a round belly], {h} made the head. It got {eyes} for eyes and a {nose} for a nose.",
        "[First|At first] it was only a ball. Then it was [a belly|a bear]. In the end it was a snowman, with {eyes} to see and a {nose} to smell. {h} and {f} [shook its hand|said hello to it].",
        "{f} [pushed|rolled] and {h} [patted|lifted] until a snowman stood there, as tall as {f.himself}. {b} found {eyes} for the eyes, and {h} got a {nose} from the kitchen.",
    )
    t.say(
        "{h} [gave|lent] it {h.p} {x.full}. <h:[So that you do not get cold|Take care of it].>",
        "[Last of all|At the end], {h} put {x} on it. It [looked|was] [very proud|almost alive].",
    )
    t.world.put(x, t.here, "on the snowman")
    t.para()
    t.say(
        "The next morning, the {nose} was gone. [In its place|There] was a hole. <f/call:[A thief|Somebody took it]!> There were [small|odd] tracks in the snow.",
        "In the night, {guest} came. In the morning, the snowman had no nose. <h/ask:Where is the {nose}?>",
        "But when they came [back|out] the next day, [something was wrong|the snowman looked odd]. {f} saw it first. <f/call:[No nose|It has no nose]!> In the snow there were [prints|marks of small feet].",
        "[Overnight|In the dark], somebody had been there. The {nose} was gone, and [a line of|] small prints [led|went] away from the snowman.",
    )
    t.say(
        "{b} followed the tracks [to a bush|under the hedge|behind the wood pile]. There sat {guest}, [thin|cold] and [shaking|hungry], with [half of|the end of] the {nose}.",
        "The tracks ended {spot}. There they saw {guest}, who [chewed|ate] and looked [sorry|scared]. There was [little|nothing] else to eat in the snow.",
        "[One, two, three prints|Print after print], they followed them [around the barn|through a hole in the fence]. At the end sat {guest} with the {nose}, or what was left of it.",
        "{h} and {f} [went after them|did not make a sound] and looked {spot2}. Two eyes looked back. It was {guest}, all [bones|skin and bones], and the {nose} was half [gone|eaten].",
    )
    aside(t, 0.2)
    t.para()
    t.say(
        "<h/ask:Shall we take it back?> {f} [shook {f.his} head|looked at the small ribs]. <f/soft:[The snowman is not hungry|A snowman can not smell anyway].>",
        "{h} [was not angry any more|felt sorry]. <h/soft:[Eat|Go on]. We will find another nose.>",
        "<f/ask:[Are you cross|What do we do now]?> {h} thought of the warm [soup|stove] at home. <h/soft:No. [It is a good place for a {nose}|It was the only thing to eat here].>",
    )
    t.say(
        "So they [brought|put] a [new|fresh] {nose} every day, one for the nose and one for {guest.the}.",
        "{b} gave the snowman a [stick|cone|spoon] for a nose and put [seeds|hay|bread|nuts] at its feet.",
        "After that, a [second|fresh] {nose} lay [at the snowman's feet|in the snow] each night, and [each|every] morning it was gone.",
        "{f} said that a snowman can be [a table, too|an inn]. So they put [nuts|bread|hay] [on its head|in its arms], and it [had guests|was never alone].",
    )
    t.maybe(
        0.5,
        "When the sun came [back|in March|again], the snowman got [thin|small]. At the end, only {x} lay in the grass, [next to|and in it lay] {eyes}.",
        "[Weeks later|In spring], there was [only a puddle|only wet grass] and {x}. [But|And] {guest.the} still came [to say hello|every morning].",
    )


PLOTS = (
    storm,
    fog,
    snow_friend,
)
