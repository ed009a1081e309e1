"""Which token comes next: the distribution that Generate draws from, before and after filters."""

from functools import partial

from playground.analysis.next_token import NextToken, next_token
from playground.decoding.generation import Step
from playground.errors import PlaygroundError
from playground.figures.browser import figure_json
from playground.figures.formatting import format_share
from playground.figures.next_token import next_token_figure
from playground.locales.view_words import NextWords
from playground.locales.words import Words
from playground.serving.inspection import Inspector
from playground.text.labels import token_label
from playground.text.script import isolated
from playground.ui import cells, fragments
from playground.ui.saying import say
from playground.ui.scene import Scene
from playground.ui.updates import Updates
from playground.ui.view import View, view

ROWS_SHOWN = 12


class NextTokenPanel:
    """Cards, bars and a sentence; a sampling slider redraws it without running the model."""

    def __init__(self, inspector: Inspector) -> None:
        self._inspector = inspector
        self.view = view("next-figure", tokens=True)
        self.outputs = [self.view]

    def draw(self, scene: Scene, drawn: Step | None = None) -> Updates:
        """Everything on the panel; `drawn` marks the token that a generation took here."""
        if scene.too_large is not None:
            hint = fragments.sentence(say(scene.too_large, scene.words), "hint")
            return {self.view: View(below=hint).value()}
        drawn_id = None if drawn is None else drawn.id
        data = self._data(scene, drawn_id)
        words = scene.words.next
        caption = caption_of(data, scene)
        notes = [fragments.sentence(caption)]
        if drawn is not None:
            notes.insert(0, fragments.sentence(_drawn(drawn, data, scene), "drawn"))
        penalty = scene.params.repetition_penalty
        if penalty != 1:
            note = words.after_penalty.format(penalty=f"{penalty:g}")
            notes.append(fragments.sentence(note, "hint"))
        if not scene.choice.trained:
            notes.append(fragments.sentence(_untrained(data, scene), "hint"))
        shown = View(
            above=_cards(data, scene)
            + fragments.bar_key(words.before, words.after, _removed(data, words)),
            figure=bars_of(data, scene, caption, drawn_id),
            below="".join(notes),
            fold=scene.words.page.table_heading,
            table=_table(data, scene.words),
        )
        return {self.view: shown.value()}

    def mark(self, scene: Scene, drawn: Step) -> Updates:
        """The panel with the token that a generation took; what hinders it is told when the panel
        is drawn for its own sake."""
        try:
            return self.draw(scene, drawn)
        except PlaygroundError:
            return {}

    def _data(self, scene: Scene, drawn_id: int | None) -> NextToken:
        ids = scene.prompt.ids
        return next_token(
            self._inspector.logits(scene.choice, scene.vocab_size, ids),
            scene.params,
            prompt_ids=ids,
            vocab_size=scene.vocab_size,
            label=partial(token_label, scene.encoding),
            rows_shown=ROWS_SHOWN,
            drawn_id=drawn_id,
        )


def _cards(data: NextToken, scene: Scene) -> str:
    words = scene.words.next
    mass = (words.mass_kept, format_share(data.mass_kept), words.mass_note)
    if data.greedy:
        mass = (words.mass_kept_greedy, format_share(data.mass_kept), words.mass_note_greedy)
    return fragments.cards(
        [
            (
                words.survivors,
                f"{data.survivors:,}",
                words.survivors_note.format(count=f"{scene.vocab_size:,}"),
            ),
            mass,
            (
                words.entropy,
                f"{data.entropy_after_bits:.2f}",
                words.entropy_note.format(
                    before=f"{data.entropy_before_bits:.2f}", most=f"{data.max_entropy_bits:.2f}"
                ),
            ),
        ]
    )


def bars_of(data: NextToken, scene: Scene, caption: str, drawn_id: int | None) -> str:
    """The figure, with the token that was drawn marked."""
    words = scene.words.next
    figure = next_token_figure(
        data,
        before_name=words.before,
        after_name=words.after,
        probability_title=words.probability_title,
        token_title=words.token_title,
        removed_name=_removed(data, words),
        id_name=words.id_title,
        drawn_id=drawn_id,
    )
    return figure_json(figure, caption)


def caption_of(data: NextToken, scene: Scene) -> str:
    """What to see in the bars."""
    words, top = scene.words.next, data.top
    template = words.caption_greedy if data.greedy else words.caption
    return template.format(
        label=isolated(top.label),
        before=format_share(top.before),
        after=format_share(top.after),
        temperature=f"{scene.params.temperature:g}",
        choices=f"{2**data.entropy_after_bits:,.1f}",
    )


def _removed(data: NextToken, words: NextWords) -> str:
    """What takes out the tokens with a grey bar."""
    return words.removed_greedy if data.greedy else words.removed


def _untrained(data: NextToken, scene: Scene) -> str:
    return scene.words.next.untrained.format(
        entropy=f"{data.model_entropy_bits:.2f}", most=f"{data.max_entropy_bits:.2f}"
    )


def _drawn(drawn: Step, data: NextToken, scene: Scene) -> str:
    words = scene.words.next
    return (words.drawn_greedy if data.greedy else words.drawn).format(
        label=isolated(token_label(scene.encoding, drawn.id)),
        before=format_share(drawn.probability_before),
        after=format_share(drawn.probability_after),
    )


def _table(data: NextToken, words: Words) -> str:
    titles = words.next
    headers = (titles.token_title, titles.id_title, titles.before, titles.after)
    rows = [
        (isolated(row.label), cells.number(row.id), cells.share(row.before), cells.share(row.after))
        for row in data.rows
    ]
    return fragments.table(headers, rows)
