"""GPT Playground as a Gradio app: how everything is put together, and how it is launched.

A Space runs this file as a script; then its own folder is on the path in place of the project's.
"""

import os
import signal
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import Any

if __package__ in (None, ""):
    sys.path[0] = str(Path(__file__).resolve().parents[1])

if find_spec("spaces"):  # on ZeroGPU: it comes before torch, and wants one function for a GPU
    import spaces

    spaces.GPU(lambda: None)

if "gradio" not in sys.modules:  # which settles on its folder and its port when it is imported
    from playground.errors import PlaygroundError
    from playground.serving.environment import check_numbers
    from playground.serving.temporary import find_folder

    try:
        check_numbers()
        find_folder()
    except PlaygroundError as error:
        if __name__ == "__main__":
            sys.exit(str(error))
        raise

import gradio as gr
from gradio import http_server
from starlette.middleware import Middleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from playground.figures.browser import PLOTLY_JS_FOLDER
from playground.locales import LANGUAGES
from playground.serving.engine.interface import Engine
from playground.serving.engine.local import local_engine
from playground.serving.host import set_up_process
from playground.serving.models import ModelStore
from playground.ui.assistive import ASSIST
from playground.ui.events import wire
from playground.ui.export import export_route
from playground.ui.gate import Gate
from playground.ui.hand import MENDS
from playground.ui.health import health_route
from playground.ui.look import THEME
from playground.ui.own_words import HEAD
from playground.ui.page import Page
from playground.ui.paper import PAPER_STYLE, PRINT_WHOLE
from playground.ui.take_away import SAVE_ON_CLICK
from playground.ui.view import PLOTLY_ROUTE

STYLE = Path(__file__).resolve().parents[1] / "assets" / "playground.css"
THREADS = 64
"""Handlers at once; a running text takes none."""
WAITING = 64
"""Events that may wait; beyond it a visitor is told at once that the app is busy."""
GOODBYE_SECONDS = 1.0
"""From the last words to the end: a page asks for news ten times in it."""


def build_app(store: ModelStore, engine: Engine) -> gr.Blocks:
    """The page, not yet served; its models come from `store`, its texts from `engine`."""
    os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"  # also stops Gradio's look for a new version
    # Gradio sums up its last 10,000 events after each event, for a page that is not served here.
    os.environ["GRADIO_ANALYTICS_MAX_EVENTS"] = "1"
    os.environ["GRADIO_ANALYTICS_CACHE_FREQUENCY"] = str(sys.maxsize)
    title = next(iter(LANGUAGES.values())).page.title
    blocks = gr.Blocks(title=title, analytics_enabled=False, fill_width=True)
    with blocks:
        wire(blocks, Page(store, engine))
    blocks.queue(max_size=WAITING, default_concurrency_limit=None)
    return blocks


def launch_settings(store: ModelStore, engine: Engine) -> dict[str, Any]:
    """What `launch` needs beside the address, which the environment or the command line gives.

    store and engine: those of the page, for models to take home and for the state of health.
    """
    plotly = Mount(PLOTLY_ROUTE, StaticFiles(directory=PLOTLY_JS_FOLDER))
    routes = [plotly, export_route(store), health_route(engine)]
    return {
        "theme": THEME,
        "css_paths": [STYLE],
        "head": HEAD + PAPER_STYLE,
        "js": f"() => {{ {''.join(f'({each})();' for each in _SCRIPTS)} }}",
        # Gradio asks its own page once and gives up after three seconds, as on a busy machine.
        "_frontend": False,
        "app_kwargs": {"routes": routes, "middleware": [Middleware(Gate)]},
        "max_threads": THREADS,
        "footer_links": [],
        "share": False,
        "show_error": False,
        "allowed_paths": [],
        "max_file_size": "1mb",
        "enable_monitoring": False,
        "run_history": False,
        "ssr_mode": False,
        "pwa": False,
        "state_session_capacity": 500,
    }


def look_for_ports_on_ipv4() -> None:
    """To be called before a launch that names the server. Gradio tries whether a port is free on
    GRADIO_SERVER_NAME, and takes none for free where that is IPv6."""
    http_server.LOCALHOST_NAME = "127.0.0.1"


def say_goodbye(engine: Engine) -> None:
    """When this process is told to end: take no more texts, tell those whose texts are being
    written, and end. To be called by the main thread, before the launch."""

    def end(number: int, frame: FrameType | None) -> None:
        engine.close()
        time.sleep(GOODBYE_SECONDS)
        os._exit(0)  # there is nothing to save, and Gradio would wait for every page to be closed

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)


_FOLD_ON_PHONES = """
() => {
  if (window.innerWidth >= 700) return;
  for (const id of ['model-fold', 'sampler-fold']) {
    document.querySelector(`#${id} button.label-wrap.open`)?.click();
  }
}
"""

_SCRIPTS = (MENDS, ASSIST, _FOLD_ON_PHONES, SAVE_ON_CLICK, PRINT_WHOLE)

if __name__ == "__main__":
    set_up_process()
    models = ModelStore()
    texts = local_engine(models)
    say_goodbye(texts)
    build_app(models, texts).launch(**launch_settings(models, texts))
