"""Legends in real Chromium: a key that is cut, or that lies on the bars, names nothing."""

import plotly.graph_objects as go
import pytest
from playwright.sync_api import Browser

from playground.figures.browser import PLOTLY_JS, PLOTLY_JS_FOLDER
from tests.figures.test_figures_in_browser import draw

PAGE = '<div style="margin: 0 16px"><div id="figure"></div></div>'
LEGEND = """() => {
    const figure = document.getElementById("figure");
    const box = selector => figure.querySelector(selector)?.getBoundingClientRect();
    const legend = box(".legend"), around = box(".main-svg"), bars = box(".nsewdrag");
    return legend && {
        above: legend.top - around.top, beside: around.right - legend.right,
        below: bars.top - legend.bottom};
}"""


@pytest.mark.parametrize("width", [390, 1000])
def test_a_legend_is_whole_and_above_what_it_names(
    browser: Browser, all_figures: dict[str, go.Figure], width: int
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.set_content(PAGE)
    page.add_script_tag(content=(PLOTLY_JS_FOLDER / PLOTLY_JS).read_text(encoding="utf-8"))
    room = {}
    for name, figure in all_figures.items():
        draw(page, figure)
        if legend := page.evaluate(LEGEND):
            room[name] = legend
    page.close()
    assert {"draws", "draws of three tokens", "race"} <= set(room)
    assert all(each > -1 for legend in room.values() for each in legend.values()), room
