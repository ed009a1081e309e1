"""How the model on the page grew: its held-out loss, and what it writes at the chosen moment."""

import math

from playground.analysis.growth import Growth, Measure, growth
from playground.decoding.generation import generate
from playground.errors import PlaygroundError
from playground.figures.browser import figure_json
from playground.figures.formatting import format_count
from playground.figures.growth import growth_figure
from playground.gpt.presets import PRESETS
from playground.serving.models import ModelStore
from playground.ui import cells, fragments
from playground.ui.saying import say
from playground.ui.scene import Scene
from playground.ui.updates import Updates
from playground.ui.view import View, view
from playground.ui.writing import Writing

LINE_TOKENS = 40
LINE_SEED = 0
"""The same for every moment, so that only the weights differ."""


class GrowthPanel:
    """Cards, the loss curve and a line of text. Drawn only while its tab is open: the line costs
    more than all other views together."""

    def __init__(self, store: ModelStore) -> None:
        self._store = store
        self.view = view("growth-figure")
        self.outputs = [self.view]

    def draw(self, scene: Scene) -> Updates:
        """Everything on the panel."""
        preset = PRESETS.get(scene.preset_key)
        if preset is None or not preset.moments:
            hint = scene.words.growth.nothing_to_show
            return {self.view: View(below=fragments.sentence(hint, "hint")).value()}
        try:
            data = growth(preset)
            shown = self._view(scene, data)
        except PlaygroundError as error:
            shown = View(below=fragments.sentence(say(error, scene.words), "hint"))
        return {self.view: shown.value()}

    def _view(self, scene: Scene, data: Growth) -> View:
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
            loss=f"{current.nats_per_token:.2f}", choices=f"{math.exp(current.nats_per_token):,.0f}"
        )
        return View(
            above=_cards(scene, current, data.moments[-1]) + self._line(scene),
            figure=figure_json(figure, caption),
            below=fragments.sentence(caption),
            fold=scene.words.page.table_heading,
            table=_table(scene, data),
        )

    def _line(self, scene: Scene) -> str:
        """The prompt and what this moment of the model adds to it."""
        writing = Writing(scene, LINE_SEED, scene.words)
        steps = generate(
            self._store.get(scene.choice, scene.vocab_size).source,
            scene.prompt.ids,
            scene.params,
            max_new_tokens=LINE_TOKENS,
            seed=LINE_SEED,
            end_of_text=scene.encoding.end_of_text,
        )
        writing.add(tuple(steps))
        writing.finish(None)
        return fragments.heading(scene.words.growth.line_heading) + writing.text_html()


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
