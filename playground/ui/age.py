"""Whether a result on the page still belongs to what the controls say."""

from collections.abc import Callable
from typing import Any

import gradio as gr

from playground.errors import PlaygroundError
from playground.serving.limits import RESULT_SECONDS
from playground.ui import fragments
from playground.ui.scene import Values, words_of
from playground.ui.updates import Updates


class Age:
    """A line above a result, empty as long as the result is what its button would give now.

    Whatever the result depends on is in what `ask` reads from the page, and in nothing else; its
    errors say that the page asks for something that cannot be given.
    """

    def __init__(self, name: str, ask: Callable[[Values], Any]) -> None:
        """Puts the line into the layout; name: of the state that holds what was asked."""
        self._name, self._ask = name, ask
        self.note = gr.HTML()
        self.asked = gr.State(None, time_to_live=RESULT_SECONDS)
        self.states = {name: self.asked}
        self.outputs = [self.note, self.asked]

    def begun(self, asked: Any) -> Updates:
        """A new result came of what was `asked`."""
        return {self.asked: asked, self.note: ""}

    def draw(self, values: Values) -> Updates:
        """The line, in the language of now."""
        asked = values[self._name]
        note = fragments.stale_note(words_of(values).page.stale)
        return {self.note: "" if asked is None or self._is_asked_now(asked, values) else note}

    def _is_asked_now(self, asked: Any, values: Values) -> bool:
        try:
            return bool(self._ask(values) == asked)
        except PlaygroundError:
            return False
