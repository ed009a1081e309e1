"""Checks of single settings: what a person gave becomes a clean number or a sentence.

Knows no torch and none of the settings; each caller brings the limits and the words for them.
"""

from typing import TypeGuard

from playground.errors import SamplingError


def checked_number(name: str, given: object, low: float, high: float, allowed: str) -> float:
    """`given` as a float when low <= given <= high, else SamplingError.

    Integers pass (a slider sends 1 for 1.0). True, None, text, NaN and infinity do not.
    """
    if not _is_number(given, low, high):
        raise _refusal(name, given, low, high, allowed)
    return float(given)


def checked_whole(name: str, given: object, low: int, high: int, allowed: str) -> int:
    """`given` as an integer when it is whole and low <= given <= high, else SamplingError.

    50.0 passes as 50, because JSON and sliders do not tell the two apart; 50.7 does not.
    """
    if not _is_number(given, low, high) or given != int(given):
        raise _refusal(name, given, low, high, allowed)
    return int(given)


def _is_number(given: object, low: float, high: float) -> TypeGuard[int | float]:
    """NaN fails the comparison; bool is an int to Python, but not to a person."""
    number = isinstance(given, (int, float)) and not isinstance(given, bool)
    return number and low <= given <= high  # type: ignore[operator]


def _refusal(name: str, given: object, low: float, high: float, allowed: str) -> SamplingError:
    return SamplingError(
        "sampling_value",
        f"{name} is {given!r:.60}; allowed: {allowed}.",
        name=name,
        given=given,
        low=low,
        high=high,
        allowed=allowed,
    )
