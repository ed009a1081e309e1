"""A visitor who behaves, on a server that somebody or something has just mistreated."""

import pytest

from tests.load.lone import is_lone_text, lone_chances
from tests.ui.api_visitor import ApiVisitor
from tests.ui.reading import plain_text, view_of

PROMPT = "Tom went to the wood and"
SEED = 11
TOKENS = 12


def serves_well(address: str, preset: str = "story") -> None:
    """The chart and the text of the server are those of a lone run with the same seed."""
    someone = ApiVisitor(address)
    try:
        someone.open()
        if preset != "story":
            someone.fire("preset", "input", preset=preset)
        someone.fire("prompt", "change", prompt=PROMPT)
        bars = view_of(someone.shown("next-figure"))["figure"]["data"][1]["x"]
        assert bars == pytest.approx(lone_chances(preset, PROMPT, len(bars)), rel=1e-3)
        someone.fire("generate", "click", seed=str(SEED), max_new_tokens=TOKENS)
        assert is_lone_text(plain_text(someone.shown("text")), preset, PROMPT, SEED, TOKENS)
        assert plain_text(someone.shown("notice")) == ""
    finally:
        someone.http.close()
