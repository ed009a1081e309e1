"""What the weather does to a day: storm, wind, fog, snow, rain, heat."""

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
    t.say(
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
    t.say(
        "They shared {snack} and counted the time between [flash and boom|the flash and the boom]. [Three, four, seven|Two, five, nine]. The storm [was going away|moved off].",
        "{h} told [a story|jokes|of {h.p} last trip] until {g} was dry and [stopped shaking|fell asleep].",
    )
    t.world.undo(g, "wet")
    t.say(
        "In the morning, [the sky was clean|everything dripped and shone]. {b} [went|set out] to look for the {lost}. They found it {spot}, and [put it back|mended it] [together|before lunch].",
        "The next day, {h} helped {g.o} to make a new {lost}. It was [better|stronger] than the old one.",
    )
    t.say(
        "<g/happy:[When the next storm comes, you sit with me|My {lost} is yours, too].>",
        "[And when|When] the next storm came, {b} [did not mind|had something to look forward to].",
        "<h/ask:Are you still afraid of storms?> <g:[Yes|A bit], but not of being alone.>",
    )


def wind_took(t: Telling) -> None:
    """The wind takes a hat from one to the next, and what it stops at needs it."""
    h = casting.hero(t, 0.4)
    start(
        t,
        h,
        t.rng.choice(
            [places.HILL, places.STREET, places.BEACH, places.PARK, places.FIELD, places.HARBOR]
        ),
        weathers=("windy",),
    )
    f = casting.friend(t, h)
    x = casting.clothing(t, h)
    x.noun = t.rng.choice(["hat", "cap", "scarf", "towel", "shirt"])
    t.set(
        f=f,
        x=x,
        b=[h, f],
        nest=t.rng.choice(
            [
                "three blue eggs",
                "four young sparrows",
                "two sleepy mice",
                "a family of ducks",
                "a very small kitten",
                "five bare chicks",
                "a hedgehog with two babies",
            ]
        ),
    )
    t.meet(f)
    t.say(
        "[Whoosh|Whoo]! The wind [took|pulled] {h.p} {x.full} [and threw it into the air|and ran off with it]. <h/call:[Stop|Come back|Give it back]!>",
        "{h} held {h.p} {x.full} with one {h.hand}. [Then {h.he} had to sneeze|Then {h.he} waved to {f}], and [off it flew|the wind had it].",
    )
    t.world.put(x, None, "in the air")
    t.para()
    t.say(
        "It flew over [a fence|a cow|a wall]. {h} ran [after it|around]. It sat down on [a scarecrow|a post|a goat]. {h} [reached for it|came close], and [up it went again|the wind laughed and took it].",
        "{b} ran. [Each time|Whenever] they were [close|near], the {x.n} [jumped on|flew up again], [over a ditch|past a dog|across a bridge|over a wall].",
    )
    t.say(
        "<f:[Run faster|It is playing with us].> <h/sad:[It was a present|My aunt made it|I had it from my grandma].>",
        "{f} [fell into a puddle|lost a shoe|ran into a bush]. <f/call:Do not wait for me!>",
    )
    aside(t, 0.3)
    t.para()
    t.say(
        "Then the wind [dropped|stopped], and the {x.n} lay {spot}. {h} bent down to pick it up and stopped. [In it|Under it] {h.he} saw {nest}.",
        "At last, they found the {x.n} {spot}. Something moved. {h} lifted one end and saw {nest}, out of the cold.",
    )
    t.world.put(x, t.here, t.names["spot"] if isinstance(t.names["spot"], str) else "")
    t.say(
        "<f/ask:Will you take it?> {h} felt the wind on {h.p} ears. <h/soft:[No|Not now]. [They need it more than I do|It is a house now].>",
        "{h} [let go of it|put it back] very softly. <h/soft:[I have another one at home|My ears can stand it].>",
    )
    t.say(
        "{f} [gave|put] one end of {f.p} own scarf around {h.o}, and they walked home [like that|side by side].",
        "[Two weeks later|In spring], the {x.n} [was empty|hung on the gate], [clean|washed by the rain], with one [soft|tiny] feather in it.",
        "They came back each day [with crumbs|to look], and nobody [ever|] told the wind.",
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
        "They could see [two steps|three steps] and no more. {f} [bumped into a post|said hello to a bush|took a stone for a sheep].",
    )
    t.say(
        "<f/scared:[Where is the path|Which way is home]?> <h:[This way|I am sure it is this way].> They walked [a long time|a hundred steps]. Then they came to [a stone|a post] [they knew|with a crack]. They had walked in a circle.",
        "They went [left|right], then [straight on|left again]. {h} [put|dropped] [a leaf|a stone|a button] on the ground. After a long time they found [it|the same one] again. <h/sad:We walk in circles.>",
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
    t.say(
        "[Step by step|Slowly], {h.hand} in {f.hand}, they went [toward the sound|after it]. When it was on the left, they went left.",
        "They [closed their eyes|did not look at all] and only [listened|went by ear]. It came closer [and closer|with each step].",
    )
    t.say(
        "[Then|At last] there was a [yellow|warm] light, and [a gate|the door] they knew. [Soup was on the table|There was soup for both].",
        "The first thing they saw was {color}. It was the [door|gate] of {h.p} house. They had never been so glad to see it.",
    )
    t.say(
        "<f:[From today|Now] I like {sound.the} [very much|best of all sounds].>",
        "{h} looked back at the fog. <h/happy:[You can hide the path|You are big], but you can not hide {sound.the}.>",
        "[The next day|In the morning], the sun shone, and the way was [only ten minutes|so short that they laughed].",
    )


def snow_friend(t: Telling) -> None:
    """A snowman is built, loses something to one who is hungry or cold, and melts."""
    h = casting.hero(t, 0.3)
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
    )
    t.say(
        "They followed the tracks [to a bush|under the hedge|behind the wood pile]. There sat {guest}, [thin|cold] and [shaking|hungry], with [half of|the end of] the {nose}.",
        "The tracks ended {spot}. There they saw {guest}, who [chewed|ate] and looked [sorry|scared]. There was [little|nothing] else to eat in the snow.",
    )
    aside(t, 0.2)
    t.para()
    t.say(
        "<h/ask:Shall we take it back?> {f} [shook {f.his} head|looked at the small ribs]. <f/soft:[The snowman is not hungry|A snowman can not smell anyway].>",
        "{h} [was not angry any more|felt sorry]. <h/soft:[Eat|Go on]. We will find another nose.>",
    )
    t.say(
        "So they [brought|put] a [new|fresh] {nose} every day, one for the nose and one for {guest.the}.",
        "They gave the snowman a [stick|cone|spoon] for a nose and put [seeds|hay|bread|nuts] at its feet.",
    )
    t.say(
        "When the sun came [back|in March|again], the snowman got [thin|small]. At the end, only {x} lay in the grass, [next to|and in it lay] {eyes}.",
        "[Weeks later|In spring], there was [only a puddle|only wet grass] and {x}. [But|And] {guest.the} still came [to say hello|every morning].",
    )


PLOTS = (storm, wind_took, fog, snow_friend)
