"""The real weights of a published model: what they cost, a button that loads them, progress."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass

import gradio as gr

from playground.errors import PlaygroundError
from playground.gpt.presets import PRESETS, Preset
from playground.locales.control_words import WeightsWords
from playground.locales.words import Words
from playground.serving.models import ModelStore
from playground.serving.real_weights import needed_bytes
from playground.serving.units import format_bytes
from playground.ui import fragments
from playground.ui.scene import Scene
from playground.ui.updates import Updates

SECONDS_BETWEEN_UPDATES = 0.3


class Cancelled(Exception):
    """The visitor does not want to wait any longer."""


@dataclass
class Loading:
    """Weights on their way to one visitor. received and total: bytes; both 0 until the Hub has
    answered. `words` may change meanwhile."""

    preset: Preset
    words: WeightsWords
    received: int = 0
    total: int = 0
    cancelled: bool = False
    loaded: bool = False
    over: bool = False
    error: PlaygroundError | None = None

    def tell(self, received: int, total: int) -> None:
        """Take the progress; raises Cancelled where the visitor has gone."""
        self.received, self.total = received, total
        if self.cancelled:
            raise Cancelled


class WeightsPanel:
    """A line and two buttons in the model controls; invisible where nothing is published.

    taken: names of the presets that this visitor takes with their real weights.
    """

    def __init__(self, words: Words, store: ModelStore) -> None:
        self._store = store
        self.taken = gr.State(())
        self.loading = gr.State(None)
        self.note = gr.HTML(elem_id="weights-note")
        self.load = gr.Button(
            words.weights.load_here, visible=False, size="sm", elem_id="load-weights"
        )
        self.cancel = gr.Button(
            words.weights.cancel, visible=False, size="sm", elem_id="cancel-weights"
        )
        self.outputs = [self.note, self.load, self.cancel]

    def draw(self, scene: Scene, loading: object) -> Updates:
        """What can be loaded for the model on the page, or how far the loading is."""
        words = scene.words.weights
        if isinstance(loading, Loading) and not loading.over:
            loading.words = words
            return self._progress(loading)
        preset = PRESETS.get(scene.preset_key)
        if preset is None or not preset.hub:
            return self._show("", "")
        if scene.choice.published:
            return self._show(words.real.format(repository=preset.hub), words.back)
        sizes = {
            "size": format_bytes(preset.hub_bytes),
            "memory": format_bytes(needed_bytes(preset)),
        }
        here = self._store.has_published(preset)
        note, button = (words.offer_here, words.load_here) if here else (words.offer, words.load)
        return self._show(note.format(**sizes), button.format(**sizes))

    def run(self, scene: Scene, taken: tuple[str, ...]) -> Iterator[Updates]:
        """Take the real weights of the model on the page, or leave them where they are taken.

        `loading` is None again at the end, and `taken` may have changed: what is on the page by
        then is to be drawn anew. Raises a PlaygroundError where they cannot be had.
        """
        name = scene.preset_key
        if name in taken:
            yield {self.taken: tuple(other for other in taken if other != name)}
            return
        if name not in PRESETS or not PRESETS[name].hub:
            return
        loading = Loading(PRESETS[name], scene.words.weights)
        worker = threading.Thread(target=self._work, args=(scene, loading), daemon=True)
        try:
            yield {self.loading: loading, **self._progress(loading)}
            worker.start()
            while worker.is_alive():
                worker.join(SECONDS_BETWEEN_UPDATES)
                yield self._progress(loading)
        finally:
            loading.cancelled = loading.over = True
        yield {self.loading: None, **({self.taken: (*taken, name)} if loading.loaded else {})}
        if loading.error is not None:
            raise loading.error

    def stopped(self, loading: Loading | None) -> Updates:
        """Give up the waiting."""
        if loading is not None:
            loading.cancelled = True
        return {self.cancel: gr.update(visible=False)}

    def _work(self, scene: Scene, loading: Loading) -> None:
        try:
            self._store.load_published(scene.choice, scene.vocab_size, loading.tell)
            loading.loaded = True
        except PlaygroundError as error:
            loading.error = error
        except Cancelled:
            pass

    def _progress(self, loading: Loading) -> Updates:
        words, note = loading.words, loading.words.asking
        if loading.total:
            note = words.reading if loading.received >= loading.total else words.fetching
        amounts = {
            "received": format_bytes(loading.received),
            "total": format_bytes(loading.total),
        }
        return self._show(note.format(**amounts), "", cancel=words.cancel)

    def _show(self, note: str, load: str, cancel: str = "") -> Updates:
        return {
            self.note: fragments.sentence(note, "hint"),
            self.load: gr.update(value=load, visible=bool(load)),
            self.cancel: gr.update(value=cancel, visible=bool(cancel)),
        }
