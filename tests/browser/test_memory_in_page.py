"""A page that is used for an hour holds no more than at its start, as Chromium itself counts."""

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import CDPSession

from tests.browser.visit import GENERATE, MASK, NEXT, Visit

pytestmark = [pytest.mark.slow, pytest.mark.never_slowed]

OpenVisit = Callable[..., Visit]
MOST_GROWTH = {"Nodes": 1.1, "JSEventListeners": 1.1, "JSHeapUsedSize": 1.25}
"""Times what there was; compiled code counts as heap, and comes as functions get warm."""
_DRAG = """
async ([control, place, values]) => {
  const slider = document.querySelector(`${control} input[type=range]`);
  const figure = document.querySelector(`${place} .figure`);
  for (const value of values) {
    if (Number(slider.value) === value) continue;
    const before = figure.dataset.drawn;
    slider.value = value;
    slider.dispatchEvent(new Event('input', {bubbles: true}));
    const asked = performance.now();
    while (figure.dataset.drawn === before) {
      if (performance.now() > asked + 30000) throw Error(`no chart for ${control} ${value}`);
      await new Promise(done => setTimeout(done, 5));
    }
  }
}
"""
"""Move a slider from value to value, each time as soon as the chart is drawn."""


def drag(opened: Visit, control: str, place: str, values: Sequence[float], times: int) -> None:
    """`times` charts; no value equals the one before it."""
    moved = [values[number % len(values)] for number in range(times)]
    opened.page.evaluate(_DRAG, [control, place, moved])


def use(opened: Visit, times: int) -> None:
    """So many charts, each ninth with all views of another model, and a text for every fifty."""
    opened.tab(NEXT)
    drag(opened, "#temperature", "#next-figure", (0.5, 1.5, 0.05, 1, 2), times * 8 // 9)
    opened.tab(MASK)
    drag(opened, "#d_model", "#attention-figure", (64, 128, 192), times // 9)
    opened.tab(GENERATE)
    for _ in range(times // 50):
        opened.write()


def held(session: CDPSession) -> dict[str, float]:
    """What the page holds once all that nobody needs is gone."""
    session.send("HeapProfiler.collectGarbage")
    metrics = session.send("Performance.getMetrics")["metrics"]
    return {each["name"]: each["value"] for each in metrics if each["name"] in MOST_GROWTH}


def test_five_hundred_charts_and_ten_texts_leave_nothing_behind(visit: OpenVisit) -> None:
    opened = visit()
    opened.number("max_new_tokens", 8)
    session = opened.page.context.new_cdp_session(opened.page)
    session.send("Performance.enable")
    use(opened, 63)
    before, drawn = held(session), opened.drawn("#next-figure")
    use(opened, 510)
    after = held(session)
    assert opened.drawn("#next-figure") - drawn >= 500
    for name, growth in MOST_GROWTH.items():
        assert after[name] < growth * before[name], (name, before, after)
