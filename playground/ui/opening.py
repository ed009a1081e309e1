"""What a page shows first: the language of the browser, and the settings in its address.

They stand behind the "#", where no server sees them, and follow the controls. So a class can be
given a link to a setting, and a page that loads itself anew has its settings back.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

import gradio as gr

from playground.errors import PlaygroundError
from playground.locales import LANGUAGES, language_from_header
from playground.serving.limits import check_seed, check_whole
from playground.ui.page import Page
from playground.ui.saying import typed_in
from playground.ui.scene import Values, read_scene
from playground.ui.updates import Updates, merged

LONGEST = 2_000
"""Characters of a setting in the address; a longer prompt is left out."""
PAUSE = 300
"""Milliseconds from one writing of the address to the next while a control moves."""

_READ = """(...values) => {
    const names = NAMES, usual = USUAL, link = new URLSearchParams(location.hash.slice(1));
    const linked = (name, value) => {
        const text = link.get(name), kind = typeof usual[name];
        if (text === null || (kind === "number" && text.trim() === "")) return value;
        if (kind === "number" && isFinite(text)) return Number(text);
        if (kind === "boolean" && (text === "true" || text === "false")) return text === "true";
        return text;
    };
    hold("body");
    window.languageChosen = link.has("language");
    // The browser's own event: it comes before anything that Gradio makes of it, and from a
    // person only.
    document.querySelector("#language").addEventListener(
        "input", () => { window.languageChosen = true; }, true);
    addEventListener("hashchange", () => location.reload());
    return names.map((name, place) => {
        if (name === "language") return link.get(name);
        return name in usual ? linked(name, values[place]) : values[place];
    });
}"""
_WRITE = """(language, ...values) => {
    const names = NAMES, usual = USUAL, link = new URLSearchParams();
    names.forEach((name, place) => {
        const text = String(values[place] ?? "");
        const number = typeof usual[name] !== "number" || (text !== "" && isFinite(text));
        const changed = text !== String(usual[name] ?? "");
        if (changed && number && text.length <= LONGEST) link.set(name, text);
    });
    if (window.languageChosen || link.toString()) link.set("language", language);
    const settings = link.toString() && "#" + link;
    // At once, so that a page that is loaded again has it; but no browser takes it very often.
    clearTimeout(window.addressTimer);
    window.addressTimer = setTimeout(() => {
        window.addressWritten = performance.now();
        history.replaceState(history.state, "", location.pathname + location.search + settings);
    }, performance.now() - (window.addressWritten ?? -PAUSE) < PAUSE ? PAUSE : 0);
}"""


def first_sight(page: Page, values: Values, accept_language: str) -> Updates:
    """What a visitor sees first; where a setting of the address is not in order that is said, and
    none of them is taken."""
    if values["language"] not in tuple(LANGUAGES):
        values = {**values, "language": language_from_header(accept_language)}
    first = {page.language: gr.update(value=values["language"])}
    usual = _usual(page)
    linked = {name: values[name] for name in usual if values[name] != usual[name]}
    try:
        with typed_in(""):  # in no box: it is not taken
            read_scene(values)
            check_whole("max_new_tokens", values["max_new_tokens"])
            check_seed(values["seed"])
    except PlaygroundError as error:
        values = {**values, **usual}
        return merged(first, page.translate(values), page.complain(error, values))
    return merged(first, page.translate(values), page.controls.set_values(linked))


def wire_address(page: Page) -> None:
    """Let the address follow the controls; the server has no part in it.

    To be called before anything else listens to them: Gradio's page starts the next listener of
    an event when the one before has ended, its whole way to the server and back included.
    """
    followed: list[Any] = [page.language, *page.controls.inputs.values()]
    quiet: dict[str, Any] = {
        "queue": False,
        "show_progress": "hidden",
        "api_visibility": "private",
    }
    changes = [each.change for each in followed]
    gr.on(changes, None, followed, js=_script(_WRITE, page, page.controls.inputs), **quiet)


def reading_script(page: Page) -> str:
    """Puts the settings of the address in the place of what the controls hold."""
    return _script(_READ, page, page.inputs)


def _usual(page: Page) -> dict[str, Any]:
    """What the controls hold on a page whose address says nothing."""
    controls: dict[str, Any] = page.controls.inputs
    return {name: control.value for name, control in controls.items()}


def _script(text: str, page: Page, names: Mapping[str, object]) -> str:
    values = {"NAMES": list(names), "USUAL": _usual(page), "LONGEST": LONGEST, "PAUSE": PAUSE}
    return re.sub("|".join(values), lambda word: json.dumps(values[word[0]]), text)
