"""Which event calls which handler of the page, and how many at once."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import gradio as gr

from playground.errors import PlaygroundError
from playground.ui.hand import beginning, ended, moved
from playground.ui.lab_events import wire_lab
from playground.ui.listeners import CHARTS_AT_ONCE, growing, live, named, once, quiet
from playground.ui.opening import (
    address_button,
    first_sight,
    reading_script,
    wire_address,
    wire_settled,
)
from playground.ui.page import Page
from playground.ui.scene import SAMPLING_FIELDS
from playground.ui.updates import Updates

WEIGHTS_AT_ONCE = 8
"""Visitors who wait for weights; they share one download."""

_TOGGLE_THEME = "() => { document.body.classList.toggle('dark'); }"


def wire(blocks: gr.Blocks, page: Page) -> None:
    """Connect every control of the page; `blocks` is the app that is open."""
    wire_address(page)
    controls = page.controls
    model: list[Any] = list(controls.model.values())
    taken = [*page.views, *model, controls.prompt]
    held = {"js": beginning("preset", hold="#model-fold")}
    chosen = partial(gr.on, [moved(controls.preset)], **held)
    preset = live(page, chosen, page.take_preset, taken)
    back = partial(gr.on, [controls.reshaped.back.click], **held)
    restored = live(page, back, lambda at: page.take_preset({**at, "preset": at["trained"]}), taken)
    for over in (preset.success, preset.failure, restored.success, restored.failure):
        over(None, js=ended("preset", let_go="#model-fold"), **quiet(page))
    # One event for all that draws every view, so that the last one is answered last. The weights
    # are there when `taken` changes, and what is on the page by then is drawn, which need not be
    # what it was when their button was pressed.
    drawing = [page.hand.input, *map(moved, (*model, page.language)), controls.weights.taken.change]
    drawn = live(page, partial(gr.on, drawing, js=beginning("draw")), page.draw_or_keep, page.views)
    drawn.success(None, js=ended("draw"), **quiet(page))
    translated = live(page, partial(gr.on, [page.language.input]), page.reword, page.worded)
    followed = _wire_opening(blocks, page)
    # A sampling slider that moved while the views were drawn is newer than they are.
    sampler: dict[str, Any] = {name: controls.sampler[name] for name in SAMPLING_FIELDS}
    seeds = ("seed", "growth_seed")
    names = ("language", "shown", "complainer", "open_tab", "search", "drawn", *seeds, *sampler)
    for over in (preset.success, restored.success, drawn.success, followed.success):
        over(None, js="() => hand.sample()", **quiet(page))
    # Nothing but the visitor and a link sets these sliders, so `change` is every move of theirs,
    # each once.
    sampled = partial(gr.on, [page.hand.submit, *(each.change for each in sampler.values())])
    live(page, sampled, page.draw_sampled, page.sampled, names)
    seeded = partial(gr.on, [controls.seed.change])
    live(page, seeded, page.draw_seeded, page.sampled, names)
    for name, tab in page.lazy_tabs.items():
        opened = partial(gr.on, [tab.select])
        live(page, opened, partial(page.show, name), [page.open_tab, *page.sampled], names)
    left = partial(gr.on, [tab.select for tab in page.other_tabs])
    live(page, left, lambda _: {page.open_tab: None}, [page.open_tab], ["language"])
    wire_lab(page, names, [translated.success, followed.success])
    looks = [moved(page.mask.layer), moved(page.mask.head)]
    names = ("language", "shown", "layer", "head")
    looking = partial(gr.on, looks, js=beginning("look"))
    looked = live(page, looking, page.draw_attention, [page.mask.attention], names)
    looked.success(None, js=ended("look"), **quiet(page))
    _wire_generation(page)
    _wire_weights(page)
    page.theme.click(None, js=_TOGGLE_THEME, api_visibility="private")


def _wire_opening(blocks: gr.Blocks, page: Page) -> Any:
    """What the address says is shown; returned is the event of another one on an open page."""

    def shown(request: gr.Request, *given: object) -> Updates:
        values = named(page, given)
        try:
            return first_sight(page, values, request.headers.get("accept-language", ""))
        except PlaygroundError as error:
            return page.complain(error, values)

    listeners = (blocks.load, address_button().click)
    opened, followed = (
        listener(
            shown,
            list(page.inputs.values()),
            once([*page.worded, *page.views], page.complainer, page.controls.notice),
            js=reading_script(page),
            concurrency_limit=CHARTS_AT_ONCE,
            concurrency_id="charts",
            trigger_mode="multiple",
            **quiet(page),
        )
        for listener in listeners
    )
    for each in (opened, followed):
        wire_settled(page, each.then)
    return followed


def _wire_generation(page: Page) -> None:
    panel = page.generate
    started = partial(gr.on, [panel.start.click, page.controls.prompt.submit])
    growing(page, started, page.write, [*panel.outputs, *page.next.outputs, panel.written])
    # No `cancels`: what Gradio cancels may still send an update that was on its way, and the text
    # would come back. The text ends by itself when it is stopped.
    panel.stop.click(panel.stopped, panel.written, panel.outputs, **quiet(page))
    cleared = [*panel.outputs, panel.written]
    panel.clear.click(panel.cleared, panel.written, cleared, **quiet(page))


def _wire_weights(page: Page) -> None:
    panel = page.controls.weights

    def asked(*given: object) -> Iterator[Updates]:
        values = named(page, given)
        try:
            yield from page.take_weights(values)
        except PlaygroundError as error:
            yield page.complain(error, values)

    panel.load.click(
        asked,
        list(page.inputs.values()),
        once([*panel.outputs, panel.taken, panel.loading], page.complainer, page.controls.notice),
        trigger_mode="once",
        concurrency_limit=WEIGHTS_AT_ONCE,
        concurrency_id="weights",
        **quiet(page),
    )
    names = ("language", "shown", "loading")
    over = partial(gr.on, [panel.loading.change])
    live(page, over, page.draw_weights, panel.outputs, names)
    panel.cancel.click(panel.stopped, panel.loading, [panel.cancel], **quiet(page))
