"""What the text that is looked at token by token came from."""

from typing import NamedTuple

from playground.serving.limits import check_seed, check_whole
from playground.ui.scene import Scene, Values, sampled_scene
from playground.ui.writing import Writing

TOKENS = 60
"""Most of a text that is written here."""


class Asked(NamedTuple):
    """A text to write: tokens at most, and the seed, None for a new one."""

    scene: Scene
    length: int
    seed: int | None


def asked_now(values: Values) -> Asked | None:
    """What the page asks for; None before anything could be drawn. Raises the scene's error when
    its model cannot run."""
    seed = check_seed(values["seed"])
    most = min(TOKENS, check_whole("max_new_tokens", values["max_new_tokens"]))
    scene = sampled_scene(values)
    if scene is None:
        return None
    if scene.too_large is not None:
        raise scene.too_large
    return Asked(scene, most, seed)


def asked_before(written: Writing, values: Values) -> Asked:
    """What a text of the generate panel was asked for. A seed that the page does not name cannot
    be another one."""
    seed = None if check_seed(values["seed"]) is None else written.seed
    return Asked(written.scene, min(TOKENS, written.length), seed)
