"""Prompts that nobody would type, drawn from a seed."""

import random
from collections.abc import Iterator

PIECES = (
    *("Once upon a time", " the", "  ", "\n", "\r\n", "\t", " ", "白日依山尽，", "黄河入海流。"),
    *("\x00", "\x07", "\x08", "\x1b[31m", "\x1b]0;x\x07", "\x7f", "\x85", "\u2028", "\u2029"),
    *("\u202e", "\u2066abc\u2069", "\u200b", "\u200d", "\ufeff", "\u00ad", "\u034f", "\ufffe"),
    *("\ud800", "\udfff", "\ud83d", "\ude00\ud83d", "\ufffd", "\U0010ffff", "\U000e0041"),
    *(
        "😀",
        "👨‍👩‍👧",
        "🇩🇪",
        "👍🏽",
        "e\u0301",
        "a" + 30 * "\u0300",
        "ﷺ",
        "שלום",
        "العربية",
        "हिन्दी",
    ),
    *("한국어", "日本語", "ไทย", "𝕬", "ﬁ", "Ω", "ß", "İ", "ǅ", "夜" * 20, "〇", "﹏"),
    *("<|endoftext|>", "<|im_start|>", "<pad>", "<unk>", "<eos>", "[INST]", "</s>", "<0x0A>"),
    *("<b>", "</div>", "<script>alert(1)</script>", '<img src=x onerror="alert(1)">', "<!--"),
    *("<a href='javascript:alert(1)'>x</a>", "&amp;", "&#0;", "&lt", "]]>", '"', "'", "`", "\\"),
    *("a<br>b", "%{x}", "%{customdata[0]}", "<extra></extra>", "${x}", "{{value}}", "{reason}"),
    *("{0}", "%s", "$x^2$", "**c**", "[x](http://a.example)", "# h", "|a|b|", "\\u0041", "\\n"),
    *("'; DROP TABLE x; --", "../../etc/passwd", "__proto__", "constructor", "null", "NaN", "-0"),
)
LETTERS = ("a", "^", " ", "夜", "😀", "\u0301", "\x00", "9", "\n", "<", "\ud800")


def prompts(seed: int, count: int) -> Iterator[str]:
    """`count` of them; one in two hundred is very long."""
    draw = random.Random(seed)
    for number in range(count):
        if number % 200 == 199:
            yield draw.choice(LETTERS) * draw.choice((5000, 20_000, 20_001, 60_000))
        elif number % 4 == 3:
            yield "".join(chr(draw.choice(_PLANES)(draw)) for _ in range(draw.randrange(12)))
        else:
            yield "".join(draw.choices(PIECES, k=draw.randrange(8)))


def _ascii(draw: random.Random) -> int:
    return draw.randrange(0x80)


def _first_plane(draw: random.Random) -> int:
    return draw.randrange(0x1_0000)


def _any(draw: random.Random) -> int:
    return draw.randrange(0x11_0000)


_PLANES = (_ascii, _first_plane, _any)
