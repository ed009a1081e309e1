"""A folder for temporary files, found before Gradio asks for one: it does not start without."""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from playground.errors import ResourceError

VARIABLE = "GRADIO_TEMP_DIR"
_MEMORY = Path("/dev/shm")


def find_folder() -> None:
    """Point GRADIO_TEMP_DIR at the first place where something can be written: what it names, the
    system's own folder, memory. Raises ResourceError where there is none."""
    asked = os.environ.get(VARIABLE)
    folder = next(filter(_is_usable, _places(asked)), None)
    if folder is None:
        raise ResourceError(
            "no_temporary_folder",
            "Nothing can be written on this machine, not even a temporary file; free some space, "
            f"or name a folder in {VARIABLE}.",
        )
    if asked and folder != Path(asked):
        print(f"Nothing can be written in {asked}; {folder} takes its place.", file=sys.stderr)
    os.environ[VARIABLE] = str(folder)


def _places(asked: str | None) -> Iterator[Path]:
    if asked:
        yield Path(asked)
    with suppress(FileNotFoundError):  # which is Python's word for none that can be written
        yield Path(tempfile.gettempdir()) / "gradio"
    if _MEMORY.is_dir():
        tempfile.tempdir = str(_MEMORY)
        yield _MEMORY / "gradio"


def _is_usable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"text")
    except OSError:
        return False
    return True
