"""A shy one, a loose tooth, a stranger."""

from playground.training.tales import casting
from playground.training.tales.lexicon import places
from playground.training.tales.stage import aside, start
from playground.training.tales.telling import Telling


def shy_singer(t: Telling) -> None:
    """A shy one sings where nobody is, and is heard."""
    h = casting.hero(t, 0.5)
    h.adjective = "shy"
    start(
        t,
        h,
        t.rng.choice(
            [
                places.GARDEN,
                places.BARN,
                places.WOODS,
                places.ATTIC,
                places.RIVER,
                places.HILL,
                places.SHED,
            ]
        ),
    )
    f = casting.friend(t, h)
    t.set(
        f=f,
        art=t.rng.choice(
            ["sing", "sing", "dance", "tell a story", "play the drum", "whistle", "play the flute"]
        ),
        when=t.rng.choice(
            [
                "the summer party",
                "the school play",
                "the harvest dance",
                "the lantern walk",
                "the big party by the pond",
                "the spring fair",
            ]
        ),
    )
    t.say(
        "{h} could {art} [very well|better than anybody], but only when [no one was there|{h.he} was alone]. If somebody looked, {h.p} [voice|heart|knees] [went away|shook|got soft].",
        "When {h} was alone, {h.he} loved to {art}. [But in|In] front of others, {h.he} [turned red|could not do it|hid].",
    )
    t.maybe(
        0.5,
        "Soon there would be {when}. <f/ask:Will you {art} for us?> {h} [shook {h.his} head|looked at the ground]. <h/scared:[I can not|Not me|Please do not ask me].>",
        "Everybody was to do something at {when}. <h/sad:I will only [carry the chairs|watch].>",
    )
    t.world.past.append(("fear", h, t.names["art"]))
    t.para()
    t.meet(f)
    if t.chance(0.5):
        t.say(
            "One [day|evening], {f} [came past|was looking for {f.his} ball] and heard [something|it]. {f.He} stood [still|behind a tree|at the door] and [did not make a sound|listened to the end]."
        )
        t.say(
            "<f/happy:That was [lovely|the best I ever heard].> {h} [jumped|turned red]. <h/scared:You [heard|saw] that?> <f/soft:Yes, and [you did not fall over|nothing bad happened].>"
        )
    else:
        t.say(
            "{f} had an idea. <f/soft:[I will close my eyes|I will turn around]. [Then nobody sees you|Then you are alone].>"
        )
        t.say(
            "{h} [began very softly|began, and it was so quiet that a fly was louder]. [Then it got better|Bit by bit, it got better|Then {h.he} forgot to be shy]. {f} [kept still|did not move] until the end."
        )
    aside(t, 0.3)
    t.para()
    t.say(
        "At {when}, {f} stood [in the first row|right in front] and [closed {f.his} eyes|smiled]. {h} looked only at {f.o} and began to {art}.",
        "So at {when}, {f} put [a lamp|a big hat|a sheet] [in front of|before] {h.o}. [Behind it|There], {h} could {art} as if nobody [was there|looked].",
        "At {when}, they went up together, {h.hand} in {f.hand}. {h} began to {art}, and after a bit {f} [stepped back|let go].",
    )
    t.say(
        "[When it was over|At the end], it was quiet. Then everybody [clapped|stamped|cheered]. {h} [turned red|got hot ears], but {h.he} [smiled|stayed].",
        "Nobody [coughed|moved]. At the end, an old [man|woman|dog|goat] [wiped a tear away|called for more]. And {h} did it [once more|again], [a bit louder|with open eyes].",
    )


def lost_tooth(t: Telling) -> None:
    """A tooth is loose, comes out where nobody expects it, and is found."""
    h = casting.child(t)
    start(
        t,
        h,
        t.rng.choice([places.SCHOOL, places.KITCHEN, places.PARK, places.GARDEN, places.BAKERY]),
    )
    f = casting.friend(t, h)
    t.set(f=f, b=[h, f])
    t.meet(f)
    t.say(
        "{h} had a loose tooth. {h.he} moved it with {h.his} tongue [all day|during lunch|all the time], to the left and to the right.",
        "{h.p} front tooth was loose. It hung [by a thread|like an old gate]. <h:[Tomorrow|Soon] it will come out.>",
        "One of {h.p} teeth was [very loose|as loose as a button]. {h.he} could turn it [around|left and right] with one finger, and {h.he} did so [all morning|in every break].",
        "<h/happy:[Look|Watch this]!> {h} [pushed|moved] a tooth with {h.his} tongue, and it [waved|went flip, flop]. It was about to come out.",
    )
    t.maybe(
        0.5,
        "<f:[Tie it to a door|Pull it|I can pull it for you].> <h/scared:[Never|No, thank you]! It will come when it wants.>",
        "{f} wanted to [see|touch] it. <f/ask:Does it hurt?> <h:[No|Only when I think of it].>",
        "{f} had [no front teeth at all|lost two teeth already]. <f:[Do not think of it|Eat an apple]. Then it comes out by itself.>",
        "<f/ask:Shall we [use a string|ask somebody to pull it]?> <h/scared:[Not today|Let us wait a bit].>",
    )
    t.para()
    t.say(
        "Then {h} ate {snack}. [After|With] the [last|third|second] bite, something felt [odd|different]. The tooth was gone! There was only a [hole|gap].",
        "[Later|At ten], {h} laughed at a joke about [a cow|two frogs|a fish], and [when {h.he} closed {h.his} mouth|a moment later], there was a gap. Where was the tooth?",
        "[A bit later|Just before noon], {h} had to [sneeze|cough]. Once, twice! When it was over, {h.p} tongue [found|felt] a hole. But [where|where in the world] had the tooth gone?",
        "{h} was eating {snack}. Something went [crick|click]. <h/call:[My tooth|It is out]!> But it was not in {h.p} hand and not in {h.p} mouth.",
    )
    t.maybe(
        0.5,
        "{b} looked {spot}. {b} looked {spot2} and found {junk}. <h/sad:[Maybe I ate it|Without it, nobody will believe me].>",
        "{f} looked {spot} and found {junk}. {h} [shook out {h.his} coat|turned out {h.his} pockets]. [No tooth|Nothing].",
        "{f} got down on the floor and looked {spot}. [Only|There lay] {junk}. {h} looked {spot2}. <h/sad:I need it for [tonight|my pillow].>",
        "[Both|The two of them] looked [high and low|for half an hour]. They came upon {junk}. They did not come upon a tooth.",
    )
    aside(t, 0.3)
    t.para()
    t.say(
        "<f/call:[Wait|Do not move]! [Lift your foot.|Look at your sleeve.|What is in your hair?]> There it was, [small|tiny] and white, [like a grain of rice|like a bead].",
        "[Then|In the end], {f} saw something [white|small and white] {spot3}. It was not a [stone|crumb] and not [a bead|chalk]. It was the tooth.",
        "<f:[Stand up|Turn around].> {h} did, and [click|tick], something small fell to the ground. It had been [in {h.p} lap|in a fold of {h.p} sleeve] all the time.",
        "Then the [sun|light] came in, and {spot3}, something shone like [a pearl|snow|a star]. <h/happy:[There it is|That is mine]!>",
    )
    t.say(
        "{h} [put|wrapped] it in [a bit of paper|a leaf|a match box|a sock] and [showed it to everyone|carried it home]. Now {h.he} could whistle through the gap.",
        "<h/happy:[Now I can drink with a straw and my mouth shut|Now I can whistle]!> [And {h.he} did|{h} showed it at once].",
        "That night, the tooth lay under {h.p} pillow. In the morning, there was [a coin|a tiny letter|a new brush] [and a note|] in its place.",
        "<f/ask:[How does it feel|What is it like]?> {h} put {h.p} tongue through the gap. <h/happy:[Like a window|Windy].> And {h.he} [said it with a hiss|could not stop trying it].",
        "{h} [drew a face on a box|made a bed of wool] for the tooth and [took it to bed|gave it a name].",
    )


def new_at_school(t: Telling) -> None:
    """A stranger comes; nobody knows what to say; a game needs no words."""
    h = casting.child(t)
    start(t, h, t.rng.choice([places.SCHOOL, places.PARK, places.LIBRARY, places.STREET]))
    g = casting.child(t, "new")
    while g.pronoun == h.pronoun:
        g = casting.child(t, "new")
    x = casting.thing(
        t, t.rng.choice(["ball", "rope", "puzzle", "drum", "pencil", "top", "kite", "marble"]), h
    )
    t.set(
        g=g,
        x=x,
        word=t.rng.choice(["hello", "thank you", "friend", "ball", "good", "water", "bird"]),
        far=t.rng.choice(
            [
                "from far away",
                "from over the sea",
                "from a land with much snow",
                "from a hot land",
                "from a big city",
                "from an island",
            ]
        ),
    )
    t.meet(g)
    t.world.take(h, x)
    g.known = True
    t.say(
        "There was a new {g.noun}. {g.His} name was {g.name}, and {g.he} came {far}. {g.He} [stood by the wall|sat alone] and [said nothing|looked at {g.his} shoes].",
        "A {g.noun} {h} had never seen stood [at the door|by the wall]. It was {g.name}, who had come {far} and [spoke another language|did not know the words].",
    )
    t.para()
    t.maybe(
        0.5,
        "{h} said hello. {g} [only smiled a bit|shook {g.his} head]. {h} said it [louder|again], but [louder is not clearer|that did not help].",
        "Some [spoke slowly|spoke loudly] to {g.o}, some [just|] walked by. {h} [did not know what to say, either|wanted to say something, but what].",
    )
    t.say(
        "Then {h} [had an idea|thought of something]. {h.he} took out {x} and [put it on the ground between them|held it out].",
        "{h} had {x} with {h.o}. {h.he} [sat down|put it down] next to {g.o} and [began to play|waited].",
    )
    t.world.use(h, x)
    aside(t, 0.3)
    t.para()
    t.say(
        "{g} [looked at it|came closer] and [showed a trick|knew what to do]. {g.He} could do it [with one hand|with closed eyes|better than anyone]! <h/happy:[Show me|Do that again]!>",
        "{g} laughed. It was [a loud|a good] laugh, and it [needed no words|was the same in every language]. [Soon|A minute later] {number} others [came to play|stood around them].",
    )
    t.maybe(
        0.5,
        "[After a while|Then], {g} pointed at {h.o} and said one word. It meant {word} [where {g.he} came from|in {g.his} language]. {h} said it, too, and [it sounded funny|both laughed].",
        "{g} taught {h.o} a word. It meant {word}. {h} [said it all the way home|wrote it on {h.his} hand|taught it to Grandma].",
    )
    t.say(
        "[The next day|In the morning], {g} did not stand by the wall. {g.He} [waited|had kept a place] for {h.o}.",
        "[On Friday|A week later], {g} knew {number} [new|] words, and the first one was {h.p} name.",
    )


PLOTS = (
    shy_singer,
    lost_tooth,
    new_at_school,
)
