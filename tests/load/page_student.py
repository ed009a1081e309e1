"""A student with a real Chromium, who rides along: what a page shows, timed in the page."""

import asyncio
import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Error, Page, async_playwright

from playground.locales import LANGUAGES
from tests.bench.slider_to_chart import SLIDER_TO_CHART
from tests.browser.faults import note_faults
from tests.browser.visit import DEADLINE_MS, GENERATE, NEXT
from tests.conftest import CHROMIUM_ARGUMENTS
from tests.load.plan import Action, prompt_of
from tests.load.record import Record

TEXT_TEMPERATURE = 0.8
_PRESS_AND_WATCH = """
(running) => new Promise((resolve) => {
  const shown = (place) => document.querySelector(place)?.textContent.trim() || '';
  const updates = [];
  let most = 0;
  const started = performance.now();
  const observer = new MutationObserver(() => {
    const [reason, notice] = [shown('#reason .reason'), shown('#notice .notice')];
    if (!reason && !notice) return;
    const now = (performance.now() - started) / 1000;
    const tokens = document.querySelectorAll('#text .tok').length;
    if (!updates.length) updates.push(now);
    if (tokens > most) updates.push(now);
    most = tokens;
    if (reason === running && !notice) return;
    observer.disconnect();
    const text = document.querySelector('#text .written')?.textContent || '';
    resolve({updates, reason, notice, text, facts: shown('#facts .facts')});
  });
  observer.observe(document.querySelector('#views'), {subtree: true, childList: true,
    characterData: true});
  document.querySelector('#generate').click();
})
"""
"""Press Generate; when the page showed more, and what it shows at the end."""


class PageStudent:
    """faults: what its page did that no page must."""

    def __init__(self, page: Page, address: str, number: int) -> None:
        self.number = number
        self.faults: list[str] = []
        self._page, self._address = page, address
        page.set_default_timeout(DEADLINE_MS)

    async def open(self) -> None:
        """Load the page and visit both tabs once."""
        note_faults(self._page, self._address, self.faults)
        await self._page.goto(self._address)
        await self._page.locator("#parameters-figure .main-svg").first.wait_for()
        await self._tab(GENERATE)
        await self._page.locator("#generate").wait_for()
        await self._tab(NEXT)
        await self._page.locator("#next-figure .main-svg").first.wait_for()

    async def settle(self, preset: str, tokens: int) -> None:
        """Choose the model, the prompt and the length."""
        page, name = self._page, LANGUAGES["en"].model.preset_names[preset]
        if name not in (await page.locator("#badge").text_content() or ""):
            await page.locator("#preset input").click()
            options = page.get_by_role("option")
            await options.and_(page.get_by_label(name, exact=True)).click()
            await page.locator("#badge").get_by_text(name).wait_for()
        await page.locator("#max_new_tokens input[type=number]").fill(str(tokens))
        await page.locator("#prompt textarea").fill(prompt_of(self.number))
        last = prompt_of(self.number).rpartition(" ")[2]
        await page.locator("#strip").get_by_text(last).first.wait_for()

    async def live(self, plan: list[Action], started: float) -> list[Record]:
        """Everything in the plan; `started`: when it all began, by the loop's clock."""
        loop, records = asyncio.get_running_loop(), []
        for action in plan:
            record = Record(self.number, action)
            records.append(record)
            if loop.time() > started + action.at:
                record.outcome = "missed"
                continue
            try:
                await self._prepare(action)
                await asyncio.sleep(max(0.0, started + action.at - loop.time()))
                late = loop.time() - started - action.at
                updates = await (self._write(record) if record.is_text else self._draw(record))
                record.updates = [late + each for each in updates]
            except (Error, TimeoutError) as error:
                record.trouble = f"{type(error).__name__}: {error}"[:200]
        return records

    async def _prepare(self, action: Action) -> None:
        if action.deed == "chart":
            await self._tab(NEXT)
            return
        await self._page.locator("#seed input, #seed textarea").fill(str(int(action.value)))
        slider = self._page.locator("#temperature input[type=range]")
        await slider.fill(str(TEXT_TEMPERATURE))
        await self._tab(GENERATE)
        await self._page.locator("#clear").click()
        await self._page.wait_for_function("!document.querySelector('#reason .reason')")

    async def _write(self, record: Record) -> list[float]:
        running = LANGUAGES["en"].generate.running
        shown = await self._evaluate(_PRESS_AND_WATCH, running)
        record.see(shown["text"], shown["facts"])
        record.end(shown["notice"], shown["reason"])
        updates: list[float] = shown["updates"]
        return updates

    async def _draw(self, record: Record) -> list[float]:
        where = ["#temperature", "#next-figure .figure", round(record.action.value, 2)]
        milliseconds = await self._evaluate(SLIDER_TO_CHART, where)
        record.end("")
        return [milliseconds / 1000]

    async def _evaluate(self, script: str, given: object) -> Any:
        async with asyncio.timeout(DEADLINE_MS / 1000):
            return await self._page.evaluate(script, given)

    async def _tab(self, number: int) -> None:
        await self._page.locator("#views button[role=tab]").nth(number).click()


@asynccontextmanager
async def page_student(address: str, number: int) -> AsyncGenerator[PageStudent]:
    """A student of that number, with a browser of his own."""
    path = shutil.which("chromium")
    assert path, "There is no chromium on the PATH."
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS)
        context = await browser.new_context(
            locale="en-US", viewport={"width": 1440, "height": 900}, service_workers="block"
        )
        yield PageStudent(await context.new_page(), address, number)
        await browser.close()
