"""Ten thousand prompts that nobody would type: what is shown is right, whole and harmless."""

import json
import re
import time
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import gradio as gr
import pytest

from playground.serving.engine.local import local_engine
from playground.serving.limits import PROMPT_CHARACTERS
from playground.serving.models import ModelStore
from playground.text.encoding import without_surrogates
from playground.text.streaming import TextStream
from playground.ui.controls import STRIP_TOKENS
from playground.ui.next_token_panel import ROWS_SHOWN
from playground.ui.page import Page
from playground.ui.scene import PRESETS, Scene, preset_values, read_scene
from tests.abuse.conftest import Target
from tests.abuse.random_prompts import prompts
from tests.near_ties import lone_run
from tests.ui.api_visitor import ApiVisitor
from tests.ui.reading import plain_text, tags_of, updates_of, value_of, view_of

pytestmark = pytest.mark.slow

ROUNDS, IN_ROUND = 3, 3000
"""In the handlers."""
SERVED, VISITORS = 1000, 8
TOKENS = 3
CHARTED_EACH, WRITTEN_EACH, DRAWN_EACH = 3, 12, 60
PRESET_TURNS = (*(7 * ("demo",)), "story", "story", "tang")
OUR_TAGS = {
    *(
        "a",
        "bdi",
        "br",
        "button",
        "code",
        "details",
        "div",
        "h2",
        "p",
        "pre",
        "small",
        "span",
        "summary",
    ),
    *("table", "tbody", "td", "th", "thead", "tr"),
}
UNSEEN = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs", "Mn", "Me"}
PLOTLY_TAGS = re.compile(r"</?(?:b|br)/?>")

Values = dict[str, Any]


@pytest.fixture(scope="module")
def store() -> ModelStore:
    return ModelStore()


@pytest.fixture(scope="module")
def page(store: ModelStore) -> Iterator[Page]:
    engine = local_engine(store)
    with gr.Blocks(analytics_enabled=False):
        page = Page(store, engine)
    yield page
    engine.close()


@pytest.fixture(scope="module")
def values(page: Page) -> Callable[..., Values]:
    """What the controls hold on a preset after some changes."""
    opening = {name: component.value for name, component in page.inputs.items()}

    def changed(preset: str, **changes: Any) -> Values:
        return {**opening, "preset": preset, **preset_values(PRESETS[preset]), **changes}

    return changed


def is_right(store: ModelStore, scene: Scene, seed: int, shown: str) -> bool:
    """Whether a text is the prompt as it is shown and what a lone run writes after it."""
    run = lone_run(
        store.get(scene.choice, scene.vocab_size).source,
        scene.prompt.ids,
        scene.params,
        max_new_tokens=TOKENS,
        seed=seed,
        end_of_text=scene.encoding.end_of_text,
    )

    def text_of(ids: Sequence[int]) -> str:
        text = TextStream(scene.encoding)
        return scene.prompt.text + "".join(map(text.push, ids)) + text.finish()

    return shown == text_of(run.ids) or run.difference_in_text(shown, text_of).excused()


def check_prompt(scene: Scene, prompt: str) -> None:
    """What was typed is what is read."""
    kept = without_surrogates(prompt[-PROMPT_CHARACTERS:])
    assert scene.prompt.text == kept
    assert scene.prompt.cut == len(prompt) - len(prompt[-PROMPT_CHARACTERS:])
    lines = scene.encoding.unknown_characters("\n") == ""
    ids = scene.encoding.encode(kept if lines else "".join(kept.splitlines()) or kept)
    assert (
        list(scene.prompt.ids)
        == (ids or [scene.encoding.start])[-scene.choice.config.context_length :]
    )
    if lines:
        assert scene.encoding.decode(ids) == kept


def check_html(html: str) -> None:
    """Nothing in it but elements of ours, and it can be sent."""
    html.encode()
    assert set(tags_of(html)) <= OUR_TAGS, html


def check_strip(scene: Scene, html: str) -> None:
    """A chip for each of the last tokens, none of them blank."""
    check_html(html)
    labels = re.findall("<bdi>(.*?)</bdi>", html, re.DOTALL)
    assert len(labels) == min(len(scene.prompt.ids), STRIP_TOKENS)
    assert all(map(is_plain, labels)), labels


def is_plain(text: str) -> bool:
    """Whether something in a label is seen, and nothing in it is invisible or does anything."""
    seen = text.replace(" ", "")  # between the bytes of half a character
    return seen != "" and all(unicodedata.category(each) not in UNSEEN for each in seen)


def check_chart(view: dict[str, Any]) -> None:
    """As many bars as rows, in order, with probabilities that can be true, plain labels; a token
    drawn last has a bar of its own where it is not among the first."""
    for part in ("above", "below", "table"):
        check_html(view[part])
    before, after, removed = view["figure"]["data"]
    rows = len(before["x"])
    assert rows in (ROWS_SHOWN, ROWS_SHOWN + ('class="drawn"' in view["below"]))
    assert len(after["x"]) == len(removed["x"]) == rows
    first = [a if b is None else b for a, b in zip(removed["x"], before["x"], strict=True)]
    assert first == sorted(first, reverse=True)
    assert all(0 <= share <= 1 for share in (*first, *after["x"]))
    assert sum(first) <= 1 + 1e-6
    assert sum(after["x"]) <= 1 + 1e-6
    labels = view["figure"]["layout"]["yaxis"]["ticktext"]
    assert len(set(labels)) == rows
    for text in (*labels, *before["hovertext"]):
        plain = PLOTLY_TAGS.sub("", text)
        assert "<" not in plain, text
        assert is_plain(plain), text


@pytest.mark.parametrize("round_number", range(ROUNDS))
def test_prompts_in_the_handlers_of_the_page(
    page: Page, store: ModelStore, values: Callable[..., Values], round_number: int
) -> None:
    started = time.monotonic()
    for number, prompt in enumerate(prompts(round_number, IN_ROUND)):
        preset = PRESET_TURNS[number % len(PRESET_TURNS)]
        given = values(preset, prompt=prompt, seed=str(number), max_new_tokens=TOKENS)
        scene = read_scene(given)
        check_prompt(scene, prompt)
        check_strip(scene, value_of(page.controls.draw(scene, given)[page.controls.strip]))
        if number % CHARTED_EACH == 0:
            check_chart(view_of(page.next.draw(scene)[page.next.view]))
        if number % WRITTEN_EACH == 0:
            html = updates_of(page, given)[-1][page.generate.text]
            check_html(html)
            assert is_right(store, scene, number, plain_text(html))
        if number % DRAWN_EACH == 0:
            shown = page.draw(given)
            for view in (page.parameters.view, page.mask.mask, page.mask.attention):
                parts = view_of(shown[view])
                check_html(parts["above"] + parts["below"] + parts["table"])
    took = time.monotonic() - started
    print(f"{IN_ROUND} prompts in {took:.0f} s, {IN_ROUND / took:.0f} a second")


def test_prompts_in_the_served_page(
    target: Target, store: ModelStore, values: Callable[..., Values]
) -> None:
    def visit(number: int) -> None:
        visitor = ApiVisitor(target.address)
        visitor.open()
        visitor.fire("preset", "input", preset="demo")
        for seed, prompt in enumerate(prompts(100 + number, SERVED // VISITORS)):
            change = {"prompt": prompt, "seed": str(seed), "max_new_tokens": TOKENS}
            if seed % 5 == 0:
                visitor.fire("prompt", "change", **change)
                check_chart(view_of(visitor.shown("next-figure")))
                check_html(visitor.shown("strip"))
            visitor.fire("generate", "click", **change)
            scene = read_scene(values("demo", **change))
            assert not plain_text(visitor.shown("notice"))
            check_html(visitor.shown("text"))
            assert is_right(store, scene, seed, plain_text(visitor.shown("text")))
            json.dumps(visitor.values, ensure_ascii=False).encode("utf-8", "surrogatepass")
        visitor.http.close()

    started = time.monotonic()
    with ThreadPoolExecutor(VISITORS) as pool:
        for _ in pool.map(visit, range(VISITORS)):
            pass
    took = time.monotonic() - started
    print(f"{SERVED} prompts served in {took:.0f} s, {SERVED / took:.0f} a second")
    assert target.get("/health").json()["active"] == 0
