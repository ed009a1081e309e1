"""How a story begins: where it is, how the weather is, who is there and what he or she is like."""

from playground.training.tales.lexicon import things
from playground.training.tales.lexicon.manners import DAYTIMES, FAIR, SEASONS, WEATHERS
from playground.training.tales.telling import Telling
from playground.training.tales.world import Being, Place

LIKINGS = """[to count [things|steps|birds]|to [draw|paint] [cats|boats|houses|trees]|to sing
    [in the morning|to the birds|old songs]|to [find|collect] [round|white|smooth|odd] stones|to
    look at [the clouds|the moon|maps|ants]|to ask [many|hard|odd] questions|to [jump over|walk in]
    puddles|to [help|make things|tell jokes|whistle|climb|dance]|[pears|soup|long walks|warm
    socks|the rain|old stories|loud music|plums|silly jokes|the smell of rain|yellow things]
    more than [anything|most things]]"""
HOMES = {
    "child": """[in a [small|tall|narrow|white|yellow|wooden] house|in a house with a [red|green|blue|white]
        [roof|door]|[over|next to] a [bakery|shop|book shop]|on the [third|fifth|top] floor|on a
        [small|quiet|busy] farm|near the [harbor|station|park|market]|at the end of [the|a long] street]""",
    "woods": """[in a [hollow|old|fallen] [oak|tree]|under the roots of a [pine|big tree]|at the edge of the
        woods|in a [small|warm|dry] den|deep in the woods|near a [stream|mossy rock]]""",
    "farm": """[on a [small|big|quiet] farm|in an old [barn|stable]|behind a [green|red] gate|in a yard with
        a well|next to a corn field]""",
    "warm": """[in a warm land|near a [wide|slow] river|under a [mango|palm] tree|at the edge of a [green|hot]
        plain|among tall [trees|rocks]]""",
    "water": """[by a [big|quiet|round] pond|on the bank of a river|near the sea|on a flat rock|among the
        reeds]""",
}
WINTRY = ("snowy", "cold", "foggy")
NUMBERS = ("three", "four", "five", "six", "seven", "eight", "nine", "ten")


def start(
    t: Telling,
    h: Being,
    p: Place,
    *others: Being,
    weathers: tuple[str, ...] = tuple(WEATHERS),
    opening: bool = True,
) -> None:
    """Set the scene: {h}, {p}, {weather} an adjective, {sky} a clause, {sense} what is noticed,
    {spot} {spot2} {spot3} where things may lie.

    `others` are there too. Without `opening`, nothing is told yet.
    """
    mild = [one for one in weathers if h.group != "warm" or one not in WINTRY]
    weather = t.rng.choice(mild or weathers)
    senses = t.rng.sample(noticed(p, weather), 2)
    spots = t.rng.sample(p.spots, 3)
    junk, junk2 = t.rng.sample(things.JUNK, 2)
    t.set(
        h=h,
        p=p,
        weather=weather,
        daytime=t.rng.choice(DAYTIMES),
        season=t.rng.choice(SEASONS[weather]),
        weekday=t.rng.choice(DAYTIMES[3:]),
        snack=t.rng.choice(things.SNACKS),
        food=t.rng.choice(things.FOODS),
        color=t.rng.choice(things.COLORS),
        number=t.rng.choice(NUMBERS),
        junk=junk,
        junk2=junk2,
        spot=spots[0],
        spot2=spots[1],
        spot3=spots[2],
    )
    t.vary(
        sky=WEATHERS[weather],
        sense=senses[0],
        sense2=senses[1],
        likings=LIKINGS,
        home=HOMES[h.group or "child"],
        age="[five|six|seven|eight|nine]",
        scene="[{sky}.|{sense}.|It was a {weather} {daytime}.|]",
    )
    t.here = p
    for one in (h, *others):
        t.world.move(one, p)
    if opening:
        _open(t, h)


def noticed(p: Place, weather: str) -> list[str]:
    """What one may notice at a place in this weather: what has a star only on a fair day."""
    fair = weather in FAIR or p.indoors
    return [sense.lstrip("*") for sense in p.senses if fair or not sense.startswith("*")]


def _open(t: Telling, h: Being) -> None:
    if t.chance(0.42):
        t.say(
            "Once upon a time, {h.intro} lived {home}. [{h} liked {likings}.|]",
            "Once upon a time, in a [quiet|busy|wet|long|short] {season}, {h.intro} lived {home}.",
            "Once upon a time, {h} lived {home}. [{h} liked {likings}.|{h} was {age} years old.|]",
            "Once upon a time, {h.intro} woke up [late|early|too early|with a laugh|hungry].",
            "Once upon a time, there [was|lived] {h.intro} [who liked {likings}|].",
            "Once upon a time, {home}, there lived {h.intro}.",
            "Once upon a time, there was {h.intro}. {h} [lived {home}|liked {likings}].",
        )
        t.say(
            "One {weather} {daytime}, {h.he} [was|stood|sat] {p.at}. [{sense}.|]",
            "One {daytime}, {h} [went|walked] {p.to}. [{sky}.|{sense}.]",
            "It was a {weather} {daytime}, and {h.he} was {p.at}.",
            "One {daytime} {h.he} was {p.at}, and {sky}.",
        )
        return
    t.say(
        "[One|On a] {weather} {daytime}, {h} was {p.at}. [{sense}.|{sky}.|]",
        "It was a {weather} {daytime} [in {season}|], and {sense}. {h} [was|sat|stood] {p.at}.",
        "{h} liked {likings}. One {weather} {daytime}, {h.he} was {p.at}. [{sense}.|]",
        "{h} lived {home}. [{h} liked {likings}.|] One {daytime} {sky}.",
        "{sky}, and {h} [went|walked|ran] {p.to}. [{sense}.|]",
        "There was once {h.intro} who liked {likings}. [That {daytime}|One {daytime}|On a {weather} {daytime}], {h.he} was {p.at}.",
        "[Last|One] {weekday}, [right|just|soon] after [lunch|breakfast|supper|a nap], {h} [went|walked] {p.to}. [{sense}.|]",
        "{h.intro} lived {home}. [One|On a] {weather} {daytime}, {h.he} [was|stood] {p.at}.",
        "{sky}. {sense} {p.at}, and {h} [was|sat|stood] [there|in the middle of it].",
    )  # fmt: skip


def aside(t: Telling, probability: float = 0.4) -> None:
    """What one notices on the way, now and then."""
    t.maybe(
        probability / 2, "{sense2}.", "{sky}.", "[All around|Meanwhile|Somewhere close], {sense2}.",
        "{sense2}, but [{h} did not notice|nobody cared|that did not matter now].",
    )  # fmt: skip
