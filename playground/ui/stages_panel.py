"""Every stage from the logits to the draw, and the way of single tokens through them."""

from collections.abc import Sequence

import gradio as gr

from playground.analysis.stages import FILTERS, StageName, Stages, TokenPath
from playground.figures.browser import figure_json
from playground.figures.stages import stages_figure
from playground.locales.counts import Count
from playground.locales.words import Words
from playground.serving.inspection import Inspector
from playground.text.labels import token_label
from playground.text.script import isolated
from playground.text.search import tokens_with
from playground.ui import cells, fragments
from playground.ui.cells import Cell
from playground.ui.explanations import explained
from playground.ui.saying import say
from playground.ui.scene import Scene, Values, sampled_scene
from playground.ui.updates import Updates, relabelled
from playground.ui.view import View, view

POINTS = 240
"""Of the curve."""
FOUND = 8
"""Most tokens that a search lists."""
SEARCH_CHARACTERS = 100


class StagesPanel:
    """Drawn only while its tab is open."""

    def __init__(self, words: Words, inspector: Inspector) -> None:
        self._inspector = inspector
        self.figure = view("stages-figure")
        self.search = gr.Textbox(
            label=words.lab.search.label,
            info=words.lab.search.help,
            max_lines=1,
            max_length=SEARCH_CHARACTERS,
            interactive=True,
            elem_id="search",
        )
        self.found = gr.HTML(elem_id="found", apply_default_css=False)
        self.explained = gr.HTML(elem_id="explained", apply_default_css=False)
        self.inputs = {"search": self.search}
        self.outputs = [self.figure, self.found, self.explained]

    def relabel(self, words: Words) -> Updates:
        """Labels and help in another language."""
        return {self.search: relabelled(words.lab.search)}

    def draw(self, scene: Scene, values: Values) -> Updates:
        """The stages, and the tokens that are looked for."""
        if scene.too_large is not None:
            hint = fragments.sentence(say(scene.too_large, scene.words), "hint")
            return {self.figure: View(below=hint).value(), self.found: "", self.explained: ""}
        stages = self._stages(scene)
        return {
            self.figure: _stages_view(stages, scene),
            **self._found(stages, scene, values),
            self.explained: explained(self._inspector, scene),
        }

    def look_for(self, values: Values) -> Updates:
        """The tokens that are looked for."""
        scene = sampled_scene(values)
        if scene is None or scene.too_large is not None:
            return {self.found: ""}
        return self._found(self._stages(scene), scene, values)

    def _stages(self, scene: Scene) -> Stages:
        return Stages(
            self._inspector.logits(scene.choice, scene.vocab_size, scene.prompt.ids),
            scene.params,
            prompt_ids=scene.prompt.ids,
            vocab_size=scene.vocab_size,
        )

    def _found(self, stages: Stages, scene: Scene, values: Values) -> Updates:
        text = str(values["search"] or "")[:SEARCH_CHARACTERS]
        ids = tokens_with(scene.encoding, text)
        if text and not ids:
            hint = scene.words.lab.nothing_found.format(text=isolated(text))
            return {self.found: fragments.sentence(hint, "hint")}
        likeliest = sorted(ids, key=stages.ranks.__getitem__)[:FOUND]
        paths = [stages.path(token_id) for token_id in likeliest or stages.likeliest(1)]
        more = len(ids) - len(paths)
        note = scene.words.lab.more_found.format(count=Count(more)) if more > 0 else ""
        return {self.found: _paths_table(paths, scene) + fragments.sentence(note, "hint")}


def _stages_view(stages: Stages, scene: Scene) -> str:
    words = scene.words.lab
    cuts = [(_cut_name(name, count, scene), count) for name, count in stages.cuts]
    caption = _caption(stages, scene)
    figure = stages_figure(
        stages.curve(POINTS),
        cuts,
        rank_title=words.rank_title,
        probability_title=words.probability_title,
    )
    return View(
        above=fragments.heading(words.stages_heading) + _stages_table(stages, scene),
        figure=figure_json(figure, caption),
        below=fragments.sentence(caption),
    ).value()


def _cut_name(name: StageName, count: int, scene: Scene) -> str:
    stage = _stage_name(name, scene)
    return scene.words.lab.left_after.format(stage=stage, count=Count(count))


def _stage_name(name: StageName, scene: Scene) -> str:
    """A stage with its setting: "top-k = 40"."""
    said = scene.words.lab.stage_names[name]
    if name == "logits":
        return said
    setting = "repetition_penalty" if name == "penalties" else name
    return f"{said} = {getattr(scene.params, setting):g}"


def _stages_table(stages: Stages, scene: Scene) -> str:
    words = scene.words.lab
    headers = (
        words.stage_title,
        words.survivors,
        words.mass_kept,
        words.entropy,
        words.choices,
    )
    rows = [
        (
            _stage_name(each.name, scene),
            cells.count(each.survivors),
            cells.share(each.mass_kept),
            cells.fixed(each.entropy_bits, 3),
            cells.fixed(each.choices, 1),
        )
        for each in stages.stages
    ]
    return fragments.table(headers, rows)


def _caption(stages: Stages, scene: Scene) -> str:
    first, last = stages.stages[2], stages.stages[-1]
    template = scene.words.lab.caption if stages.cuts else scene.words.lab.caption_uncut
    if scene.params.is_greedy:
        template = scene.words.lab.caption_greedy
    return template.format(
        temperature=f"{scene.params.temperature:g}",
        before=f"{first.choices:,.1f}",
        after=f"{last.choices:,.1f}",
        survivors=f"{last.survivors:,}",
        vocab=f"{scene.vocab_size:,}",
    )


def _paths_table(paths: Sequence[TokenPath], scene: Scene) -> str:
    words = scene.words.lab
    names = words.stage_names
    headers = (
        scene.words.next.token_title,
        scene.words.next.id_title,
        words.rank,
        words.logit,
        words.penalised,
        *(words.stage_after.format(stage=names[name]) for name in ("temperature", *FILTERS)),
        words.removed_by,
    )
    rows: list[Sequence[str | Cell]] = [
        (
            isolated(token_label(scene.encoding, path.id)),
            cells.number(path.id),
            cells.count(path.rank),
            cells.fixed(path.logit, 4),
            cells.fixed(path.penalised, 4),
            *map(cells.share, path.shares[2:]),
            words.stays if path.removed_by is None else names[path.removed_by],
        )
        for path in paths
    ]
    return fragments.table(headers, rows)
