"""All plots: each changes the world and tells what it then is."""

from collections.abc import Callable

from playground.training.tales.plots import fails, friends, lost
from playground.training.tales.telling import Telling

Plot = Callable[[Telling], None]

PLOTS: dict[str, Plot] = {
    plot.__name__: plot for theme in (fails, friends, lost) for plot in theme.PLOTS
}
"""Name -> plot."""
