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
        b=[h, e],
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
        "[A nest had fallen down in the storm|It was too cold for birds]. <h/ask:Can we build them a house?> {e} [looked for|found] {wood} and a [hammer|saw]. <e:[We can try|Why not].>",
        "{e} had {wood} left over. <h/happy:I know! [It can be a house for birds|We make a bird house].> And {h} drew a plan, with a [roof|roof and a door].",
    )
    t.maybe(
        0.5,
        "{h} measured, {e} [sawed|cut]. [Bang, bang, bang|Tock, tock, tock]. {h} hit [the nail|{number} nails] and [once|twice] {h.his} thumb.",
        "{b} [sawed|cut], [rubbed the edges|drank tea], and [hammered|nailed]. {h} [held the nails in {h.his} mouth|bent {number} nails].",
    )
    t.para()
    t.say(
        "When it [was done|stood there], {h} [clapped|was proud]. Then {h.he} [saw|noticed] that the door was not right. <h/sad:[We forgot the hole|No bird can get in]!> <e:[Oh|Well], it is a very safe house.>",
        "{b} hung it [up|in a tree]. A bird came, walked all around it, and flew away. <h/ask:[What is wrong with it|Why does it not go in]?> {e} put on {e.his} glasses. <e:There is no door.>",
        "{h} stood back to look. Four walls, a roof, a [perch|floor]. <h/ask:[And how do they get in|Where is the door]?> {e} [went all around it|opened {e.his} mouth and closed it]. {b} had built a box.",
        "The house was [ready|done] by noon, and it hung there for [two days|a week]. Then {h} saw a bird [knock on it|run its head into it]. [There was no hole|{b} had made no hole]!",
    )
    t.say(
        "So they took it apart and [began again|made a round hole]. This time, {h} drew a [line|circle] first, and {e} [measured twice|asked a bird book].",
        "{h} [laughed until {h.his} belly hurt|had to laugh]. Then they [cut|made] a hole, [round as a plum|not too big, not too small].",
        "{e} laughed [so hard that {e.he} had to sit down|till {e.he} coughed]. <e:[A house without a door is only a box|Even old people forget things].> And {h} made the hole, [turn by turn|as wide as a plum].",
        "Well, a hole can be made. {h} [held|turned] the drill, and {e} [held the wood|counted]. The hole was [a bit crooked|nearly round], and that was good enough.",
    )
    aside(t, 0.3)
    t.para()
    t.say(
        "{b} put it [up|high up] [in the apple tree|on a post|under the roof] and waited. One week [passed|went by]. [Two weeks passed|Then another]. [Nobody came|It stayed empty].",
        "Day after day, {h} looked [through the window|up]. [Rain came|Wind came], but no bird [came|did].",
        "[Now|Then] it hung [under the roof|in the pear tree], [a bit to the left|facing the sun]. {h} [left some seeds there|watched it at breakfast]. [Days went by|A month went by], and nothing happened.",
        "<e:[Birds take their time|You would not move in on the first day, either].> {h} waited [through March|for weeks].",
    )
    t.say(
        "[Then|One morning], {guest} [moved in].",
        "[In spring|At last], they heard something in it. {guest} had moved in.",
        "And then, [on a Sunday|early one day], [a head looked out|something sang in there]. It was home to {guest} now.",
        "{h} had [almost|nearly] forgotten it when {guest} [came with a straw|came to look at it] and stayed.",
    )
    t.maybe(
        0.5,
        "<h/happy:[We have neighbors|Somebody lives there]!> {e} [smiled|took off {e.his} hat]. <e:[Good that we made a door|I hope they sing well].>",
        "{h} [wrote|painted] a number on the door: [one|seven|twelve]. [Everybody who has a house needs one|So the mail could find it].",
        "{h} [whispered|spoke softly] [all that week|all day], so that they could sleep.",
    )


PLOTS = (bird_house,)
