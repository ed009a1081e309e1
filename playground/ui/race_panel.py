"""The same text with and without the cache: two speeds, and the time of each token."""

import asyncio
import time
from collections.abc import AsyncGenerator, Iterator
from dataclasses import dataclass, field, replace

import gradio as gr

from playground.analysis.cost import cost
from playground.analysis.race import RaceFacts, race_facts
from playground.figures.browser import figure_json
from playground.figures.race import race_figure
from playground.locales.counts import Count
from playground.locales.lab_words import RaceWords
from playground.locales.words import Words
from playground.serving.experiments import Experiments
from playground.serving.limits import RESULT_SECONDS, check_choice, check_seed
from playground.serving.race import TRIES, Lap
from playground.serving.units import format_bytes
from playground.ui import cells, fragments
from playground.ui.age import Age
from playground.ui.lab_scene import lab_scene, origin
from playground.ui.scene import Scene, Values, read_seed, words_of
from playground.ui.updates import Updates
from playground.ui.view import View, view
from playground.ui.writing import Writing

LENGTHS = ("32", "64", "128")
SECONDS = 10.0
"""Longest race."""
LAPS_AT_ONCE = 8
"""Tokens between two looks at the page."""


@dataclass
class Race:
    """The laps so far. `stopped` by the visitor; `over`, for whatever reason."""

    scene: Scene
    seed: int
    laps: list[Lap] = field(default_factory=list)
    stopped: bool = False
    over: bool = False

    def run(self, laps: Iterator[Lap], ends: float) -> None:
        """Some more laps, unless it is stopped or its time is over."""
        for _ in range(LAPS_AT_ONCE):
            lap = None if self.stopped or time.monotonic() > ends else next(laps, None)
            if lap is None:
                self.over = True
                return
            self.laps.append(lap)


class RacePanel:
    """A button, two speeds and a figure."""

    def __init__(self, words: Words, experiments: Experiments, turn: asyncio.Semaphore) -> None:
        self._experiments, self._turn = experiments, turn
        self.running = gr.State(None, time_to_live=RESULT_SECONDS)
        self.note = gr.HTML()
        with gr.Row(elem_classes="buttons"):
            self.length = gr.Radio(
                list(LENGTHS), value=LENGTHS[1], interactive=True, elem_id="race-length"
            )
            self.start = gr.Button(words.race.start, variant="primary", elem_id="race")
            self.stop = gr.Button(words.generate.stop, elem_id="race-stop")
        with gr.Column(elem_classes="result"):
            self.age = Age("race_asked", _asked)
            self.figure = view("race-figure")
        self.inputs = {"race_length": self.length}
        self.states = {"race_running": self.running}
        self.outputs = [self.figure]

    def relabel(self, words: Words) -> Updates:
        """Labels in another language."""
        return {
            self.note: fragments.sentence(words.race.note.format(tries=TRIES)),
            self.length: gr.update(label=words.race.length),
            self.start: gr.update(value=words.race.start),
            self.stop: gr.update(value=words.generate.stop),
        }

    async def run(self, values: Values, visitor: str) -> AsyncGenerator[Updates]:
        """Write both ways, some tokens at a time, when it is this visitor's turn."""
        begun = await asyncio.to_thread(self._begin, values, visitor)
        if begun is None:
            return
        race, laps, asked = begun
        yield {self.running: race, self.figure: _race_view(race), **self.age.begun(asked)}
        async with self._turn:
            ends = time.monotonic() + SECONDS
            while not race.over:
                await asyncio.to_thread(race.run, laps, ends)
                yield {self.figure: await asyncio.to_thread(_race_view, race)}

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

    def _begin(self, values: Values, visitor: str) -> tuple[Race, Iterator[Lap], object] | None:
        asked = _asked(values)
        if asked is None:
            return None
        scene, length, _ = asked
        seed = read_seed(values)
        request = Writing(scene, seed, scene.words).request(length, visitor)
        whole = replace(request, end_of_text=None)  # a poem that ends early shows no growth
        return Race(scene, seed), self._experiments.race(whole), asked


def _asked(values: Values) -> tuple[Scene, int, int | None] | None:
    """What is written, how long at most, and with which seed; None before anything could be."""
    length = int(check_choice("race.length", values["race_length"], LENGTHS))
    seed = check_seed(values["seed"])
    ready = lab_scene(values, length)
    return None if ready is None else (*ready, seed)


def _race_view(race: Race) -> str:
    words = race.scene.words.race
    facts = race_facts(
        len(race.scene.prompt.ids),
        [lap.cached_seconds for lap in race.laps],
        [lap.plain_seconds for lap in race.laps],
    )
    if facts is None:
        sentence = words.too_short if race.over else words.waiting
        return View(below=fragments.sentence(sentence, "reason")).value()
    caption = race_caption(
        words,
        facts,
        is_same=all(lap.cached.id == lap.plain.id for lap in race.laps),
        bytes_per_token=cost(race.scene.choice.config).kv_bytes_per_token,
    )
    figure = race_figure(
        facts.positions,
        facts.cached_ms,
        facts.plain_ms,
        cached_name=words.cached,
        plain_name=words.plain,
        position_title=words.position_title,
        time_title=words.time_title,
    )
    times = zip(facts.positions, facts.cached_ms, facts.plain_ms, strict=True)
    rows = [
        (cells.number(place), cells.fixed(cached, 3), cells.fixed(plain, 3))
        for place, cached, plain in times
    ]
    cards = [
        (words.cached, f"{facts.cached_rate:,.0f}", words.rate_note),
        (words.plain, f"{facts.plain_rate:,.0f}", words.rate_note),
    ]
    return View(
        above=fragments.cards(cards),
        figure=figure_json(figure, caption),
        below=fragments.sentence(caption) + origin(race.scene, race.scene.words, race.seed),
        fold=race.scene.words.page.table_heading,
        table=fragments.table((words.position_title, words.cached_ms, words.plain_ms), rows),
    ).value()


def race_caption(words: RaceWords, facts: RaceFacts, *, is_same: bool, bytes_per_token: int) -> str:
    """What these times show, and nothing that they do not. is_same: whether both ways gave the
    same tokens; bytes_per_token: what the cache takes for each."""
    speeds = {"faster": words.faster, "even": words.even, "unclear": words.unclear}
    trends = {"short": "", "grows": words.grows, "flat": words.flat, "noisy": words.noisy}
    kept = facts.positions[-1] - 1  # the last token is written, and read by nobody
    said = (
        (words.same if is_same else words.differ).format(count=Count(len(facts.positions) + 1)),
        speeds[facts.speed].format(times=f"{facts.times:,.1f}"),
        trends[facts.trend].format(
            first=f"{facts.first_ms:,.1f}",
            last=f"{facts.last_ms:,.1f}",
            length=facts.positions[-1],
        ),
        words.memory.format(
            each=format_bytes(bytes_per_token),
            whole=format_bytes(kept * bytes_per_token),
            count=Count(kept),
        ),
    )
    return " ".join(filter(None, said))
