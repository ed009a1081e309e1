"""A scene as the experiments of the lab take it: short texts that fit into the context."""

from collections.abc import Iterable
from dataclasses import replace

from playground.analysis.text_facts import TextFacts, text_facts
from playground.locales.counts import Count
from playground.locales.words import Words
from playground.serving.inspection import Inspector
from playground.text.script import isolated
from playground.ui import fragments
from playground.ui.scene import Scene, Values, sampled_scene, words_of
from playground.ui.writing import Writing

PROMPT_SHOWN = 60
"""Characters."""


def lab_scene(values: Values, tokens: int) -> tuple[Scene, int] | None:
    """The scene on the page, and how many tokens an experiment may write: at most `tokens`, and at
    most half a context. The front of a prompt that leaves no room for them is left out, so that
    every token of such a text is chosen in sight of all others.

    None before anything could be drawn. Raises the scene's error when its model cannot run.
    """
    scene = sampled_scene(values)
    if scene is None:
        return None
    if scene.too_large is not None:
        raise scene.too_large
    context_length = scene.choice.config.context_length
    length = min(tokens, context_length // 2)
    ids = scene.prompt.ids[-(context_length - length) :]
    dropped = scene.prompt.dropped + len(scene.prompt.ids) - len(ids)
    return replace(scene, prompt=replace(scene.prompt, ids=ids, dropped=dropped)), length


def origin(scene: Scene, words: Words, seed: int) -> str:
    """What a result came from, since the controls may have moved on: and a hint where less of the
    prompt was read than was typed."""
    name = words.model.preset_names[scene.preset_key]
    prompt = isolated(prompt_end(scene))
    told = fragments.sentence(words.lab.origin.format(model=name, prompt=prompt, seed=seed), "hint")
    dropped = scene.prompt.dropped
    hint = words.lab.left_out.format(count=Count(dropped)) if dropped else ""
    return told + fragments.sentence(hint, "hint")


def prompt_end(scene: Scene) -> str:
    """The last words of a prompt."""
    text = scene.prompt.text
    return text if len(text) <= PROMPT_SHOWN else f"… {text[-PROMPT_SHOWN:]}"


def facts_of(writing: Writing, inspector: Inspector) -> TextFacts:
    """What a text that `lab_scene` gave room to is like; it has at least one token."""
    scene, ids = writing.scene, writing.ids
    return text_facts(
        inspector.all_logits(scene.choice, scene.vocab_size, scene.prompt.ids + ids, len(ids)),
        scene.params,
        prompt_ids=scene.prompt.ids,
        ids=ids,
        vocab_size=scene.vocab_size,
    )


def reworded(writings: Iterable[Writing], values: Values) -> None:
    """Let texts speak the language of now."""
    for writing in writings:
        writing.words = words_of(values)
