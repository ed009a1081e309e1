"""A race, a letter, a secret present, a thing shared, a thing found and given back."""

from playground.training.tales import casting
from playground.training.tales.lexicon import places
from playground.training.tales.lexicon.manners import FAIR
from playground.training.tales.stage import aside, start
from playground.training.tales.telling import Telling


def race(t: Telling) -> None:
    """The fast one stops for somebody in need; who is first does not matter in the end."""
    h = casting.hero(t, 0.6)
    start(
        t,
        h,
        t.rng.choice([places.FIELD, places.MEADOW, places.PARK, places.BEACH, places.HILL]),
        weathers=FAIR,
    )
    f = casting.friend(t, h)
    t.set(
        f=f,
        b=[h, f],
        goal="[the old oak|the red barn|the bridge|the lighthouse|the big stone|the mill|the well]",
        prize="[a golden apple|a ribbon|a basket of plums|a big cheese|a {color} flag|a pot of honey]",
        small="[a beetle on its back|a duckling that had lost its mother|a snail in the middle of the path|a mouse with a sore foot|a bee in a puddle|a bird in a net]",
        trouble="[a shoe came off|a stone got into {f.his} shoe|{f.he} got a cramp]"
        if f.kind == "child"
        else "[{f.he} stepped on a thorn|{f.he} got a cramp|{f.he} ran into a bush]",
    )
    t.meet(f)
    t.say(
        "There was a race to {goal}, and the prize was {prize}. {h} [wanted to win it|had trained for weeks]. {f} wanted it just as much.",
        "<f/call:I [bet I am|am] faster than you!> <h/call:[Never|No], I am! To {goal} then!> And the winner should get {prize}.",
    )
    t.say(
        "One, two, three! {h} [ran|flew] like the wind. {f} was [right|close] behind.",
        "They stood [side by side|at the line]. <f/call:Go!> [Dust|Grass] flew, and {h} was in front, [by a nose|by three steps].",
    )
    t.para()
    if t.chance(0.5):
        t.say(
            "[Halfway|Near the end], {h} [saw|noticed] {small}. {h.he} could [jump over it|run past]. {f} came closer and closer.",
            "Then there was {small}. {h} looked ahead to {goal}. [It was so near|Only a hundred steps]!",
        )
        t.say(
            "{h} stopped. <h/soft:[Wait, I will help you|Do not be afraid].> [Carefully|Gently], {h.he} carried it to [the side|the grass|a safe place].",
            "{h} [sighed|looked back] and bent down to help. It took [some time|only a moment], but {f} [ran|raced] past.",
        )
        aside(t, 0.2)
        t.para()
        t.say(
            "When {h} came to {goal}, {f} was [already|long] there with {prize}. <f/ask:[Where were you|Why are you so late]?> {h} told {f.o}.",
            "{f} was first. Everybody [cheered|clapped]. Then they saw {h} come, [slow and dusty|with {h.his} {h.hands} full of dirt], and heard why.",
        )
    else:
        t.say(
            "[Halfway|Near the end], {trouble}. {f} [sat down|stopped] and could not go on.",
            "Then {h} heard a cry [behind {h.him}|]. {f} [was on the ground|could not run any more], because {trouble}.",
        )
        t.say(
            "{h} [looked at|could already see] {goal}, and then {h.he} turned around. <h/soft:[Lean on me|Put your weight on me|Hold on to me].> <f/sad:But you would have won!>",
            "{h} ran [three|two|ten] more steps. They were [hard|heavy] steps. Then {h.he} [turned|ran] back. <h/soft:[A race with one is no race|I do not want to win like this].>",
        )
        aside(t, 0.2)
        t.para()
        t.say(
            "[Slowly|Step by step], they came to {goal}, [the last of all|long after the others], both at the same time.",
            "They [walked|limped] the rest together. At {goal}, they put down one foot at the same [moment|time].",
        )
    t.say(
        "<f/soft:[This|The prize] is for [both|two].> They took turns [to carry|to hold] {prize}.",
        "{prize}? In the end, they gave it to [the smallest one there|the old man at the finish|the one who came last].",
        "<h:[Again tomorrow|Shall we run back]?> <f/happy:[Only if nobody needs us|Yes, but slowly]!>",
    )


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
    )
    t.meet(n)
    t.para()
    t.say(
        'So {h} took {paper} and wrote: "{says}." [Under it|At the end], {h.he} put: "{sign}."',
        '{h} had [a pencil|a pen] and {paper}. It was hard to [begin|find words]. In the end {h.he} wrote only this: "{says}. {sign}."',
    )
    t.say(
        "[At night|Early|When it was dark], {h.he} [crept|went] across and put it in the box. It made a [soft|small] sound.",
        "{h} [ran|tiptoed] to the box, [put it in|let it fall], and hid behind a [tree|wall|cart].",
    )
    aside(t, 0.4)
    t.say(
        "The next day, {n} opened the box, [without hope|as always]. {n.He} [took out|found] the letter, read it [once|standing], and read it again. Then {n.he} [smiled|laughed|danced one step].",
        "{n} came. {n.He} [nearly|almost] closed the box again. Then {n.he} saw it. {n.He} read it [three times|right there] and [put it under {n.his} hat|folded it very small].",
    )
    t.para()
    t.say(
        '[Two days later|On Friday], there was a letter in {h.p} own box. It said: "[Dear {sign}, thank you|Thank you, {sign}]. [I know your writing|You still have ink on your nose|You left a {color} button here]."',
        '{h} told nobody. But [on Sunday|a week later], something lay on {h.p} steps: {snack} and a [note|card]. "For {sign}," it said.',
    )
    t.say(
        "{h} [laughed|turned red]. [From then on|After that], both boxes were [never empty for long|full].",
        "<h/ask:How did you know?> {n} [only|just] smiled. <n/soft:[The wind told me|One hears small feet|A letter always knows the way back].>",
        "They never spoke about it. They [wrote|only wrote], [every week|on Mondays], about [clouds|cats|soup] and [dreams|shoes|birds].",
    )


def secret_present(t: Telling) -> None:
    """Two prepare a surprise for each other and have to hide it."""
    h = casting.hero(t, 0.35)
    start(t, h, t.rng.choice(places.HOME), opening=True)
    f = casting.friend(t, h)
    f.kin, f.of = ("", None) if h.kind == "animal" else (f.kin or "friend", h)
    x, y = (
        casting.clothing(t, h),
        casting.thing(
            t,
            t.rng.choice(
                ["box", "whistle", "basket", "lamp", "boat", "kite", "stool", "drum", "frame"]
            ),
            f,
        ),
    )
    t.set(f=f, x=x, y=y, b=[h, f])
    t.say(
        "In {number} days it was {f.p} birthday. {h} wanted to make {x.a} for {f.o}, and it had to be a secret.",
        "{f} would soon be [six|seven|eight]. {h} [was making|began to make] {x.a}. Nobody [must|should] know.",
    )
    t.para()
    t.meet(f)
    t.say(
        "[Then|One day] {f} [came in|knocked] too early. {h} [pushed|put] the {x.n} {spot} and [sat on it|began to whistle|talked about the weather]. <f/ask:What are you doing?> <h:[Nothing|Oh, nothing]. [I am counting my toes|I like this corner].>",
        "When {f} came, {h} hid the {x.n} {spot}. <f/ask:Why is your face so red?> <h:[I ran|It is warm in here].> {f} [looked out of the window|laughed], [and it was cold outside|and said no more].",
    )
    t.say(
        "{f} was [odd|strange], too. {f.p} {f.hands} were full of [glue|paint|dust], and {f.he} did not [say|want to tell] why. <h/sad:[Maybe {f.he} has a new friend|{f.He} does not want to play with me any more].>",
        '[But then|Then] {f} had no time to play for {number} days. {h} heard [a hammer|a saw] behind {f.p} door. When {h.he} knocked, {f} [called|shouted]: "Do not come in!" {h} [went home|walked away] sadly.',
    )
    aside(t, 0.2)
    t.para()
    t.say(
        "On the big day, {h} [brought|gave] {f.o} the {x.n}. It [had one hole too many|was a bit long|was warm as toast]. {f} [put it on|danced with it].",
        "Then the day came. {f} [opened|unpacked] the {x.n} and [laughed|held it up to the light]. <f/happy:[So that is why your face was red|You made this all alone]!>",
    )
    t.say(
        "<f/happy:[Wait|Close your eyes]! [I have something for you, too|I made something, too].> It was {y}, [made|built] by {f.himself}. <f:[It was not easy to hide it|I wanted it to be ready before you].>",
        "[Then|But then] {f} [went out|ran off] and came back with {y}. <f/soft:[This is for you|You have a birthday next month, but I can not wait].>",
    )
    t.say(
        "So that was [the secret|the reason]! {h} [had to laugh|laughed]. <h/happy:[We are bad at secrets|We both had paint on our noses].>",
        "{b} [sat|were] [there|side by side], one with the {x.n} and one with the {y.n}, and [ate|shared] {food}.",
        "<h:[Next year|Next time], let us make something together.> <f/ask:And hide it from whom?> They [laughed|thought about that].",
    )


def sharing(t: Telling) -> None:
    """There is one piece of food, and more come who are hungry."""
    h = casting.hero(t, 0.5)
    start(
        t,
        h,
        t.rng.choice(
            [
                places.PARK,
                places.MEADOW,
                places.RIVER,
                places.BEACH,
                places.STATION,
                places.HILL,
                places.WOODS,
            ]
        ),
    )
    f = casting.friend(t, h)
    t.set(f=f)
    g = casting.friend(t, h)
    t.set(
        f=f,
        g=g,
        food2="[three nuts|a bag of berries|two pears|some cheese|a jar of honey|four carrots|a cold potato]",
        food3="[a pot of tea|a spoon|a big cloth|salt|a bottle of milk|a song|a knife and a board]",
    )
    t.say(
        "{h} had {snack} [in {h.p} bag|with {h.o}]. {h.he} was [so hungry that {h.p} belly growled|very hungry] and sat down to eat.",
        "<h/happy:[At last|Now] I will eat.> {h} took out {snack}. {h.he} had [saved it|carried it] all [day|morning].",
    )
    t.say(
        "Just [then|as {h.he} opened {h.his} mouth], {f} [came by|sat down]. {f.p} belly [growled|rumbled] [like a bear|very loud].",
        "[Then|But then] {f} [stopped|came along] and looked at it. {f.He} did not ask. {f.He} only [swallowed|looked].",
    )
    t.para()
    t.meet(f, g)
    t.say(
        "{h} [looked|thought]. [Half is not much|It was small]. <h/soft:[Here, half of it is yours|We can share it].> {f} [lit up|smiled]. <f:[I have something, too|Wait]. Only {food2}.>",
        "{h} [sighed|looked at it once more] and broke it in two. <h/soft:[One half for you, one for me|Take this].> {f} put {food2} [next to it|between them]. <f:It is all I have.>",
    )
    t.say(
        "[Then|Soon] {g} came. {g.He} had nothing to eat, but {g.he} had {food3}.",
        "{g} [looked around the corner|came out of the bushes]. <g/ask:Is there [room for me|a bit left]?> {g} [carried|brought] {food3}.",
    )
    aside(t, 0.4)
    t.para()
    t.say(
        "So they put everything [together|in the middle]: {snack}, {food2}, and {food3}. [Now it looked like|It was] a [feast|real meal].",
        "They sat in a circle. [Everybody|Each one] took a bit of [this|everything]. {h} had [thought|feared] that {h.he} would still be hungry.",
    )
    t.say(
        "[In the end|When they were done], they were full, and [one bite|a piece] was left. Nobody wanted to take it. They gave it to [an ant|the birds|a thin cat].",
        "<h:[I do not understand it|How odd]. [I gave half away and have more|There was so little, and now I am full].> <f/happy:[That is how it works|Sums like that are my favorite].>",
        "The next day, they [met|came] again, all three, and [a fourth one came|each had something else with them].",
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
    t.say(
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
    t.say(
        "{n} [wanted to|offered to] give {h.o} a coin, but {h} [said no|shook {h.his} head]. So {n} told {h.o} the whole story of the {x.n}, and [it was worth more|that was better than a coin].",
        "[That night|Now] {h} could [sleep|eat] again. {h.p} [pocket|bag] was light, and so was {h.p} heart.",
        "[A week later|On Sunday], {n} came with {food}. <n/soft:[For honest fingers|For the best finder in town].>",
    )


PLOTS = (race, letter, secret_present, sharing, honest_finder)
