"""Which event calls which handler of the sampling lab."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import gradio as gr

from playground.ui.hand import moved
from playground.ui.listeners import growing, live, once, quiet
from playground.ui.page import Page

_LENGTH_AND_SEED = ("max_new_tokens", "seed")
_SHOW_TEXT = """() => {
    document.querySelector('#trace-text').scrollIntoView({block: 'nearest'});
}"""
_SHOW_DRAWS = """() => {
    document.querySelector('#draws-figure').scrollIntoView({block: 'nearest'});
}"""


def wire_lab(page: Page, sampled: Sequence[str], translated: Iterable[Callable[..., Any]]) -> None:
    """Connect every control of the lab.

    sampled: what `sampled_scene`, a view of it and a draw read; translated: events after which
    the page may have another language
    """
    lab = page.lab
    found = ("language", *lab.states, *lab.trace.inputs)
    redrawn = [
        live(page, listener, lab.redraw, [lab.stages.found, *lab.results], found)
        for listener in translated
    ]
    typed = partial(gr.on, [lab.stages.search.change])
    live(page, typed, lab.stages.look_for, [lab.stages.found], sampled)
    asked = partial(gr.on, [lab.draws.start.click])
    outputs = [*lab.draws.outputs, *lab.draws.age.outputs]
    drawn = live(page, asked, lab.draws.run, outputs, (*sampled, "draw_count"))
    drawn.success(None, js=_SHOW_DRAWS, **quiet(page))
    texts = (*sampled, "max_new_tokens")
    counted = partial(gr.on, [lab.compare.count.input])
    live(
        page, counted, lab.compare.show_columns, lab.compare.columns, ("language", "compare_count")
    )
    over = [*_wire_experiments(page, texts), *_wire_trace(page, texts)]
    sampler: dict[str, Any] = {name: page.inputs[name] for name in _LENGTH_AND_SEED}
    settings = [*sampler.values(), *lab.settings.values()]
    changed = partial(gr.on, [lab.drawn.change, *(each.change for each in settings)])
    # What moved while a result was begun is newer than what it came of.
    for listener in (changed, drawn.success, *(each.success for each in (*redrawn, *over))):
        live(page, listener, lab.draw_ages, lab.notes, (*texts, *lab.settings, *lab.asked))


def _wire_experiments(page: Page, texts: Sequence[str]) -> list[Any]:
    lab = page.lab
    started = []
    for panel in (lab.compare, lab.sweep, lab.race, lab.beam):
        pressed = partial(gr.on, [panel.start.click])
        outputs = once([*panel.outputs, panel.running, *panel.age.outputs])
        started.append(growing(page, pressed, panel.run, outputs, (*texts, *panel.inputs)))
    for panel in (lab.compare, lab.sweep, lab.race):
        panel.stop.click(panel.stopped, panel.running, None, **quiet(page))
    return started


def _wire_trace(page: Page, texts: Sequence[str]) -> list[Any]:
    panel = page.lab.trace
    names = ("language", *panel.inputs)
    started = []
    for button, run in ((panel.start, panel.run), (panel.fork, panel.run_fork)):
        pressed = partial(gr.on, [button.click])
        outputs = [*panel.written, *panel.age.outputs]
        done = growing(page, pressed, run, outputs, (*texts, *panel.inputs))
        opened = live(page, done.success, panel.opened, panel.outputs, names)
        opened.success(None, js=_SHOW_TEXT, **quiet(page))
        started.append(done)
    panel.stop.click(panel.stopped, panel.tree, None, **quiet(page))
    taken = partial(gr.on, [panel.take.click])
    outputs = [*panel.outputs, *panel.age.outputs]
    started.append(live(page, taken, panel.taken, outputs, (*names, "written", "seed")))
    opened = partial(gr.on, [page.lab.trace_tab.select])
    live(page, opened, panel.opened, panel.outputs, names)
    placed = partial(gr.on, [panel.place.input])
    live(page, placed, panel.look, panel.views, names)
    inside = partial(gr.on, [moved(panel.layer), moved(panel.head)])
    live(page, inside, panel.look_inside, [panel.attention], names)
    chosen = partial(gr.on, [panel.branch.input])
    live(page, chosen, panel.choose_branch, panel.outputs, names)
    return started
