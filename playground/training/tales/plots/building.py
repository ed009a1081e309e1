"""Building things."""

from playground.training.tales import casting
from playground.training.tales.lexicon import places
from playground.training.tales.stage import aside, start
from playground.training.tales.telling import Telling


def bird_house(t: Telling) -> None:
    """A house for birds is built wrong first; then birds, or others, move in."""
    h = casting.child(t)
    start(
        t,
        h,
        t.rng.choice([places.SHED, places.YARD, places.GARDEN, places.BARN]),
        weathers=("cold", "windy", "sunny", "cloudy"),
    )
    e = casting.elder(t, h)
    t.set(
        e=e,
        wood="[an old door|three boards|a wine box|a broken chair|a drawer]",
        fault="[had no hole|was as small as a coin|looked at the ground]",
        guest="[a blue bird|two sparrows|a family of wrens|an owl|five bats|a fat squirrel|a lot of bees]",
        roof="[red|green|a pan lid|an old hat|a shoe box|blue]",
    )
    t.meet(e)
    t.say(
        "{h} wanted to build a house for [birds|the birds]. {e} had {wood} and [a hammer|nails and a saw].",
        "<h/ask:Where do the birds sleep [when it is cold|in a storm]?> {e} [did not know|thought about it]. <e:We could build them a house [out of|from] {wood}.>",
    )
    t.say(
        "{h} measured, {e} [sawed|cut]. [Bang, bang, bang|Tock, tock, tock]. {h} hit [the nail|{number} nails] and [once|twice] {h.his} thumb.",
        "They [sawed|cut], [rubbed the edges|drank tea], and [hammered|nailed]. {h} [held the nails in {h.his} mouth|bent {number} nails].",
    )
    t.para()
    t.say(
        "When it [was done|stood there], {h} [clapped|was proud]. Then {h.he} [saw|noticed] that the door was not right. <h/sad:[We forgot the hole|No bird can get in]!> <e:[Oh|Well], it is a very safe house.>",
        "They hung it [up|in a tree]. A bird came, walked all around it, and flew away. <h/ask:[What is wrong with it|Why does it not go in]?> {e} put on {e.p} glasses. <e:There is no door.>",
    )
    t.say(
        "So they took it apart and [began again|made a round hole]. This time, {h} drew a [line|circle] first, and {e} [measured twice|asked a bird book].",
        "{h} [laughed until {h.his} belly hurt|had to laugh]. Then they [cut|made] a hole, [round as a plum|not too big, not too small].",
    )
    aside(t, 0.3)
    t.para()
    t.say(
        "They put it [up|high up] [in the apple tree|on a post|under the roof] and waited. One week [passed|went by]. [Two weeks passed|Then another]. [Nobody came|It stayed empty].",
        "Day after day, {h} looked [through the window|up]. [Rain came|Wind came], but no bird [came|did].",
    )
    t.say(
        "[Then|One morning], {guest} [moved in].",
        "[In spring|At last], they heard something in it. {guest} had moved in.",
    )
    t.say(
        "<h/happy:[We have neighbors|Somebody lives there]!> {e} [smiled|took off {e.his} hat]. <e:[Good that we made a door|I hope they sing well].>",
        "{h} [wrote|painted] a number on the door: [one|seven|twelve]. [Everybody who has a house needs one|So the mail could find it].",
        "{h} [whispered|spoke softly] [all that week|all day], so that they could sleep.",
    )


PLOTS = (bird_house,)
