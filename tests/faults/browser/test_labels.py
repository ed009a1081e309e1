"""Tokens whose labels a chart could take for markup, or for one another."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from playground.decoding.source import ScriptedSource
from playground.figures import theme
from playground.gpt.presets import PRESETS
from playground.serving.engine.decoders import FairDecoder
from playground.serving.models import LoadedModel, ModelChoice, ModelStore
from playground.text.encoding import encoding_named
from playground.text.labels import token_label
from tests.browser.visit import NEXT, Visit
from tests.faults.well_behaved import serves_well
from tests.ui.app_server import served

OpenVisit = Callable[..., Visit]
STORY = encoding_named(PRESETS["story"].encoding)
MARKUP = [
    token_id
    for token_id in range(STORY.end_of_text)
    if set(STORY.token_bytes(token_id)) & set(b"<>&%{}$")
][:12]
ALIKE = [
    token_id
    for text in ("the", " the", "a", " a", " ", "\n", "\t", "\r", "\0", "\x7f", "\u200b")
    for token_id in STORY.encode(text)
][:12]
"""As many as a chart has rows; the last ones are single bytes of an invisible character."""


class Favourites(ModelStore):
    """After "markup" the ids of MARKUP are the likeliest, after "alike" those of ALIKE."""

    def get(self, choice: ModelChoice, vocab_size: int) -> LoadedModel:
        loaded = super().get(choice, vocab_size)
        if choice.preset != "story":
            return loaded
        for_markup = {tuple(STORY.encode("markup")): MARKUP, tuple(STORY.encode("alike")): ALIKE}

        def row(known: list[int]) -> list[float]:
            logits = [0.0] * vocab_size
            for rank, token_id in enumerate(for_markup.get(tuple(known), [])):
                logits[token_id] = 20 - rank / 4
            return logits

        return replace(loaded, source=ScriptedSource(row, vocab_size))


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with served(Favourites(), FairDecoder) as address:
        yield address


def shown(opened: Visit, prompt: str, favourites: list[int]) -> list[str]:
    """Labels of the favourites on the chart after a prompt, each with a bar of its own."""
    opened.tab(NEXT)
    count = opened.drawn("#next-figure")
    opened.type("prompt", prompt)
    opened.wait_drawn("#next-figure", count)
    label = token_label(STORY, favourites[0])
    opened.wait_text("#next-figure .below", f"The favourite is “{label}”")
    bars = [bar for bar in opened.bars("#next-figure")[0] if bar is not None]
    labels = opened.labels("#next-figure")
    assert len(bars) == len(labels) >= len(favourites)
    assert bars == sorted(bars, reverse=True)
    assert bars[0] > bars[len(favourites) - 1] > 0
    return labels[: len(favourites)]


def test_fault_16_markup_in_tokens_is_drawn_letter_by_letter(visit: OpenVisit, server: str) -> None:
    opened = visit()
    labels = shown(opened, "markup", MARKUP)
    assert labels == [token_label(STORY, token_id) for token_id in MARKUP]
    assert {"<", ">", "&"} & set("".join(labels))
    assert opened.page.locator("#next-figure .ytick a").count() == 0
    tips = opened.traces("#next-figure")[0]["hovertext"]
    for tip, label in zip(tips, labels, strict=False):
        assert tip.startswith(f"<b>{theme.plain(label)}</b> · id ")
    serves_well(server, "demo")


def test_fault_17_equal_and_blank_labels_are_a_bar_each(visit: OpenVisit, server: str) -> None:
    opened = visit()
    labels = shown(opened, "alike", ALIKE)
    assert labels == [token_label(STORY, token_id) for token_id in ALIKE]
    assert len(set(labels)) == len(ALIKE)
    assert all(label.strip() for label in labels)
    assert {"the", "␣the"} <= set(labels)
    serves_well(server, "demo")
