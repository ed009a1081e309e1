"""Every visible word, one frozen dataclass filled once a language."""

from playground.locales.en import ENGLISH
from playground.locales.words import Words
from playground.locales.zh import CHINESE

LANGUAGES: dict[str, Words] = {"en": ENGLISH, "zh": CHINESE}
"""All languages by the code that the switch sends; the first is the fallback."""


def language_from_header(accept_language: str) -> str:
    """The first language of an Accept-Language header that we speak (RFC 9110, 12.5.4)."""
    ranked = []
    for position, part in enumerate(accept_language.split(",")):
        tag, _, quality = part.strip().partition(";q=")
        try:
            weight = float(quality or 1)
        except ValueError:
            weight = 0.0
        if weight != 0:  # 0 means "not this one"
            ranked.append((-weight, position, tag.split("-")[0].lower()))
    for _, _, code in sorted(ranked):
        if code in LANGUAGES:
            return code
    return next(iter(LANGUAGES))
