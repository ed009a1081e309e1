"""Which event calls which handler of the sampling lab."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import gradio as gr

from playground.ui.hand import moved
from playground.ui.listeners import growing, live, quiet
from playground.ui.page import Page

_SHOW_TEXT = """() => {
    document.querySelector('#trace-text').scrollIntoView({block: 'nearest'});
}"""
_SHOW_DRAWS = """() => {
    document.querySelector('#draws-figure').scrollIntoView({block: 'nearest'});
}"""


def wire_lab(page: Page, sampled: Sequence[str], translated: Iterable[Callable[..., Any]]) -> None:
    """Connect every control of the lab.

    sampled: what `sampled_scene`, a view of it and a draw read; translated: events after which the
    page may have another language
    """
    lab = page.lab
    found = ("language", *lab.states, *lab.trace.inputs)
    for listener in translated:
        live(page, listener, lab.redraw, [lab.stages.found, *lab.results], found)
    typed = partial(gr.on, [lab.stages.search.change])
    live(page, typed, lab.stages.look_for, [lab.stages.found], sampled)
    asked = partial(gr.on, [lab.draws.start.click])
    drawn = live(page, asked, lab.draws.run, lab.draws.outputs, (*sampled, "draw_count"))
    drawn.success(None, js=_SHOW_DRAWS, **quiet(page))
    texts = (*sampled, "max_new_tokens")
    counted = partial(gr.on, [lab.compare.count.input])
    live(
        page, counted, lab.compare.show_columns, lab.compare.columns, ("language", "compare_count")
    )
    _wire_texts(page, texts)
    _wire_trace(page, texts)
    _wire_experiments(page, texts)


def _wire_texts(page: Page, texts: Sequence[str]) -> None:
    for panel in (page.lab.compare, page.lab.sweep):
        started = partial(gr.on, [panel.start.click])
        outputs = [*panel.outputs, panel.running]
        growing(page, started, panel.run, outputs, (*texts, *panel.inputs))
        panel.stop.click(panel.stopped, panel.running, None, **quiet(page))


def _wire_experiments(page: Page, texts: Sequence[str]) -> None:
    race, beam = page.lab.race, page.lab.beam
    for panel, outputs in ((race, [*race.outputs, race.running]), (beam, beam.outputs)):
        started = partial(gr.on, [panel.start.click])
        growing(page, started, panel.run, outputs, (*texts, *panel.inputs))
    race.stop.click(race.stopped, race.running, None, **quiet(page))


def _wire_trace(page: Page, texts: Sequence[str]) -> None:
    panel = page.lab.trace
    names = ("language", *panel.inputs)
    for button, run in ((panel.start, panel.run), (panel.fork, panel.run_fork)):
        pressed = partial(gr.on, [button.click])
        done = growing(page, pressed, run, panel.written, (*texts, *panel.inputs))
        opened = live(page, done.success, panel.opened, panel.outputs, names)
        opened.success(None, js=_SHOW_TEXT, **quiet(page))
    panel.stop.click(panel.stopped, panel.tree, None, **quiet(page))
    taken = partial(gr.on, [panel.take.click])
    live(page, taken, panel.taken, panel.outputs, (*names, "written"))
    opened = partial(gr.on, [page.lab.trace_tab.select])
    live(page, opened, panel.opened, panel.outputs, names)
    placed = partial(gr.on, [panel.place.input])
    live(page, placed, panel.look, panel.views, names)
    inside = partial(gr.on, [moved(panel.layer), moved(panel.head)])
    live(page, inside, panel.look_inside, [panel.attention], names)
    chosen = partial(gr.on, [panel.branch.input])
    live(page, chosen, panel.choose_branch, panel.outputs, names)
