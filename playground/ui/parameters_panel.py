"""Where the parameters are: large numbers, a figure, the same numbers as a table."""

import gradio as gr

from playground.analysis.cost import cost
from playground.figures.browser import figure_json
from playground.figures.formatting import format_count, format_share
from playground.figures.parameters import parameters_figure
from playground.gpt.presets import PRESETS
from playground.serving.units import format_bytes, format_operations
from playground.ui import cells, fragments
from playground.ui.export import take_home
from playground.ui.scene import Scene
from playground.ui.updates import Updates
from playground.ui.view import View, view


class ParametersPanel:
    """Needs a config, never a model."""

    def __init__(self) -> None:
        self.view = view("parameters-figure")
        self.export = gr.HTML(elem_id="export")
        self.outputs = [self.view, self.export]

    def draw(self, scene: Scene) -> Updates:
        """Everything on the panel."""
        words, counted = scene.words.parameters, scene.breakdown
        largest = max(counted.parts, key=lambda part: part.count)
        caption = words.caption.format(
            part=words.part_names[largest.key],
            share=format_share(largest.share),
            total=f"{counted.total:,}",
        )
        figure = parameters_figure(
            counted,
            part_names=words.part_names,
            part_title=words.part_title,
            count_title=words.count_title,
            share_title=words.share_title,
            shared_note=words.shared_note,
        )
        shown = View(
            above=_cards(scene),
            figure=figure_json(figure, caption),
            below=fragments.sentence(caption) + fragments.sentence(_published(scene)),
            fold=scene.words.page.table_heading,
            table=_table(scene),
        )
        return {self.view: shown.value(), **self.draw_export(scene)}

    def draw_export(self, scene: Scene) -> Updates:
        """The model to take home, whose script has the settings of the sampler."""
        return {self.export: take_home(scene)}


def _cards(scene: Scene) -> str:
    words, counted, config = scene.words.parameters, scene.breakdown, scene.choice.config
    costs = cost(config)
    total_note = words.total_note_tied if config.weight_tying else words.total_note_separate
    return fragments.cards(
        [
            (words.total, f"{counted.total:,}", total_note),
            (
                words.without_embeddings,
                f"{counted.without_embeddings:,}",
                words.without_embeddings_note,
            ),
            (
                words.memory,
                format_bytes(costs.weights_bytes_fp32),
                words.memory_note.format(half=format_bytes(costs.weights_bytes_fp16)),
            ),
            (
                words.cache,
                format_bytes(costs.kv_bytes_per_token),
                words.cache_note.format(full=format_bytes(costs.kv_bytes_full)),
            ),
            (words.work, format_operations(costs.flops_per_token), words.work_note),
        ]
    )


def _published(scene: Scene) -> str:
    """A line that compares with the published count, where there is one."""
    preset = PRESETS.get(scene.preset_key)
    if preset is None or preset.published is None:
        return ""
    words, total = scene.words.parameters, scene.breakdown.total
    equal = preset.published == total
    return (words.published_equal if equal else words.published_differs).format(
        published=f"{preset.published:,}", total=f"{total:,}", source=preset.source
    )


def _table(scene: Scene) -> str:
    words = scene.words.parameters
    headers = (words.part_title, words.count_title, words.share_title, words.formula_title)
    rows = [
        (
            words.part_names[part.key],
            cells.count(part.count),
            cells.share(part.share),
            words.shared_note if part.shared else part.formula,
        )
        for part in scene.breakdown.parts
    ]
    total = (words.total, cells.count(scene.breakdown.total), cells.share(1), "")
    return fragments.table(headers, [*rows, total])


def badge(scene: Scene) -> str:
    """The model in one line: its name, its size, what may be expected of it."""
    words, choice = scene.words, scene.choice
    if scene.too_large is not None:
        kind, template = "counted", words.page.badge_counted
    elif not choice.trained:
        kind, template = "untrained", words.page.badge_untrained
    elif choice.published:
        kind, template = "trained", words.page.badge_real
    elif scene.last_step == choice.step:
        kind, template = "trained", words.page.badge_trained
    else:
        kind, template = "trained", words.page.badge_growing
    text = template.format(
        name=words.model.preset_names[scene.preset_key],
        count=format_count(scene.breakdown.total),
        step=f"{choice.step:,}",
        last=f"{scene.last_step:,}",
    )
    return fragments.badge(text, kind)
