"""What the lab's experiments give back, handler by handler."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from typing import Any

from playground.ui.scene import read_scene
from playground.ui.updates import Updates

Run = Callable[[Mapping[str, Any], str], AsyncGenerator[Updates]]


def shown(values: dict[str, Any]) -> dict[str, Any]:
    """The values of a page that shows their scene."""
    return {**values, "shown": read_scene(values)}


def grown(run: Run, values: Mapping[str, Any]) -> list[Updates]:
    """Everything that an experiment yields."""

    async def collect() -> list[Updates]:
        return [updates async for updates in run(values, "someone")]

    return asyncio.run(collect())


def at_the_end(run: Run, values: Mapping[str, Any]) -> Updates:
    """What the page holds when it is over."""
    whole: Updates = {}
    for updates in grown(run, values):
        whole |= updates
    return whole
