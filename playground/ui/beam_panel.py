"""Beam search beside sampling: the tree of the likeliest texts, and what the sampler wrote."""

import asyncio
import math
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import gradio as gr

from playground.analysis.beam import beam_points
from playground.analysis.text_facts import surprises
from playground.decoding.beam import WIDEST, BeamTree
from playground.figures.beam import beam_figure
from playground.figures.browser import figure_json
from playground.locales.words import Words
from playground.serving.experiments import Experiments
from playground.serving.inspection import Inspector
from playground.serving.limits import RESULT_SECONDS, check_choice, check_seed
from playground.text.labels import in_a_sentence, token_label
from playground.text.script import isolated
from playground.ui import cells, fragments
from playground.ui.age import Age
from playground.ui.lab_scene import lab_scene, origin
from playground.ui.scene import Scene, Values, read_seed, words_of
from playground.ui.updates import Updates
from playground.ui.view import View, view
from playground.ui.writing import Writing

WIDTHS = tuple(str(width) for width in range(1, WIDEST + 1))
LENGTHS = ("4", "8", "12")
SECONDS = 10.0
"""Longest search; what was found by then is shown."""


@dataclass
class Search:
    """One search. tree: None until it is over; sampled: what the sampler wrote, and `total`, the
    log-probability of that."""

    scene: Scene
    seed: int
    tree: BeamTree | None = None
    sampled: tuple[int, ...] = ()
    total: float = 0.0

    @property
    def sampled_score(self) -> float:
        """The mean log-probability of what the sampler wrote."""
        return self.total / len(self.sampled)

    def text(self, ids: Sequence[int]) -> str:
        """Tokens as they are read."""
        return in_a_sentence(self.scene.encoding, ids)


class Asked(NamedTuple):
    """A search to make: tokens at most, beams, and the sampler's seed, None for a new one."""

    scene: Scene
    length: int
    width: int
    seed: int | None


class BeamPanel:
    """Two choices, a button and a tree."""

    def __init__(
        self,
        words: Words,
        inspector: Inspector,
        experiments: Experiments,
        turn: asyncio.Semaphore,
    ) -> None:
        self._inspector, self._experiments, self._turn = inspector, experiments, turn
        self.note = gr.HTML()
        with gr.Row():
            self.width = gr.Radio(
                list(WIDTHS), value="3", interactive=True, elem_id="beam-width", min_width=300
            )
            self.length = gr.Radio(
                list(LENGTHS), value=LENGTHS[1], interactive=True, elem_id="beam-length"
            )
        self.start = gr.Button(words.beam.start, variant="primary", elem_id="beam")
        with gr.Column(elem_classes="result"):
            self.age = Age("beam_asked", _asked)
            self.figure = view("beam-figure", tokens=True)
        self.inputs = {"beam_width": self.width, "beam_length": self.length}
        self.running = gr.State(None, time_to_live=RESULT_SECONDS)
        self.states = {"beam_running": self.running}
        self.outputs = [self.figure, self.running]

    def relabel(self, words: Words) -> Updates:
        """Labels in another language."""
        return {
            self.note: fragments.sentence(words.beam.note),
            self.width: gr.update(label=words.beam.width),
            self.length: gr.update(label=words.beam.length),
            self.start: gr.update(value=words.beam.start),
        }

    async def run(self, values: Values, visitor: str) -> AsyncGenerator[Updates]:
        """Search, and let the sampler write as much, when it is this visitor's turn."""
        asked = await asyncio.to_thread(_asked, values)
        if asked is None:
            return
        search = Search(asked.scene, read_seed(values))
        yield {self.running: search, self.figure: _search_view(search), **self.age.begun(asked)}
        async with self._turn:
            await asyncio.to_thread(self._find, search, asked, visitor)
        yield {self.figure: await asyncio.to_thread(_search_view, search)}

    def redraw(self, values: Values) -> Updates:
        """The tree in the language of now."""
        search = values["beam_running"]
        if not isinstance(search, Search):
            return {}
        search.scene = replace(search.scene, words=words_of(values))
        return {self.figure: _search_view(search)}

    def _find(self, search: Search, asked: Asked, visitor: str) -> None:
        writing = Writing(search.scene, search.seed, search.scene.words)
        request = writing.request(asked.length, visitor)
        tree = self._experiments.beams(request, asked.width, SECONDS)
        search.sampled = tuple(step.id for step in self._experiments.sample(request))
        search.total = self._total(search.scene, search.sampled)
        search.tree = tree

    def _total(self, scene: Scene, ids: tuple[int, ...]) -> float:
        """The log-probability of a text, as the model alone sees it."""
        whole = scene.prompt.ids + ids
        logits = self._inspector.all_logits(scene.choice, scene.vocab_size, whole, len(ids))
        return -math.log(2) * sum(surprises(logits, ids, scene.vocab_size))


def _asked(values: Values) -> Asked | None:
    """What is to be searched; None before anything could be."""
    width = int(check_choice("beam.width", values["beam_width"], WIDTHS))
    seed = check_seed(values["seed"])
    length = int(check_choice("beam.length", values["beam_length"], LENGTHS))
    ready = lab_scene(values, length)
    return None if ready is None else Asked(*ready, width, seed)


def _search_view(search: Search) -> str:
    words, tree = search.scene.words, search.tree
    if tree is None:
        return View(below=fragments.sentence(words.race.waiting, "reason")).value()
    labels = [token_label(search.scene.encoding, node.id) for node in tree.nodes]
    caption = _caption(search, tree)
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
        below=fragments.sentence(caption) + origin(search.scene, words, search.seed),
        fold=words.page.table_heading,
        table=_table(search, tree),
    ).value()


def _caption(search: Search, tree: BeamTree) -> str:
    """The moral is told only where it can be seen."""
    words, best = search.scene.words.beam, tree.best
    if best.ids == search.sampled:
        return words.alike.format(text=isolated(search.text(best.ids)), score=f"{best.score:.3f}")
    said = words.caption.format(
        text=isolated(search.text(best.ids)),
        score=f"{best.score:.3f}",
        sampled=isolated(search.text(search.sampled)),
        sampled_score=f"{search.sampled_score:.3f}",
    )
    if search.scene.choice.trained and search.sampled_score < best.score:
        said += " " + words.moral
    return said


def _table(search: Search, tree: BeamTree) -> str:
    words, sampled = search.scene.words.beam, search.sampled
    rows = [
        (words.rank.format(number=number), search.text(each.ids), each.total, each.score)
        for number, each in enumerate(tree.hypotheses, 1)
    ]
    rows.append((words.sampled, search.text(sampled), search.total, search.sampled_score))
    return fragments.table(
        (words.which, words.text, words.total, words.score),
        [
            (name, isolated(text), cells.fixed(total, 4), cells.fixed(score, 4))
            for name, text, total, score in rows
        ],
    )
