"""One token of a written text: the choice it came from, and what the layers held."""

from functools import cached_property, partial

from playground.analysis.attention import attention_row
from playground.analysis.draw_place import pieces_of
from playground.analysis.lens import LensRow, lens_rows
from playground.analysis.next_token import NextToken, next_token
from playground.analysis.stages import Stages
from playground.decoding.generation import Step, uniform_of
from playground.figures.attention_row import attention_row_figure
from playground.figures.browser import figure_json
from playground.figures.cells import cells_figure
from playground.figures.draw_place import draw_place_figure
from playground.figures.formatting import format_share
from playground.serving.inspection import ATTENTION_TOKENS, Inside, Inspector
from playground.text.labels import token_label
from playground.text.script import isolated, set_apart
from playground.ui import cells, fragments
from playground.ui.branches import Branch
from playground.ui.next_token_panel import bars_of, caption_of
from playground.ui.scene import Scene
from playground.ui.view import View

CANDIDATES = 12
GUESSES = 3
LAYER_HEIGHT = 32


class TokenView:
    """Reads the model at one place, from 0, of a branch; `scene` gives the words."""

    def __init__(self, inspector: Inspector, branch: Branch, place: int, scene: Scene) -> None:
        self._inspector, self._scene = inspector, scene
        self.branch, self.place = branch, place
        self._label = partial(token_label, scene.encoding)
        self.step = branch.steps[place]
        self._given = tuple(step.id for step in branch.steps[:place])
        self._before = scene.prompt.ids + self._given
        self._logits = inspector.logits(scene.choice, scene.vocab_size, self._before)

    @cached_property
    def _data(self) -> NextToken:
        return next_token(
            self._logits,
            self._scene.params,
            prompt_ids=self._scene.prompt.ids,
            generated_ids=self._given,
            vocab_size=self._scene.vocab_size,
            label=self._label,
            rows_shown=CANDIDATES,
            drawn_id=self.step.id,
        )

    @cached_property
    def _stages(self) -> Stages:
        return Stages(
            self._logits,
            self._scene.params,
            prompt_ids=self._scene.prompt.ids,
            generated_ids=self._given,
            vocab_size=self._scene.vocab_size,
        )

    @cached_property
    def _inside(self) -> Inside:
        ids = (*self._before, self.step.id)
        return self._inspector.inside(self._scene.choice, self._scene.vocab_size, ids)

    def choices(self) -> list[tuple[str, str]]:
        """Candidates that a branch could take here: what is shown, and the id."""
        return [
            (f"{set_apart(row.label)} · {format_share(row.after)}", str(row.id))
            for row in self._data.rows
        ]

    def step_of(self, token_id: int) -> Step:
        """The step that takes another candidate."""
        row = next(row for row in self._data.rows if row.id == token_id)
        return Step(row.id, row.before, row.after, None)

    def draw_view(self) -> str:
        """Where the draw fell."""
        words, step = self._scene.words.trace, self.step
        uniform = self._uniform()
        pieces = pieces_of(self._stages.choice, [row.id for row in self._data.rows])
        sentence = self._sentence(uniform)
        figure = draw_place_figure(
            pieces,
            [self._label(piece.id) for piece in pieces],
            drawn_id=step.id,
            uniform=uniform,
            axis_title=words.pieces_title,
            uniform_name=words.uniform,
        )
        return View(
            above=fragments.sentence(sentence, "drawn"),
            figure=figure_json(figure, sentence),
            below=fragments.sentence(words.pieces_note if uniform is None else words.draw_note),
        ).value()

    def candidates_view(self) -> str:
        """What it was drawn from."""
        words = self._scene.words
        titles = (words.next.token_title, words.next.id_title, words.next.before, words.next.after)
        rows = [
            (
                isolated(row.label),
                cells.number(row.id),
                cells.share(row.before),
                cells.share(row.after),
            )
            for row in self._data.rows
        ]
        caption = caption_of(self._data, self._scene)
        return View(
            above=fragments.heading(words.trace.candidates)
            + fragments.bar_key(words.next.before, words.next.after, words.next.removed),
            figure=bars_of(self._data, self._scene, caption, self.step.id),
            below=fragments.sentence(caption),
            fold=words.page.table_heading,
            table=fragments.table(titles, rows),
        ).value()

    def attention_view(self, layer: int, head: int) -> str:
        """Where the token itself looks, in one head."""
        words, config = self._scene.words, self._scene.choice.config
        layer, head = min(layer, config.num_layers), min(head, config.num_heads)
        weights = self._inside.attention[layer - 1][head - 1]  # (S,)
        ids = (*self._before, self.step.id)[-len(weights) :]
        row = attention_row(weights, list(map(self._label, ids)), ATTENTION_TOKENS)
        caption = words.trace.attention_caption.format(
            layer=layer,
            head=head,
            query=isolated(self._label(self.step.id)),
            key=isolated(row.strongest_label),
            weight=format_share(row.strongest_weight),
            earlier=format_share(row.earlier),
        )
        titles = words.mask.key_title, words.mask.weight_title
        figure = attention_row_figure(
            row.weights, row.labels, key_title=titles[0], weight_title=titles[1]
        )
        rows = [
            (isolated(name), cells.share(weight))
            for name, weight in zip(row.labels, row.weights, strict=True)
        ]
        return View(
            above=fragments.heading(words.trace.attention),
            figure=figure_json(figure, caption),
            below=fragments.sentence(caption)
            + fragments.sentence(words.trace.attention_note, "hint"),
            fold=words.page.table_heading,
            table=fragments.table(titles, rows),
        ).value()

    def lens_view(self) -> str:
        """What each layer would have said in its place."""
        words = self._scene.words.trace
        rows = lens_rows(
            self._inside.lens,
            self.step.id,
            vocab_size=self._scene.vocab_size,
            label=self._label,
            guesses=GUESSES,
        )
        names = [words.layer.format(number=number) for number in range(1, len(rows) + 1)]
        first = next((n for n, row in enumerate(rows, 1) if row.rank == 1), None)
        template = words.lens_caption if first is None else words.lens_first_caption
        caption = template.format(
            label=isolated(self._label(self.step.id)), layer=first, rank=rows[-1].rank
        )
        figure = cells_figure(
            [[guess.before for guess in row.guesses] for row in rows],
            [[guess.label for guess in row.guesses] for row in rows],
            names,
            [str(number) for number in range(1, GUESSES + 1)],
            row_title=words.layer_title,
            column_title=words.guess_title,
            hover=[
                [
                    f"{set_apart(guess.label)} · {format_share(guess.before)}"
                    for guess in row.guesses
                ]
                for row in rows
            ],
            row_height=LAYER_HEIGHT,
        )
        return View(
            above=fragments.heading(words.lens),
            figure=figure_json(figure, caption),
            below=fragments.sentence(caption) + fragments.sentence(words.lens_note, "hint"),
            fold=self._scene.words.page.table_heading,
            table=self._lens_table(names, rows),
        ).value()

    def _lens_table(self, names: list[str], rows: tuple[LensRow, ...]) -> str:
        words = self._scene.words.trace
        titles = (words.layer_title, words.guess_title, words.written_share, words.written_rank)
        return fragments.table(
            titles,
            [
                (
                    name,
                    " · ".join(
                        f"{isolated(guess.label)} {format_share(guess.before)}"
                        for guess in row.guesses
                    ),
                    cells.share(row.probability),
                    cells.count(row.rank),
                )
                for name, row in zip(names, rows, strict=True)
            ],
        )

    @property
    def _is_by_hand(self) -> bool:
        return self.place in self.branch.by_hand

    def _uniform(self) -> float | None:
        """The number that chose; None when nothing was drawn."""
        if self._scene.params.is_greedy or self._is_by_hand:
            return None
        return uniform_of(self.branch.writing.seed, self.place)

    def _sentence(self, uniform: float | None) -> str:
        words, step = self._scene.words.trace, self.step
        template = words.drawn
        if uniform is None:
            template = words.by_hand if self._is_by_hand else words.greedy
        return template.format(
            place=self.place + 1,
            label=isolated(self._label(step.id)),
            rank=f"{self._stages.ranks[step.id]:,}",
            before=format_share(step.probability_before),
            after=format_share(step.probability_after),
            uniform=f"{uniform or 0:.4f}",
        )
