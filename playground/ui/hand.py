"""What a person does with the controls, told once each and kept: where Gradio's page tells it twice
or not at all, or lets an answer that was under way undo it.

All of it happens in the browser, and none of it depends on how quick the browser is.
"""

from typing import Any

import gradio as gr

_TELL = """
window.hand = {draw: () => trigger('input'), sample: () => trigger('submit')};
document.addEventListener('input', (event) => {
  if (event.target.closest('#prompt')) trigger('input');
});
"""

MENDS = """
() => {
  // Lists. Gradio reads a key some time after it was pressed, when the list may have been left, and
  // opens it. It tells of a choice by Enter as of one that was given up, and opens a list only when
  // the focus comes.
  const isList = (box) => box.matches?.('input[role=combobox]');
  const isOpen = (box) => box.getAttribute('aria-expanded') === 'true';
  const chosen = (box) => document.getElementById(box.getAttribute('aria-activedescendant'));
  document.addEventListener('keydown', (event) => {
    const box = event.target;
    if (!isList(box) || !['Tab', 'Shift', 'Enter'].includes(event.key)) return;
    event.stopImmediatePropagation();
    if (event.key === 'Enter' && isOpen(box)) {
      chosen(box)?.dispatchEvent(new MouseEvent('mousedown', {bubbles: true, cancelable: true}));
    }
  }, true);
  new MutationObserver((changes) => {
    for (const {target: box} of changes) {
      if (!isList(box) || !isOpen(box) || document.activeElement === box) continue;
      box.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}));
    }
  }).observe(document, {subtree: true, attributeFilter: ['aria-expanded']});
  document.addEventListener('click', (event) => {
    if (!isList(event.target) || isOpen(event.target)) return;
    event.target.blur();
    event.target.focus();
  }, true);

  // Numbers. An empty box is on its way to another number: nobody hears of it, and when it is left
  // the number before comes back. One out of range goes into it then.
  const isNumber = (box) => box.matches?.('input[type=number]');
  const before = new WeakMap();
  const inRange = (box, number) => Math.min(Math.max(number, box.min || -Infinity),
      box.max || Infinity);
  const settle = (box) => {
    const number = box.value === '' ? before.get(box) : String(inRange(box, Number(box.value)));
    if (number !== undefined && (number !== box.value || box.validity.badInput)) {
      box.value = number;
      box.dispatchEvent(new Event('input', {bubbles: true}));
    }
    before.set(box, box.value);
  };
  document.addEventListener('focus', (event) => {
    const box = event.target;
    if (isNumber(box) && box.value !== '') before.set(box, String(inRange(box, Number(box.value))));
  }, true);
  document.addEventListener('input', (event) => {
    if (isNumber(event.target) && event.target.value === '') event.stopImmediatePropagation();
  }, true);
  document.addEventListener('blur', (event) => {
    if (isNumber(event.target)) settle(event.target);
  }, true);
  document.addEventListener('keydown', (event) => {
    if (isNumber(event.target) && event.key === 'Enter') settle(event.target);
  }, true);

  // An answer that gives controls their values would undo what a person gave them meanwhile.
  window.hold = (place) => {
    for (const box of document.querySelectorAll(`${place} :is(input, textarea):enabled`)) {
      box.disabled = true;
      box.dataset.held = place;
    }
  };
  window.letGo = (place) => {
    for (const box of document.querySelectorAll(`[data-held="${place}"]`)) {
      box.disabled = false;
      delete box.dataset.held;
    }
  };

  // Of two events under way at once either may be answered last; then what it has drawn is old.
  window.turns = {last: 0};
  window.begin = (name) => { window.turns[name] = ++window.turns.last; };
  window.isLast = (name) => window.turns[name] === window.turns.last;
}
"""
"""To be run before anything can be pressed."""


def hand() -> gr.HTML:
    """Tells of `input` when a text is typed, pasted or composed in the prompt, and when a script
    asks for a drawing by `hand.draw()`; of `submit` when one does by `hand.sample()`.

    Gradio's text box tells of `input` at key presses alone, and of `change` also when a preset has
    brought a prompt, which is drawn already.
    """
    return gr.HTML(js_on_load=_TELL, elem_id="hand")


def moved(control: Any) -> Any:
    """The event of a control that a person has moved, once a move. A list tells of `input` twice,
    and also when it is left as it was."""
    return control.select if isinstance(control, gr.Dropdown) else control.input


def beginning(name: str, hold: str = "") -> str:
    """The script of an event that draws: its turn begins. hold: the place whose boxes wait until
    `ended` because the answer gives them values."""
    held = f"hold('{hold}');" if hold else ""
    return f"(...values) => {{ begin('{name}'); {held} return values; }}"


def ended(name: str, let_go: str = "") -> str:
    """The script after the answer of an event: where another began meanwhile, all is drawn
    again."""
    free = f"letGo('{let_go}');" if let_go else ""
    return f"() => {{ {free} if (!isLast('{name}')) hand.draw(); }}"
