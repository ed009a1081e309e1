"""Importing the app against importing what it stands on, each in a new process, interleaved."""

import subprocess
import sys

from tests.bench.interleaved import median_seconds

LIBRARIES = "import torch, gradio, plotly"


def measure() -> float:
    """The app's import time over that of torch, gradio and plotly."""
    seconds = median_seconds(
        {"app": lambda: _run("import playground.app"), "libraries": lambda: _run(LIBRARIES)}
    )
    return seconds["app"] / seconds["libraries"]


def _run(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True)
