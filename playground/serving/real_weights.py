"""The published weights of a preset: from a folder of the host, else from the Hub.

One model at a time in the process: it takes the line to the Hub and, while it is loaded, memory.
Whoever asks for the one that is on its way waits for it and shares it.
"""

import shutil
import threading
import time
from concurrent.futures import Future
from pathlib import Path

from playground.errors import AssetError, InputError, PlaygroundError, ResourceError
from playground.gpt.checkpoint import CONFIG_FILE
from playground.gpt.gpt2_folder import load_gpt2_folder, read_gpt2_config
from playground.gpt.model import GPTModel
from playground.gpt.presets import Preset
from playground.serving.hub import HUB_LIMITS, TICK_SECONDS, Progress, fetch
from playground.serving.hub_cache import cache_folder, cached
from playground.serving.hub_watch import HubLimits
from playground.serving.memory import available_bytes
from playground.serving.units import format_bytes
from playground.text.encoding import encoding_named

BYTES_PER_PARAMETER = 4
MEMORY_FACTOR = 1.25
MEMORY_MARGIN_BYTES = 500_000_000
"""Memory: float32 weights (the file is mapped and takes none), a quarter more for what runs on
them, and what the page needs beside."""
DISK_MARGIN_BYTES = 200_000_000


class RealWeights:
    """Published weights, shared by everybody.

    folder: holds a folder of each preset by its name, such as gpt2-small; it comes before the Hub.
    cache: what the Hub's programs share when None.
    """

    def __init__(
        self,
        folder: Path | None = None,
        cache: Path | None = None,
        limits: HubLimits = HUB_LIMITS,
    ) -> None:
        self._folder = folder
        self._cache = cache_folder() if cache is None else cache
        self._limits = limits
        self._job: _Job | None = None
        self._lock = threading.Lock()

    def where(self, preset: Preset) -> Path | None:
        """The folder that the weights of a preset are in, None where they are still to be fetched.

        Asks no network. A folder that the host gave counts as it is, whatever lies in it.
        """
        if self._folder is not None and (self._folder / preset.name).is_dir():
            return self._folder / preset.name
        return cached(preset.hub, self._cache) if preset.hub else None

    def load(self, preset: Preset, progress: Progress) -> GPTModel:
        """The model with its published weights: float32, in eval mode, without gradients.

        progress is told the bytes fetched so far and in all, and ends the wait by raising; whoever
        else waits for the same model then goes on. Raises HubError, AssetError when the files are
        not what the preset needs, and ResourceError when memory or disk do not suffice or when
        another model is on its way.
        """
        while True:
            job, mine = self._join(preset)
            if mine:
                return self._lead(job, preset, progress)
            model = job.wait(progress)
            if model is not None:
                return model

    def _join(self, preset: Preset) -> tuple["_Job", bool]:
        """The job that loads this preset, and whether it is the caller's to do."""
        with self._lock:
            if self._job is None:
                self._job = _Job(preset.name)
                return self._job, True
            if self._job.preset != preset.name:
                raise busy(preset.name, self._job.preset)
            return self._job, False

    def _lead(self, job: "_Job", preset: Preset, progress: Progress) -> GPTModel:
        try:
            model = self._fetch_and_read(preset, job.told(progress))
        except PlaygroundError as error:
            self._end(job).set_exception(error)
            raise
        except BaseException:  # this visitor gave up; another may still want it
            self._end(job).set_result(None)
            raise
        self._end(job).set_result(model)
        return model

    def _end(self, job: "_Job") -> "Future[GPTModel | None]":
        with self._lock:
            self._job = None
        return job.outcome

    def _fetch_and_read(self, preset: Preset, progress: Progress) -> GPTModel:
        _require_memory(preset)
        folder = self.where(preset)
        if folder is None:
            folder = self._fetch(preset, progress)
        _require_fit(preset, folder)
        try:
            return load_gpt2_folder(folder)
        except PlaygroundError:
            raise
        except (MemoryError, RuntimeError) as error:  # torch's words for memory that ran out
            raise too_little_memory(preset, available_bytes()) from error

    def _fetch(self, preset: Preset, progress: Progress) -> Path:
        if not preset.hub:
            raise none_published(preset)
        _require_disk(preset, self._cache)
        place = f"FOLDER/{preset.name}"
        return fetch(preset.hub, progress, place, self._cache, self._limits)


class _Job:
    """A model on its way; `outcome` is None when whoever fetched it gave up."""

    def __init__(self, preset: str) -> None:
        self.preset = preset
        self.outcome: Future[GPTModel | None] = Future()
        self.bytes = (0, 0)

    def told(self, progress: Progress) -> Progress:
        """`progress` that is heard by those who wait, too."""

        def tell(received: int, total: int) -> None:
            self.bytes = (received, total)
            progress(received, total)

        return tell

    def wait(self, progress: Progress) -> GPTModel | None:
        """The outcome, once it is there; progress goes on meanwhile."""
        while not self.outcome.done():
            progress(*self.bytes)
            time.sleep(TICK_SECONDS)
        return self.outcome.result()


def needed_bytes(preset: Preset) -> int:
    """Memory that a preset with its published weights takes."""
    weights = BYTES_PER_PARAMETER * (preset.published or 0)
    return int(weights * MEMORY_FACTOR) + MEMORY_MARGIN_BYTES


def _require_memory(preset: Preset) -> None:
    free = available_bytes()
    if needed_bytes(preset) > free:
        raise too_little_memory(preset, free)


def _require_disk(preset: Preset, cache: Path) -> None:
    there = next(folder for folder in (cache, *cache.absolute().parents) if folder.exists())
    free = shutil.disk_usage(there).free
    if preset.hub_bytes + DISK_MARGIN_BYTES > free:
        raise too_little_disk(preset, cache, free)


def _require_fit(preset: Preset, folder: Path) -> None:
    """Hold what a folder describes against the preset and its encoding, before it is loaded."""
    found, ids = read_gpt2_config(folder), encoding_named(preset.encoding).vocab_size
    file = str(folder / CONFIG_FILE)
    if found.vocab_size != ids:
        raise AssetError(
            "real_weights_vocabulary",
            f"{file} describes a model of {found.vocab_size} ids, but the text encoding "
            f"{preset.encoding} has {ids}: it would read other words than are written. Use weights "
            "that were trained with that encoding.",
            file=file,
            found=str(found.vocab_size),
            wanted=str(ids),
        )
    wanted = preset.config.to_dict() | {"dropout": found.dropout}  # plays no part outside training
    wrong = {name: value for name, value in found.to_dict().items() if value != wanted[name]}
    if wrong:
        shown = ", ".join(f"{name} {value}, not {wanted[name]}" for name, value in wrong.items())
        raise AssetError(
            "real_weights_shape",
            f"{file} describes another model than {preset.name}: {shown}. Put the files of "
            f"{preset.name} in their place.",
            file=file,
            preset=preset.name,
            fields=shown,
        )


def too_little_memory(preset: Preset, free: int) -> ResourceError:
    """free: bytes that may still be taken."""
    needed = format_bytes(needed_bytes(preset))
    return ResourceError(
        "real_weights_memory",
        f"{preset.name} with its real weights needs about {needed} of memory, but this machine has "
        f"{format_bytes(free)} free; choose a smaller model, or close other programs.",
        preset=preset.name,
        needed=needed,
        free=format_bytes(free),
    )


def too_little_disk(preset: Preset, cache: Path, free: int) -> ResourceError:
    """free: bytes that the disk of the cache still has."""
    needed, left = format_bytes(preset.hub_bytes), format_bytes(free)
    return ResourceError(
        "real_weights_disk",
        f"{preset.name} is a download of {needed}, but the disk of {cache} has {left} free; free "
        "some space, or name a folder on another disk in HF_HOME.",
        preset=preset.name,
        needed=needed,
        free=left,
        cache=str(cache),
    )


def busy(wanted: str, loading: str) -> ResourceError:
    """Both are names of presets."""
    return ResourceError(
        "real_weights_busy",
        f"{wanted} has to wait: {loading} is being loaded for somebody else, and one model is "
        "loaded at a time. Try again in some minutes.",
        preset=wanted,
        loading=loading,
    )


def gone(preset: Preset) -> InputError:
    """They were here when the visitor took them."""
    return InputError(
        "real_weights_gone",
        f"The real weights of {preset.name} are no longer here; load them again.",
        preset=preset.name,
    )


def none_published(preset: Preset) -> InputError:
    """There is nothing to fetch."""
    return InputError(
        "no_real_weights",
        f"There are no published weights of {preset.name}; choose another model.",
        preset=preset.name,
    )
