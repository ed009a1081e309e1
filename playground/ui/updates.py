"""What a handler gives back to Gradio: components and their new values."""

from typing import Any

import gradio as gr

from playground.locales.control_words import Control

Updates = dict[Any, Any]
"""By component; Gradio's own types for them are too loose to hold anything with."""


class _Unchanged(dict[str, str]):
    def get(self, key: str, default: Any = None) -> Any:
        """Nothing, so that the server does not take it for a `gr.update`."""
        return default


UNCHANGED = _Unchanged(__type__="update")
"""A component stays as it is, at no cost; for events with `postprocess=False`.

For `gr.skip()`, and for an output that is not mentioned, Gradio's server builds the component anew
each time, which is most of what a growing text costs. This it sends on like any value; the page
reads it as an update that changes nothing.
"""


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
