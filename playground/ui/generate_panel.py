"""The generate panel: the model writes on, token by token, with the page's prompt and sampler."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

import gradio as gr

from playground.errors import PlaygroundError
from playground.locales.words import Words
from playground.serving.limits import RESULT_SECONDS, check_seed, check_whole
from playground.ui import fragments
from playground.ui.many_writings import Writers
from playground.ui.scene import Scene, Values, read_seed
from playground.ui.updates import Updates
from playground.ui.writing import CLEARED, FAILED, STOPPED_BY_VISITOR, Writing, write
from playground.ui.written_json import save_button


class GeneratePanel:
    """Buttons, the text, and the facts of the run. `written` holds a visitor's last Writing."""

    def __init__(self, words: Words, writers: Writers) -> None:
        self._writers = writers
        self.written = gr.State(None, time_to_live=RESULT_SECONDS)
        with gr.Row(elem_classes="buttons"):
            self.start = gr.Button(words.generate.generate, variant="primary", elem_id="generate")
            self.stop = gr.Button(words.generate.stop, elem_id="stop")
            self.clear = gr.Button(words.generate.clear, elem_id="clear")
        self.facts = gr.HTML(elem_id="facts")
        self.reason = gr.HTML(elem_id="reason")
        self.age = gr.HTML(elem_id="text-age")
        self.text = gr.HTML(elem_id="text")
        self.save = gr.HTML(elem_id="save-text")
        self.note = gr.HTML()
        self.outputs = [self.facts, self.reason, self.age, self.text, self.save]

    def relabel(self, words: Words, written: Writing | None) -> Updates:
        """All words, those about a text already written included."""
        note = f"{words.generate.how_to_start} {words.generate.hover_note}"
        if written is not None:
            written.words = words
        return {
            self.start: gr.update(value=words.generate.generate),
            self.stop: gr.update(value=words.generate.stop),
            self.clear: gr.update(value=words.generate.clear),
            self.note: fragments.sentence(note, "hint")
            + fragments.tint_scale(words.generate.unlikely, words.generate.likely),
            **self._show(written),
        }

    async def run(
        self, scene: Scene, values: Values, visitor: str
    ) -> AsyncGenerator[tuple[Writing, Updates]]:
        """Write on from the prompt; the first update comes before any work, so that a visitor can
        stop what has not begun yet. Raises the scene's error when its model cannot run, and what
        the engine raises."""
        length = check_whole("max_new_tokens", values["max_new_tokens"])
        seed = read_seed(values)
        if scene.too_large is not None:
            raise scene.too_large
        writing = Writing(scene, seed, scene.words)
        yield writing, {**self._show(writing), self.age: ""}
        try:
            stream = await self._writers.begin(writing, length, visitor)
            async with aclosing(write(writing, stream)) as updates:
                async for _ in updates:
                    yield writing, self._show(writing)
        except PlaygroundError:
            if writing.stop_reason is None:
                writing.stop(FAILED if writing.tokens else CLEARED)
            yield writing, self._show(writing)
            raise
        finally:
            if writing.stop_reason is None:  # the visitor has left
                writing.stop(STOPPED_BY_VISITOR)

    def draw_age(self, scene: Scene, values: Values) -> Updates:
        """Whether the text came from other settings than the page has now; what a control out of
        range hinders stays as it is."""
        written, note = values["written"], ""
        if isinstance(written, Writing) and written.stop_reason != CLEARED:
            try:
                seed = check_seed(values["seed"])
                length = check_whole("max_new_tokens", values["max_new_tokens"])
            except PlaygroundError:
                return {}
            if not written.came_from(scene, seed, length):
                note = fragments.stale_note(scene.words.page.stale)
        return {self.age: note}

    def stopped(self, written: Writing | None) -> Updates:
        """End the run; what it has written stays."""
        if written is not None and written.stop_reason is None:
            written.stop(STOPPED_BY_VISITOR)
        return self._show(written)

    def cleared(self, written: Writing | None) -> Updates:
        """End the run and forget it."""
        if written is not None:
            written.stop(CLEARED)
        return {self.written: None, **self._show(None)}

    def _show(self, written: Writing | None) -> Updates:
        if written is None or written.stop_reason == CLEARED:
            return dict.fromkeys(self.outputs, "")
        return {
            self.facts: written.facts_html(),
            self.reason: written.reason_html(),
            self.text: written.text_html(),
            self.save: save_button(written),
        }
