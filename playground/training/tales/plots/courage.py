"""Being afraid, trying again, and what helps."""

from playground.training.tales import casting
from playground.training.tales.lexicon import places
from playground.training.tales.lexicon.manners import FAIR
from playground.training.tales.stage import aside, start
from playground.training.tales.telling import Telling

NOISES = (
    (
        "[scratch, scratch|shh, shh, bump]",
        "[{animal}|a hedgehog] that looked for [crumbs|a warm place]",
        "animal",
    ),
    (
        "[tap, tap, tap|tick, tick, tock]",
        "a branch that [knocked on|touched] the window [in the wind|when the wind blew]",
        "",
    ),
    (
        "[whoo, whoo|hoo, hoo]",
        "an old owl [on the roof|in the chimney] that sang [to the moon|for its children]",
        "",
    ),
    (
        "[drip, plop|plip, plip, plop]",
        "[the tap|water from the roof] that [fell|dripped] into a [bowl|bucket]",
        "",
    ),
    ("[grrr, grrr|rrr, rrr]", "{e.name}, who [was asleep in a chair and snored|snored]", "e"),
    (
        "[bump, roll|bump, bump]",
        "an apple that [fell|rolled] down the stairs, [step by step|one step at a time]",
        "",
    ),
    (
        "[creak, creak|eek, eek]",
        "[the garden gate|the old door] that [was not shut|moved in the wind]",
        "",
    ),
    ("[flap, flap|flip, flap]", "[a wet sheet|{color} socks] on the line", ""),
)

SKILLS = (
    (
        "swim",
        places.POND,
        "[went under|swallowed water|sank like a stone]",
        "Lie on your back first and [look at the clouds|think of a leaf]. The water [will hold you|carries you]",
        "[swam from the stone to the pier|floated, kicked, and swam]",
    ),
    (
        "ride a bike",
        places.STREET,
        "[fell to the left|fell over|rolled into a bush]",
        "Do not look at your feet. Look [where you want to go|at the red door over there]",
        "[rode|went] all the way to the [corner|mail box]",
    ),
    (
        "skate",
        places.PARK,
        "[sat down hard|fell on both knees|slid into a bench]",
        "Bend your knees, and [push like a duck|make small steps]",
        "[rolled|slid] [around the fountain|across the path]",
    ),
    (
        "whistle",
        places.GARDEN,
        "[only blew air|made a wet noise|spat a bit]",
        "Say the letter O and then [think of|blow out] a candle",
        "whistled so [high|loud] that [a bird|a dog] answered",
    ),
    (
        "tie a bow",
        places.SCHOOL,
        "[made a knot|tied both shoes together|lost one end]",
        "Make a rabbit ear. The other end [runs around it|goes around] and [into|through] the hole",
        "tied a bow, and it [held|stayed] all day",
    ),
    (
        "jump rope",
        places.YARD,
        "[stepped on the rope|got the rope around one foot|jumped too late]",
        "Do not look at the rope. [Listen to it|Sing, and jump on each word]",
        "jumped [ten|twelve|nine] times [in a row|without a stop]",
    ),
    (
        "climb a rope",
        places.PARK,
        "[slid down|hung there like a wet sock|came up one foot and no more]",
        "Use your feet. [Your feet are stronger than your arms|Hold the rope with your feet]",
        "climbed to the top and [touched|rang] the [branch|bell]",
    ),
    (
        "dive",
        places.BEACH,
        "[came up with water in the nose|turned back|landed on the belly]",
        "[Breathe out slowly|Open your eyes down there], and [count to five|look for a white stone]",
        "dived down and [came up with|found] a white [stone|shell]",
    ),
    (
        "play the flute",
        places.BEDROOM,
        "[made a sound like a cat|only hissed|blew too hard]",
        "Blow [softly|gently], as if [you cool soup|the flute were asleep]",
        "played [three|four] clear notes, and then a whole song",
    ),
    (
        "row",
        places.RIVER,
        "[went in a circle|went backward|lost an oar]",
        "Pull [both|left and right] at the same time and [count|sing]",
        "rowed straight to the other bank",
    ),
)
"""What is learnt, where, how it fails, a good hint, how it is when it works."""


def night_noise(t: Telling) -> None:
    """Something makes a noise in the dark; with a light it is only this or that."""
    h = casting.child(t)
    start(t, h, places.BEDROOM, opening=False)
    e = casting.elder(t, h)
    f = casting.friend(t, h)
    f.kin, f.of = ("sister", h) if f.pronoun == "she" else ("brother", h)
    noise, cause, maker = t.rng.choice(NOISES)
    helper = f if maker == "e" or t.chance(0.5) else e
    t.set(
        b=[h, helper],
        e=e,
        f=f,
        g=helper,
        noise=noise,
        cause=cause,
        animal="[a mouse|a cat]",
        guess="[a ghost|a monster with wet feet|a dragon|a robber|a giant|a very big spider|a hungry bear]",
    )
    t.meet(helper)
    t.say(
        "[One night|Late one night|In the middle of the night], {h} [woke up|could not sleep]. [The moon was thin|{sky}|It was dark]. {noise}. [There it was again|Then it came again]: {noise}.",
        "{h} [lay|was] in bed, and the lamp was [off|out]. {noise}! [What was that|Something was there]? {noise}!",
        "It was [dark|a dark night], and {sky}. {h} lay [awake|with open eyes] and [heard it|listened]: {noise}.",
    )
    t.say(
        "{h} pulled the blanket up to {h.his} [nose|ears]. <h/scared:[It is|That must be] {guess}.>",
        "{h.he} thought of {guess}. {h.p} heart went [thump|bump, bump].",
    )
    t.para()
    t.say(
        "[In the end|At last], {h} crept to find {g}. <h/scared:{g}, [there is|I think there is] {guess} [in the house|out there]!>",
        "{g} came in [with a cup of water|on bare feet]. <g/soft:[Why are you awake|What is it]?> <h/scared:[Listen|Shh]. There is {guess}.>",
    )
    t.say(
        "<g/soft:[Let us go and see|We will look|Let us say hello to it]. [Hold my hand|You take the flashlight|Take the lamp].>",
        "{g} did not laugh. <g/soft:[Things that have a name are smaller|I was afraid of noises, too]. [Come|Let us look at it].>",
    )
    t.para()
    t.say(
        "{b} went [down the hall|along the dark hall], [step by step|on their toes|hand in hand]. {noise}! It [got|was] louder. {h} [held up|pointed] the light.",
        "[Hand in hand|Side by side], they followed the sound. {h} [nearly|almost] turned back, but then [lifted|held up] the lamp.",
    )
    t.say(
        "It was {cause}. [That was all|Nothing more].",
        "[There|In the light] they saw it: {cause}. <h:[Is that all|Only that]?>",
    )
    t.say(
        "{h} [had to laugh|laughed so hard that {h.he} got the hiccups]. [Back in bed|Now], the noise sounded like [a song|a friend].",
        "<h/happy:[Good night, ghost|Good night, noise]!> [A minute later|Soon], {h.he} was asleep.",
        "The next night, {h} heard it again: {noise}. {h.he} [smiled|turned over] and [slept on|went back to sleep].",
    )


def learn_to(t: Telling) -> None:
    """Learning takes many tries and one good hint."""
    h = casting.child(t)
    what, place, fall, hint, done = t.rng.choice(SKILLS)
    start(t, h, place, weathers=FAIR)
    f = casting.elder(t, h) if t.chance(0.5) else casting.friend(t, h)
    t.set(f=f, what=what, fall=fall, hint=hint, done=done)
    t.meet(f)
    t.say(
        "{h} wanted to learn to {what}. [All {h.his} friends could do it|{f} could do it so well|It looked so easy].",
        "<h:[Today|This week] I will learn to {what}.> {h} had said that [yesterday|last week|on Monday], too.",
        "Everybody could {what}, [but|only] {h} could not [yet|].",
    )
    t.para()
    t.say(
        "[The first time|First], {h} {fall}. The second time, {h.he} {fall} [as well|again]. [The third time was no better|Then {h.he} sat down and did not want to try a third time].",
        "{h} tried it. {h.he} {fall}. {h.he} tried it [again|with closed eyes|{number} times]. [It was no use|It got no better].",
    )
    t.say(
        "<h/sad:I [will never learn it|give up|am just not good at it].> {f} [sat down beside {h.him}|had watched]. <f/soft:[I needed {number} days|I fell a hundred times|You can not do it yet. Yet is a good word].>",
        "{f} [came closer|did not laugh]. <f/ask:Do you know how [often|many times] I [fell|tried]?> <h:[Two|Five] times?> <f/happy:[{number} times|A whole summer]!>",
    )
    aside(t, 0.3)
    t.para()
    t.say(
        "<f/soft:{hint}.> {h} [nodded|took a deep breath] and tried it [that way|like that].",
        "Then {f} told {h.o} a secret. <f/soft:{hint}.> {h} [did not believe it|thought about that], but {h.he} tried.",
    )
    t.say(
        "[One moment|For a moment] it went wrong, [and then|but then] it did not. {h} {done}!",
        "And [suddenly|this time], it worked. {h} {done}!",
        "[Slowly at first|A bit at first], then more and more, {h} {done}.",
    )
    t.maybe(
        0.5,
        "<h/call:[Look|Look at me|I can do it]!> {f} [clapped|waved both arms|cheered].",
        "[In the evening|That night], {h.p} [knees|arms] hurt, and [{h.he} could not stop smiling|{h.he} was proud of that].",
        "<f:[And tomorrow|Next week], [you can teach me to whistle|you will show it to somebody else].> [And so it was|{h} did].",
    )


PLOTS = (
    night_noise,
    learn_to,
)
