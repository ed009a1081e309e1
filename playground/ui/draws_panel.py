"""Draws of the next token, held against the bars that they should follow."""

from dataclasses import dataclass, replace

import gradio as gr

from playground.analysis.draws import Draws, draws
from playground.decoding.sampling import filtered
from playground.figures.browser import figure_json
from playground.figures.draws import draws_figure
from playground.figures.formatting import format_share
from playground.locales.counts import Count
from playground.locales.words import Words
from playground.serving.inspection import Inspector
from playground.serving.limits import RESULT_SECONDS, check_choice, check_seed
from playground.text.labels import token_label
from playground.text.script import isolated
from playground.ui import cells, fragments
from playground.ui.age import Age
from playground.ui.lab_scene import origin
from playground.ui.scene import Scene, Values, read_seed, sampled_scene, words_of
from playground.ui.updates import Updates, relabelled
from playground.ui.view import View, view

TALLIES = 12
COUNTS = ("100", "1000", "10000")


class DrawsPanel:
    """A button, and what came of pressing it."""

    def __init__(self, words: Words, inspector: Inspector) -> None:
        self._inspector = inspector
        with gr.Row():
            self.count = gr.Radio(
                [(f"{int(count):,}", count) for count in COUNTS],
                value=COUNTS[-1],
                label=words.lab.draw_count.label,
                info=words.lab.draw_count.help,
                interactive=True,
                elem_id="draw-count",
            )
            self.start = gr.Button(words.lab.draw_button, variant="primary", elem_id="draw")
        with gr.Column(elem_classes="result"):
            self.age = Age("draws_asked", _asked)
            self.figure = view("draws-figure", tokens=True)
        self.drawn = gr.State(None, time_to_live=RESULT_SECONDS)
        self.inputs = {"draw_count": self.count}
        self.states = {"drawn": self.drawn}
        self.outputs = [self.figure, self.drawn]

    def relabel(self, words: Words) -> Updates:
        """Labels and help in another language."""
        return {
            self.count: relabelled(words.lab.draw_count),
            self.start: gr.update(value=words.lab.draw_button),
        }

    def run(self, values: Values) -> Updates:
        """Draw as often as chosen, and compare."""
        scene, count, _ = asked = _asked(values)
        seed = read_seed(values)
        if scene is None:
            return {self.figure: View().value()}
        if scene.too_large is not None:
            raise scene.too_large
        choice = filtered(
            self._inspector.logits(scene.choice, scene.vocab_size, scene.prompt.ids),
            scene.params,
            prompt_ids=scene.prompt.ids,
            vocab_size=scene.vocab_size,
        )
        drawn = Drawn(scene, seed, draws(choice, count, seed, TALLIES))
        return {
            self.drawn: drawn,
            self.figure: _draws_view(drawn, scene),
            **self.age.begun(asked),
        }

    def redraw(self, values: Values) -> Updates:
        """The draws in the language of now."""
        drawn = values["drawn"]
        if not isinstance(drawn, Drawn):
            return {}
        return {self.figure: _draws_view(drawn, replace(drawn.scene, words=words_of(values)))}


@dataclass(frozen=True)
class Drawn:
    """Draws, and the scene and the seed that they were drawn with."""

    scene: Scene
    seed: int
    draws: Draws


def _asked(values: Values) -> tuple[Scene | None, int, int | None]:
    """What is drawn from, None before anything could be; how often, and with which seed."""
    count = int(check_choice("draw_count", values["draw_count"], COUNTS))
    return sampled_scene(values), count, check_seed(values["seed"])


def _draws_view(drawn: Drawn, scene: Scene) -> str:
    words, data = scene.words.lab, drawn.draws
    labels = [token_label(scene.encoding, each.id) for each in data.tallies]
    template = words.agrees if data.agrees else words.differs
    if data.freedom == 0 and data.agrees:
        template = words.nothing_to_compare
    verdict = template.format(
        count=Count(data.count),
        statistic=f"{data.statistic:.1f}",
        freedom=Count(data.freedom),
        chance=format_share(data.chance),
    )
    figure = draws_figure(
        data,
        labels,
        expected_name=words.expected,
        observed_name=words.observed,
        key_name=words.observed_key,
        probability_title=scene.words.next.probability_title,
    )
    rows = [
        (
            isolated(label),
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
        below=fragments.sentence(verdict) + origin(scene, scene.words, drawn.seed),
        fold=scene.words.page.table_heading,
        table=fragments.table(titles, rows),
    ).value()
