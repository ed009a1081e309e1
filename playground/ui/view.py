"""One view of the page: words above, a plotly figure that can be saved, words below, a table
folded away.

Gradio's own plot component throws the drawing away at each update and leaks what it held. This
one keeps its elements for the life of the page and lets `Plotly.react` change the drawing, which
is also several times faster. plotly.js is the copy inside plotly.py, served by the app itself.

A figure has the height that its layout gives it, and the width of its place. So it follows its
place by a width alone: `Plotly.Plots.resize`, and `responsive` that calls it, forget the height as
well, and make the drawing as high as its place, which is as high as the drawing: 0.
"""

import json
from dataclasses import asdict, dataclass

import gradio as gr

from playground.figures.browser import PLOTLY_JS

PLOTLY_ROUTE = "/plotly"
"""Where the app serves plotly.js; the page asks for it relative to its own address."""

_PARTS = """
<div class="above"></div>
<div class="figure" role="img"TOKENS></div>
<div class="below" aria-live="polite"></div>
<button type="button" class="save" data-save="png" hidden>↓ PNG</button>
<details class="fold"><summary></summary><div class="table"></div></details>
"""

_SHOW = """
const part = (name) => element.querySelector(name);
const [above, div, below, fold] = ['.above', '.figure', '.below', '.fold'].map(part);
const [summary, table, save] = ['.fold summary', '.fold .table', '[data-save=png]'].map(part);
const fill = (place, html) => { if (place.innerHTML !== html) place.innerHTML = html; };
const parse = () => JSON.parse(props.value || '{}');
const showTable = () => { if (fold.open) fill(table, parse().table || ''); };
// On paper, which may be narrower than the window, a drawing shrinks; a text names its language.
const dress = () => {
  if (!div.data) return;
  const {width, height} = div._fullLayout;
  for (const svg of div.querySelectorAll('.main-svg')) {
    svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  }
  for (const text of div.querySelectorAll('text')) {
    const language = window.languageOf(text.textContent);
    if (language === null) text.removeAttribute('lang'); else text.setAttribute('lang', language);
  }
};
const draw = (figure) => {
  div.hidden = save.hidden = !figure;
  if (!figure) { if (div.data) Plotly.purge(div); return; }
  div.setAttribute('aria-label', figure.layout.meta || '');
  Plotly.react(div, figure.data, figure.layout, {displayModeBar: false})
    .then(dress).then(() => { div.dataset.drawn = Number(div.dataset.drawn || 0) + 1; });
};
const show = () => {
  const view = parse();
  draw(view.figure ? JSON.parse(view.figure) : null);
  fill(above, view.above || '');
  fill(below, view.below || '');
  fold.hidden = !view.table;
  summary.textContent = view.fold || '';
  showTable();
};
fold.addEventListener('toggle', showTable);
new ResizeObserver(() => {
  if (div.data && div.offsetWidth && Math.abs(div.offsetWidth - div._fullLayout.width) > 1) {
    Plotly.relayout(div, {width: div.offsetWidth}).then(dress);
  }
}).observe(div);
show();
watch('value', show);
"""


@dataclass(frozen=True)
class View:
    """What a view shows. above, below, table: HTML; figure: from `figures.browser.figure_json`,
    None shows nothing; fold: the line that opens the table."""

    above: str = ""
    figure: str | None = None
    below: str = ""
    fold: str = ""
    table: str = ""

    def value(self) -> str:
        """What to send to the component."""
        return json.dumps(asdict(self))


def view(elem_id: str, *, tokens: bool = False) -> gr.HTML:
    """A place for `View.value()`. tokens: its figure names tokens, which no browser may translate.

    A function, since Gradio writes a stub file beside every new class of components.
    """
    return gr.HTML(
        html_template=_PARTS.replace("TOKENS", ' translate="no"' * tokens),
        js_on_load=_SHOW,
        head=f'<script src="{PLOTLY_ROUTE[1:]}/{PLOTLY_JS}"></script>',
        apply_default_css=False,
        elem_id=elem_id,
        elem_classes="view",
    )
