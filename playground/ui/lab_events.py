"""Which event calls which handler of the sampling lab."""

from collections.abc import Sequence
from functools import partial

import gradio as gr

from playground.ui.listeners import growing, live, quiet
from playground.ui.page import Page

_SHOW_DRAWS = """() => {
    document.querySelector('#draws-figure').scrollIntoView({block: 'nearest'});
}"""


def wire_lab(page: Page, sampled: Sequence[str]) -> None:
    """Connect every control of the lab; sampled: what `sampled_scene` and a view of it read."""
    lab = page.lab
    typed = partial(gr.on, [lab.stages.search.change])
    live(page, typed, lab.stages.look_for, [lab.stages.found], sampled)
    asked = partial(gr.on, [lab.draws.start.click])
    drawn = live(page, asked, lab.draws.run, [lab.draws.figure], (*sampled, "draw_count"))
    drawn.success(None, js=_SHOW_DRAWS, **quiet(page))
    texts = (*sampled, "max_new_tokens", "seed")
    _wire_compare(page, texts)


def _wire_compare(page: Page, texts: Sequence[str]) -> None:
    panel = page.lab.compare
    counted = partial(gr.on, [panel.count.input])
    live(page, counted, panel.show_columns, panel.columns, ("language", "compare_count"))
    started = partial(gr.on, [panel.start.click])
    outputs = [*panel.outputs, panel.running]
    growing(page, started, panel.run, outputs, (*texts, *panel.inputs))
    panel.stop.click(panel.stopped, panel.running, None, **quiet(page))
