"""The same text with and without the cache: two speeds, and the time of each token."""

import asyncio
import time
from collections.abc import AsyncGenerator, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from statistics import median

import gradio as gr

from playground.figures.browser import figure_json
from playground.figures.race import race_figure
from playground.locales.words import Words
from playground.serving.experiments import Experiments, Lap
from playground.serving.limits import RESULT_SECONDS, check_choice, check_seed
from playground.ui import cells, fragments
from playground.ui.lab_scene import lab_scene
from playground.ui.scene import Scene, Values, words_of
from playground.ui.updates import Updates
from playground.ui.view import View, view
from playground.ui.writing import Writing

LENGTHS = ("32", "64", "128")
SECONDS = 20.0
"""Longest race."""
LAPS_AT_ONCE = 8
"""Tokens between two looks at the page."""
SOME = 8
"""Tokens at either end whose middle time is told."""


@dataclass
class Race:
    """The laps so far; `stopped` by the visitor."""

    scene: Scene
    laps: list[Lap] = field(default_factory=list)
    stopped: bool = False


class RacePanel:
    """A button, two speeds and a figure."""

    def __init__(self, words: Words, experiments: Experiments) -> None:
        self._experiments = experiments
        self.running = gr.State(None, time_to_live=RESULT_SECONDS)
        self.note = gr.HTML()
        with gr.Row(elem_classes="buttons"):
            self.length = gr.Radio(
                list(LENGTHS), value=LENGTHS[1], interactive=True, elem_id="race-length"
            )
            self.start = gr.Button(words.race.start, variant="primary", elem_id="race")
            self.stop = gr.Button(words.generate.stop, elem_id="race-stop")
        self.figure = view("race-figure")
        self.inputs = {"race_length": self.length}
        self.states = {"race_running": self.running}
        self.outputs = [self.figure]

    def relabel(self, words: Words) -> Updates:
        """Labels in another language."""
        return {
            self.note: fragments.sentence(words.race.note),
            self.length: gr.update(label=words.race.length),
            self.start: gr.update(value=words.race.start),
            self.stop: gr.update(value=words.generate.stop),
        }

    async def run(self, values: Values, visitor: str) -> AsyncGenerator[Updates]:
        """Write both ways, some tokens at a time."""
        begun = await asyncio.to_thread(self._begin, values, visitor)
        if begun is None:
            return
        race, laps = begun
        yield {self.running: race, self.figure: View(below=_working(race)).value()}
        ends = time.monotonic() + SECONDS
        while not race.stopped and time.monotonic() < ends:
            new = await asyncio.to_thread(lambda: list(islice(laps, LAPS_AT_ONCE)))
            race.laps += new
            if not new:
                break
            yield {self.figure: _race_view(race)}
        yield {self.figure: _race_view(race)}

    def redraw(self, values: Values) -> Updates:
        """The race so far in the language of now."""
        race = values["race_running"]
        if not isinstance(race, Race):
            return {}
        race.scene = replace(race.scene, words=words_of(values))
        return {self.figure: _race_view(race)}

    def stopped(self, running: Race | None) -> None:
        """End the race; its laps stay."""
        if running is not None:
            running.stopped = True

    def _begin(self, values: Values, visitor: str) -> tuple[Race, Iterator[Lap]] | None:
        length = int(check_choice("race_length", values["race_length"], LENGTHS))
        seed = check_seed(values["seed"]) or 0
        ready = lab_scene(values, length)
        if ready is None:
            return None
        scene, length = ready
        request = Writing(scene, seed, scene.words).request(length, visitor)
        return Race(scene), self._experiments.race(request)


def _working(race: Race) -> str:
    return fragments.sentence(race.scene.words.race.working, "reason")


def _race_view(race: Race) -> str:
    """The first lap reads the prompt, which both ways do alike, so it is left out."""
    words, laps = race.scene.words.race, race.laps[1:]
    if not laps:
        return View(below=_working(race)).value()
    first = len(race.scene.prompt.ids) + 2
    positions = list(range(first, first + len(laps)))
    cached_ms = [1000 * lap.cached_seconds for lap in laps]
    plain_ms = [1000 * lap.plain_seconds for lap in laps]
    fast, slow = median(cached_ms), median(plain_ms)
    same = all(lap.cached.id == lap.plain.id for lap in race.laps)
    caption = (words.same if same else words.differ).format(
        count=len(race.laps),
        times=f"{sum(plain_ms) / sum(cached_ms):,.1f}",
        first=f"{median(plain_ms[:SOME]):,.1f}",
        last=f"{median(plain_ms[-SOME:]):,.1f}",
        length=positions[-1],
    )
    figure = race_figure(
        positions,
        cached_ms,
        plain_ms,
        cached_name=words.cached,
        plain_name=words.plain,
        position_title=words.position_title,
        time_title=words.time_title,
    )
    rows = [
        (cells.number(place), cells.fixed(with_cache, 3), cells.fixed(without, 3))
        for place, with_cache, without in zip(positions, cached_ms, plain_ms, strict=True)
    ]
    cards = [
        (words.cached, f"{1000 / fast:,.0f}", words.rate_note),
        (words.plain, f"{1000 / slow:,.0f}", words.rate_note),
    ]
    return View(
        above=fragments.cards(cards),
        figure=figure_json(figure, caption),
        below=fragments.sentence(caption),
        fold=race.scene.words.page.table_heading,
        table=fragments.table(
            (words.position_title, words.cached_ms, words.plain_ms),
            rows,
        ),
    ).value()
