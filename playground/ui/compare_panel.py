"""Two to four settings side by side, on the same prompt and with the same seed."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import Any, NamedTuple

import gradio as gr

from playground.analysis.text_facts import TextFacts, first_difference
from playground.locales.counts import Count
from playground.locales.words import Words
from playground.serving.inspection import Inspector
from playground.serving.limits import (
    LIMITS,
    RESULT_SECONDS,
    check_choice,
    check_number,
    check_seed,
    check_whole,
)
from playground.ui import cells, fragments
from playground.ui.age import Age
from playground.ui.cells import Cell
from playground.ui.lab_scene import facts_of, lab_scene, origin, prompt_end, reworded
from playground.ui.many_writings import Writers, stop_all
from playground.ui.saying import typed_in
from playground.ui.scene import Scene, Values, read_seed
from playground.ui.updates import Updates
from playground.ui.view import View, view
from playground.ui.writing import Writing

TOKENS = 60
NAMES = ("A", "B", "C", "D")
COUNTS = ("2", "3", "4")
FIELDS = ("temperature", "top_k", "top_p")
"""What differs from column to column; the sampler's sliders give the rest."""
DEFAULTS: dict[str, tuple[float, float, float, float]] = {
    "temperature": (0.2, 0.8, 1.4, 2.0),
    "top_k": (40, 40, 40, 40),
    "top_p": (1.0, 1.0, 1.0, 1.0),
}


class Asked(NamedTuple):
    """A scene for each column, the most tokens of each, and the seed of all: None for a new one."""

    scenes: tuple[Scene, ...]
    length: int
    seed: int | None


class ComparePanel:
    """A column of numbers and a text for each setting."""

    def __init__(self, words: Words, inspector: Inspector, writers: Writers) -> None:
        self._inspector, self._writers = inspector, writers
        self.running = gr.State(None, time_to_live=RESULT_SECONDS)
        self.note = gr.HTML()
        with gr.Row(elem_classes="buttons"):
            self.count = gr.Radio(
                list(COUNTS),
                value=COUNTS[1],
                label=words.compare.columns,
                interactive=True,
                elem_id="compare-count",
            )
            self.start = gr.Button(words.compare.start, variant="primary", elem_id="compare")
            self.stop = gr.Button(words.generate.stop, elem_id="compare-stop")
        self.columns: list[gr.Column] = []
        self.numbers: dict[str, gr.Number] = {}
        self.texts: list[gr.HTML] = []
        with gr.Column(elem_classes="result"):
            self.age = Age("compare_asked", _asked)
            with gr.Row(elem_id="compare-columns"):
                for place, name in enumerate(NAMES):
                    self.columns.append(self._column(words, name, place))
            self.facts = view("compare-facts")
        self.inputs = {"compare_count": self.count, **self.numbers}
        self.states = {"compare_running": self.running}
        self.outputs = [*self.texts, self.facts]

    def relabel(self, words: Words) -> Updates:
        """Labels in another language."""
        return {
            self.note: fragments.sentence(words.compare.note.format(count=TOKENS)),
            self.count: gr.update(label=words.compare.columns),
            self.start: gr.update(value=words.compare.start),
            self.stop: gr.update(value=words.generate.stop),
            **{
                number: gr.update(label=getattr(words.sampler, key.rpartition("_")[0]).label)
                for key, number in self.numbers.items()
            },
        }

    def _column(self, words: Words, name: str, place: int) -> gr.Column:
        column = gr.Column(min_width=220, visible=place < int(COUNTS[1]))
        with column:
            gr.HTML(fragments.heading(name))
            with gr.Row():
                for field in FIELDS:
                    self.numbers[f"{field}_{name}"] = _number(words, field, name, place)
            self.texts.append(gr.HTML(elem_id=f"compare-text-{name}"))
        return column

    def show_columns(self, values: Values) -> Updates:
        """As many columns as chosen."""
        count = int(check_choice("compare.columns", values["compare_count"], COUNTS))
        return {column: gr.update(visible=n < count) for n, column in enumerate(self.columns)}

    async def run(self, values: Values, visitor: str) -> AsyncGenerator[Updates]:
        """Write all columns at once, mark where they part, and lay their facts side by side."""
        asked = await asyncio.to_thread(_asked, values)
        if asked is None:
            return
        seed = read_seed(values)
        writings = [Writing(each, seed, each.words) for each in asked.scenes]
        yield {
            self.running: writings,
            self.facts: View().value(),
            **self._show(writings),
            **self.age.begun(asked),
        }
        async with aclosing(
            self._writers.write(writings, asked.length, f"{visitor}/compare", len(NAMES))
        ) as updates:
            async for _ in updates:
                yield self._show(writings)
        facts = await asyncio.to_thread(self._facts, writings)
        yield {**self._show(writings), self.facts: facts}

    def redraw(self, values: Values) -> Updates:
        """The texts so far in the language of now."""
        writings = values["compare_running"]
        if not isinstance(writings, list):
            return {}
        reworded(writings, values)
        if any(each.stop_reason is None for each in writings):
            return self._show(writings)
        return {**self._show(writings), self.facts: self._facts(writings)}

    def stopped(self, running: Sequence[Writing] | None) -> None:
        """End the texts; what they have written stays."""
        stop_all(running or ())

    def _show(self, writings: Sequence[Writing]) -> Updates:
        place = _parting(writings)
        shown = {
            text: each.reason_html() + _text(each, place)
            for text, each in zip(self.texts, writings, strict=False)
        }
        return {**dict.fromkeys(self.texts, ""), **shown}

    def _facts(self, writings: Sequence[Writing]) -> str:
        words = writings[0].words.compare
        named = zip(NAMES, writings, strict=False)
        rows = [_row(name, facts_of(each, self._inspector)) for name, each in named if each.ids]
        if not rows:
            return View().value()
        titles = (words.column, words.tokens, words.entropy, words.surprise, words.distinct,
                  words.repeated)  # fmt: skip
        place = _parting(writings)
        sentence = words.same if place is None else words.parted
        count = min(each.tokens for each in writings)
        where = sentence.format(place=(place or 0) + 1, count=Count(count))
        below = fragments.sentence(f"{where} {words.caption}")
        below += origin(writings[0].scene, writings[0].words, writings[0].seed)
        return View(above=fragments.table(titles, rows), below=below).value()


def _asked(values: Values) -> Asked | None:
    """What is to be written; None before anything could be."""
    settings = _settings(values)
    seed = check_seed(values["seed"])
    most = min(TOKENS, check_whole("max_new_tokens", values["max_new_tokens"]))
    ready = lab_scene(values, most)
    if ready is None:
        return None
    scene, length = ready
    scenes = [replace(scene, params=replace(scene.params, **each)) for each in settings]
    return Asked(tuple(scenes), length, seed)


def _text(writing: Writing, place: int | None) -> str:
    """The end of the prompt and the text behind it, with the token at `place` marked."""
    return fragments.continued_text(
        prompt_end(writing.scene), writing.spans(), writing.piece_of(place), writing.text
    )


def _parting(writings: Sequence[Writing]) -> int | None:
    """The first token that differs; how long texts are that were cut off says nothing."""
    ended = all(each.is_whole for each in writings)
    return first_difference([each.ids for each in writings], ended)


def _settings(values: Values) -> list[dict[str, Any]]:
    """What each column sets."""
    count = int(check_choice("compare.columns", values["compare_count"], COUNTS))
    return [{field: _typed(field, name, values) for field in FIELDS} for name in NAMES[:count]]


def _typed(field: str, name: str, values: Values) -> float:
    with typed_in(f"{field}-{name}"):
        return check_number(field, values[f"{field}_{name}"])


def _number(words: Words, field: str, name: str, place: int) -> gr.Number:
    limit = LIMITS[field]
    return gr.Number(
        DEFAULTS[field][place],
        label=getattr(words.sampler, field).label,
        minimum=limit.least,
        maximum=limit.most,
        step=limit.step,
        interactive=True,
        elem_id=f"{field}-{name}",
        min_width=50,
    )


def _row(name: str, facts: TextFacts) -> Sequence[str | Cell]:
    return (
        name,
        cells.count(facts.tokens),
        cells.fixed(facts.entropy_bits, 2),
        cells.fixed(facts.surprise_bits, 2),
        cells.share(facts.distinct_share),
        cells.share(facts.repeated_share),
    )
