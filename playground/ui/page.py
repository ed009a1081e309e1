"""The whole page: its layout, and handlers that check, draw and return."""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing

import gradio as gr
from gradio.components import Component

from playground.decoding.generation import Step
from playground.errors import PlaygroundError
from playground.gpt.presets import PRESETS
from playground.locales import LANGUAGES
from playground.locales.words import Words
from playground.serving.engine.interface import Engine
from playground.serving.inspection import Inspector
from playground.serving.limits import check_choice
from playground.serving.models import ModelStore
from playground.ui import fragments
from playground.ui.controls import Controls
from playground.ui.generate_panel import GeneratePanel
from playground.ui.growth_panel import GrowthPanel
from playground.ui.hand import hand
from playground.ui.lab_panel import LabPanel
from playground.ui.many_writings import Writers
from playground.ui.mask_panel import MaskPanel
from playground.ui.next_token_panel import NextTokenPanel
from playground.ui.parameters_panel import ParametersPanel, badge
from playground.ui.saying import say
from playground.ui.scene import (
    CUSTOM,
    SAMPLING_FIELDS,
    Scene,
    Values,
    read_scene,
    sampled_scene,
    shown_scene,
    taken_presets,
    words_of,
)
from playground.ui.updates import Updates, merged
from playground.ui.writing import Writing

MODEL, SAMPLER = "model", "sampler"
LAB, GROWTH = "lab", "growth"
_SHAPE_ERRORS = {"heads_do_not_divide", "odd_width", "vocabulary_too_small"}
_BOXES = {name: name for name in ("seed", "max_new_tokens")} | {"place": "trace-place"}
"""Numbers that are read when a button is pressed, and the boxes that they are typed in."""


class Page:
    """Builds its components into the Blocks that is open.

    inputs   what handlers read, by name; `shown` is the scene that the views show, `complainer`
             whose complaint is on the page: that of the model, of the sampler, or of a box by its
             elem_id; who has not judged the cause of a complaint may not take it back
    views    what `draw` writes; sampled: what `draw_sampled` writes; worded: what the language
             changes besides
    """

    def __init__(self, store: ModelStore, engine: Engine) -> None:
        words = next(iter(LANGUAGES.values()))
        inspector, writers = Inspector(store), Writers(engine)
        self._build_header(words)
        with gr.Row(elem_id="body"):
            with gr.Column(scale=1, min_width=320, elem_id="controls"):
                self.controls = Controls(words, store)
            with gr.Column(scale=3, min_width=320, elem_id="views"):
                self.controls.notice.render()  # type: ignore[no-untyped-call]
                with gr.Tabs():
                    with gr.Tab(words.page.tab_parameters) as parameters:
                        self.parameters = ParametersPanel()
                    with gr.Tab(words.page.tab_mask) as mask:
                        self.mask = MaskPanel(words, inspector)
                    with gr.Tab(words.page.tab_next) as next_token:
                        self.next = NextTokenPanel(inspector)
                    with gr.Tab(words.page.tab_generate) as generate:
                        self.generate = GeneratePanel(words, writers)
                    with gr.Tab(words.page.tab_lab) as lab:
                        self.lab = LabPanel(words, inspector, writers, store)
                    with gr.Tab(words.page.tab_growth) as growth:
                        self.growth = GrowthPanel(store)
        self.hand = hand()
        self.shown = gr.State(None)
        self.complainer = gr.State(None)
        self.open_tab = gr.State(None)
        self.lazy_tabs = {LAB: lab, GROWTH: growth}
        self.other_tabs = (parameters, mask, next_token, generate)
        self.inputs: dict[str, Component] = {
            "language": self.language,
            "preset": self.controls.preset,
            "written": self.generate.written,
            "shown": self.shown,
            "complainer": self.complainer,
            "taken": self.controls.weights.taken,
            "loading": self.controls.weights.loading,
            "open_tab": self.open_tab,
            **self.controls.reshaped.inputs,
            **self.controls.inputs,
            **self.mask.inputs,
            **self.lab.inputs,
            **self.growth.inputs,
        }
        self.views = [
            self.shown,
            self.complainer,
            self.badge,
            *self.controls.outputs,
            *self.parameters.outputs,
            *self.mask.outputs,
            *self.next.outputs,
        ]
        besides = (self.generate.age, *self.lab.outputs, *self.growth.outputs)
        self.sampled = [*self.next.outputs, self.parameters.export, *besides]
        self.worded = list({**self._relabel(words, None), self.language: None})

    def _build_header(self, words: Words) -> None:
        with gr.Row(elem_id="header"):
            self.title = gr.HTML(elem_id="title")
            self.badge = gr.HTML(elem_id="badge")
            self.language = gr.Radio(
                [(each.name, code) for code, each in LANGUAGES.items()],
                value=words.code,
                label=words.page.language,
                show_label=False,
                container=False,
                interactive=True,
                elem_id="language",
                min_width=150,
            )
            self.theme = gr.Button(words.page.theme_button, size="sm", elem_id="theme")

    def complain(self, error: PlaygroundError, values: Values) -> Updates:
        """A sentence on the page; everything else stays as it is."""
        words = LANGUAGES.get(str(values["language"]), next(iter(LANGUAGES.values())))
        name = error.values.get("name")
        box = error.values.get("box", _BOXES.get(str(name), ""))
        complainer = MODEL if name in self.controls.model or error.code in _SHAPE_ERRORS else None
        if name in SAMPLING_FIELDS:
            complainer = SAMPLER
        said = self.controls.complain(say(error, words), str(box))
        return {self.complainer: box or complainer, **said}

    def mended(self, values: Values) -> Updates:
        """No complaint, where the model that is shown is the one that the controls describe."""
        if values["complainer"] == MODEL:
            return {}
        return {self.complainer: None, **self.controls.complain("")}

    def draw(self, values: Values) -> Updates:
        """All views."""
        return self._drawn(read_scene(values), values)

    def draw_or_keep(self, values: Values) -> Updates:
        """All views; where the controls are not in order a complaint, and in another language the
        views as they are."""
        try:
            return self.draw(values)
        except PlaygroundError as error:
            was, scene = values["shown"], shown_scene(values)
            kept = {} if scene is None or was == scene else self._drawn(scene, values)
            return merged(kept, self.complain(error, values))

    def _drawn(self, scene: Scene, values: Values) -> Updates:
        judged = values["complainer"] in (None, MODEL, SAMPLER)
        quiet = {self.complainer: None, **self.controls.complain("")} if judged else {}
        return {
            self.shown: scene,
            **quiet,
            self.badge: badge(scene),
            **self.controls.draw(scene, values),
            **self.parameters.draw(scene),
            **self.mask.draw(scene, values),
            **self.next.draw(scene, _first_step(scene, values)),
        }

    def draw_sampled(self, values: Values) -> Updates:
        """What a sampling slider changes."""
        scene = sampled_scene(values)
        if scene is None:
            return self._unchanged()
        redrawn = {
            **self.next.draw(scene, _first_step(scene, values)),
            **self.parameters.draw_export(scene),
            **self.generate.draw_age(scene, values),
        }
        if values["open_tab"] == GROWTH:
            redrawn |= self.growth.draw(scene, values)
        if values["open_tab"] == LAB:
            redrawn |= self.lab.draw(scene, values)
        if values["complainer"] == SAMPLER:
            redrawn |= {self.complainer: None, **self.controls.complain("")}
        return redrawn

    def draw_seeded(self, values: Values) -> Updates:
        """What another seed changes at once: the line of the Growth tab."""
        return self.draw_sampled(values) if values["open_tab"] == GROWTH else self._unchanged()

    def draw_age(self, values: Values) -> Updates:
        """Whether the generated text came from the settings of now."""
        scene = sampled_scene(values)
        aged = {} if scene is None else self.generate.draw_age(scene, values)
        return aged or self._unchanged()

    def show(self, tab: str, values: Values) -> Updates:
        """A panel that is drawn only while its tab is open."""
        return {self.open_tab: tab, **self.draw_sampled({**values, "open_tab": tab})}

    def draw_attention(self, values: Values) -> Updates:
        """What another layer or head changes."""
        scene = shown_scene(values)
        return self._unchanged() if scene is None else self.mask.draw_attention(scene, values)

    def _unchanged(self) -> Updates:
        """Gradio takes no empty answer."""
        return {self.controls.notice: gr.skip()}

    def take_preset(self, values: Values) -> Updates:
        """Set the model controls to a preset and draw; "custom" keeps them, and says how to get
        there."""
        if values["preset"] == CUSTOM:
            scene = shown_scene(values)
            if scene is None or scene.preset_key == CUSTOM:
                return self.draw(values)
            hint = self.controls.complain(scene.words.model.how_custom, "preset")
            return {**self.draw(values), **hint}
        preset = PRESETS[check_choice("preset", values["preset"], tuple(PRESETS))]
        taken = self.controls.preset_values(preset, values["prompt"])
        return merged(self.draw({**values, **taken}), self.controls.set_values(taken))

    def take_weights(self, values: Values) -> Iterator[Updates]:
        """Load the real weights of the model on the page, or leave them; to be drawn then."""
        scene = read_scene(values)
        yield self.controls.complain("")
        yield from self.controls.weights.run(scene, taken_presets(values))

    def draw_weights(self, values: Values) -> Updates:
        """How far the real weights are, or what can be loaded for the model that is shown now."""
        scene, weights = shown_scene(values), self.controls.weights
        return self._unchanged() if scene is None else weights.draw(scene, values["loading"])

    def translate(self, values: Values) -> Updates:
        """Every word in the language of the switch; work stays, a running text included."""
        return merged(self.reword(values), self.draw_or_keep(values))

    def reword(self, values: Values) -> Updates:
        """Every word outside the views in the language of the switch."""
        words, written = words_of(values), values["written"]
        assert written is None or isinstance(written, Writing)
        # Not its value: by now it may have another.
        return {
            **self._relabel(words, written),
            self.language: gr.update(label=words.page.language),
        }

    async def write(self, values: Values, visitor: str) -> AsyncGenerator[Updates]:
        """Generate; the first token is marked in the chart that it was drawn from. What computes
        runs in threads: all visitors' texts pass through the loop that this runs in."""
        scene = await asyncio.to_thread(read_scene, values)
        marked = False
        async with aclosing(self.generate.run(scene, values, visitor)) as run:
            async for writing, shown in run:
                if writing.first is None:
                    yield {**shown, self.generate.written: writing}
                elif not marked:
                    marked = True
                    yield {**shown, **await asyncio.to_thread(self.next.mark, scene, writing.first)}
                else:
                    yield shown

    def _relabel(self, words: Words, written: Writing | None) -> Updates:
        tabs = (*self.other_tabs, *self.lazy_tabs.values())
        labelled = zip(tabs, words.page.tabs, strict=True)
        return {
            self.title: fragments.title(words.page.title, words.page.tagline, words.code),
            self.theme: gr.update(value=words.page.theme_button),
            **{tab: gr.update(label=label) for tab, label in labelled},
            **self.controls.relabel(words),
            **self.mask.relabel(words),
            **self.generate.relabel(words, written),
            **self.lab.relabel(words),
        }


def _first_step(scene: Scene, values: Values) -> Step | None:
    """The first step of the text on the page, where it was drawn from this very scene."""
    written = values["written"]
    return written.first if isinstance(written, Writing) and written.is_of(scene) else None
