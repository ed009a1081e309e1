"""What a run keeps in its folder: a checkpoint to resume from, and the log of its losses.

Both outlive a power cut. The checkpoint ends with a digest of all its bytes, since torch reads one
with flipped bits without a word; the log loses nothing but what was being written.
"""

import hashlib
import io
import json
from pathlib import Path
from typing import Any, NoReturn

import torch

from playground.errors import AssetError

CHECKPOINT_FILE = "checkpoint.pt"
LOG_FILE = "log.jsonl"


def write_checkpoint(folder: Path, state: dict[str, Any]) -> None:
    """Replace the checkpoint of a run by this one: in full, or not at all."""
    buffer = io.BytesIO()
    torch.save(state, buffer)
    data = buffer.getvalue()
    unfinished = folder / f"{CHECKPOINT_FILE}.part"
    unfinished.write_bytes(data + hashlib.sha256(data).digest())
    unfinished.replace(folder / CHECKPOINT_FILE)


def read_checkpoint(folder: Path, device: torch.device) -> dict[str, Any] | None:
    """The checkpoint of a run, None where there is none.

    Raises AssetError, and leaves the file as it is, when its bytes are not those that were written.
    """
    path = folder / CHECKPOINT_FILE
    if not path.exists():
        return None
    raw = path.read_bytes()
    size = hashlib.sha256().digest_size
    data, digest = raw[:-size], raw[-size:]
    if hashlib.sha256(data).digest() != digest:
        refuse_checkpoint(folder, "is damaged, or it is no checkpoint of a run")
    state: dict[str, Any] = torch.load(io.BytesIO(data), map_location=device, weights_only=True)
    return state


def refuse_checkpoint(folder: Path, problem: str) -> NoReturn:
    """Raise the AssetError that says why the checkpoint of a run cannot be resumed from."""
    raise AssetError(
        "bad_checkpoint",
        f"{folder / CHECKPOINT_FILE} {problem}. "
        "Put the right one in its place, or start again in another --folder.",
        file=str(folder / CHECKPOINT_FILE),
        problem=problem,
    )


def append_to_log(folder: Path, row: dict[str, Any]) -> None:
    """Add a row, which has a `step`, to the log of a run."""
    with (folder / LOG_FILE).open("a", encoding="utf-8") as log:
        log.write(json.dumps(row) + "\n")


def read_log(folder: Path) -> list[dict[str, Any]]:
    """The rows of a run's log by rising step, each step once: what was measured last counts.

    A line that a crash cut off is left out.
    """
    path = folder / LOG_FILE
    rows = {}
    if path.exists():
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            row = _row(line)
            if row is not None:
                rows[row["step"]] = row
    return [rows[step] for step in sorted(rows)]


def cut_log(folder: Path, last_step: int) -> None:
    """Forget what a run measured after the step from which it goes on, and what was cut off."""
    rows = [row for row in read_log(folder) if row["step"] <= last_step]
    unfinished = folder / f"{LOG_FILE}.part"
    text = "".join(json.dumps(row) + "\n" for row in rows)
    unfinished.write_text(text, encoding="utf-8", newline="\n")
    unfinished.replace(folder / LOG_FILE)


def _row(line: str) -> dict[str, Any] | None:
    try:
        row = json.loads(line)
    except ValueError:
        return None
    return row if isinstance(row, dict) and isinstance(row.get("step"), int) else None
