"""Which event calls which handler of the page, and how many at once."""

from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import aclosing
from functools import partial
from typing import Any

import gradio as gr

from playground.errors import PlaygroundError
from playground.ui.opening import first_sight, reading_script, wire_address
from playground.ui.page import Page
from playground.ui.scene import SAMPLING_FIELDS, Values
from playground.ui.updates import UNCHANGED, Updates

CHARTS_AT_ONCE = 8
WEIGHTS_AT_ONCE = 8
"""Visitors who wait for weights; they share one download."""

_SHOW_DRAWS = """() => {
    document.querySelector('#draws-figure').scrollIntoView({block: 'nearest'});
}"""
_TOGGLE_THEME = "() => { document.body.classList.toggle('dark'); }"


def wire(blocks: gr.Blocks, page: Page) -> None:
    """Connect every control of the page; `blocks` is the app that is open."""
    controls = page.controls
    model: list[Any] = list(controls.model.values())
    taken = [*page.views, *model, controls.prompt]
    preset = _live(page, partial(gr.on, [controls.preset.input]), page.take_preset, taken)
    # A text box tells of `input` at key presses alone: not when text is pasted, deleted or
    # composed, as Chinese is.
    moves = partial(gr.on, [*(each.input for each in model), controls.prompt.change])
    drawn = _live(page, moves, page.draw, page.views)
    # A slider's box tells of a release when it is left, and only then takes its number into range;
    # so does the mouse that is let go over a slider, as after a choice from the list of presets
    # above it, with what the sliders held before that choice.
    released = partial(gr.on, [each.release for each in model if isinstance(each, gr.Slider)])
    told = _live(page, released, lambda _: {controls.notice: gr.skip()}, [], ["language"])
    _live(page, told.success, page.draw_released, page.views)
    switched = partial(gr.on, [page.language.input])
    translated = _live(page, switched, page.translate, [*page.worded, *page.views])
    # A sampling slider that moved while the views were drawn is newer than they are.
    sampler: dict[str, Any] = {name: controls.sampler[name] for name in SAMPLING_FIELDS}
    names = ("language", "shown", "complainer", "open_tab", "search", *sampler)
    # Nothing but the visitor and a link sets these sliders, so `change` is every move of theirs,
    # each once, and also what a box does to a number out of range when it is left.
    moved = partial(gr.on, [slider.change for slider in sampler.values()])
    for listener in (moved, preset.success, drawn.success, translated.success):
        _live(page, listener, page.draw_sampled, page.sampled, names)
    for name, tab in page.lazy_tabs.items():
        opened = partial(gr.on, [tab.select])
        _live(page, opened, partial(page.show, name), [page.open_tab, *page.sampled], names)
    left = partial(gr.on, [tab.select for tab in page.other_tabs])
    _live(page, left, lambda _: {page.open_tab: None}, [page.open_tab], ["language"])
    typed = partial(gr.on, [page.lab.search.change])
    _live(page, typed, page.lab.look_for, [page.lab.found], names)
    asked = partial(gr.on, [page.lab.start.click])
    compared = _live(page, asked, page.lab.run, [page.lab.draws], (*names, "draw_count"))
    compared.success(None, js=_SHOW_DRAWS, **_quiet(page))
    layer_and_head = partial(gr.on, [page.mask.layer.input, page.mask.head.input])
    names = ("language", "shown", "layer", "head")
    _live(page, layer_and_head, page.draw_attention, [page.mask.attention], names)
    _wire_opening(blocks, page)
    _wire_generation(page)
    _wire_weights(page)
    page.theme.click(None, js=_TOGGLE_THEME, api_visibility="private")


def _live(
    page: Page,
    listener: Callable[..., Any],
    handler: Callable[[Values], Updates],
    outputs: Iterable[Any],
    names: Iterable[str] | None = None,
) -> Any:
    """An event of a moving control: the last value wins, one at a time for each visitor.

    names: the inputs that the handler reads, all by default; each costs the browser some time.
    """
    inputs = {name: page.inputs[name] for name in names or page.inputs}

    def guarded(*given: object) -> Updates:
        values = dict(zip(inputs, given, strict=True))
        try:
            return handler(values)
        except PlaygroundError as error:
            return page.complain(error, values)

    return listener(
        guarded,
        list(inputs.values()),
        _once(outputs, page.complainer, page.controls.notice),
        trigger_mode="always_last",
        concurrency_limit=CHARTS_AT_ONCE,
        concurrency_id="charts",
        **_quiet(page),
    )


def _wire_opening(blocks: gr.Blocks, page: Page) -> None:
    def opened(request: gr.Request, *given: object) -> Updates:
        values = _named(page, given)
        try:
            return first_sight(page, values, request.headers.get("accept-language", ""))
        except PlaygroundError as error:
            return page.complain(error, values)

    blocks.load(
        opened,
        list(page.inputs.values()),
        _once([*page.worded, *page.views], page.complainer, page.controls.notice),
        js=reading_script(page),
        concurrency_limit=CHARTS_AT_ONCE,
        concurrency_id="charts",
        **_quiet(page),
    )
    wire_address(page)


def _wire_generation(page: Page) -> None:
    panel = page.generate
    outputs = _once(
        [*panel.outputs, *page.next.outputs], panel.written, page.complainer, page.controls.notice
    )
    unchanged = {each: UNCHANGED for each in outputs if not isinstance(each, gr.State)}

    async def started(request: gr.Request, *given: object) -> AsyncIterator[Updates]:
        values = _named(page, given)
        try:
            async with aclosing(page.write(values, str(request.session_hash))) as writing:
                async for updates in writing:
                    yield {**unchanged, **updates}
        except PlaygroundError as error:
            yield {**unchanged, **page.complain(error, values)}

    gr.on(
        [panel.start.click, page.controls.prompt.submit],
        started,
        list(page.inputs.values()),
        outputs,
        trigger_mode="once",
        postprocess=False,  # all are texts; Gradio would send each through a thread
        concurrency_limit=None,  # the engine says how many, and what place one would have
        **_quiet(page),
    )
    # No `cancels`: what Gradio cancels may still send an update that was on its way, and the text
    # would come back. The text ends by itself when it is stopped.
    panel.stop.click(panel.stopped, panel.written, panel.outputs, **_quiet(page))
    cleared = [*panel.outputs, panel.written]
    panel.clear.click(panel.cleared, panel.written, cleared, **_quiet(page))


def _wire_weights(page: Page) -> None:
    panel = page.controls.weights

    def asked(*given: object) -> Iterator[Updates]:
        values = _named(page, given)
        try:
            yield from page.take_weights(values)
        except PlaygroundError as error:
            yield page.complain(error, values)

    panel.load.click(
        asked,
        list(page.inputs.values()),
        _once([*panel.outputs, panel.taken, panel.loading], page.complainer, page.controls.notice),
        trigger_mode="once",
        concurrency_limit=WEIGHTS_AT_ONCE,
        concurrency_id="weights",
        **_quiet(page),
    )
    # What is on the page by then, which need not be what it was when the button was pressed.
    _live(page, partial(gr.on, [panel.taken.change]), page.draw, page.views)
    names = ("language", "shown", "loading")
    over = partial(gr.on, [panel.loading.change])
    _live(page, over, page.draw_weights, panel.outputs, names)
    panel.cancel.click(panel.stopped, panel.loading, [panel.cancel], **_quiet(page))


def _quiet(page: Page) -> dict[str, Any]:
    """What all events share."""
    return {
        "show_progress": "hidden",
        # Gradio's page updates the progress of every output it ever had, hidden or not, each time
        # an event moves on; with a hundred outputs that takes longer than drawing a chart.
        "show_progress_on": page.controls.notice,
        "api_visibility": "private",
        # Our own checks see every value as it came and answer in the visitor's language; Gradio's
        # would let NaN pass, fail on text, and speak English.
        "preprocess": False,
    }


def _named(page: Page, given: Iterable[object]) -> Values:
    return dict(zip(page.inputs, given, strict=True))


def _once(outputs: Iterable[Any], *more: Any) -> list[Any]:
    """The components in order, each once."""
    return list(dict.fromkeys([*outputs, *more]))
