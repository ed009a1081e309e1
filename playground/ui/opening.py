"""What a page shows first: the language of the browser, and the settings in its address.

They come after the "#", where no server sees them, and follow the controls. So a class can be
given a link to a setting, a page that is loaded again has its settings back, and Back in the
browser takes back the last change. The browser's history also holds a prompt that is too long for
the address.
"""

import json
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import gradio as gr

from playground.errors import PlaygroundError
from playground.locales import LANGUAGES, language_from_header
from playground.serving.limits import LINK_CHARACTERS, check_seed, check_whole
from playground.ui.page import Page
from playground.ui.saying import typed_in
from playground.ui.scene import Values, read_scene
from playground.ui.updates import Updates, merged

PAUSE_MS = 300
"""From one writing of the address to the next while a control moves."""
STEP_MS = 2_000
"""Changes that follow one another within this time are one step back in the browser."""
FOLLOW = "follow-address"
"""Id of the hidden button that the page presses when its address has changed."""

_READ = """(...values) => {
    const names = NAMES, usual = USUAL, link = new URLSearchParams(location.hash.slice(1));
    const kept = history.state?.kept ?? {};
    const linked = name => {
        const text = link.get(name) ?? kept[name] ?? null, kind = typeof usual[name];
        if (text === null || (kind === "number" && text.trim() === "")) return usual[name];
        if (kind === "number" && isFinite(text)) return Number(text);
        if (kind === "boolean" && (text === "true" || text === "false")) return text === "true";
        return text;
    };
    begin("address");
    hold("body");
    if (window.addressRead === undefined) {
        // The browser's own event: it comes before anything that Gradio makes of it, and from a
        // person only.
        document.querySelector("#language").addEventListener(
            "input", () => { window.languageChosen = true; }, true);
        addEventListener("hashchange", () => {
            if (!window.addressFollowed) document.querySelector(FOLLOW).click();
            window.addressFollowed = true;
        });
    }
    window.addressFollowed = true;
    window.addressRead = location.hash;
    window.languageChosen = link.has("language");
    return names.map((name, place) => {
        if (name === "language") return link.get(name);
        return name in usual ? linked(name) : values[place];
    });
}"""
"""Until SETTLED ends it, the controls are being set to what the address says."""
_WRITE = """(language, ...values) => {
    const names = NAMES, usual = USUAL, link = new URLSearchParams(), kept = {};
    names.forEach((name, place) => {
        const text = String(values[place] ?? "");
        const number = typeof usual[name] !== "number" || (text !== "" && isFinite(text));
        if (!number || text === String(usual[name] ?? "")) return;
        if ([...text].length <= LONGEST) link.set(name, text); else kept[name] = text;
    });
    if (window.languageChosen || link.toString()) link.set("language", language);
    // A space is %20: chat programs turn the "+" of a link into %2B.
    const settings = link.toString() && "#" + link.toString().replaceAll("+", "%20");
    const write = step => {
        if (window.addressFollowed) return;
        const change = step && settings !== location.hash ? "pushState" : "replaceState";
        const place = location.pathname + location.search + settings;
        history[change]({...history.state, kept}, "", place);
    };
    clearTimeout(window.addressTimer);
    if (SETTLED) {
        window.addressFollowed = location.hash !== window.addressRead;
        if (window.addressFollowed) {
            document.querySelector(FOLLOW).click();
            return;
        }
        letGo("body");
        if (!isLast("address")) hand.draw();
        write(false);
        window.addressWritten = -Infinity;
        return;
    }
    // At once, so that a page that is loaded again has it; but no browser takes it very often.
    const before = performance.now() - window.addressWritten;
    window.addressTimer = setTimeout(() => {
        write(before > STEP_MS);
        window.addressWritten = performance.now();
    }, before < PAUSE_MS ? PAUSE_MS : 0);
}"""


def address_button() -> gr.Button:
    """What the browser presses when its address has changed; nobody sees it."""
    return gr.Button(visible="hidden", elem_id=FOLLOW)


def first_sight(page: Page, values: Values, accept_language: str) -> Updates:
    """What the address of a page shows, at first or when another one came into its place.

    Where a setting is not in order that is said, and none of them is taken.
    """
    if values["language"] not in tuple(LANGUAGES):
        values = {**values, "language": language_from_header(accept_language)}
    first = {page.language: gr.update(value=values["language"])}
    usual = _usual(page)
    try:
        with typed_in(""):  # in no box: it is not taken
            read_scene(values)
            check_whole("max_new_tokens", values["max_new_tokens"])
            check_seed(values["seed"])
    except PlaygroundError as error:
        complaint = page.complain(error, values)
        if values["shown"] is not None:
            return complaint
        return merged(first, page.translate({**values, **usual}), complaint)
    linked = {name: values[name] for name in usual}
    return merged(first, page.translate(values), page.controls.set_values(linked))


def wire_address(page: Page) -> None:
    """Let the address follow the controls; the server has no part in it.

    To be called before anything else listens to them: Gradio's page starts the next listener of
    an event when the one before has ended, its whole way to the server and back included.
    """
    _wire_writing(page, partial(gr.on, [each.change for each in _followed(page)]), settled=False)


def wire_settled(page: Page, listener: Callable[..., Any]) -> None:
    """After `listener`, the end of an event of `first_sight`, the address follows again."""
    _wire_writing(page, listener, settled=True)


def reading_script(page: Page) -> str:
    """Puts the settings of the address in the place of what the controls hold."""
    return _script(_READ, page, page.inputs)


def _followed(page: Page) -> list[Any]:
    return [page.language, *page.controls.inputs.values()]


def _wire_writing(page: Page, listener: Callable[..., Any], settled: bool) -> None:
    script = _script(_WRITE, page, page.controls.inputs, SETTLED=settled)
    listener(
        None,
        _followed(page),
        js=script,
        queue=False,
        show_progress="hidden",
        api_visibility="private",
    )


def _usual(page: Page) -> dict[str, Any]:
    """What the controls hold on a page whose address says nothing."""
    controls: dict[str, Any] = page.controls.inputs
    return {name: control.value for name, control in controls.items()}


def _script(text: str, page: Page, names: Mapping[str, object], **more: object) -> str:
    values = {
        "NAMES": list(names),
        "USUAL": _usual(page),
        "LONGEST": LINK_CHARACTERS,
        "PAUSE_MS": PAUSE_MS,
        "STEP_MS": STEP_MS,
        "FOLLOW": f"#{FOLLOW}",
        **more,
    }
    words = "|".join(rf"\b{name}\b" for name in values)
    return re.sub(words, lambda word: json.dumps(values[word[0]]), text)
