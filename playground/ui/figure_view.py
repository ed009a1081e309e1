"""A plotly figure on the page that is redrawn in place.

Gradio's own plot component throws the drawing away at each update and leaks what it held; this
one keeps one element for the life of the page and lets `Plotly.react` change it, which is also
several times faster. plotly.js is the copy inside plotly.py, served by the app itself.
"""

import gradio as gr

from playground.figures.browser import PLOTLY_JS

PLOTLY_ROUTE = "/plotly"
"""Where the app serves plotly.js; the page asks for it relative to its own address."""

_DRAW = """
const div = element.querySelector('.figure');
const draw = () => {
  if (!props.value) {
    if (div.data) Plotly.purge(div);
    div.hidden = true;
    return;
  }
  const figure = JSON.parse(props.value);
  div.hidden = false;
  div.setAttribute('aria-label', figure.layout.meta || '');
  Plotly.react(div, figure.data, figure.layout, {displayModeBar: false, responsive: true})
    .then(() => { div.dataset.drawn = Number(div.dataset.drawn || 0) + 1; });
};
new ResizeObserver(() => {
  if (div.data && div.offsetWidth && Math.abs(div.offsetWidth - div._fullLayout.width) > 1) {
    Plotly.Plots.resize(div);
  }
}).observe(div);
draw();
watch('value', draw);
"""


def figure_view(elem_id: str) -> gr.HTML:
    """A place for `figures.browser.figure_json(...)`; empty for None.

    A function, since Gradio writes a stub file beside every new class of components.
    """
    return gr.HTML(
        html_template='<div class="figure" role="img"></div>',
        js_on_load=_DRAW,
        head=f'<script src="{PLOTLY_ROUTE[1:]}/{PLOTLY_JS}"></script>',
        apply_default_css=False,
        elem_id=elem_id,
    )
