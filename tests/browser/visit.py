"""One open page as a visitor uses it: moves controls, waits for charts, reads what is shown."""

from typing import Any

from playwright.sync_api import Locator, Page

DEADLINE_MS = 60_000
PARAMETERS, MASK, NEXT, GENERATE, LAB, GROWTH = range(6)
"""The tabs, from left to right."""
FIGURES = {
    PARAMETERS: ("#parameters-figure",),
    MASK: ("#mask-figure", "#attention-figure"),
    NEXT: ("#next-figure",),
    GENERATE: (),
    LAB: ("#stages-figure",),
    GROWTH: ("#growth-figure",),
}
PLOTS = (
    "#parameters-figure, #mask-figure, #attention-figure, #next-figure, "
    "#stages-figure, #draws-figure, #growth-figure, #sweep-entropy, #sweep-repetition, "
    "#trace-draw, #trace-candidates, #trace-attention, #trace-lens, #race-figure, #beam-figure"
)

_DRAWN = "place => Number(document.querySelector(place + ' .figure')?.dataset.drawn || 0)"
_DRAWN_MORE = f"([place, count]) => ({_DRAWN})(place) > count"
_TRACES = """place => {
    const figure = document.querySelector(place + ' .figure');
    const plain = value => ArrayBuffer.isView(value) ? Array.from(value) : value;
    return (figure.data || []).map(trace => ({
        x: plain(trace.x), y: plain(trace.y), hovertext: trace.hovertext, name: trace.name}));
}"""
_BARS = """place => document.querySelector(place + ' .figure').calcdata.map(
    bars => bars.map(bar => bar.s ?? null))"""
_CELLS = """place => Array.from(
    document.querySelector(place + ' .figure').calcdata[0][0].z, row => Array.from(row))"""
_TICKS = """([place, axis]) => Array.from(
    document.querySelectorAll(`${place} .${axis}tick text`), text => ({
        text: text.textContent,
        top: text.getBoundingClientRect().top,
        left: text.getBoundingClientRect().left}))"""
_FITS = """place => {
    const figure = document.querySelector(place + ' .figure');
    return figure.hidden || Math.abs(figure._fullLayout.width - figure.offsetWidth) <= 1;
}"""
_SETTLED = """() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"""


class Visit:
    """A page that has opened, with the first chart drawn; without `wait` it may still open."""

    def __init__(self, page: Page, wait: bool = True) -> None:
        self.page = page
        page.set_default_timeout(DEADLINE_MS)
        if wait:
            self.wait_drawn("#parameters-figure", 0)

    def tab(self, number: int) -> None:
        """Go to a tab and wait until its figures are there, where its model can draw any."""
        self.page.locator("#views button[role=tab]").nth(number).click()
        for place in FIGURES[number]:
            self.page.wait_for_function(
                "place => document.querySelector(place + ' .below')?.textContent", arg=place
            )
            self.page.wait_for_function(_FITS, arg=place)
        self.page.evaluate(_SETTLED)

    def drawn(self, place: str) -> int:
        """How often a figure was drawn."""
        return int(self.page.evaluate(_DRAWN, place))

    def wait_drawn(self, place: str, before: int) -> None:
        """Wait until a figure was drawn more often than `before`."""
        self.page.wait_for_function(_DRAWN_MORE, arg=[place, before])

    def traces(self, place: str) -> Any:
        """The data of a figure, as the browser holds it."""
        return self.page.evaluate(_TRACES, place)

    def bars(self, place: str) -> Any:
        """Lengths of the bars that plotly.js computed, a list a trace."""
        return self.page.evaluate(_BARS, place)

    def cells(self, place: str) -> Any:
        """The values of a heatmap's cells that plotly.js computed, row by row."""
        return self.page.evaluate(_CELLS, place)

    def ticks(self, place: str, axis: str) -> list[dict[str, Any]]:
        """Tick labels of the x or y axis, from the left or from the top."""
        found: list[dict[str, Any]] = self.page.evaluate(_TICKS, [place, axis])
        return sorted(found, key=lambda tick: tick["top" if axis == "y" else "left"])

    def labels(self, place: str, axis: str = "y") -> list[str]:
        """Texts of the tick labels in order."""
        return [tick["text"] for tick in self.ticks(place, axis)]

    def text(self, selector: str) -> str:
        """All text inside, whether it can be seen or not."""
        return self.page.locator(selector).text_content() or ""

    def wait_text(self, selector: str, part: str) -> None:
        """Wait until the text inside holds `part`."""
        self.page.wait_for_function(
            "([place, part]) => document.querySelector(place)?.textContent.includes(part)",
            arg=[selector, part],
        )

    def slide(self, name: str, value: float) -> None:
        """Move a slider."""
        self._open_fold_of(name).locator("input[type=range]").fill(str(value))

    def number(self, name: str, value: object) -> None:
        """Type a number beside a slider."""
        self._open_fold_of(name).locator("input[type=number]").fill(str(value))

    def type(self, name: str, text: str) -> None:
        """Put a text into a box as if it was pasted."""
        self._open_fold_of(name).locator("input, textarea").first.fill(text)

    def choose(self, name: str, shown: str) -> None:
        """Choose from a list by what it shows, and wait until the list is gone."""
        self._open_fold_of(name).locator("input").click()
        options = self.page.get_by_role("option")
        options.and_(self.page.get_by_label(shown, exact=True)).click()
        self.page.wait_for_function("!document.querySelector('[role=option]')")

    def choose_preset(self, shown: str) -> None:
        """Choose a preset by what the list shows, and wait until it is there."""
        count = self.drawn("#parameters-figure")
        self.choose("preset", shown)
        self.wait_text("#badge", shown)
        self.wait_drawn("#parameters-figure", count)

    def change_language(self, shown: str, title: str) -> None:
        """Choose a language and wait for its title."""
        self.page.locator("#language").get_by_text(shown, exact=True).click()
        self.wait_text("#title", title)

    def press(self, button: str) -> None:
        """Press a button by its id."""
        self.page.locator(f"#{button}").click()

    def written(self) -> str:
        """The prompt and the text behind it."""
        return self.text("#text .written")

    def write(self, end: str = "stopped: the length was reached") -> str:
        """Press Generate, wait for the end, and return the text."""
        if self.page.locator("#reason .reason").count():
            self.press("clear")  # a quick text would end with the sentence that stands there
            self.page.wait_for_function("!document.querySelector('#reason .reason')")
        self.press("generate")
        self.wait_text("#reason", end)
        return self.written()

    def width(self) -> int:
        """Pixels that the page needs from left to right."""
        return int(self.page.evaluate("document.documentElement.scrollWidth"))

    def entropy(self) -> float:
        """Bits on the third card of the next-token view."""
        return float(self.page.locator("#next-figure .card .value").nth(2).text_content() or "")

    def _open_fold_of(self, name: str) -> Locator:
        """The control; its fold is opened first, where a phone has closed it."""
        control = self.page.locator(f"#{name}")
        fold = self.page.locator(f".gr-accordion:has(#{name}) > button.label-wrap:not(.open)")
        while fold.count():
            fold.first.click()
            self.page.evaluate(_SETTLED)
        return control
