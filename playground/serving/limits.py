"""One table of what is allowed, and the checks that guard every entry. Builds nothing.

The sliders take their ranges from here, and so do the checks and the messages.
"""

from dataclasses import dataclass

from playground.errors import InputError
from playground.serving.typed_numbers import has_comma, split_numbers


@dataclass(frozen=True)
class Limit:
    """Range of one control, both ends allowed. `whole`: only whole numbers."""

    least: float
    most: float
    step: float
    whole: bool = True


LIMITS: dict[str, Limit] = {
    "d_model": Limit(8, 1600, 8),
    "num_layers": Limit(1, 48, 1),
    "num_heads": Limit(1, 48, 1),
    "vocab_size": Limit(257, 50304, 1),
    "context_length": Limit(8, 1024, 8),
    "mlp_expansion": Limit(1, 8, 1),
    "moment": Limit(0, 5, 1),
    "temperature": Limit(0, 2, 0.05, whole=False),
    "top_k": Limit(0, 200, 1),
    "top_p": Limit(0, 1, 0.01, whole=False),
    "min_p": Limit(0, 1, 0.01, whole=False),
    "repetition_penalty": Limit(0.5, 2, 0.05, whole=False),
    "max_new_tokens": Limit(1, 256, 1),
    "seed": Limit(0, 2**53 - 1, 1),
    "layer": Limit(1, 48, 1),
    "head": Limit(1, 48, 1),
    "place": Limit(1, 256, 1),
}
"""2^53 - 1 is the largest whole number that a browser carries exactly."""

SAMPLER_DEFAULTS: dict[str, float] = {
    "temperature": 0.8,
    "top_k": 40,
    "top_p": 1.0,
    "min_p": 0.0,
    "repetition_penalty": 1.0,
    "max_new_tokens": 100,
}
"""Where the sampler starts, on the page and on the command line."""

_DIGITS = 20
PROMPT_CHARACTERS = 20_000
LINK_CHARACTERS = 2_000
"""Longest text that the address of the page carries; chat programs cut longer links."""
GENERATION_SECONDS = 30
RESULT_SECONDS = 3600
"""So long what was written for a visitor is kept for his page."""
STALL_SECONDS = 30
"""So long without a step, and the engine counts as hanging."""
TEXTS_AT_ONCE = 32
TEXTS_WAITING = 64
PRESET_PARAMETERS = 130_000_000
CUSTOM_PARAMETERS = 30_000_000
"""Largest models that are built here with random weights, each shape of a visitor's own anew;
larger ones are counted and shown. Published weights are held against the free memory instead."""


def check_number(name: str, value: object) -> float:
    """The value as a number within its limits, a whole one where the table says so.

    Raises InputError that names the control, what was given and what is allowed.
    """
    limit = LIMITS[name]
    if value is None or value == "":
        raise _error("empty", "", name, value, limit)
    if isinstance(value, str) and has_comma(value):
        raise _unclear(name, value)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value:
        raise _error("not_a_number", "is not a number", name, value, limit)
    if not limit.least <= value <= limit.most:
        raise _error("out_of_range", "is out of range", name, value, limit)
    if limit.whole and value != int(value):
        raise _error("not_whole", "is not a whole number", name, value, limit)
    return int(value) if limit.whole else float(value) + 0.0  # -0.0 is 0


def check_whole(name: str, value: object) -> int:
    """`check_number` for a control of whole numbers."""
    return int(check_number(name, value))


def check_list(name: str, value: object, most: int) -> tuple[float, ...]:
    """Numbers that are typed one after the other, each checked by `check_number`.

    Raises InputError for more than `most` of them or none, besides.
    """
    try:
        typed = split_numbers("" if value is None else str(value), LIMITS[name].whole)
    except ValueError as error:
        raise _unclear(name, str(error)) from None
    numbers = tuple(check_number(name, _typed_number(each)) for each in typed)
    if not numbers:
        raise InputError(
            "list_empty",
            f"{name} is empty; give 1 to {most} values, with commas between.",
            name=name,
            most=most,
        )
    if len(numbers) > most:
        raise InputError(
            "list_length",
            f"{name}: {len(numbers)} values were given; give 1 to {most}, with commas between.",
            name=name,
            given=len(numbers),
            most=most,
        )
    return tuple(dict.fromkeys(numbers))


def _typed_number(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


def check_seed(value: object) -> int | None:
    """A seed, typed or given as a number; None where the box is blank."""
    if isinstance(value, str):
        value = _typed_whole(value.strip())
    return None if value is None or value == "" else check_whole("seed", value)


def _typed_whole(text: str) -> int | str:
    """The number that digits spell. Python refuses to read thousands of digits, so only the
    first ones count: they are too many for any limit already."""
    return int((text.lstrip("0") or "0")[:_DIGITS]) if text.isdecimal() else text


def check_choice(name: str, value: object, allowed: tuple[str, ...]) -> str:
    """One of a few names. Raises InputError that lists them."""
    if isinstance(value, str) and value in allowed:
        return value
    if value is None or value == "":
        raise _no_choice(name, ", ".join(allowed))
    raise InputError(
        "not_a_choice",
        f"{name} is {_shown(value)}; choose one of {', '.join(allowed)}.",
        name=name,
        given=_shown(value),
        allowed=", ".join(allowed),
    )


def check_flag(name: str, value: object) -> bool:
    """True or false. Raises InputError for anything else."""
    if isinstance(value, bool):
        return value
    if value is None:
        raise _no_choice(name, "true, false")
    raise InputError(
        "not_a_choice",
        f"{name} is {_shown(value)}; choose true or false.",
        name=name,
        given=_shown(value),
        allowed="true, false",
    )


def check_text(value: object) -> str:
    """A prompt; None is an empty one. Raises InputError for anything that is not text."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    raise InputError("not_text", f"The prompt is {_shown(value)}; give text.", given=_shown(value))


def check_runnable(parameters: int, custom: bool) -> None:
    """Refuse to build a model above the cap, before any memory is taken."""
    limit = CUSTOM_PARAMETERS if custom else PRESET_PARAMETERS
    if parameters > limit:
        raise InputError(
            "too_large_to_run",
            f"This model has {parameters:,} parameters; models up to {limit:,} run here. With "
            f"random weights the limit is {PRESET_PARAMETERS:,} for a preset and "
            f"{CUSTOM_PARAMETERS:,} for other shapes; the real weights of a preset may be larger. "
            "Its counts, memory and mask are shown all the same; choose a smaller preset, or a "
            "much smaller d_model, to see it guess and write.",
            parameters=f"{parameters:,}",
            limit=f"{limit:,}",
            preset_limit=f"{PRESET_PARAMETERS:,}",
            custom_limit=f"{CUSTOM_PARAMETERS:,}",
        )


def _no_choice(name: str, allowed: str) -> InputError:
    sentence = f"{name} is empty; choose one of {allowed}."
    return InputError("no_choice", sentence, name=name, allowed=allowed)


def _error(code: str, trouble: str, name: str, given: object, limit: Limit) -> InputError:
    kind = "a whole number" if limit.whole else "a number"
    what = f"{name}: {_shown(given)} {trouble}" if trouble else f"{name} is empty"
    return InputError(
        code,
        f"{what}; give {kind} from {limit.least} to {limit.most}.",
        name=name,
        given=_shown(given),
        least=str(limit.least),
        most=str(limit.most),
    )


def _unclear(name: str, given: str) -> InputError:
    return InputError(
        "unclear_number",
        f"{name}: {_shown(given)} can be read in two ways. Write a decimal point (0.7), no "
        "separator in thousands (1000), and a space after each comma between numbers (0.2, 0.7).",
        name=name,
        given=_shown(given),
    )


def _shown(value: object) -> str:
    """What was given, short enough for a sentence."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
