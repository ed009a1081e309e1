"""Things: what may be said of them, what breaks, and with what it is mended."""


def _split(text: str, mark: str | None = None) -> tuple[str, ...]:
    return tuple(text.split(mark))


COLORS = (
    "red",
    "blue",
    "green",
    "yellow",
    "white",
    "black",
    "brown",
    "orange",
    "pink",
    "gray",
    "silver",
    "golden",
)
LOOKS = ("small", "old", "new", "tiny", "shiny", "round", "little", "thin", "pretty", "odd")
SOFT_LOOKS = ("soft", "warm", "old", "new", "thick", "long", "little", "striped", "wool")

KEEPSAKES = _split(
    "ball kite drum whistle button ring cup bell coin key marble shell pencil book basket lamp box "
    "flute pebble spoon comb brush flag bracelet puzzle magnet clock compass horn bead balloon"
)
"""Small hard things that somebody may own, lose, lend and find."""
CLOTHES = _split("hat scarf cap blanket shirt bag coat ribbon sweater towel")
TOYS = _split(
    "boat,mast,glue;train,wheel,a small nail;cart,wheel,a strong nail;robot,arm,a bit of wire;"
    "wagon,handle,a strong rope;doll,arm,thread;bear,ear,needle and thread;plane,wing,tape;"
    "top,tip,glue;puppet,string,a new string;bus,door,glue;dragon,tail,glue;horse,leg,glue;"
    "castle,tower,tape;truck,axle,a thin stick;duck,wheel,a round button;elephant,trunk,thread;"
    "music box,lid,a tiny nail;kite,tail,tape;drum,skin,a piece of cloth",
    ";",
)
"""toy, part that breaks, what mends it"""
FOODS = _split(
    "a plum cake;an apple pie;a loaf of bread;a pot of soup;a plum pie;a banana cake;a pan of rice;a bowl of noodles;"
    "a pot of jam;a honey cake;a pumpkin pie;a pizza;a pear cake;a bowl of porridge;a bean stew;a nut bread;a melon;"
    "a dish of potatoes;a big cheese;a carrot cake;a basket of plums;a bowl of berries;a lemon cake;a tray of buns",
    ";",
)
SNACKS = (
    "an apple",
    "a pear",
    "a bun",
    "a cookie",
    "a piece of cake",
    "a plum",
    "a roll with cheese",
    "a banana",
    "a carrot",
    "a rice ball",
    "a bag of nuts",
    "a slice of bread",
    "a mango",
    "a piece of pie",
    "a bowl of soup",
    "a peach",
)
JUNK = (
    "[an old|a gray|a lonely|one wet|a torn|a single] [sock|mitten|shoe|rag]",
    "[two|three|five|some] [crumbs|dead leaves|dry leaves|nut shells|bits of string]",
    "[a|a very|one] [sleepy|surprised|cross|small] [snail|spider|beetle|moth|worm]",
    "[a|one] [rusty|bent|broken] [nail|spoon|pin|key]",
    "[dust|dirt|straw] and [a web|a feather|one pea|a fly]",
    "[an empty|a cracked|a broken] [jar|cup|bottle|egg shell|plate]",
    "[a|one] [gray|white|long] [feather|hair|string|ribbon]",
    "[half of|a bit of|the end of] [a pencil|a rope|a cookie|a candle|an apple]",
)
