"""The sampling lab: experiments on how the next token is chosen, each in a tab of its own."""

import asyncio
import time
from contextlib import suppress
from typing import Any

import gradio as gr
from gradio.components import Component

from playground.errors import PlaygroundError
from playground.locales.words import Words
from playground.serving.experiments import Experiments
from playground.serving.inspection import Inspector
from playground.serving.models import ModelStore
from playground.ui.beam_panel import BeamPanel
from playground.ui.compare_panel import ComparePanel
from playground.ui.draws_panel import DrawsPanel
from playground.ui.many_writings import Writers
from playground.ui.race_panel import RacePanel
from playground.ui.scene import Scene, Values
from playground.ui.stages_panel import StagesPanel
from playground.ui.sweep_panel import SweepPanel
from playground.ui.trace_panel import TracePanel
from playground.ui.updates import Updates


class LabPanel:
    """What moves with the sampler's sliders is drawn only while the lab is open.

    states: results, by name; settings: what they depend on beside the page's controls; asked: what
    they came of; drawn: changes whenever the lab is drawn
    """

    def __init__(
        self, words: Words, inspector: Inspector, writers: Writers, store: ModelStore
    ) -> None:
        experiments = Experiments(store)
        turn = asyncio.Semaphore(1)  # an experiment holds a whole processor
        with gr.Tabs(elem_id="lab-tabs"):
            with gr.Tab(words.lab.tab_stages) as stages:
                self.stages = StagesPanel(words, inspector)
                self.draws = DrawsPanel(words, inspector)
            with gr.Tab(words.compare.tab) as compare:
                self.compare = ComparePanel(words, inspector, writers)
            with gr.Tab(words.sweep.tab) as sweep:
                self.sweep = SweepPanel(words, inspector, writers)
            with gr.Tab(words.trace.tab) as self.trace_tab:
                self.trace = TracePanel(words, inspector, writers)
            with gr.Tab(words.race.tab) as race:
                self.race = RacePanel(words, experiments, turn)
            with gr.Tab(words.beam.tab) as beam:
                self.beam = BeamPanel(words, inspector, experiments, turn)
        self._tabs = (stages, compare, sweep, self.trace_tab, race, beam)
        self._panels = (
            self.stages, self.draws, self.compare, self.sweep, self.trace, self.race, self.beam
        )  # fmt: skip
        self._results = self._panels[1:]
        self.states: dict[str, Component] = {"tree": self.trace.tree}
        self.settings: dict[str, Any] = {}
        for result in (self.draws, self.compare, self.sweep, self.race, self.beam):
            self.states |= result.states
            self.settings |= result.inputs
        self.asked: dict[str, Component] = {}
        for age in (result.age for result in self._results):
            self.asked |= age.states
        self.inputs = {
            **self.states,
            **self.settings,
            **self.asked,
            **self.stages.inputs,
            **self.trace.inputs,
        }
        self.results = [each for result in self._results for each in result.outputs]
        self.notes = [result.age.note for result in self._results]
        self.drawn = gr.State(0)
        self.outputs = [*self.stages.outputs, self.drawn]

    def relabel(self, words: Words) -> Updates:
        """Labels and help in another language."""
        kinds = (words.compare, words.sweep, words.trace, words.race, words.beam)
        names = (words.lab.tab_stages, *(kind.tab for kind in kinds))
        updates: Updates = {
            tab: gr.update(label=name) for tab, name in zip(self._tabs, names, strict=True)
        }
        for panel in self._panels:
            updates |= panel.relabel(words)
        return updates

    def draw(self, scene: Scene, values: Values) -> Updates:
        """What moves with the sampler."""
        return {**self.stages.draw(scene, values), self.drawn: time.monotonic_ns()}

    def draw_ages(self, values: Values) -> Updates:
        """Which of the results are of what the page says now."""
        notes: Updates = {}
        for result in self._results:
            notes |= result.age.draw(values)
        return notes

    def redraw(self, values: Values) -> Updates:
        """What the experiments have found so far, in the language of now."""
        updates: Updates = {self.stages.found: gr.skip()}
        for result in self._results:
            with suppress(PlaygroundError):  # what a control out of range hinders stays as it is
                updates |= result.redraw(values)
        return updates
