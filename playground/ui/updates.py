"""What a handler gives back to Gradio: components and their new values."""

from typing import Any

import gradio as gr

from playground.locales.control_words import Control

Updates = dict[Any, Any]
"""By component; Gradio's own types for them are too loose to hold anything with."""


def relabelled(words: Control, **changes: Any) -> Any:
    """An update that gives a control its words."""
    return gr.update(label=words.label, info=words.help, **changes)


def merged(*updates: Updates) -> Updates:
    """One set of updates; a component that is in several gets the changes of all of them."""
    whole: Updates = {}
    for each in updates:
        for component, change in each.items():
            known = whole.get(component)
            if isinstance(known, dict) and isinstance(change, dict):
                whole[component] = {**known, **change}
            else:
                whole[component] = change
    return whole
