"""How an event listens: what all of them share."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable
from contextlib import aclosing
from typing import Any

import gradio as gr

from playground.errors import PlaygroundError
from playground.ui.page import Page
from playground.ui.scene import Values
from playground.ui.updates import UNCHANGED, Updates

CHARTS_AT_ONCE = 8


def live(
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
        once(outputs, page.complainer, page.controls.notice),
        trigger_mode="always_last",
        concurrency_limit=CHARTS_AT_ONCE,
        concurrency_id="charts",
        **quiet(page),
    )


def growing(
    page: Page,
    listener: Callable[..., Any],
    run: Callable[[Values, str], AsyncGenerator[Updates]],
    outputs: Iterable[Any],
    names: Iterable[str] | None = None,
) -> Any:
    """An event whose outputs grow while they are computed; pressed again meanwhile, nothing
    happens. All that `run(values, visitor)` yields is text, or a state.

    names: the inputs that are read, all by default.
    """
    inputs = {name: page.inputs[name] for name in names or page.inputs}
    written = once(outputs, page.complainer, page.controls.notice)
    unchanged = {each: UNCHANGED for each in written if not isinstance(each, gr.State)}

    async def started(request: gr.Request, *given: object) -> AsyncIterator[Updates]:
        values = dict(zip(inputs, given, strict=True))
        try:
            said = page.mended(values)
            async with aclosing(run(values, str(request.session_hash))) as growth:
                async for updates in growth:
                    yield {**unchanged, **said, **updates}
                    said = {}
        except PlaygroundError as error:
            yield {**unchanged, **page.complain(error, values)}

    return listener(
        started,
        list(inputs.values()),
        written,
        trigger_mode="once",
        postprocess=False,  # all are texts; Gradio would send each through a thread
        concurrency_limit=None,  # the engine says how many, and what place one would have
        **quiet(page),
    )


def quiet(page: Page) -> dict[str, Any]:
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


def named(page: Page, given: Iterable[object]) -> Values:
    """What all controls of the page hold, by name."""
    return dict(zip(page.inputs, given, strict=True))


def once(outputs: Iterable[Any], *more: Any) -> list[Any]:
    """The components in order, each once."""
    return list(dict.fromkeys([*outputs, *more]))
