"""Errors, and what happened to a prompt, as sentences in the visitor's language."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields

from playground.errors import AssetError, PlaygroundError
from playground.locales.control_words import Control
from playground.locales.counts import Count
from playground.locales.words import ErrorWords, Words
from playground.serving.limits import PROMPT_CHARACTERS
from playground.text.labels import is_part_of_a_character, token_label, visible
from playground.text.script import isolated
from playground.ui.scene import Scene

UNKNOWN_NAMED = 20
"""Most characters that a hint names."""
_CODES = {field.name for field in fields(ErrorWords)}
_PRESETS = {"preset", "loading"}
"""Values that name a preset."""


def say(error: PlaygroundError, words: Words) -> str:
    """The sentence of an error; one without a translation is said in English."""
    values = {name: _joined(value, words) for name, value in error.values.items()}
    for name in _PRESETS & values.keys():
        values[name] = words.model.preset_names.get(str(values[name]), values[name])
    if "name" in values:
        values["name"] = _label(str(values["name"]), words)
    if error.code in words.errors.by_code:
        return words.errors.by_code[error.code].format(**values)
    if error.code in _CODES:
        return str(getattr(words.errors, error.code)).format(**values)
    template = words.errors.other
    if isinstance(error, AssetError):
        is_tokenizer = error.code.startswith("tokenizer")
        template = words.errors.tokenizer if is_tokenizer else words.errors.asset
    return template.format(reason=str(error))


@contextmanager
def typed_in(box: str) -> Iterator[None]:
    """What is wrong inside was typed in `box`, an elem_id; the complaint goes when that changes."""
    try:
        yield
    except PlaygroundError as error:
        error.values["box"] = box
        raise


def prompt_hints(scene: Scene) -> list[str]:
    """What a person must know about the prompt: that it is empty, not whole, or not all known."""
    words, prompt = scene.words.prompt, scene.prompt
    hints = []
    if prompt.empty:
        marked = scene.encoding.start != scene.encoding.end_of_text
        hints.append(words.empty_start if marked else words.empty)
    if prompt.ends_in_space:
        hints.append(words.ends_in_space)
    if prompt.cut:
        hints.append(words.cut.format(count=Count(prompt.cut), limit=Count(PROMPT_CHARACTERS)))
    if prompt.dropped:
        length = scene.choice.config.context_length
        hints.append(words.dropped.format(count=Count(prompt.dropped), context_length=length))
    encoding = scene.encoding
    pieces = (id_ for id_ in prompt.ids if is_part_of_a_character(encoding.token_bytes(id_)))
    if (piece := next(pieces, None)) is not None:
        hints.append(words.in_bytes.format(label=isolated(token_label(encoding, piece))))
    if prompt.unknown:
        hints.append(words.unknown.format(characters=_named(prompt.unknown, scene.words)))
    return hints


def _named(characters: str, words: Words) -> str:
    """Each of them once, invisible ones written out; of many the first."""
    each = list(dict.fromkeys(characters))
    named = " ".join(isolated(visible(character)) for character in each[:UNKNOWN_NAMED])
    more = len(each) - UNKNOWN_NAMED
    if more <= 0:
        return named
    return words.prompt.more_unknown.format(characters=named, count=more)


def _label(name: str, words: Words) -> str:
    """What the page calls a control: "num_layers" as "Layers". "race.length" is the race's own."""
    group, _, field = name.rpartition(".")
    pages = (words.model, words.sampler, words.mask, words.lab, words.trace)
    groups = [getattr(words, group, None)] if group else pages
    for each in groups:
        control = getattr(each, field, None)
        if isinstance(control, Control):
            return control.label
        if isinstance(control, str):
            return control
    return name


def _joined(value: object, words: Words) -> object:
    """[96, 108] as "96 or 108", with a plural to choose from."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        return value
    if len(value) == 2:
        return Count(words.errors.either.format(first=value[0], second=value[1]))
    return Count(", ".join(map(str, value)))
