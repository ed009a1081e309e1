"""A letter without a name, a thing found and given back."""

from playground.training.tales import casting
from playground.training.tales.lexicon import places
from playground.training.tales.stage import aside, start
from playground.training.tales.telling import Telling


def letter(t: Telling) -> None:
    """Somebody gets no mail; a letter is written; another comes back."""
    h = casting.hero(t, 0.35)
    start(
        t,
        h,
        t.rng.choice([places.STREET, places.YARD, places.GARDEN, places.KITCHEN, places.HARBOR]),
    )
    n = casting.neighbor(t) if h.kind == "child" else casting.elder(t, h)
    t.set(
        n=n,
        paper="[a leaf|the back of a map|a paper bag|a page with lines|{color} paper|a piece of bark]",
        says="[I like your {thing}|Your window looks nice at night|You walk like a captain|The {bird} asked about you|I hope your knee is better]",
        thing="[hat|garden|old cat|songs|blue door]",
        bird="[crow|sparrow|wind|gray cat]",
        sign="[A Friend|Somebody|Guess Who|Your Left Shoe|The Wind]",
    )
    t.say(
        "Every [day|morning], {n} [looked into|opened] the mail box. Every [day|morning], it was empty. {h} saw it [from the window|from {h.p} steps].",
        "{n} never got a letter. [{n.He} said that it did not matter|{n.He} always looked twice]. But {h} saw {n.p} face.",
        "[Rain or shine|Day after day], {n} went to the mail box in [slippers|a big hat], looked in, and went back in [slowly|without a word]. {h} [counted|had seen it {number} times].",
        "<n/soft:Nothing [again|today].> {n} said it to [the cat|the gate|nobody], and closed the mail box. {h} heard it [over the wall|from the other side].",
    )
    t.meet(n)
    t.para()
    t.say(
        'So {h} took {paper} and wrote: "{says}." [Under it|At the end], {h.he} put: "{sign}."',
        '{h} had [a pencil|a pen] and {paper}. It was hard to [begin|find words]. In the end {h.he} wrote only this: "{says}. {sign}."',
        'That gave {h} an idea. {h.he} [sat down with|got] {paper} and [chewed|bit] the pencil. Then {h.he} wrote: "{says}." And for a name: "{sign}."',
        '"{says}," {h} wrote on {paper}. It was not long, but [it was true|every word was true]. {h.He} did not put {h.his} own name. {h.He} put "{sign}."',
    )
    t.say(
        "[At night|Early|When it was dark], {h.he} [crept|went] across and put it in the box. It made a [soft|small] sound.",
        "{h} [ran|crept] to the box, [put it in|let it fall], and hid behind a [tree|wall|cart].",
        "Before the sun was up, {h} [ran over|went across the wet grass] and let it slip into the box. [Nobody saw it|Only a cat saw it].",
        "{h} waited till [the street was empty|all the lamps were out]. Then it was only [ten|twenty] steps, and [clack|clap], it was in the box.",
    )
    aside(t, 0.4)
    t.say(
        "The next day, {n} opened the box, [without hope|as always]. {n.He} [took out|found] the letter, read it [once|standing], and read it again. Then {n.he} [smiled|laughed|danced one step].",
        "{n} came. {n.He} [nearly|almost] closed the box again. Then {n.he} saw it. {n.He} read it [three times|right there] and [put it under {n.his} hat|folded it very small].",
        "[At eight|In the morning], {n} came out. {n.He} looked in, and [the keys fell to the ground|{n.his} mouth fell open]. {n.He} read it standing, and then [sitting on the steps|once more inside].",
        "{h} watched from behind [the curtain|the hedge|a barrel]. {n} [turned the letter over|held the letter far away, then close] and [began to hum|smiled like a child].",
    )
    t.para()
    t.say(
        '[Two days later|On Friday], there was a letter in {h.p} own box. It said: "[Dear {sign}, thank you|Thank you, {sign}]. [I know your writing|You still have ink on your nose|You left a {color} button here]."',
        '{h} told nobody. But [on Sunday|a week later], something lay on {h.p} steps: {snack} and a [note|card]. "For {sign}," it said.',
        'Soon {h} found [a folded page|a small letter] in {h.p} shoe. "[My dear|Dear] {sign}," it began, "[I can see you from here, too|you have made an old heart jump|please write again]."',
        'The week after, there was a [bell|flower|kite tail] on {h.p} door, and with it came {snack}. "From one friend to another," said the note.',
    )
    t.maybe(
        0.5,
        "{h} [laughed|turned red]. [From then on|After that], both boxes were [never empty for long|full].",
        "<h/ask:How did you know?> {n} [only|just] smiled. <n/soft:[The wind told me|One hears small feet|A letter always knows the way back].>",
        "They never spoke about it. They [wrote|only wrote], [every week|on Mondays], about [clouds|cats|soup] and [dreams|shoes|birds].",
    )


def honest_finder(t: Telling) -> None:
    """Something of worth is found; it would be nice to keep; it goes back to its owner."""
    h = casting.hero(t, 0.3)
    start(
        t,
        h,
        t.rng.choice(
            [
                places.STREET,
                places.PARK,
                places.MARKET,
                places.STATION,
                places.BEACH,
                places.LIBRARY,
            ]
        ),
    )
    n = casting.neighbor(t) if h.kind == "child" else casting.elder(t, h)
    x = casting.thing(
        t,
        t.rng.choice(
            [
                "ring",
                "watch",
                "flute",
                "coin",
                "key",
                "compass",
                "bracelet",
                "music box",
                "pocket knife",
                "camera",
            ]
        ),
        n,
    )
    t.set(
        n=n,
        x=x,
        wish="[a new bell for {h.his} bike|a kite|ice cream for a month|a real drum|a trip to the sea]"
        if h.kind == "child"
        else "[a drum|a warm blanket|honey for the winter|a lamp]",
    )
    t.world.put(x, t.here, str(t.names["spot"]))
    t.say(
        "{x.where}, {h} found {x}. [It shone|It was cold and heavy|Somebody must have lost it]. There was nobody [near|around].",
        "Something [shone|lay] {x.where}. {h} [bent down|picked it up]. It was {x}.",
    )
    t.world.take(h, x)
    t.say(
        "{h} [turned it over|held it to {h.his} ear]. [I could keep it|Nobody knows], {h.he} thought. [With it|For it], {h.he} could get {wish}.",
        "{h} thought of {wish}. [Finders are keepers|Nobody saw it], said a [small|thin] voice in {h.p} head.",
    )
    t.para()
    t.maybe(
        0.5,
        "{h} put it in {h.p} [pocket|bag]. It [felt heavy|pulled at {h.him}|seemed to get heavier], with each step.",
        "{h.he} took it home. But {h.he} could not [sleep|eat]. Somebody [else|] [could not sleep, either|was looking for it now].",
    )
    t.say(
        '[In the end|At last], {h} [made|wrote] a sign: "FOUND. Tell me what it is, and you get it back." {h.he} [hung|put] it on a [tree|wall|lamp post].',
        "So {h.he} went back and asked [everyone|{number} people]. <h/ask:Did you lose something?> One had lost a [glove|hat]. One had lost the way. [None had lost|Nobody knew] the {x.n}.",
    )
    aside(t, 0.3)
    t.para()
    t.meet(n)
    t.say(
        "Then {n} [came|walked up], looking at the ground. <n/sad:I [lost|dropped] {x.a}. [My mother gave it to me|I have had it for forty years|It was a present from my brother].>",
        "There was {n.name}, looking {spot2} and {spot3}. <n/sad:[It is gone|It must be here]. My {x.full}!>",
    )
    t.world.take(n, x)
    t.say(
        "{h} held it out. {n} [could not speak|was so glad that {n.he} sat down]. Then {n.he} [shook {h.p} {h.hand}|laughed].",
        "<h:Is it this one?> {n} [took it|held it] in both {n.hands}. <n/happy:[You can not know what this means|That is the one]!>",
    )
    t.maybe(
        0.5,
        "{n} [wanted to|offered to] give {h.o} a coin, but {h} [said no|shook {h.his} head]. So {n} told {h.o} the whole story of the {x.n}, and [it was worth more|that was better than a coin].",
        "[That night|Now] {h} could [sleep|eat] again. {h.p} [pocket|bag] was light, and so was {h.p} heart.",
        "[A week later|On Sunday], {n} came with {food}. <n/soft:[For honest fingers|For the best finder in town].>",
    )


PLOTS = (
    letter,
    honest_finder,
)
