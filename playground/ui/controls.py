"""The left side of the page: model, prompt and sampler. One set of controls serves all views."""

from collections.abc import Sequence
from typing import Any

import gradio as gr
from gradio.components import Component

from playground.gpt.presets import PRESETS, Preset
from playground.locales.control_words import Control
from playground.locales.counts import Count
from playground.locales.words import Words
from playground.serving.limits import LIMITS, LINK_CHARACTERS, PROMPT_CHARACTERS, SAMPLER_DEFAULTS
from playground.serving.models import ModelStore
from playground.text.labels import token_label, visible
from playground.ui import fragments
from playground.ui.reshaped_panel import ReshapedPanel
from playground.ui.saying import prompt_hints
from playground.ui.scene import (
    CUSTOM,
    FLAG_FIELDS,
    TANG,
    WHOLE_FIELDS,
    Scene,
    Values,
    encoding_kind,
    preset_values,
)
from playground.ui.updates import Updates, relabelled
from playground.ui.weights_panel import WeightsPanel

OPENING_PRESET = "story"
PROMPTS = {TANG: "白日依山尽，", "bpe": "Once upon a time there was a little girl who had a"}
"""The prompt a page opens with, by tokenizer."""
PASTED_CHARACTERS = 10 * PROMPT_CHARACTERS
"""What a browser lets into the box. It cuts in silence, so that the limit of a prompt, which is
said in a sentence, must be met first."""
STRIP_TOKENS = 200
_MENDED = """
document.addEventListener('input', (event) => {
  const box = element.querySelector('[data-box]')?.dataset.box;
  if (box && event.target.closest(`#${CSS.escape(box)}`)) props.value = '';
});
"""
_SHAPE = ("d_model", "num_layers", "num_heads")


class Controls:
    """All controls by name in `model`, `sampler` and `inputs`; what they say in the rest.

    `notice` is rendered by the page, above the views, where it is seen from everywhere.
    """

    def __init__(self, words: Words, store: ModelStore) -> None:
        config = PRESETS[OPENING_PRESET].config
        self.model: dict[str, Component] = {}
        self.sampler: dict[str, Component] = {}
        with gr.Accordion(words.page.model_heading, elem_id="model-fold") as self.model_fold:
            self.preset = gr.Dropdown(
                **_dropdown(words.model.preset, _preset_choices(words)),
                value=OPENING_PRESET,
                elem_id="preset",
            )
            self.model["moment"] = _slider("moment", words.model.moment, LIMITS["moment"].most)
            self.moment_note = gr.HTML(elem_id="moment-note")
            self.weights = WeightsPanel(words, store)
            self.reshaped = ReshapedPanel(words)
            for name in _SHAPE:
                self.model[name] = _slider(name, getattr(words.model, name), getattr(config, name))
            with gr.Accordion(words.page.advanced_heading, open=False) as self.advanced:
                self._build_advanced(words)
        with gr.Accordion(words.page.prompt_heading, elem_id="prompt-fold") as self.prompt_fold:
            self.prompt = gr.Textbox(
                PROMPTS["bpe"],
                label=words.prompt.prompt.label,
                info=words.prompt.prompt.help,
                lines=3,
                max_length=PASTED_CHARACTERS,
                interactive=True,
                elem_id="prompt",
            )
            self.strip = gr.HTML(elem_id="strip")
        with gr.Accordion(words.page.sampler_heading, elem_id="sampler-fold") as self.sampler_fold:
            for name, value in SAMPLER_DEFAULTS.items():
                self.sampler[name] = _slider(name, getattr(words.sampler, name), value)
            self.seed = gr.Textbox(
                label=words.sampler.seed.label,
                info=words.sampler.seed.help,
                placeholder=words.sampler.seed_blank,
                max_lines=1,
                interactive=True,
                elem_id="seed",
            )
        self.notice = gr.HTML(elem_id="notice", js_on_load=_MENDED, render=False)
        self.inputs = {**self.model, "prompt": self.prompt, **self.sampler, "seed": self.seed}
        self.outputs = [
            self.preset,
            self.model["moment"],
            self.moment_note,
            *self.weights.outputs,
            *self.reshaped.outputs,
            self.strip,
            self.notice,
        ]

    def _build_advanced(self, words: Words) -> None:
        preset = PRESETS[OPENING_PRESET]
        self.model["encoding"] = gr.Dropdown(
            **_dropdown(words.model.encoding, _choices(words.model.encoding_names)),
            value=encoding_kind(preset.encoding),
        )
        for name in WHOLE_FIELDS:
            if name not in _SHAPE:
                value = getattr(preset.config, name)
                self.model[name] = _slider(name, getattr(words.model, name), value)
        for name in FLAG_FIELDS:
            control: Control = getattr(words.model, name)
            self.model[name] = gr.Checkbox(
                getattr(preset.config, name),
                label=control.label,
                info=control.help,
                interactive=True,
            )
        for name, names in (
            ("position", words.model.position_names),
            ("activation", words.model.activation_names),
        ):
            self.model[name] = gr.Dropdown(
                **_dropdown(getattr(words.model, name), _choices(names)),
                value=getattr(preset.config, name),
            )

    def relabel(self, words: Words) -> Updates:
        """Labels, help and headings in another language; no value changes."""
        headings = {
            self.model_fold: words.page.model_heading,
            self.advanced: words.page.advanced_heading,
            self.prompt_fold: words.page.prompt_heading,
            self.sampler_fold: words.page.sampler_heading,
        }
        choices = {
            "encoding": words.model.encoding_names,
            "position": words.model.position_names,
            "activation": words.model.activation_names,
        }
        updates: Updates = {fold: gr.update(label=text) for fold, text in headings.items()}
        for name, component in self.model.items():
            changes = {"choices": _choices(choices[name])} if name in choices else {}
            updates[component] = relabelled(getattr(words.model, name), **changes)
        for name, component in self.sampler.items():
            updates[component] = relabelled(getattr(words.sampler, name))
        updates[self.seed] = relabelled(words.sampler.seed, placeholder=words.sampler.seed_blank)
        updates[self.prompt] = relabelled(words.prompt.prompt)
        updates[self.preset] = relabelled(words.model.preset, choices=_preset_choices(words))
        return updates

    def preset_values(self, preset: Preset, prompt: object) -> dict[str, Any]:
        """The values that a preset gives the model controls, and a prompt that suits it where
        the visitor wrote none."""
        values = preset_values(preset)
        untouched = prompt in PROMPTS.values()
        return {**values, "prompt": PROMPTS[values["encoding"]]} if untouched else values

    def set_values(self, values: dict[str, Any]) -> Updates:
        """Give the named controls new values."""
        return {self.inputs[name]: gr.update(value=value) for name, value in values.items()}

    def draw(self, scene: Scene, values: Values) -> Updates:
        """The preset that the sliders equal, the weights that it has or may have, or lost with its
        shape, and the prompt's tokens."""
        return {
            self.preset: gr.update(value=scene.preset_key),
            self.model["moment"]: gr.update(visible=scene.last_step > 0),
            self.moment_note: _moment_note(scene),
            **self.weights.draw(scene, values["loading"]),
            **self.reshaped.draw(scene, values),
            self.strip: _strip(scene),
        }

    def complain(self, text: str, box: str = "") -> Updates:
        """A sentence above the views, which stay as they are. box: where it goes as soon as
        something else is typed, the elem_id of a control that nothing follows live."""
        return {self.notice: fragments.notice(text, box)}


def _moment_note(scene: Scene) -> str:
    if not scene.last_step:
        return ""
    words = scene.words.model
    note = words.moment_note if scene.choice.trained else words.moment_untrained
    steps = {"step": f"{scene.choice.step:,}", "last": f"{scene.last_step:,}"}
    return fragments.sentence(note.format(**steps), "hint")


def _strip(scene: Scene) -> str:
    words, prompt = scene.words.prompt, scene.prompt
    ids = prompt.ids[-STRIP_TOKENS:]
    hidden = len(prompt.ids) - len(ids)
    lead = words.more_tokens.format(count=Count(hidden)) if hidden else ""
    hints = [words.strip_caption.format(count=Count(len(prompt.ids))), *prompt_hints(scene)]
    typed = prompt.cut + len(prompt.text)
    if typed > LINK_CHARACTERS:
        hints.append(
            words.too_long_to_link.format(count=Count(typed), limit=Count(LINK_CHARACTERS))
        )
    return fragments.token_strip(_chips(scene, ids), lead, prompt.text) + "".join(
        fragments.sentence(hint, "hint") for hint in hints
    )


def _chips(scene: Scene, ids: Sequence[int]) -> list[tuple[str, int]]:
    """The label of each of the prompt's last tokens; an unknown one also shows its character."""
    labels = [token_label(scene.encoding, token_id) for token_id in ids]
    places = [place for place, token_id in enumerate(ids) if token_id == scene.encoding.unknown]
    characters = scene.prompt.unknown[-len(places) :] if places else ""
    for place, character in zip(places, characters, strict=False):
        labels[place] = f"{visible(character)} {labels[place]}"
    return list(zip(labels, ids, strict=True))


def _slider(name: str, words: Control, value: float) -> gr.Slider:
    limit = LIMITS[name]
    return gr.Slider(
        limit.least,
        limit.most,
        value,
        step=limit.step,
        label=words.label,
        info=words.help,
        interactive=True,
        buttons=[],
        elem_id=name,
    )


def _dropdown(words: Control, choices: list[tuple[str, str]]) -> dict[str, Any]:
    return {"choices": choices, "label": words.label, "info": words.help, "interactive": True}


def _choices(names: dict[str, str]) -> list[tuple[str, str]]:
    return [(shown, key) for key, shown in names.items()]


def _preset_choices(words: Words) -> list[tuple[str, str]]:
    names = words.model.preset_names
    return [(names[key], key) for key in (*PRESETS, CUSTOM)]
