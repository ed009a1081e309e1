"""The sampling lab: every stage from the logits to the draw, and draws held against it."""

from collections.abc import Sequence

import gradio as gr

from playground.analysis.draws import Draws, draws
from playground.analysis.stages import FILTERS, Stages, TokenPath
from playground.decoding.generation import fresh_seed
from playground.decoding.sampling import filtered
from playground.figures.browser import figure_json
from playground.figures.draws import draws_figure
from playground.figures.formatting import format_share
from playground.figures.stages import stages_figure
from playground.locales.view_words import LabWords
from playground.locales.words import Words
from playground.serving.inspection import Inspector
from playground.serving.limits import check_choice
from playground.text.labels import token_label
from playground.text.search import tokens_with
from playground.ui import cells, fragments
from playground.ui.cells import Cell
from playground.ui.saying import say
from playground.ui.scene import Scene, Values, sampled_scene
from playground.ui.updates import Updates, relabelled
from playground.ui.view import View, view

POINTS = 240
"""Of the curve."""
FOUND = 8
"""Most tokens that a search lists."""
SEARCH_CHARACTERS = 100
TALLIES = 12
COUNTS = ("100", "1000", "10000")


class LabPanel:
    """Drawn only while its tab is open."""

    def __init__(self, words: Words, inspector: Inspector) -> None:
        self._inspector = inspector
        self.stages = view("stages-figure")
        self.search = gr.Textbox(
            label=words.lab.search.label,
            info=words.lab.search.help,
            max_lines=1,
            max_length=SEARCH_CHARACTERS,
            interactive=True,
            elem_id="search",
        )
        self.found = gr.HTML(elem_id="found", apply_default_css=False)
        with gr.Row():
            self.count = gr.Radio(
                [(f"{int(count):,}", count) for count in COUNTS],
                value=COUNTS[-1],
                label=words.lab.draws.label,
                info=words.lab.draws.help,
                interactive=True,
                elem_id="draw-count",
            )
            self.start = gr.Button(words.lab.draw_button, variant="primary", elem_id="draw")
        self.draws = view("draws-figure")
        self.inputs = {"search": self.search, "draw_count": self.count}
        self.outputs = [self.stages, self.found]

    def relabel(self, words: Words) -> Updates:
        """Labels and help in another language."""
        return {
            self.search: relabelled(words.lab.search),
            self.count: relabelled(words.lab.draws),
            self.start: gr.update(value=words.lab.draw_button),
        }

    def draw(self, scene: Scene, values: Values) -> Updates:
        """The stages, and the tokens that are looked for."""
        if scene.too_large is not None:
            hint = fragments.sentence(say(scene.too_large, scene.words), "hint")
            return {self.stages: View(below=hint).value(), self.found: ""}
        stages = self._stages(scene)
        return {self.stages: _stages_view(stages, scene), **self._found(stages, scene, values)}

    def look_for(self, values: Values) -> Updates:
        """The tokens that are looked for."""
        scene = sampled_scene(values)
        if scene is None or scene.too_large is not None:
            return {self.found: ""}
        return self._found(self._stages(scene), scene, values)

    def run(self, values: Values) -> Updates:
        """Draw as often as chosen, and compare."""
        count = int(check_choice("draw_count", values["draw_count"], COUNTS))
        scene = sampled_scene(values)
        if scene is None or scene.too_large is not None:
            return {self.draws: View().value()}
        choice = filtered(
            self._inspector.logits(scene.choice, scene.vocab_size, scene.prompt.ids),
            scene.params,
            prompt_ids=scene.prompt.ids,
            vocab_size=scene.vocab_size,
        )
        return {self.draws: _draws_view(draws(choice, count, fresh_seed(), TALLIES), scene)}

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
            hint = scene.words.lab.nothing_found.format(text=text)
            return {self.found: fragments.sentence(hint, "hint")}
        likeliest = sorted(ids, key=stages.ranks.__getitem__)[:FOUND]
        paths = [stages.path(token_id) for token_id in likeliest or stages.likeliest(1)]
        more = len(ids) - len(paths)
        note = scene.words.lab.more_found.format(count=more) if more > 0 else ""
        return {self.found: _paths_table(paths, scene) + fragments.sentence(note, "hint")}


def _stages_view(stages: Stages, scene: Scene) -> str:
    words = scene.words.lab
    counts = (scene.vocab_size, *stages.counts.values())
    cuts = [
        (f"{words.stage_names[name]}: {count:,}", count)
        for before, (name, count) in zip(counts, stages.counts.items(), strict=False)
        if count < before
    ]
    caption = _caption(stages, scene)
    figure = stages_figure(
        stages.curve(POINTS),
        cuts,
        rank_title=words.rank_title,
        probability_title=words.probability_title,
    )
    return View(
        above=fragments.heading(words.stages_heading) + _stages_table(stages, words),
        figure=figure_json(figure, caption),
        below=fragments.sentence(caption),
    ).value()


def _stages_table(stages: Stages, words: LabWords) -> str:
    headers = (
        words.stage_title,
        words.survivors,
        words.mass_kept,
        words.entropy,
        words.choices,
    )
    rows = [
        (
            words.stage_names[each.name],
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
    return scene.words.lab.caption.format(
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
        *(names[name] for name in ("temperature", *FILTERS)),
        words.removed_by,
    )
    rows: list[Sequence[str | Cell]] = [
        (
            token_label(scene.encoding, path.id),
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


def _draws_view(data: Draws, scene: Scene) -> str:
    words = scene.words.lab
    labels = [token_label(scene.encoding, each.id) for each in data.tallies]
    template = words.agrees if data.agrees else words.differs
    verdict = template.format(
        count=f"{data.count:,}",
        statistic=f"{data.statistic:.1f}",
        freedom=f"{data.freedom:,}",
        chance=format_share(data.chance),
    )
    figure = draws_figure(
        data,
        labels,
        expected_name=words.expected,
        observed_name=words.observed,
        probability_title=scene.words.next.probability_title,
    )
    rows = [
        (
            label,
            cells.number(each.id),
            cells.share(each.expected),
            cells.share(each.observed),
            cells.share(each.error),
        )
        for label, each in zip(labels, data.tallies, strict=True)
    ]
    titles = (
        scene.words.next.token_title,
        scene.words.next.id_title,
        words.expected,
        words.observed,
        words.error,
    )
    return View(
        figure=figure_json(figure, verdict),
        below=fragments.sentence(verdict),
        fold=scene.words.page.table_heading,
        table=fragments.table(titles, rows),
    ).value()
