"""A text token by token: how each was drawn, what the layers held, and how else it could go on."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from typing import Any

import gradio as gr

from playground.decoding.generation import Step
from playground.locales.words import Words
from playground.serving.inspection import Inspector
from playground.serving.limits import RESULT_SECONDS, check_choice, check_whole
from playground.ui import fragments
from playground.ui.age import Age
from playground.ui.branches import Branch, Tree, nothing_written
from playground.ui.lab_scene import reworded
from playground.ui.many_writings import Writers
from playground.ui.scene import Values, read_seed, words_of
from playground.ui.token_view import TokenView
from playground.ui.trace_asked import TOKENS, asked_before, asked_now
from playground.ui.trace_text import FOLLOW, branch_name, place_of, text_of, tree_of
from playground.ui.updates import Updates, relabelled
from playground.ui.view import View, view
from playground.ui.writing import Writing


class TracePanel:
    """The text as buttons, a slider over its tokens, and the views of one token."""

    def __init__(self, words: Words, inspector: Inspector, writers: Writers) -> None:
        self._inspector, self._writers = inspector, writers
        self.tree = gr.State(None, time_to_live=RESULT_SECONDS)
        self.note = gr.HTML()
        with gr.Row(elem_classes="buttons"):
            self.start = gr.Button(words.trace.start, variant="primary", elem_id="trace")
            self.take = gr.Button(words.trace.take, elem_id="trace-take")
            self.stop = gr.Button(words.generate.stop, elem_id="trace-stop")
        with gr.Column(elem_classes="result"):
            self.age = Age("trace_asked", asked_now)
            self.text = gr.HTML(elem_id="trace-text", js_on_load=FOLLOW)
            self._build_inspection(words)
        self.inputs = {
            "tree": self.tree,
            "trace_branch": self.branch,
            "trace_place": self.place,
            "trace_candidate": self.candidate,
            "trace_layer": self.layer,
            "trace_head": self.head,
        }
        self.written = [self.text, self.tree, self.inspection]
        self.views = [self.draw, self.candidates, self.candidate, self.attention, self.lens]
        self.outputs = [*self.written, self.branch, self.place, self.layer, self.head, *self.views]

    def _build_inspection(self, words: Words) -> None:
        with gr.Column(visible=False) as self.inspection:
            self.branch = gr.Radio([], interactive=True, visible=False, elem_id="trace-branch")
            self.place = gr.Slider(1, 2, 1, step=1, interactive=True, elem_id="trace-place")
            self.draw = view("trace-draw", tokens=True)
            self.candidates = view("trace-candidates", tokens=True)
            with gr.Row():
                self.candidate = gr.Dropdown([], interactive=True, elem_id="trace-candidate")
                self.fork = gr.Button(words.trace.fork, elem_id="trace-fork")
            with gr.Row():
                self.layer = _numbered("trace-layer")
                self.head = _numbered("trace-head")
            self.attention = view("trace-attention", tokens=True)
            self.lens = view("trace-lens", tokens=True)

    def relabel(self, words: Words) -> Updates:
        """Labels in another language."""
        return {
            self.note: fragments.sentence(words.trace.note.format(count=TOKENS)),
            self.start: gr.update(value=words.trace.start),
            self.take: gr.update(value=words.trace.take),
            self.stop: gr.update(value=words.generate.stop),
            self.branch: gr.update(label=words.trace.branches),
            self.place: relabelled(words.trace.place),
            self.candidate: relabelled(words.trace.candidate),
            self.fork: gr.update(value=words.trace.fork),
            self.layer: gr.update(label=words.mask.layer.label),
            self.head: gr.update(label=words.mask.head.label),
        }

    async def run(self, values: Values, visitor: str) -> AsyncGenerator[Updates]:
        """Write a new first text; the old ones leave when it has begun."""
        asked = await asyncio.to_thread(asked_now, values)
        if asked is None:
            return
        seed = read_seed(values)
        begun = Tree([Branch(Writing(asked.scene, seed, asked.scene.words))], asked.length)
        old = tree_of(values)
        if old is not None:
            old.stop()
        news = self.age.begun(asked)
        async with aclosing(self._grow(begun, visitor)) as growth:
            async for updates in growth:
                if self.tree in updates:
                    updates, news = {**updates, **news}, {}
                yield updates

    async def run_fork(self, values: Values, visitor: str) -> AsyncGenerator[Updates]:
        """Write a branch from the candidate that is chosen, at the token that is looked at."""
        tree = tree_of(values)
        if tree is None:
            return
        tree.stop()
        at, step = await asyncio.to_thread(self._other_step, tree, values)
        if not tree.fork(at.branch, at.place, step):
            yield {self.text: text_of(tree, at.place + 1)}
            return
        async with aclosing(self._grow(tree, visitor)) as growth:
            async for updates in growth:
                yield updates

    def stopped(self, tree: Tree | None) -> None:
        """End what is being written; what is written stays."""
        if tree is not None:
            tree.stop()

    def taken(self, values: Values) -> Updates:
        """Look into the text of the generate panel."""
        written = values["written"]
        if not isinstance(written, Writing) or not written.ids:
            raise nothing_written()
        tree = Tree([Branch(written)], written.length)
        asked = self.age.begun(asked_before(written, values))
        return {self.tree: tree, **asked, **self.opened({**values, "tree": tree})}

    def opened(self, values: Values) -> Updates:
        """Everything, with the first token of the current branch that is its own in view."""
        tree = tree_of(values)
        if tree is None:
            hint = fragments.sentence(words_of(values).trace.empty, "hint")
            return {self.text: hint, self.inspection: gr.update(visible=False)}
        config = tree.branch.writing.scene.choice.config
        place = 1 + (tree.branch.place or 0)
        layer, head = (
            min(check_whole(name, values[f"trace_{name}"]), most)
            for name, most in (("layer", config.num_layers), ("head", config.num_heads))
        )
        at = {**values, "trace_place": place, "trace_layer": layer, "trace_head": head}
        return {
            self.text: text_of(tree, place),
            self.inspection: gr.update(visible=True),
            self.branch: _branches(tree, words_of(values)),
            self.place: gr.update(maximum=max(2, len(tree.branch.steps)), value=place),
            self.layer: gr.update(choices=_up_to(config.num_layers), value=layer),
            self.head: gr.update(choices=_up_to(config.num_heads), value=head),
            **self.look(at),
        }

    def redraw(self, values: Values) -> Updates:
        """The current text in the language of now."""
        tree = tree_of(values)
        if tree is None:
            return {}
        reworded([branch.writing for branch in tree.branches], values)
        return {
            self.text: text_of(tree, 1 + place_of(tree, values)),
            self.branch: _branches(tree, words_of(values)),
            **self.look(values),
        }

    def choose_branch(self, values: Values) -> Updates:
        """Look at another branch."""
        tree = tree_of(values)
        if tree is None:
            return {self.text: ""}
        numbers = tuple(map(str, range(len(tree.branches))))
        tree.current = int(check_choice("trace.branches", values["trace_branch"], numbers))
        return self.opened(values)

    def look(self, values: Values) -> Updates:
        """The views of the token at the slider's place."""
        tree = tree_of(values)
        if tree is None:
            return {self.draw: View().value()}
        at = self._at(tree, values)
        choices = at.choices()
        others = [value for _, value in choices if value != str(at.step.id)]
        return {
            self.draw: at.draw_view(),
            self.candidates: at.candidates_view(),
            self.candidate: gr.update(choices=choices, value=others[0] if others else None),
            self.lens: at.lens_view(),
            **self.look_inside(values),
        }

    def look_inside(self, values: Values) -> Updates:
        """What another layer or head changes."""
        tree = tree_of(values)
        if tree is None:
            return {self.attention: View().value()}
        at = self._at(tree, values)
        layer, head = (check_whole(name, values[f"trace_{name}"]) for name in ("layer", "head"))
        return {self.attention: at.attention_view(layer, head)}

    async def _grow(self, tree: Tree, visitor: str) -> AsyncGenerator[Updates]:
        """Let the current branch grow; it is shown as long as nobody looks at another one."""
        branch, place = tree.branch, tree.branch.place or 0
        writing = branch.writing
        if writing.ids and writing.ids[-1] == writing.scene.encoding.end_of_text:
            writing.finish("stop")
        yield {self.inspection: gr.update(visible=False)}  # it shows another text
        writers = self._writers.write([writing], tree.length, f"{visitor}/trace", 1)
        async with aclosing(writers) as updates:
            async for _ in updates:
                if tree.branch is branch and writing.ids:
                    yield {self.tree: tree, self.text: text_of(tree, place + 1)}

    def _at(self, tree: Tree, values: Values) -> TokenView:
        scene = replace(tree.branch.writing.scene, words=words_of(values))
        return TokenView(self._inspector, tree.branch, place_of(tree, values), scene)

    def _other_step(self, tree: Tree, values: Values) -> tuple[TokenView, Step]:
        """The token that is looked at, and the step that takes the chosen candidate there."""
        at = self._at(tree, values)
        allowed = tuple(value for _, value in at.choices())
        chosen = check_choice("trace.candidate", values["trace_candidate"], allowed)
        return at, at.step_of(int(chosen))


def _branches(tree: Tree, words: Words) -> Any:
    """The choice among them, once there is one."""
    return gr.update(
        choices=[(branch_name(tree, n, words), str(n)) for n in range(len(tree.branches))],
        value=str(tree.current),
        visible=len(tree.branches) > 1,
    )


def _numbered(elem_id: str) -> gr.Dropdown:
    return gr.Dropdown([1], value=1, interactive=True, elem_id=elem_id, min_width=120)


def _up_to(most: int) -> list[int]:
    return list(range(1, most + 1))
