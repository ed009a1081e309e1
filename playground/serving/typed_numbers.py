"""Numbers as people type them, one after the other. Knows no control and no limit.

In half of the world the comma is the decimal sign, and semicolons separate numbers: "0,2; 1,2".
Elsewhere it separates numbers, or thousands. What could be meant in two ways is not guessed.
"""

import re
from itertools import pairwise

_GAPS = re.compile(r"[\s;，；、]+")
_DECIMAL_COMMAS = re.compile(r"[+-]?\d+(,\d+)?(\s*[;；]\s*[+-]?\d+(,\d+)?)+")
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(\.\d{3})+")


def split_numbers(text: str, whole: bool) -> list[str]:
    """The numbers in a text, each as `float` reads it if it is one; whole: none has a fraction.

    Raises ValueError with the part that could be read in two ways.
    """
    text = text.replace("．", ".")  # as Chinese keyboards write it; `float` reads their digits
    if _DECIMAL_COMMAS.fullmatch(text.strip().rstrip(";；")):
        text = text.replace(",", ".")
    found = []
    for group in _GAPS.split(text):
        parts = [each for each in group.split(",") if each]
        if any(map(_has_leading_zeros, parts)) or _is_unclear(parts, whole):
            raise ValueError(group)
        found += parts
    return found


def has_comma(text: str) -> bool:
    """Whether a lone number has a comma in it."""
    return re.search(r"\d,\d", text) is not None


def _has_leading_zeros(part: str) -> bool:
    """As the end of a number of thousands has: 1,000 or 1 000."""
    return re.match(r"0\d", part) is not None


def _is_unclear(parts: list[str], whole: bool) -> bool:
    """Whether parts with nothing but a comma in between may be one number."""
    if whole:
        grouped = any(re.fullmatch(r"\d{3}", after) for _, after in pairwise(parts))
        return grouped or any(_THOUSANDS.fullmatch(part) for part in parts)
    return any(
        "." not in after and ("." not in before or _THOUSANDS.fullmatch(before))
        for before, after in pairwise(parts)
    )
