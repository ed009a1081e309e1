"""How the model on the page grew: its held-out loss, and what it writes at the chosen moment."""

import math

import gradio as gr

from playground.analysis.growth import Growth, Measure, growth
from playground.decoding.generation import generate
from playground.errors import PlaygroundError
from playground.figures.browser import figure_json
from playground.figures.formatting import format_count
from playground.figures.growth import growth_figure
from playground.gpt.presets import PRESETS
from playground.locales.counts import Count
from playground.serving.limits import RESULT_SECONDS, check_seed
from playground.serving.models import ModelStore
from playground.text.labels import in_one_line
from playground.ui import cells, fragments
from playground.ui.lab_scene import prompt_end
from playground.ui.saying import say
from playground.ui.scene import Scene, Values, read_seed
from playground.ui.updates import Updates
from playground.ui.view import View, view
from playground.ui.writing import Writing

LINE_TOKENS = 40


class GrowthPanel:
    """Cards, the loss curve and a line of text. Drawn only while its tab is open: the line costs
    more than all other views together.

    fresh: the seed that is taken where the box is blank. It stays the same from one moment to the
    next, so that only the weights differ.
    """

    def __init__(self, store: ModelStore) -> None:
        self._store = store
        self.view = view("growth-figure")
        self.fresh = gr.State(None, time_to_live=RESULT_SECONDS)
        self.inputs = {"growth_seed": self.fresh}
        self.outputs = [self.view, self.fresh]

    def draw(self, scene: Scene, values: Values) -> Updates:
        """Everything on the panel. Raises InputError for a seed that is none."""
        seed = self._seed(values)
        preset = PRESETS.get(scene.preset_key)
        if preset is None or not preset.moments:
            hint = scene.words.growth.nothing_to_show
            return {self.view: View(below=fragments.sentence(hint, "hint")).value()}
        try:
            data = growth(preset)
            shown = self._view(scene, data, seed)
        except PlaygroundError as error:
            shown = View(below=fragments.sentence(say(error, scene.words), "hint"))
        return {self.view: shown.value(), self.fresh: seed}

    def _seed(self, values: Values) -> int:
        """The seed in the box, or the one that stays while it is blank."""
        blank, kept = check_seed(values["seed"]) is None, values["growth_seed"]
        return kept if blank and isinstance(kept, int) else read_seed(values)

    def _view(self, scene: Scene, data: Growth, seed: int) -> View:
        words = scene.words.growth
        current = next(each for each in data.moments if each.step == scene.choice.step)
        even_loss = math.log(scene.choice.config.vocab_size)
        even = {"vocab": f"{scene.choice.config.vocab_size:,}", "loss": f"{even_loss:.2f}"}
        figure = growth_figure(
            data,
            current=current,
            even_loss=even_loss,
            step_title=words.step_title,
            loss_title=words.loss_title,
            even_name=words.even_guess.format(**even),
            tokens_name=words.tokens,
        )
        caption = words.caption.format(
            loss=f"{current.nats_per_token:.2f}",
            choices=Count(round(math.exp(current.nats_per_token))),
        )
        return View(
            above=_cards(scene, current, data.moments[-1]) + self._line(scene, seed),
            figure=figure_json(figure, caption),
            below=fragments.sentence(caption),
            fold=scene.words.page.table_heading,
            table=_table(scene, data),
        )

    def _line(self, scene: Scene, seed: int) -> str:
        """The end of the prompt and what this moment of the model adds to it, in one paragraph: an
        early moment writes little but line ends, and the figure stands below."""
        writing = Writing(scene, seed, scene.words)
        steps = generate(
            self._store.get(scene.choice, scene.vocab_size).source,
            scene.prompt.ids,
            scene.params,
            max_new_tokens=LINE_TOKENS,
            seed=seed,
            end_of_text=scene.encoding.end_of_text,
        )
        writing.add(tuple(steps))
        writing.finish(None)
        writing.pieces = [(in_one_line(text), steps) for text, steps in writing.pieces]
        words = scene.words.growth
        note = fragments.sentence(words.line_note.format(most=Count(LINE_TOKENS)), "hint")
        return (
            fragments.heading(words.line_heading)
            + writing.facts_html()
            + fragments.written_text(in_one_line(prompt_end(scene)), writing.spans())
            + note
        )


def _cards(scene: Scene, current: Measure, final: Measure) -> str:
    words = scene.words.growth
    return fragments.cards(
        [
            (words.step, f"{current.step:,}", words.step_note.format(last=f"{final.step:,}")),
            (words.tokens, format_count(current.tokens), words.tokens_note),
            (words.loss, f"{current.nats_per_token:.3f}", words.loss_note),
            (words.bits, f"{current.bits_per_byte:.3f}", words.bits_note),
        ]
    )


def _table(scene: Scene, data: Growth) -> str:
    words = scene.words.growth
    rows = [
        (
            cells.count(each.step),
            cells.count(each.tokens),
            cells.fixed(each.nats_per_token, 4),
            cells.fixed(each.bits_per_byte, 4),
        )
        for each in data.curve
    ]
    return fragments.table((words.step_title, words.tokens, words.loss, words.bits), rows)
