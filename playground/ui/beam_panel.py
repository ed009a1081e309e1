"""Beam search beside sampling: the tree of the likeliest texts, and what the sampler wrote."""

import asyncio
import math
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass

import gradio as gr

from playground.analysis.beam import beam_points
from playground.analysis.text_facts import surprises
from playground.decoding.beam import WIDEST, BeamTree
from playground.decoding.generation import fresh_seed
from playground.figures.beam import beam_figure
from playground.figures.browser import figure_json
from playground.locales.lab_words import BeamWords
from playground.locales.words import Words
from playground.serving.experiments import Experiments
from playground.serving.inspection import Inspector
from playground.serving.limits import RESULT_SECONDS, check_choice, check_seed
from playground.text.encoding import Encoding
from playground.text.labels import token_label
from playground.ui import cells, fragments
from playground.ui.lab_scene import lab_scene
from playground.ui.scene import Scene, Values, words_of
from playground.ui.updates import Updates
from playground.ui.view import View, view
from playground.ui.writing import Writing

WIDTHS = tuple(str(width) for width in range(1, WIDEST + 1))
LENGTHS = ("4", "8", "12")


@dataclass(frozen=True)
class Found:
    """The tree of a search, what the sampler wrote, and the log-probability of that."""

    encoding: Encoding
    tree: BeamTree
    sampled: tuple[int, ...]
    total: float

    def text(self, ids: Sequence[int]) -> str:
        """Tokens in a row, spaces and line ends written out."""
        return "".join(token_label(self.encoding, token_id) for token_id in ids)


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
        self.found = gr.State(None, time_to_live=RESULT_SECONDS)
        self.states = {"beam_found": self.found}
        self.outputs = [self.figure, self.found]

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
            found = await asyncio.to_thread(self._find, scene, length, values, visitor)
            yield {self.found: found, self.figure: _tree_view(found, scene.words)}

    def redraw(self, values: Values) -> Updates:
        """The tree in the language of now."""
        found = values["beam_found"]
        if not isinstance(found, Found):
            return {}
        return {self.figure: _tree_view(found, words_of(values))}

    def _begin(self, values: Values) -> tuple[Scene, int] | None:
        check_choice("beam_width", values["beam_width"], WIDTHS)
        check_seed(values["seed"])
        return lab_scene(values, int(check_choice("beam_length", values["beam_length"], LENGTHS)))

    def _find(self, scene: Scene, length: int, values: Values, visitor: str) -> Found:
        width, seed = int(str(values["beam_width"])), check_seed(values["seed"])
        seed = fresh_seed() if seed is None else seed
        request = Writing(scene, seed, scene.words).request(length, visitor)
        tree = self._experiments.beams(request, width)
        sampled = tuple(step.id for step in self._experiments.sample(request))
        return Found(scene.encoding, tree, sampled, self._total(scene, sampled))

    def _total(self, scene: Scene, ids: tuple[int, ...]) -> float:
        """The log-probability of a text, as the model alone sees it."""
        whole = scene.prompt.ids + ids
        logits = self._inspector.all_logits(scene.choice, scene.vocab_size, whole, len(ids))
        return -math.log(2) * sum(surprises(logits, ids, scene.vocab_size))


def _tree_view(found: Found, words: Words) -> str:
    tree, sampled = found.tree, found.sampled
    labels = [token_label(found.encoding, node.id) for node in tree.nodes]
    caption = words.beam.caption.format(
        text=found.text(tree.best.ids),
        score=f"{tree.best.score:.3f}",
        sampled=found.text(sampled),
        sampled_score=f"{found.total / len(sampled):.3f}",
    )
    figure = beam_figure(
        beam_points(tree, labels),
        depth_title=words.beam.depth_title,
        beam_title=words.beam.beam_title,
        probability_name=words.beam.probability,
        log_probability_name=words.beam.log_probability,
        total_name=words.beam.total,
        score_name=words.beam.score,
    )
    return View(
        figure=figure_json(figure, caption),
        below=fragments.sentence(caption),
        fold=words.page.table_heading,
        table=_table(found, words.beam),
    ).value()


def _table(found: Found, words: BeamWords) -> str:
    rows = [
        (words.rank.format(number=number), found.text(each.ids), each.total, each.score)
        for number, each in enumerate(found.tree.hypotheses, 1)
    ]
    sampled = found.sampled
    rows.append((words.sampled, found.text(sampled), found.total, found.total / len(sampled)))
    return fragments.table(
        (words.which, words.text, words.total, words.score),
        [
            (name, text, cells.fixed(total, 4), cells.fixed(score, 4))
            for name, text, total, score in rows
        ],
    )
