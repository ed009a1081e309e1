"""The causal mask and the real attention of one head, on the prompt's own tokens."""

from collections.abc import Sequence
from typing import Any

import gradio as gr

from playground.analysis.attention import AttentionMap, attention_map
from playground.analysis.mask import causal_mask
from playground.figures.attention import attention_figure
from playground.figures.browser import figure_json
from playground.figures.formatting import format_share
from playground.figures.mask import mask_figure
from playground.locales.counts import Count
from playground.locales.words import Words
from playground.serving.inspection import ATTENTION_TOKENS, Inspector
from playground.serving.limits import check_whole
from playground.text.labels import token_label
from playground.text.script import isolated
from playground.ui import cells, fragments
from playground.ui.saying import say
from playground.ui.scene import Scene, Values
from playground.ui.updates import Updates, relabelled
from playground.ui.view import View, view


class MaskPanel:
    """Two figures side by side; the layer and head controls belong to the second."""

    def __init__(self, words: Words, inspector: Inspector) -> None:
        self._inspector = inspector
        with gr.Row():
            with gr.Column(min_width=300):
                self.mask = view("mask-figure", tokens=True)
            with gr.Column(min_width=300):
                self.attention = view("attention-figure", tokens=True)
                with gr.Row():
                    self.layer = _numbered(words.mask.layer.label, words.mask.layer.help, "layer")
                    self.head = _numbered(words.mask.head.label, words.mask.head.help, "head")
        self.inputs = {"layer": self.layer, "head": self.head}
        self.outputs = [self.mask, self.attention, self.layer, self.head]

    def relabel(self, words: Words) -> Updates:
        """Words outside of what `draw` writes."""
        return {
            self.layer: relabelled(words.mask.layer),
            self.head: relabelled(words.mask.head),
        }

    def draw(self, scene: Scene, values: Values) -> Updates:
        """Everything on the panel; layer and head stay where the model still has them."""
        config = scene.choice.config
        layer, head = _layer_and_head(scene, values)
        return {
            self.mask: _mask_view(scene).value(),
            **self.draw_attention(scene, values),
            self.layer: _choices(config.num_layers, values["layer"], layer),
            self.head: _choices(config.num_heads, values["head"], head),
        }

    def draw_attention(self, scene: Scene, values: Values) -> Updates:
        """The attention figure alone."""
        words = scene.words.mask
        layer, head = _layer_and_head(scene, values)
        heading = fragments.heading(words.attention_heading)
        if scene.too_large is not None:
            hint = fragments.sentence(say(scene.too_large, scene.words), "hint")
            return {self.attention: View(above=heading, below=hint).value()}
        weights = self._inspector.attention(scene.choice, scene.vocab_size, scene.prompt.ids)
        labels = _labels(scene, scene.prompt.ids[-ATTENTION_TOKENS:])
        shown = attention_map(weights[layer - 1][head - 1], labels)
        caption = words.attention_caption.format(
            layer=layer,
            head=head,
            query=isolated(labels[-1]),
            key=isolated(shown.strongest_label),
            weight=format_share(shown.strongest_weight),
        )
        figure = attention_figure(
            shown,
            query_title=words.query_title,
            key_title=words.key_title,
            weight_title=words.weight_title,
        )
        whole = View(
            above=heading,
            figure=figure_json(figure, caption),
            below=fragments.sentence(caption)
            + fragments.sentence(words.attention_note, "hint")
            + _shortened(scene),
            fold=words.mask_table,
            table=_table(shown, words.key_title, words.weight_title),
        )
        return {self.attention: whole.value()}


def _mask_view(scene: Scene) -> View:
    words = scene.words.mask
    mask = causal_mask(_labels(scene, scene.prompt.ids), ATTENTION_TOKENS)
    count = Count(mask.dropped + mask.middle + 1)
    caption = words.mask_caption.format(label=isolated(mask.labels[mask.middle]), count=count)
    figure = mask_figure(
        mask,
        query_title=words.query_title,
        key_title=words.key_title,
        allowed_name=words.allowed,
        blocked_name=words.blocked,
    )
    below = fragments.sentence(caption)
    if mask.dropped:
        drawn, dropped = Count(len(mask.labels)), Count(mask.dropped)
        cut = words.mask_last_tokens.format(count=drawn, dropped=dropped)
        below += fragments.sentence(cut, "hint")
    return View(
        above=fragments.heading(words.mask_heading),
        figure=figure_json(figure, caption),
        below=below,
    )


def _layer_and_head(scene: Scene, values: Values) -> tuple[int, int]:
    """Both count from 1; what another model had more of becomes the last one."""
    config = scene.choice.config
    layer = min(check_whole("layer", values["layer"]), config.num_layers)
    return layer, min(check_whole("head", values["head"]), config.num_heads)


def _numbered(label: str, info: str, name: str) -> gr.Dropdown:
    return gr.Dropdown(
        [1], value=1, label=label, info=info, interactive=True, elem_id=name, min_width=120
    )


def _choices(count: int, given: object, value: int) -> Any:
    """A value only where the given one cannot stay: by now the list may hold another one."""
    changed: dict[str, Any] = {} if given == value else {"value": value}
    return gr.update(choices=list(range(1, count + 1)), **changed)


def _labels(scene: Scene, ids: Sequence[int]) -> list[str]:
    return [token_label(scene.encoding, token_id) for token_id in ids]


def _shortened(scene: Scene) -> str:
    words = scene.words.mask
    if len(scene.prompt.ids) <= ATTENTION_TOKENS:
        return ""
    cut = words.attention_last_tokens.format(count=Count(ATTENTION_TOKENS))
    return fragments.sentence(cut, "hint")


def _table(shown: AttentionMap, key_title: str, weight_title: str) -> str:
    last = [weight or 0.0 for weight in shown.weights[-1]]
    rows = [
        (isolated(label), cells.share(weight))
        for label, weight in zip(shown.labels, last, strict=True)
    ]
    return fragments.table((key_title, weight_title), rows)
