"""A written text with all that is known of each token, to take away."""

import json
from collections.abc import Collection
from dataclasses import asdict

from playground.decoding.generation import uniform_of
from playground.text.labels import token_label
from playground.ui import fragments
from playground.ui.scene import SAMPLING_FIELDS
from playground.ui.writing import Writing


def save_button(writing: Writing, by_hand: Collection[int] = ()) -> str:
    """A button that saves the text as JSON, once it is over; by_hand: places of tokens that a
    person chose."""
    if writing.stop_reason is None or not writing.steps:
        return ""
    return fragments.save_json("JSON", "text", written_json(writing, by_hand))


def written_json(writing: Writing, by_hand: Collection[int] = ()) -> str:
    """The model, the prompt, the settings and the tokens.

    A token has its id, its label, its probability before and after the filters, and the number from
    0 to 1 that drew it: null when greedy, and where a person chose the token.
    """
    scene = writing.scene
    return json.dumps(
        {
            "model": scene.preset_key,
            "config": asdict(scene.choice.config),
            "training_step": scene.choice.step,
            "prompt": scene.prompt.text,
            "prompt_ids": scene.prompt.ids,
            "settings": {name: getattr(scene.params, name) for name in SAMPLING_FIELDS},
            "seed": writing.seed,
            "text": writing.text,
            "stop_reason": writing.stop_reason,
            "tokens": [
                {
                    "id": step.id,
                    "label": token_label(scene.encoding, step.id),
                    "probability_before": step.probability_before,
                    "probability_after": step.probability_after,
                    "uniform": None
                    if scene.params.is_greedy or place in by_hand
                    else uniform_of(writing.seed, place),
                }
                for place, step in enumerate(writing.steps)
            ],
        },
        ensure_ascii=False,
    )
