"""Which event calls which handler of the page, and how many at once."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import gradio as gr

from playground.errors import PlaygroundError
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
    preset = live(page, partial(gr.on, [controls.preset.input]), page.take_preset, taken)
    # A text box tells of `input` at key presses alone: not when text is pasted, deleted or
    # composed, as Chinese is.
    moves = partial(gr.on, [*(each.input for each in model), controls.prompt.change])
    drawn = live(page, moves, page.draw, page.views)
    # A slider's box tells of a release when it is left, and only then takes its number into range;
    # so does the mouse that is let go over a slider, as after a choice from the list of presets
    # above it, with what the sliders held before that choice.
    released = partial(gr.on, [each.release for each in model if isinstance(each, gr.Slider)])
    told = live(page, released, lambda _: {controls.notice: gr.skip()}, [], ["language"])
    live(page, told.success, page.draw_released, page.views)
    switched = partial(gr.on, [page.language.input])
    translated = live(page, switched, page.translate, [*page.worded, *page.views])
    followed = _wire_opening(blocks, page)
    # A sampling slider that moved while the views were drawn is newer than they are.
    sampler: dict[str, Any] = {name: controls.sampler[name] for name in SAMPLING_FIELDS}
    names = ("language", "shown", "complainer", "open_tab", "search", "drawn", *sampler)
    # Nothing but the visitor and a link sets these sliders, so `change` is every move of theirs,
    # each once, and also what a box does to a number out of range when it is left.
    moved = partial(gr.on, [slider.change for slider in sampler.values()])
    for listener in (moved, *(each.success for each in (preset, drawn, translated, followed))):
        live(page, listener, page.draw_sampled, page.sampled, names)
    for name, tab in page.lazy_tabs.items():
        opened = partial(gr.on, [tab.select])
        live(page, opened, partial(page.show, name), [page.open_tab, *page.sampled], names)
    left = partial(gr.on, [tab.select for tab in page.other_tabs])
    live(page, left, lambda _: {page.open_tab: None}, [page.open_tab], ["language"])
    wire_lab(page, names, [translated.success, followed.success])
    layer_and_head = partial(gr.on, [page.mask.layer.input, page.mask.head.input])
    names = ("language", "shown", "layer", "head")
    live(page, layer_and_head, page.draw_attention, [page.mask.attention], names)
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
    # What is on the page by then, which need not be what it was when the button was pressed.
    live(page, partial(gr.on, [panel.taken.change]), page.draw, page.views)
    names = ("language", "shown", "loading")
    over = partial(gr.on, [panel.loading.change])
    live(page, over, page.draw_weights, panel.outputs, names)
    panel.cancel.click(panel.stopped, panel.loading, [panel.cancel], **quiet(page))
