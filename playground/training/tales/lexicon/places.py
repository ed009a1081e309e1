"""Places, the spots in them where a small thing can lie, and what one notices there."""

from playground.training.tales.world import Place


def _place(names: str, indoors: bool, spots: str, senses: str) -> Place:
    noun, at, to = _split(names)
    return Place(noun, at, to, indoors, _split(spots), _split(senses))


def _split(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(";"))


KITCHEN = _place(
    "the kitchen; in the kitchen; into the kitchen",
    True,
    "under the table; behind the stove; in the bread box; on the top shelf; under the sink;"
    "behind the flour jar; between two pots; in the big soup pot; behind the door; in the egg basket",
    "the clock went tick, tick; it smelled of [warm bread|onions|soup|cinnamon and apples];"
    "a pot of [soup|beans|rice] [stood|bubbled] on the stove; the [floor|window] was [still|] wet",
)
BEDROOM = _place(
    "the bedroom; in the bedroom; into the bedroom",
    True,
    "under the bed; behind the curtain; under the pillow; in the toy box; in the bottom drawer;"
    "behind the lamp; under the rug; on top of the shelf; inside a boot; between the books",
    "the lamp made a [small|round|soft] [yellow|] light; the curtain moved a [bit|little];"
    "the bed was not made; a moth sat on the [glass|window|wall]",
)
ATTIC = _place(
    "the attic; in the attic; up to the attic",
    True,
    "behind an old chair; under a dusty sheet; in a wooden trunk; next to the chimney;"
    "behind a tall mirror; in a hat box; under the small window; between two beams",
    "it smelled of [dust|old wood|dry wood and wool]; the boards [creaked|made a sound];"
    "dust [danced|floated] in the light; a spider sat [in a corner|over the door]",
)
SHED = _place(
    "the shed; in the shed; into the shed",
    True,
    "behind the rake; under the work bench; in an old bucket; on a nail; in a flower pot;"
    "behind the ladder; under a bag of seeds; beside the paint pots",
    "it smelled of [oil|paint|wood]; a web hung [over the door|in the window];"
    "one board was loose; it was [dim|dark] and [cool|dusty]",
)
BARN = _place(
    "the barn; in the barn; into the barn",
    True,
    "in the hay; behind the cart; under the ladder; in the feed box; next to the milk pails;"
    "on a beam; in a nest of straw; behind the old wheel",
    "it smelled of hay; [swallows|two sparrows] flew in and out; it was [warm|dim] inside;"
    "straw lay all over the floor",
)
GARDEN = _place(
    "the garden; in the garden; out to the garden",
    False,
    "under the bench; behind the rose bush; among the beans; in the long grass; by the gate;"
    "under the apple tree; in a flower pot; beside the well; between the cabbages; on the wall",
    "*bees hummed [in|around] the [flowers|roses|beans]; *the [beans|peas|apples] were [green|ripe];"
    "*a snail sat on the [wall|path]; *a bird sang in the [pear|apple|plum] tree; the gate [creaked|moved]; the old bench was empty",
)
YARD = _place(
    "the yard; in the yard; into the yard",
    False,
    "behind the wood pile; under the steps; in the rain barrel; by the fence; under the cart;"
    "in the sand box; beside the gate; under the clothes line",
    "*[white|wet] [sheets|shirts] hung on the line; a hen [walked by|looked on];"
    "the gate [creaked|was open]; *[three|two] sparrows took a dust bath; a dog barked [somewhere|behind the fence]",
)
PARK = _place(
    "the park; in the park; to the park",
    False,
    "under the slide; behind the big oak; in the leaves; by the fountain; under a bench;"
    "in the sand; next to the swings; at the edge of the grass; in a bush",
    "the swings [went|moved] [up and down|in the wind]; *a man sold [nuts|ice cream|balloons];"
    "*ducks [slept|sat] by the water; leaves lay [everywhere|on the path]; [a dog|two dogs] ran after a stick",
)
MARKET = _place(
    "the market; at the market; to the market",
    False,
    "under a stall; behind the melons; in a basket of pears; by the fountain; between two carts;"
    "next to the cheese; under a heap of cloth; behind the fish man's cart",
    "it smelled of [fish|oranges|bread|spice]; [people|someone] called out the price of [plums|eggs];"
    "there was much noise; a [dog|cat] slept under a [cart|stall]",
)
BEACH = _place(
    "the beach; on the beach; down to the beach",
    False,
    "behind a rock; in the wet sand; under an old boat; in the sea grass; in a rock pool;"
    "by the pier; under a towel; beside a sand hill",
    "the waves went [in and out|hush, hush]; [gulls|two gulls] cried [above|over the water];"
    "*the sand was [hot|warm|smooth]; it smelled of salt",
)
RIVER = _place(
    "the river; by the river; down to the river",
    False,
    "in the reeds; under the bridge; between two stones; on the bank; behind a willow;"
    "in the mud; under the roots; on a flat rock",
    "the water was [brown|green|clear and cold]; a fish jumped; the reeds [moved|whispered];"
    "*[flies|small flies] danced over the water",
)
POND = _place(
    "the pond; at the pond; to the pond",
    False,
    "in the reeds; under a lily leaf; behind a log; by the old pier; in the mud; beside the stepping stones;"
    "under the willow; on the far bank",
    "*frogs sang; the water was [flat|still|smooth as glass]; a [duck|fish] made a splash [somewhere|far out]; *a dragonfly [stopped|shone] in the air;"
    "*rings [ran|spread] over the water",
)
WOODS = _place(
    "the woods; in the woods; into the woods",
    False,
    "behind a fallen log; under the ferns; in a hollow tree; among the roots; in the moss;"
    "under a heap of leaves; beside the stream; between two pines; in a thorn bush",
    "it smelled of [pine|moss|wet leaves]; the light was [green|soft and green]; a bird went [tock|tap], tap;"
    "leaves came down [one by one|without a sound]",
)
MEADOW = _place(
    "the meadow; in the meadow; to the meadow",
    False,
    "in the tall grass; under a thistle; by the fence; behind the big stone; in the clover;"
    "beside a mole hill; at the foot of the tree; in the ditch",
    "*the grass [moved like water|was tall and wet]; *bees went from flower to flower;"
    "*the clover smelled sweet; the old fence leaned to one side; a crow sat on a post; it was very quiet; *[two|three|some] cows looked over the fence",
)
HILL = _place(
    "the hill; on the hill; up the hill",
    False,
    "behind a rock; in a bush; under the lone tree; in the heather; by the stone wall; in a hollow;"
    "at the top of the path; next to the sign",
    "*you could see [the whole valley|three villages|the sea] from there; the wind [pulled at|moved] the grass;"
    "a [sheep|goat] bell rang [somewhere|below]; the path was steep",
)
FIELD = _place(
    "the field; in the field; to the field",
    False,
    "behind the hay stack; in the corn; under the hedge; beside the plow; by the scarecrow;"
    "in the ditch; between the pumpkins; next to the gate",
    "[crows|six crows] [sat|walked] in a row; *the corn was [high|dry and yellow]; a tractor [hummed|went by] far off;"
    "*the earth was [dark|soft]; a scarecrow waved its arms",
)
STREET = _place(
    "the street; in the street; out into the street",
    False,
    "under a parked car; behind the mail box; next to the lamp post; on a window sill; in a puddle;"
    "beside the steps; at the corner; under the red bench",
    "a bus [went|came] by; someone played [the piano|a flute] [upstairs|behind a window]; the lamps were [on|not yet on];"
    "it smelled of [bread|rain]",
)
SCHOOL = _place(
    "the school; at school; to school",
    True,
    "under a desk; behind the coats; in the paint box; by the blackboard; in the lost and found box;"
    "on the book shelf; beside the globe; under the stairs",
    "the bell [rang|had just rung]; [wet|small] boots stood in a row; it smelled of [chalk|paint|glue];"
    "[someone|a child] laughed in the hall",
)
LIBRARY = _place(
    "the library; in the library; to the library",
    True,
    "between two thick books; behind the big map; under a soft chair; on the lowest shelf; by the window;"
    "on the book cart; beside the globe; behind the fish tank",
    "it was [very|so] quiet; someone turned a page; it smelled of [paper|old paper]; a [cat|man] slept in a chair",
)
BAKERY = _place(
    "the bakery; in the bakery; to the bakery",
    True,
    "behind the bread; under the counter; in an empty sack; next to the oven; on the cake stand;"
    "among the rolls; behind the scales; beside the door",
    "it smelled of [sugar|hot rolls|butter]; flour lay on [everything|the floor]; the oven was [hot|red];"
    "the bell over the door went ding",
)
STATION = _place(
    "the station; at the station; to the station",
    False,
    "under a bench; behind the clock; by the ticket window; next to a big suitcase; on the steps; beside the track;"
    "behind a pile of bags; under the sign",
    "a train [came in|went by] [slowly|with a long sigh]; the big clock [said ten|said noon|had stopped];"
    "a voice called [out|] a name of a town; pigeons walked [around|between the feet]",
)
HARBOR = _place(
    "the harbor; in the harbor; down to the harbor",
    False,
    "under a net; behind a barrel; in a blue boat; at the end of the pier; among the ropes; under an old sail;"
    "between two boxes; beside the light",
    "[boats|small boats] bumped [softly|] on the wall; it smelled of [fish|tar and salt]; a bell rang [out|] on the water;"
    "a gull stood on [one leg|a post]",
)
ALL_PLACES = (
    KITCHEN,
    BEDROOM,
    ATTIC,
    SHED,
    BARN,
    GARDEN,
    YARD,
    PARK,
    MARKET,
    BEACH,
    RIVER,
    POND,
    WOODS,
    MEADOW,
    HILL,
    FIELD,
    STREET,
    SCHOOL,
    LIBRARY,
    BAKERY,
    STATION,
    HARBOR,
)
HOME = (KITCHEN, BEDROOM, GARDEN, YARD, ATTIC, SHED)
OUT = (GARDEN, PARK, BEACH, RIVER, POND, WOODS, MEADOW, HILL, FIELD, YARD)
WILD = (RIVER, POND, WOODS, MEADOW, HILL, FIELD)
TOWN = (STREET, MARKET, PARK, STATION, LIBRARY, BAKERY, HARBOR, SCHOOL)
WATER = (RIVER, POND, BEACH)
