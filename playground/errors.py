"""The one exception tree: everything a person can be told in a sentence.

Knows no torch and no wording of the page. Each error carries a `code` and its `values`, so that
the page can say the same thing in the visitor's language; `str(error)` is the English sentence
for the command line and the API.
"""


class PlaygroundError(Exception):
    """A mistake that a person can mend. `code` names it, `values` fill its sentence."""

    def __init__(self, code: str, sentence: str, **values: object) -> None:
        super().__init__(sentence)
        self.code = code
        self.values = values


class ConfigError(PlaygroundError, ValueError):
    """A model shape that cannot be built."""


class SamplingError(PlaygroundError, ValueError):
    """Sampling settings out of range, or logits that cannot be sampled from."""


class InputError(PlaygroundError, ValueError):
    """A value from the page, the API or the command line that is out of its limits."""


class SequenceTooLong(PlaygroundError, ValueError):
    """More tokens than the context of the model holds."""


class AssetError(PlaygroundError, RuntimeError):
    """A shipped file is missing, damaged or does not fit the model."""


class HubError(PlaygroundError, RuntimeError):
    """Published weights could not be fetched from the Hugging Face Hub."""


class ResourceError(PlaygroundError, RuntimeError):
    """This machine lacks the memory or the disk space, or it is busy with another model."""
