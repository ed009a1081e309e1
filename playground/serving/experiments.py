"""What the lab computes for one visitor alone: both ways to take a step, and a beam search.

They hold a whole processor while they run, so whoever calls them lets few do so at once.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from playground.decoding.beam import BeamTree, beam_search
from playground.decoding.generation import Step, steps_of
from playground.serving.engine.errors import told
from playground.serving.engine.interface import TextRequest
from playground.serving.models import ModelStore
from playground.serving.race import Lap, race


class Experiments:
    """Runs them on the models of a store. Arguments are checked as in the engine."""

    def __init__(self, store: ModelStore) -> None:
        self._store = store

    def race(self, request: TextRequest) -> Iterator[Lap]:
        """The same text with and without the cache, in turns, token by token."""
        with _telling():
            yield from race(self._store.get(request.choice, request.vocab_size), request)

    def beams(self, request: TextRequest, width: int, seconds: float) -> BeamTree:
        """The beam search from a prompt, as far as it comes in so many seconds, at least one depth;
        the request's sampler, seed and written tokens do not matter to it."""
        with _telling():
            loaded = self._store.get(request.choice, request.vocab_size)
            trees = beam_search(
                loaded.source,
                request.prompt_ids,
                width=width,
                max_new_tokens=request.max_new_tokens,
                end_of_text=request.end_of_text,
            )
            ends = time.monotonic() + seconds
            tree = next(trees)
            for deeper in trees:
                tree = deeper
                if time.monotonic() > ends:
                    break
            return tree

    def sample(self, request: TextRequest) -> tuple[Step, ...]:
        """The text that the sampler writes."""
        with _telling():
            loaded = self._store.get(request.choice, request.vocab_size)
            return tuple(steps_of(loaded.source, request.generation(loaded.source)))


@contextmanager
def _telling() -> Iterator[None]:
    """Whatever goes wrong can be told to a person, as in the engine."""
    try:
        yield
    except Exception as error:
        raise told(error) from None
