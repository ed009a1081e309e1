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


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("en; q=0.2, zh; q=0.9", "zh"),
        ("en-US; q=0.1, zh-CN; q=0.9", "zh"),
        ("zh ;q=0.9, en;q=0.1", "zh"),
        ("en ; q = 0.2 , zh\t;\tq=0.9", "zh"),
        ("en;q= 0.2,zh;q =0.9", "zh"),
        ("EN;Q=0.2, ZH;Q=0.9", "zh"),
        ("en; q=0.9, zh; q=0.2", "en"),
        ("zh; q=0, en; q=0.1", "en"),
        ("zh ; q=0.000 , fr", "en"),
        ("en;q=0, *", "zh"),
        ("*;q=0.5, en;q=0.1", "zh"),
        ("*, zh;q=0.1", "en"),
        ("de, *;q=0", "en"),
        ("zh-Hant-HK, en;q=0.9", "zh"),
        ("zh-HK;q=0.4, en-GB;q=0.6", "en"),
        ("fr, zh-TW; q=0.3, en; q=0.2", "zh"),
        ("cmn-Hans-CN, en;q=0.5", "zh"),
        ("yue-Hant-HK, en;q=0.5", "zh"),
        ("zh, en", "zh"),
        ("zho-x, en;q=0.5", "en"),
    ],
)
def test_a50_blanks_and_weights_are_read_as_they_are_meant(header: str, code: str) -> None:
    assert language_from_header(header) == code
