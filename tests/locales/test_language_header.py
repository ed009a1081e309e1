"""The browser says which languages its reader knows; the page opens in the first that it speaks."""

import pytest

from playground.locales import language_from_header


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh"),
        ("zh", "zh"),
        ("ZH-Hant-TW", "zh"),
        ("en-US,en;q=0.9,zh-CN;q=0.8", "en"),
        ("de-DE,de;q=0.9,zh;q=0.3,en;q=0.2", "zh"),
        ("en;q=0.4, zh;q=0.6", "zh"),
        ("en;q=0.5,zh;q=0.5", "en"),
        ("fr-FR,fr;q=0.9", "en"),
        ("*", "en"),
        ("", "en"),
        (",,;q=,zh;q=abc,-", "en"),
        (",,;q=,zh;q=0.1,-", "zh"),
        ("\x00\ud800", "en"),
        ("a," * 10_000 + "zh", "zh"),
    ],
)
def test_the_first_language_that_we_speak_is_taken(header: str, code: str) -> None:
    assert language_from_header(header) == code


def test_a_language_that_is_refused_is_not_taken() -> None:
    assert language_from_header("zh;q=0,en") == "en"
    assert language_from_header("fr,zh;q=0") == "en"
