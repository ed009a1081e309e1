"""A race, a thing shared, a secret present."""

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
    t.maybe(
        0.5,
        "One, two, three! {h} [ran|flew] like the wind. {f} was [right|close] behind.",
        "{b} stood [side by side|at the line]. <f/call:Go!> [Dust|Grass] flew, and {h} was in front, [by a nose|by three steps].",
    )
    t.para()
    if t.chance(0.5):
        t.say(
            "[Halfway|Near the end], {h} [saw|noticed] {small}. {h.he} could [jump over it|run past]. {f} came closer and closer.",
            "Then there was {small}. {h} looked ahead to {goal}. [It was so near|Only a hundred steps]!",
        )
        t.say(
            "{h} stopped. <h/soft:[Wait, I will help you|Do not be afraid].> [Gently|Very gently], {h.he} carried it to [the side|the grass|a safe place].",
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
            "{h} ran [three|two|ten] more steps. {b} were [hard|heavy] steps. Then {h.he} [turned|ran] back. <h/soft:[A race with one is no race|I do not want to win like this].>",
        )
        aside(t, 0.2)
        t.para()
        t.say(
            "[Slowly|Step by step], they came to {goal}, [the last of all|long after the others], both at the same time.",
            "{b} [walked|limped] the rest together. At {goal}, they put down one foot at the same [moment|time].",
        )
    t.maybe(
        0.5,
        "<f/soft:[This|The prize] is for [both|two].> {b} took turns [to carry|to hold] {prize}.",
        "{prize}? In the end, they gave it to [the smallest one there|the old man at the finish|the one who came last].",
        "<h:[Again tomorrow|Shall we run back]?> <f/happy:[Only if nobody needs us|Yes, but slowly]!>",
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
        food3="[a pot of tea|a spoon|a big cloth|salt|a bottle of milk|a knife and a board]",
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
        "They sat in a circle. [Everybody|Each one] took a bit of [this|everything]. {h} had [thought|feared] that {h.he} would still be hungry. But there was enough.",
    )
    t.maybe(
        0.5,
        "[In the end|When they were done], they were full, and [one bite|a piece] was left. Nobody wanted to take it. They gave it to [an ant|the birds|a thin cat].",
        "<h:[I do not understand it|How odd]. [I gave half away and have more|There was so little, and now I am full].> <f/happy:[That is how it works|Sums like that are my favorite].>",
        "The next day, they [met|came] again, all three, and [a fourth one came|each had something else with them].",
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
        "When {f} came, {h} hid the {x.n} {spot}. <f/ask:Why is your face so red?> <h:[I ran|It is warm in here].> {f} [looked from {h.o} to the window and back|laughed and said no more|laughed, but asked nothing more].",
    )
    t.maybe(
        0.5,
        "{f} was [odd|strange], too. {f.p} {f.hands} were full of [glue|paint|dust], and {f.he} did not [say|want to tell] why. <h/sad:[Maybe {f.he} has a new friend|{f.He} does not want to play with me any more].>",
        '[But then|Then] {f} had no time to play for {number} days. {h} heard [a hammer|a saw] behind {f.p} door. When {h.he} knocked, {f} [called|shouted]: "Do not come in!" {h} [went home|walked away] slowly.',
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
    t.maybe(
        0.5,
        "So that was [the secret|the reason]! {h} [had to laugh|laughed]. <h/happy:[We are bad at secrets|We both had paint on our noses].>",
        "{b} [sat|were] [there|side by side], one with the {x.n} and one with the {y.n}, and [ate|shared] {food}.",
        "<h:[Next year|Next time], let us make something together.> <f/ask:And hide it from whom?> {b} [laughed|thought about that].",
    )


PLOTS = (
    race,
    sharing,
    secret_present,
)
