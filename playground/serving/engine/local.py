"""The engine that serves a class from this process."""

from playground.serving.engine.decoders import BatchDecoder
from playground.serving.engine.stepper import Stepper
from playground.serving.models import ModelStore


def local_engine(store: ModelStore) -> Stepper:
    """Writes all texts of a model together."""
    return Stepper(store, BatchDecoder)
