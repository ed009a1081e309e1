"""Beam search beside sampling: the tree of the likeliest texts, and what the sampler wrote."""

import asyncio
import math
from collections.abc import AsyncGenerator, Sequence

import gradio as gr

from playground.analysis.beam import beam_points
from playground.analysis.text_facts import surprises
from playground.decoding.beam import WIDEST, BeamTree
from playground.decoding.generation import fresh_seed
from playground.figures.beam import beam_figure
from playground.figures.browser import figure_json
from playground.locales.words import Words
from playground.serving.experiments import Experiments
from playground.serving.inspection import Inspector
from playground.serving.limits import check_choice, check_seed
from playground.text.labels import token_label
from playground.ui import fragments
from playground.ui.lab_scene import lab_scene
from playground.ui.scene import Scene, Values
from playground.ui.updates import Updates
from playground.ui.view import View, view
from playground.ui.writing import Writing

WIDTHS = tuple(str(width) for width in range(1, WIDEST + 1))
LENGTHS = ("4", "8", "12")


class BeamPanel:
    """Two choices, a button and a tree."""

    def __init__(self, words: Words, inspector: Inspector, experiments: Experiments) -> None:
        self._inspector, self._experiments = inspector, experiments
        self.note = gr.HTML()
        with gr.Row():
            self.width = gr.Radio(list(WIDTHS), value="3", interactive=True, elem_id="beam-width")
            self.length = gr.Radio(
                list(LENGTHS), value=LENGTHS[1], interactive=True, elem_id="beam-length"
            )
            self.start = gr.Button(words.beam.start, variant="primary", elem_id="beam")
        self.figure = view("beam-figure")
        self.inputs = {"beam_width": self.width, "beam_length": self.length}
        self.outputs = [self.figure]

    def relabel(self, words: Words) -> Updates:
        """Labels in another language."""
        return {
            self.note: fragments.sentence(words.beam.note),
            self.width: gr.update(label=words.beam.width),
            self.length: gr.update(label=words.beam.length),
            self.start: gr.update(value=words.beam.start),
        }

    async def run(self, values: Values, visitor: str) -> AsyncGenerator[Updates]:
        """Search, and let the sampler write as much."""
        working = await asyncio.to_thread(self._begin, values)
        if working is not None:
            scene, length = working
            sentence = fragments.sentence(scene.words.beam.working, "reason")
            yield {self.figure: View(below=sentence).value()}
            yield {self.figure: await asyncio.to_thread(self._draw, scene, length, values, visitor)}

    def _begin(self, values: Values) -> tuple[Scene, int] | None:
        check_choice("beam_width", values["beam_width"], WIDTHS)
        check_seed(values["seed"])
        return lab_scene(values, int(check_choice("beam_length", values["beam_length"], LENGTHS)))

    def _draw(self, scene: Scene, length: int, values: Values, visitor: str) -> str:
        width, seed = int(str(values["beam_width"])), check_seed(values["seed"])
        seed = fresh_seed() if seed is None else seed
        request = Writing(scene, seed, scene.words).request(length, visitor)
        tree = self._experiments.beams(request, width)
        sampled = tuple(step.id for step in self._experiments.sample(request))
        return _tree_view(tree, sampled, self._total(scene, sampled), scene)

    def _total(self, scene: Scene, ids: tuple[int, ...]) -> float:
        """The log-probability of a text, as the model alone sees it."""
        whole = scene.prompt.ids + ids
        logits = self._inspector.all_logits(scene.choice, scene.vocab_size, whole, len(ids))
        return -math.log(2) * sum(surprises(logits, ids, scene.vocab_size))


def _tree_view(tree: BeamTree, sampled: Sequence[int], total: float, scene: Scene) -> str:
    words = scene.words.beam
    labels = [token_label(scene.encoding, node.id) for node in tree.nodes]
    best = tree.best
    caption = words.caption.format(
        text=_text(best.ids, scene),
        score=f"{best.score:.3f}",
        sampled=_text(sampled, scene),
        sampled_score=f"{total / len(sampled):.3f}",
    )
    figure = beam_figure(
        beam_points(tree, labels),
        depth_title=words.depth_title,
        beam_title=words.beam_title,
        probability_name=words.probability,
        log_probability_name=words.log_probability,
        total_name=words.total,
        score_name=words.score,
    )
    rows = [
        (words.rank.format(number=number), _text(each.ids, scene), each.total, each.score)
        for number, each in enumerate(tree.hypotheses, 1)
    ]
    rows.append((words.sampled, _text(sampled, scene), total, total / len(sampled)))
    return View(
        figure=figure_json(figure, caption),
        below=fragments.sentence(caption),
        fold=scene.words.page.table_heading,
        table=fragments.table(
            (words.which, words.text, words.total, words.score),
            [(name, text, f"{sums:.4f}", f"{score:.4f}") for name, text, sums, score in rows],
        ),
    ).value()


def _text(ids: Sequence[int], scene: Scene) -> str:
    return "".join(token_label(scene.encoding, token_id) for token_id in ids)
