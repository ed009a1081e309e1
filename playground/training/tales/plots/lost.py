"""Something or somebody is lost, or hides, and is found where it is."""

from playground.training.tales import casting, stage
from playground.training.tales.lexicon import places
from playground.training.tales.lexicon.things import JUNK
from playground.training.tales.stage import aside
from playground.training.tales.telling import Telling
from playground.training.tales.world import Being, Thing


def lost_thing(t: Telling) -> None:
    """A thing is gone; two look for it; it is where it was left."""
    p = t.rng.choice(places.ALL_PLACES)
    h = casting.hero(t)
    stage.start(t, h, p, opening=False)
    f = casting.friend(t, h)
    x = casting.keepsake(t, h)
    first, second, last = casting.spots(t, p, 3)
    t.set(
        b=[h, f],
        f=f,
        x=x,
        first=first,
        second=second,
        junk=t.rng.choice(JUNK),
        junk2=t.rng.choice(JUNK),
    )
    t.world.move(f, p)
    t.world.put(x, p, last)
    _loses(t)
    t.para()
    t.say(
        "{f} [heard|saw] {h.o} and [came over|came to help|stopped]. <f:[When|Where] did you [see it last|have it last]?>",
        "<f/soft:[I will help you|We will look together|Two can look better than one]. Do not [cry|be sad|worry].>",
        "{f} was [near|there], too. <f/soft:[Let us think|Let us look|Think hard]. Where [were you|did you play] [this morning|before lunch]?>",
    )
    t.say(
        "<h/sad:[I had it {p.at}|It was here {p.at}|I do not know]. I [only|just] [put it down|looked away] for a moment.>",
        "{h} [tried to think|thought hard]. <h:It [was in|fell out of] my [bag|pocket], [I think|maybe].>",
        "",
    )
    t.say(
        "[First|At first] {h} looked {first}. [There lay|{h.he} found] only {junk}. [Then|Next] {f} looked {second}. [No {x.n} there, only|Nothing but] {junk2}.",
        "{b} looked {first} and [found|saw] {junk}. {b} looked {second} and [found|saw] {junk2}. [But there was no|But they did not see the|No] {x.n}.",
        "{first} there lay [nothing but|just|only] {junk}. {second} lay {junk2}. <h/sad:It is [gone|not here|really lost].>",
    )
    aside(t)
    t.para()
    _finds(t, h, x)


def _loses(t: Telling) -> None:
    t.say(
        "<h/sad:Where is my {x.full}?> {scene} {h} had [looked in {h.his} bag|turned out all {h.his} things|looked for it all {daytime}], but [it was not there|the {x.n} was gone].",
        "{scene} {h} was {p.at} with {h.p} {x.full}. It was {h.his} [best|dearest|favorite] thing. [But when|When] {h.he} [wanted to go home|wanted to show it to {f}|looked up], it was [gone|not there].",
        "{h} always [had|took|carried] {h.p} {x.full} with {h.o}. [One|On a] {weather} {daytime} {p.at}, {h.he} [felt|reached] for it. [It was gone!|Nothing was there.]",
        "{h} had lost {h.p} {x.full}. It must be somewhere {p.at}. [{sense}.|{sky}.|] <h/sad:I [can not|must not] go home without it.>",
    )


def _finds(t: Telling, h: Being, x: Thing) -> None:
    t.say(
        "[Then|Just then|At last|After a while], {f} [saw something|noticed something|stopped]. [Something|A bit of it] [shone|stuck out|could be seen] {x.where}. It was {x}!",
        "[At last|In the end|Then], {h} looked {x.where}. [And there|There] [was|lay] {x}, [safe|dry|whole] and [sound|a bit dusty|not even dirty].",
        "<f/happy:[Look|Come here|Over here]! What is that [there|] {x.where}?> {h} [ran over|came] and [looked|bent down]. It was {x}!",
    )
    t.world.take(h, x)
    t.say(
        "[Now|Then] {h} [knew it again|remembered]. {h.he} had [put it there|left it there] [{h.himself}|to keep it safe|when {h.he} tied {h.his} shoe].",
        "<h/happy:[I put it there|I left it there] myself!> {h} had to laugh.",
        "{h} [held|pressed] {x} [tight|to {h.his} chest]. <h/happy:[Thank you|Thanks], {f}. [I would not have looked there|You have good eyes].>",
    )
    t.say(
        "[From then on|After that], {h.p} {x.n} [had a place of its own|always hung on a hook|stayed in {h.p} [bag|{h.hand}]].",
        "<f:[Next time|Tomorrow], [tie a string to it|hold on to it|put it in your bag].> They [laughed|smiled] and went home [together|side by side].",
        "They [took turns with|played with|looked at] {x} until [it got dark|supper|the first star came out].",
    )


PLOTS = (lost_thing,)
