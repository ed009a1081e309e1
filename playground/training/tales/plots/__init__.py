"""All plots: each changes the world and tells what it then is."""

from collections.abc import Callable

from playground.training.tales.plots import (
    answers,
    building,
    courage,
    crowd,
    evenings,
    fails,
    friends,
    giving,
    home,
    honesty,
    lost,
    making,
    rescue,
    riddles,
    robots,
    search,
    shyness,
    toys,
    voyage,
    weather,
    wind,
)
from playground.training.tales.telling import Telling

Plot = Callable[[Telling], None]
THEMES = (
    answers, building, courage, crowd, evenings, fails, friends, giving, home, honesty, lost, making, rescue,
    riddles, robots, search, shyness, toys, voyage, weather, wind,
)  # fmt: skip

PLOTS: dict[str, Plot] = {plot.__name__: plot for theme in THEMES for plot in theme.PLOTS}
"""Name -> plot."""
