"""All plots: each changes the world and tells what it then is."""

from collections.abc import Callable

from playground.training.tales.plots import (
    courage,
    fails,
    friends,
    giving,
    home,
    lost,
    making,
    rescue,
    search,
    toys,
    voyage,
    weather,
)
from playground.training.tales.telling import Telling

Plot = Callable[[Telling], None]

PLOTS: dict[str, Plot] = {
    plot.__name__: plot
    for theme in (
        courage,
        fails,
        friends,
        giving,
        home,
        lost,
        making,
        rescue,
        search,
        toys,
        voyage,
        weather,
    )
    for plot in theme.PLOTS
}
"""Name -> plot."""
