"""Whatever a person or a model wrote is shown, never run."""

from collections.abc import Callable

import pytest

from playground.text.script import isolated
from playground.ui import fragments
from tests.ui.reading import plain_text, tags_of

NASTY = """a <tag> b & <script>x</script> **c** $d$ "q" 'r' &amp; </div> <img src=x onerror=y>"""


def _token(text: str) -> str:
    return fragments.written_token(text, text, 0.5)


PIECES: dict[str, Callable[[str], str]] = {
    "title": lambda text: fragments.title(text, text, text),
    "heading": fragments.heading,
    "sentence": fragments.sentence,
    "notice": lambda text: fragments.sentence(text, "notice"),
    "stale_note": fragments.stale_note,
    "cards": lambda text: fragments.cards([(text, text, text)]),
    "bar_key": lambda text: fragments.bar_key(text, text, text),
    "table": lambda text: fragments.table([text, text], [[text, text], [text, text]]),
    "token_strip": lambda text: fragments.token_strip([(text, 1)], text),
    "badge": lambda text: fragments.badge(text, "trained"),
    "written_token": lambda text: fragments.written_token(text, text, 0.5),
    "written_text": lambda text: fragments.written_text(text, []),
    "download": lambda text: fragments.download(text, text),
    "save_json": lambda text: fragments.save_json(text, text, text),
    "code": lambda text: fragments.code(text, text),
    "facts": lambda text: fragments.facts([text, text]),
    "explained": lambda text: fragments.explained(text, [(text, text)]),
    "token_buttons": lambda text: fragments.token_buttons(text, [(text, 0.5)], 1, ready=True),
    "continued_text": lambda text: fragments.continued_text(text, [_token(text), _token(text)], 1),
    "text_in_cell": lambda text: fragments.text_in_cell("", [_token(text)], text),
    "grid": lambda text: fragments.grid(text, [text], [text], [[_token(text)]]),
    "tint_scale": lambda text: fragments.tint_scale(text, text),
}


@pytest.mark.parametrize("name", PIECES)
def test_a44_markup_is_shown_letter_by_letter(name: str) -> None:
    html = PIECES[name](NASTY)
    assert NASTY in plain_text(html)
    assert not set(tags_of(html)) & {"tag", "script", "img"}
    assert tags_of(html) == tags_of(PIECES[name]("x"))


def test_every_fragment_is_in_the_table_above() -> None:
    made = {
        name
        for name, value in vars(fragments).items()
        if callable(value) and getattr(value, "__module__", "") == fragments.__name__
        if not name.startswith("_")
    }
    assert made - PIECES.keys() == set()


def test_only_a_notice_is_read_out() -> None:
    assert 'role="alert"' in fragments.notice("x")
    assert "role" not in fragments.sentence("x")
    assert fragments.sentence("") == ""
    assert fragments.notice("") == ""


@pytest.mark.parametrize(
    ("probability", "step"), [(0, 0), (0.19, 0), (0.2, 1), (0.5, 2), (0.79, 3), (0.8, 4), (1, 4)]
)
def test_a_token_is_tinted_in_five_steps(probability: float, step: int) -> None:
    assert f'class="tok p{step}"' in fragments.written_token("x", "", probability)


def test_white_space_of_a_text_is_kept() -> None:
    html = fragments.written_text("\n  a\t", [fragments.written_token("\n\n", "", 1)])
    assert plain_text(html) == "\n  a\t\n\n"


def test_a57_characters_that_turn_others_are_shut_in_and_kept() -> None:
    html = fragments.written_text("a\u202eb", [_token("\u2067c")])
    assert plain_text(html) == "a\u202eb\u2067c"
    for code, character in (("202E", "\u202e"), ("2067", "\u2067")):
        assert f'<bdi class="turn" data-code="U+{code}">{character}</bdi>' in html


def test_a57_a_text_of_two_directions_keeps_both() -> None:
    html = fragments.written_text("שלום", [_token(" one.")], " one.")
    assert html.startswith('<div class="written" dir="rtl"')
    assert '<span class="given" dir="auto"' in html
    assert '<div class="added" dir="auto">' in html


@pytest.mark.parametrize(
    "html",
    [
        fragments.sentence(f"The favourite is “{isolated('月')}”."),
        fragments.table(["token"], [[isolated("月")]]),
        fragments.token_strip([("月", 5)], "", "月"),
        fragments.written_text("月", [_token("月")], "月"),
        fragments.token_buttons("月", [("月", 0.5)], 1, ready=True, text="月"),
        fragments.text_in_cell("月", [_token("月")], "月"),
    ],
)
def test_a49_a48_a_token_is_not_translated_and_has_its_language(html: str) -> None:
    around, _, _ = html.partition("月")
    assert 'translate="no"' in around
    assert 'lang="zh"' in around
    assert "\u2068" not in html


def test_a49_the_words_of_the_page_may_be_translated() -> None:
    html = fragments.sentence("All words.") + fragments.table(["token"], [["all"]])
    assert "translate" not in html + fragments.token_strip([], "… 2 earlier tokens")
