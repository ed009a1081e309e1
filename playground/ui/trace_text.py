"""A text as buttons, one a token, and its branches by name."""

from playground.locales.words import Words
from playground.serving.limits import check_whole
from playground.text.labels import token_label
from playground.text.script import set_apart
from playground.ui import fragments
from playground.ui.branches import Tree
from playground.ui.lab_scene import origin, prompt_end
from playground.ui.scene import Values
from playground.ui.written_json import save_button

FOLLOW = """
const slider = () => document.querySelector('#trace-place input[type=range]');
const mark = (place) => element.querySelectorAll('[data-place]').forEach((button) => {
  button.setAttribute('aria-pressed', button.dataset.place === String(place));
});
const go = (place) => {
  const button = element.querySelector(`[data-place="${place}"]`), range = slider();
  if (!button || !range) return;
  button.focus();
  range.value = place;
  range.dispatchEvent(new Event('input', {bubbles: true}));
};
element.addEventListener('click', (event) => {
  const button = event.target.closest('[data-place]');
  if (button) go(button.dataset.place);
});
element.addEventListener('keydown', (event) => {
  const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
  const button = event.target.closest('[data-place]');
  if (!step || !button) return;
  event.preventDefault();
  go(Number(button.dataset.place) + step);
});
document.addEventListener('input', (event) => {
  if (event.target.closest('#trace-place')) mark(event.target.value);
});
"""
"""Clicks and arrow keys on a token move the slider, which tells the server."""


def text_of(tree: Tree, place: int) -> str:
    """The current text as buttons; the one of the token at `place`, from 1, is pressed."""
    writing = tree.branch.writing
    tokens = [
        (token_label(writing.scene.encoding, step.id), step.probability_before)
        for step in writing.steps
    ]
    ready = writing.stop_reason is not None
    prompt = prompt_end(writing.scene)
    buttons = fragments.token_buttons(prompt, tokens, place, ready, writing.text)
    facts = origin(writing.scene, writing.words, writing.seed)
    return buttons + writing.reason_html() + save_button(writing, tree.branch.by_hand) + facts


def branch_name(tree: Tree, number: int, words: Words) -> str:
    """Where a branch comes from."""
    branch = tree.branches[number]
    if branch.parent is None or branch.place is None:
        return words.trace.first_text.format(number=number + 1)
    name = words.trace.branch_name.format(
        number=number + 1,
        parent=branch.parent + 1,
        place=branch.place + 1,
        label=set_apart(token_label(branch.writing.scene.encoding, branch.steps[branch.place].id)),
    )
    return "↳ " * tree.depth(number) + name


def tree_of(values: Values) -> Tree | None:
    """The text that the page holds, if it has at least one token."""
    tree = values["tree"]
    return tree if isinstance(tree, Tree) and tree.branch.steps else None


def place_of(tree: Tree, values: Values) -> int:
    """The token that is looked at, from 0; of a shorter text it is the last one."""
    return min(check_whole("place", values["trace_place"]), len(tree.branch.steps)) - 1
