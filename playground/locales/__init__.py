"""Every visible word, one frozen dataclass filled once a language."""

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from playground.locales.en import ENGLISH
from playground.locales.words import Words
from playground.locales.zh import CHINESE

LANGUAGES: dict[str, Words] = {"en": ENGLISH, "zh": CHINESE}
"""All languages by the code that the switch sends; the first is the fallback."""


_WRITTEN_AS = {"cmn": "zh", "yue": "zh"}
"""Mandarin and Cantonese have codes of their own; their readers read Chinese."""


def language_from_header(accept_language: str) -> str:
    """The language of ours that an Accept-Language header weighs most (RFC 9110, 12.5.4); among
    equals the first that it names. A region or script does not matter: zh-Hant is Chinese.
    """
    weights: dict[str, float] = {}
    # Blanks have no meaning anywhere in this header.
    for tag, weight in parse_accept_header("".join(accept_language.split()), LanguageAccept):
        code = tag.partition(";")[0].partition("-")[0].lower()
        weights.setdefault(_WRITTEN_AS.get(code, code), weight)
    unnamed = [code for code in LANGUAGES if code not in weights]
    for code, weight in sorted(weights.items(), key=lambda each: -each[1]):
        if weight and code in LANGUAGES:
            return code
        if weight and code == "*" and unnamed:
            return unnamed[0]
    return next(iter(LANGUAGES))
