"""What a page shows first: the language of the browser, and the settings in its address.

They stand behind the "#", where no server sees them, and follow the controls. So a class can be
given a link to a setting, and a page that loads itself anew has its settings back.
"""

import json
from collections.abc import Mapping
from typing import Any

import gradio as gr

from playground.errors import PlaygroundError
from playground.locales import LANGUAGES, language_from_header
from playground.ui.page import Page
from playground.ui.scene import Values, read_scene
from playground.ui.updates import Updates, merged

LONGEST = 2_000
"""Characters of a setting in the address; a longer prompt is left out."""

_READ = """(...values) => {
    const names = NAMES, usual = USUAL, link = new URLSearchParams(location.hash.slice(1));
    const linked = (name, value) => {
        const text = link.get(name), kind = typeof usual[name];
        if (text === null) return name === "language" ? null : value;
        if (kind === "number" && text.trim() !== "" && isFinite(text)) return Number(text);
        if (kind === "boolean" && (text === "true" || text === "false")) return text === "true";
        return text;
    };
    return names.map((name, place) =>
        name in usual ? linked(name, values[place]) : values[place]);
}"""
_WRITE = """(...values) => {
    const names = NAMES, usual = USUAL, link = new URLSearchParams();
    names.forEach((name, place) => {
        const text = String(values[place] ?? "");
        if (text !== String(usual[name] ?? "") && text.length <= LONGEST) link.set(name, text);
    });
    const changed = link.size > 0;
    if (changed) link.set("language", values[names.indexOf("language")]);
    const address = location.pathname + location.search + (changed ? "#" + link : "");
    clearTimeout(window.addressTimer);
    window.addressTimer = setTimeout(() => history.replaceState(history.state, "", address), 300);
}"""


def first_sight(page: Page, values: Values, accept_language: str) -> Updates:
    """What a visitor sees first; settings of the address that are not in order are complained of,
    and none of them is taken."""
    if values["language"] not in LANGUAGES:
        values = {**values, "language": language_from_header(accept_language)}
    usual = _usual(page)
    linked = {name: values[name] for name in page.controls.inputs if values[name] != usual[name]}
    try:
        read_scene(values)
    except PlaygroundError as error:
        values = {**values, **usual, "language": values["language"]}
        return merged(page.translate(values), page.complain(error, values))
    return merged(page.translate(values), page.controls.set_values(linked))


def wire_address(page: Page) -> None:
    """Let the address follow the controls; the server has no part in it."""
    followed: dict[str, Any] = {"language": page.language, **page.controls.inputs}
    gr.on(
        [each.change for each in followed.values()],
        None,
        list(followed.values()),
        js=_script(_WRITE, page, followed),
        queue=False,
        show_progress="hidden",
        api_visibility="private",
    )


def reading_script(page: Page) -> str:
    """Puts the settings of the address in the place of what the controls hold."""
    return _script(_READ, page, page.inputs)


def _usual(page: Page) -> dict[str, Any]:
    """What the controls hold on a page whose address says nothing."""
    followed: dict[str, Any] = {"language": page.language, **page.controls.inputs}
    return {name: control.value for name, control in followed.items()}


def _script(text: str, page: Page, names: Mapping[str, object]) -> str:
    for word, value in (("NAMES", list(names)), ("USUAL", _usual(page)), ("LONGEST", LONGEST)):
        text = text.replace(word, json.dumps(value))
    return text
