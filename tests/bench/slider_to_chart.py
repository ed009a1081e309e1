"""From a slider's release to the new chart, against a Gradio event that does nothing.

Both sliders are on the same page, so that only what the chart adds is compared; measurements
alternate, so that whatever else the machine does hits both alike. Time runs inside the page, from
the release to the change of the document.
"""

import contextlib
import os
import shutil
import socket
import statistics
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 40
WARM_UP = 5
BROWSER_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

SLIDER_TO_CHART = """
([control, target, value]) => new Promise((resolve) => {
  const slider = document.querySelector(`${control} input[type=range]`);
  const shown = () => {
    const element = document.querySelector(target);
    return element.dataset.drawn || element.textContent;
  };
  const before = shown();
  const observer = new MutationObserver(() => {
    if (shown() === before) return;
    observer.disconnect();
    resolve(performance.now() - started);
  });
  observer.observe(document.body, {subtree: true, childList: true, characterData: true,
    attributes: true, attributeFilter: ['data-drawn']});
  slider.value = value;
  const started = performance.now();
  slider.dispatchEvent(new Event('input', {bubbles: true}));
  slider.dispatchEvent(new PointerEvent('pointerup', {bubbles: true}));
})
"""


def measure() -> dict[str, float]:
    """Median milliseconds of both, and their ratio."""
    contenders = {
        "chart": ("#temperature", "#next-figure .figure"),
        "nothing": ("#idle", "#echo .prose"),
    }
    times: dict[str, list[float]] = {name: [] for name in contenders}
    with _served("tests/bench/nothing.py") as url, sync_playwright() as playwright:
        path = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=BROWSER_FLAGS)
        page = opened(browser.new_page(), url)
        for round_ in range(WARM_UP + ROUNDS):
            value = 0.3 + 0.05 * (round_ % 25)
            for name, (control, target) in contenders.items():
                page.wait_for_timeout(300)
                milliseconds = page.evaluate(SLIDER_TO_CHART, [control, target, value])
                if round_ >= WARM_UP:
                    times[name].append(milliseconds)
        browser.close()
    medians = {name: statistics.median(each) for name, each in times.items()}
    return {**medians, "ratio": medians["chart"] / medians["nothing"]}


def opened(page: Page, url: str) -> Page:
    """The page on its next-token view."""
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(url)
    page.locator("#parameters-figure .main-svg").first.wait_for()
    page.locator("#views button[role=tab]").nth(2).click()
    page.locator("#next-figure .main-svg").first.wait_for()
    return page


@contextlib.contextmanager
def _served(*command: str) -> Iterator[str]:
    """A server in a process of its own, ready to answer."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [sys.executable, *command, "--port", str(port)], cwd=ROOT, env=environment
    )
    url = f"http://127.0.0.1:{port}"
    try:
        _wait(url, process)
        yield url
    finally:
        process.terminate()
        process.wait()


def _wait(url: str, process: "subprocess.Popen[bytes]") -> None:
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    deadline = monotonic() + 120
    while monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(OSError), direct.open(url):
            return
        sleep(0.2)
    raise RuntimeError(f"no answer from {url}")
