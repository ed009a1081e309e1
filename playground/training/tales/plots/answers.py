"""A narrow bridge, an echo."""

from playground.training.tales import casting
from playground.training.tales.lexicon import places
from playground.training.tales.lexicon.manners import FAIR
from playground.training.tales.stage import aside, start
from playground.training.tales.telling import Telling


def narrow_bridge(t: Telling) -> None:
    """Two meet on a bridge for one; nobody wants to go back; a third way is found."""
    h = casting.animal(t, t.rng.choice(["farm", "woods", "warm"]), without="fly small")
    start(t, h, t.rng.choice([places.RIVER, places.WOODS, places.HILL, places.FIELD]))
    g = casting.animal(
        t, h.group, without="fly small", pronoun={"she": "he", "he": "she"}[h.pronoun]
    )
    t.set(
        g=g,
        b=[h, g],
        hload="[a sack of flour|a basket of eggs|a big pumpkin|a bed for {h.his} aunt|a bundle of hay]",
        gload="[a pot of soup|a ladder|a heap of wood|a tall lamp|a box of plates]",
        small="[a mouse|an ant|a small frog|a snail|a young sparrow]",
        bridge="[a plank|a log|an old board|a rope bridge]",
    )
    t.meet(g)
    t.say(
        "{h} carried {hload}. {h.He} had to go over {bridge} that was so narrow that only one could walk on it.",
        "There was only {bridge} across the water. {h} stepped on it with {hload}.",
        "[One had to cross the water|The only way went] by {bridge}, and it was not wide. {h} [took a deep breath|set one {h.hand} in front of the other] and began to cross with {hload}.",
        "{h} was on the way home with {hload}. Between {h.him} and home there was water, and over the water lay {bridge}, [just wide enough for one|no wider than a tail].",
    )
    t.say(
        "In the middle, {h.he} met {g} with {gload}. <g/call:[Go back|Let me pass]! I [was here first|am in a hurry].> <h/call:[No, you go back|I was first]!>",
        "From the other side came {g}, who carried {gload}. [Nose to nose|In the middle], they stopped. <h/ask:[Can you go back|Why do you not wait]?> <g/call:[Me? Never|Why me]!>",
        "{h} looked [down|at the water] all the way, and so did {g}, who [came|was coming] from the other side with {gload}. [Bump|Bonk]! <g/call:[Watch out|Make way]!> <h/call:[You make way|You watch out]!>",
        "Halfway over, there was {g}, [puffing|out of breath] under {gload}. <h:[I can not turn around|This is heavy]. You must go back.> <g:[I must not|I will not]. You must.>",
    )
    t.para()
    t.maybe(
        0.5,
        "{b} stood there. [It got late|The sun went on]. {h.p} back hurt, and {g.p} [legs|knees] shook.",
        "{h} sat down. {g} sat down, too. <h:I have time.> <g:I have more.> [Their bellies growled|It began to get cold].",
    )
    t.say(
        '{small} came [along|up] and looked from one to the other. "Why does the one not lie down?" ~it asked. "Then the other can step over."',
        '{small} wanted to cross, too. "Is it a race who can stand longest?" ~it asked. "You could [hold each other and turn|turn around like in a dance]."',
        '{small}, who had listened for some time, [coughed|raised its voice]. "If you were [as small as I am|small like me]," it said, "you would [pass under|walk under] each other. So let one be a bridge!"',
        'Then a thin voice said: "[Step over|Put your loads down first, then think]." It was {small}, [down by their feet|on a blade of grass]. "One of you lies down. That is all."',
    )
    aside(t, 0.2)
    t.para()
    t.say(
        "{h} and {g} [looked at each other|did not know what to say]. It was [so simple|that easy]! [So|Then] {h} [made {h.himself} flat|held on to {g.o}], and [in a moment|a minute later] they had changed sides.",
        "<h:[I could do that|That would work].> <g:[So could I|Let me do it].> Now they [nearly|almost] quarreled about who might be so kind. [In the end|Then] they did it, and both were [past|on the right side].",
        "{g} [turned red|looked away]. Then {g.he} [bent down|lay down] like a [rug|mat], and {h} stepped over, [one {h.hand} at a time|as light as a leaf]. It was done [before one could count to ten|in no time].",
        "{b} put {hload} and {gload} [down|on one heap], took hold of [each other|one another], and turned, [as in a dance|slowly, half around]. Now each was on the right side.",
    )
    t.maybe(
        0.5,
        "<g/soft:[I am sorry that I shouted|Your load is heavier than mine].> <h/soft:[Mine is only big|I shouted, too].>",
        "{g} [looked back|turned around]. <g/happy:[Watch your step|Greet your aunt]!>",
    )
    t.maybe(
        0.5,
        "The next day, they [came back|met again] and [built|put] a second [plank|board] next to the first.",
        "And {small.the}? It had long been on the other side. [Nobody had seen it go|It had walked between their feet].",
        'After that, whoever came [to the bridge|first] [called|rang a bell]: "[May I|Is it free]?"',
    )


def echo(t: Telling) -> None:
    """Somebody answers from the rocks, as one speaks to it."""
    h = casting.hero(t, 0.5)
    start(
        t, h, t.rng.choice([places.HILL, places.WOODS, places.RIVER, places.FIELD]), weathers=FAIR
    )
    e = casting.elder(t, h)
    t.set(
        e=e,
        first="[Go away|Be quiet|I am strong|You are silly]",
        nice="[Hello|Good morning|Come and play|You are nice|I like you]",
        place2="[a cave|a wall of rock|a deep well|the other hill|an old bridge]",
    )
    t.say(
        '{h} [stood|came] in front of {place2} and called: "{first}!" [Somebody called it back: "{first}!"|And back came: "{first}!"|"{first}!" ~somebody answered.]',
        '"{first}!" ~{h} shouted [for fun|at a crow]. From {place2}, a voice [answered|said]: "{first}!"',
    )
    t.maybe(
        0.5,
        "{h} [stamped|got cross]. {h.He} called it [louder|once more], and the voice was [louder|just as loud], too.",
        '{h} [threw a stone|made a face]. "{first}!" {h.he} called [again|once more], [louder|as loud as {h.he} could]. And the voice was just as loud.',
    )
    t.para()
    t.say(
        "{h} ran home to {e}. <h/sad:[There is somebody bad at|Somebody is mean to me at] {place2}. [He says what I say|I do not like him].>",
        "[At home|In the evening], {h} [told|asked] {e}. <h/ask:Who lives at {place2}? He [shouts at me|is so rude].>",
    )
    t.meet(e)
    t.say(
        "{e} [smiled|nodded slowly]. <e/soft:[I know that one|I met that one when I was small]. Try something. Say something nice to it.>",
        "{e} thought for a moment. <e/ask:What did you say first?> {h} [looked at the ground|told {e.o}]. <e/soft:[Aha|I see]. Then go and say something else.>",
    )
    aside(t, 0.4)
    t.para()
    t.say(
        'The next day, {h} [stood|went] there again. It was hard to begin. Then {h.he} called: "{nice}!"',
        'So {h} went back. First {h.he} only whispered it. Then {h.he} called: "{nice}!"',
    )
    t.say(
        '"{nice}!" ~the voice [called|sang]. {h} [laughed|had to laugh], and it laughed back.',
        '"{nice}!" ~it came [back|from {place2}], as friendly as [could be|a warm bun].',
    )
    t.say(
        "<h/happy:It is not bad at all. It only [waits for|gives back] what one [says|brings].> {e} [was pleased|nodded]. <e:[Most people are like that|So do we all].>",
        "[From then on|After that], {h} went there [each morning|on Sundays] to say it again. One needs a friend who [never forgets|always answers].",
        '[Later|On the way home], {h} tried it with [the baker|a cross goose|an old dog|a crow]: "{nice}!" It [worked|did its work] there, too.',
    )


PLOTS = (
    narrow_bridge,
    echo,
)
