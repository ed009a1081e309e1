"""A grid over temperature and top-k: what each setting writes, and how it compares."""

import asyncio
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

import gradio as gr

from playground.analysis.text_facts import TextFacts
from playground.errors import PlaygroundError
from playground.figures.browser import figure_json
from playground.figures.cells import cells_figure
from playground.locales.counts import Count
from playground.locales.words import Words
from playground.serving.inspection import Inspector
from playground.serving.limits import RESULT_SECONDS, check_choice, check_list, check_seed
from playground.ui import fragments
from playground.ui.age import Age
from playground.ui.cells import Cell
from playground.ui.lab_scene import facts_of, lab_scene, origin, reworded
from playground.ui.many_writings import Writers, stop_all
from playground.ui.saying import typed_in
from playground.ui.scene import Scene, Values, read_seed
from playground.ui.updates import Updates
from playground.ui.view import View, view
from playground.ui.writing import Writing

A_SIDE = 6
"""Most temperatures, and most values of top-k."""
AT_ONCE = 2
"""Texts of one grid that are written at the same time; others are waiting too."""
SECONDS_BETWEEN_FIGURES = 0.5
Value = TypeVar("Value")
LENGTHS = ("10", "20", "40")


@dataclass
class Grid:
    """The texts of a sweep, row by row, and the facts of those that are over."""

    temperatures: tuple[float, ...]
    top_ks: tuple[float, ...]
    writings: list[Writing]
    facts: dict[int, TextFacts] = field(default_factory=dict)

    @property
    def over(self) -> list[int]:
        """Places of texts that came to their own end."""
        return [place for place, each in enumerate(self.writings) if each.is_whole]

    def rows(self, cells: Sequence[Value]) -> list[list[Value]]:
        """One value a text, row by row."""
        width = len(self.top_ks)
        return [list(cells[start : start + width]) for start in range(0, len(cells), width)]


class Asked(NamedTuple):
    """A scene for each cell, row by row, the most tokens of each, and the seed of all: None for a
    new one."""

    temperatures: tuple[float, ...]
    top_ks: tuple[float, ...]
    scenes: tuple[Scene, ...]
    length: int
    seed: int | None


class SweepPanel:
    """Two lists of numbers, the grid of texts, and two heatmaps."""

    def __init__(self, words: Words, inspector: Inspector, writers: Writers) -> None:
        self._inspector, self._writers = inspector, writers
        self.running = gr.State(None, time_to_live=RESULT_SECONDS)
        self.note = gr.HTML()
        with gr.Row():
            self.temperatures = _numbers("sweep-temperatures", "0.2, 0.7, 1.2")
            self.top_ks = _numbers("sweep-top-ks", "1, 10, 0")
            self.length = gr.Radio(
                list(LENGTHS), value=LENGTHS[1], interactive=True, elem_id="sweep-length"
            )
        with gr.Row(elem_classes="buttons"):
            self.start = gr.Button(words.sweep.start, variant="primary", elem_id="sweep")
            self.stop = gr.Button(words.generate.stop, elem_id="sweep-stop")
        with gr.Column(elem_classes="result"):
            self.age = Age("sweep_asked", _asked)
            self.progress = gr.HTML(elem_id="sweep-progress")
            self.cells = gr.HTML(elem_id="sweep-cells")
            with gr.Row():
                with gr.Column(min_width=280):
                    self.entropy = view("sweep-entropy")
                with gr.Column(min_width=280):
                    self.repetition = view("sweep-repetition")
        self.inputs = {
            "sweep_temperatures": self.temperatures,
            "sweep_top_ks": self.top_ks,
            "sweep_length": self.length,
        }
        self.states = {"sweep_running": self.running}
        self.outputs = [self.progress, self.cells, self.entropy, self.repetition]

    def relabel(self, words: Words) -> Updates:
        """Labels in another language."""
        listed = words.sweep.listed.format(most=A_SIDE)
        return {
            self.note: fragments.sentence(words.sweep.note),
            self.temperatures: gr.update(label=words.sampler.temperature.label, info=listed),
            self.top_ks: gr.update(label=words.sampler.top_k.label, info=listed),
            self.length: gr.update(label=words.sweep.length),
            self.start: gr.update(value=words.sweep.start),
            self.stop: gr.update(value=words.generate.stop),
        }

    async def run(self, values: Values, visitor: str) -> AsyncGenerator[Updates]:
        """Fill the grid; cells appear as they grow, figures as cells are over."""
        asked = await asyncio.to_thread(_asked, values)
        if asked is None:
            return
        seed = read_seed(values)
        writings = [Writing(each, seed, each.words) for each in asked.scenes]
        grid = Grid(asked.temperatures, asked.top_ks, writings)
        figures = await asyncio.to_thread(self._figures, grid)
        yield {self.running: grid, **self._show(grid), **figures, **self.age.begun(asked)}
        drawn, written = time.monotonic(), 0
        try:
            async with aclosing(
                self._writers.write(grid.writings, asked.length, f"{visitor}/sweep", AT_ONCE)
            ) as updates:
                async for _ in updates:
                    tokens = sum(each.tokens for each in grid.writings)
                    if tokens == written or time.monotonic() - drawn < SECONDS_BETWEEN_FIGURES:
                        continue
                    drawn, written = time.monotonic(), tokens
                    yield await asyncio.to_thread(self._drawn, grid)
        except PlaygroundError:
            yield await asyncio.to_thread(self._drawn, grid)
            raise
        yield await asyncio.to_thread(self._drawn, grid)

    def redraw(self, values: Values) -> Updates:
        """The grid so far in the language of now."""
        grid = values["sweep_running"]
        if not isinstance(grid, Grid):
            return {}
        reworded(grid.writings, values)
        return {**self._show(grid), **self._figures(grid)}

    def stopped(self, running: Grid | None) -> None:
        """End the texts; what they have written stays."""
        if running is not None:
            stop_all(running.writings)

    def _drawn(self, grid: Grid) -> Updates:
        new = [place for place in grid.over if place not in grid.facts]
        for place in new:
            grid.facts[place] = facts_of(grid.writings[place], self._inspector)
        return {**self._show(grid), **(self._figures(grid) if new else {})}

    def _show(self, grid: Grid) -> Updates:
        words = grid.writings[0].words
        prompt = grid.writings[0].scene.prompt.text
        cells = [fragments.text_in_cell(prompt, each.spans(), each.text) for each in grid.writings]
        return {
            self.progress: fragments.sentence(
                words.sweep.progress.format(
                    done=len(grid.over),
                    count=Count(len(grid.writings)),
                ),
                "reason",
            )
            + origin(grid.writings[0].scene, words, grid.writings[0].seed),
            self.cells: fragments.grid(
                words.sweep.corner,
                _top_ks(grid),
                _labels(grid.temperatures),
                grid.rows(cells),
            ),
        }

    def _figures(self, grid: Grid) -> Updates:
        words = grid.writings[0].words.sweep
        facts = [grid.facts.get(place) for place in range(len(grid.writings))]
        entropies = [None if each is None else each.entropy_bits for each in facts]
        repeated = [None if each is None else each.repeated_share for each in facts]
        return {
            self.entropy: _heatmap(grid, entropies, words.entropy, words.entropy_note, ".2f"),
            self.repetition: _heatmap(grid, repeated, words.repeated, words.repeated_note, ".0%"),
        }


def _asked(values: Values) -> Asked | None:
    """What is to be written; None before anything could be."""
    with typed_in("sweep-temperatures"):
        temperatures = check_list("temperature", values["sweep_temperatures"], A_SIDE)
    with typed_in("sweep-top-ks"):
        top_ks = check_list("top_k", values["sweep_top_ks"], A_SIDE)
    top_ks = tuple(sorted(top_ks, key=lambda top_k: top_k == 0))  # off lets in the most
    length = int(check_choice("sweep.length", values["sweep_length"], LENGTHS))
    seed = check_seed(values["seed"])
    ready = lab_scene(values, length)
    if ready is None:
        return None
    scene, length = ready
    scenes = tuple(
        replace(scene, params=replace(scene.params, temperature=temperature, top_k=int(top_k)))
        for temperature in temperatures
        for top_k in top_ks
    )
    return Asked(temperatures, top_ks, scenes, length, seed)


def _heatmap(
    grid: Grid, values: Sequence[float | None], title: str, caption: str, digits: str
) -> str:
    words = grid.writings[0].words
    rows = grid.rows(values)
    texts = [["" if each is None else format(each, digits) for each in row] for row in rows]
    figure = cells_figure(
        rows,
        texts,
        _labels(grid.temperatures),
        _top_ks(grid),
        row_title=words.sampler.temperature.label,
        column_title=words.sampler.top_k.label,
        hover=texts,
    )
    table = fragments.table(
        (words.sweep.corner, *_top_ks(grid)),
        [
            (label, *(_cell(each, digits) for each in row))
            for label, row in zip(_labels(grid.temperatures), rows, strict=True)
        ],
    )
    return View(
        above=fragments.heading(title),
        figure=figure_json(figure, caption),
        below=fragments.sentence(caption),
        fold=words.page.table_heading,
        table=table,
    ).value()


def _cell(value: float | None, digits: str) -> str | Cell:
    return "" if value is None else Cell(format(value, digits), value)


def _top_ks(grid: Grid) -> list[str]:
    off = grid.writings[0].words.sweep.off
    return [f"{top_k:g}" if top_k else off for top_k in grid.top_ks]


def _labels(numbers: Sequence[float]) -> list[str]:
    return [f"{number:g}" for number in numbers]


def _numbers(elem_id: str, value: str) -> gr.Textbox:
    return gr.Textbox(value, max_lines=1, max_length=100, interactive=True, elem_id=elem_id)
