"""Pieces of HTML. Everything that comes from a person or a model is escaped here, keeps its own
direction and language, and is marked as nothing to be translated."""

import re
from collections.abc import Iterable, Sequence
from html import escape

from playground.text.script import (
    END_ISOLATE,
    ISOLATE,
    TURNS,
    direction_of,
    language_of,
)
from playground.ui.cells import Cell

MOST_WHOLE = 24
"""Letters of the longest token that no line end splits; it fits on a phone."""


def title(name: str, tagline: str, language: str) -> str:
    """The head of the page, which tells in what language the page is."""
    return f'<h1 data-language="{escape(language)}">{escape(name)}</h1><p>{escape(tagline)}</p>'


def heading(text: str) -> str:
    """A heading above a view."""
    return f"<h2>{escape(text)}</h2>"


def sentence(text: str, kind: str = "caption") -> str:
    """One paragraph; kind "caption" or "hint"."""
    return f'<p class="{kind}">{_with_pieces(text)}</p>' if text else ""


def notice(text: str, box: str = "") -> str:
    """A complaint, read out when it appears; it is about what is typed in `box`."""
    about = f' data-box="{escape(box)}"' if box else ""
    return f'<p class="notice" role="alert"{about}>{_with_pieces(text)}</p>' if text else ""


_PIECE = re.compile(f"{ISOLATE}(.*?){END_ISOLATE}", re.DOTALL)


def _with_pieces(text: str) -> str:
    """A sentence of the page; what is `isolated` in it becomes an element of its own."""
    return _PIECE.sub(
        lambda found: f'<span dir="auto"{_own(found[1])}>{found[1]}</span>', escape(text)
    )


def _own(text: str) -> str:
    """Attributes of an element that holds a text which is not of the page."""
    return f' translate="no"{_language(text)}'


def _language(text: str) -> str:
    language = language_of(text)
    return "" if language is None else f' lang="{language}"'


def _given(text: str) -> str:
    """A text letter by letter. Characters that would turn what follows are shut in and shown."""
    return TURNS.sub(
        lambda found: f'<bdi class="turn" data-code="U+{ord(found[0]):04X}">{found[0]}</bdi>',
        escape(text),
    )


def stale_note(text: str) -> str:
    """Says that a result came from other settings than the page has now. The figure of the view,
    and the texts of the block, that it stands in look old for as long as it does."""
    return f'<p class="stale">{escape(text)}</p>'


def cards(facts: Iterable[tuple[str, str, str]]) -> str:
    """Large numbers: (label, value, note) each."""
    inner = "".join(
        f'<div class="card"><span class="label">{escape(label)}</span>'
        f'<span class="value">{escape(value)}</span><span class="note">{escape(note)}</span></div>'
        for label, value, note in facts
    )
    return f'<div class="cards">{inner}</div>'


def bar_key(before: str, after: str, removed: str) -> str:
    """What the three kinds of bars in the next-token figure mean."""
    kinds = (("before", before), ("after", after), ("removed", removed))
    inner = "".join(f'<span class="{kind}">{escape(name)}</span>' for kind, name in kinds)
    return f'<div class="key">{inner}</div>'


def table(headers: Sequence[str], rows: Iterable[Sequence[str | Cell]]) -> str:
    """A table whose first column names and whose others hold numbers, and a button that saves it
    as a CSV file with the numbers of its `Cell`s."""
    head = "".join(f'<th scope="col">{escape(header)}</th>' for header in headers)
    body = "".join(
        f'<tr><th scope="row"{_cell(row[0])}</th>'
        + "".join(f"<td{_cell(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    return (
        f'<div class="tabled">{_scroll(headers)}<table>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
        f"{_SAVE_CSV}</div>"
    )


def _scroll(headers: Iterable[str]) -> str:
    """The place of a table that may be wider than the page: it has a name, and keys move it."""
    name = escape(", ".join(header for header in headers if header))
    return f'<div class="scroll" tabindex="0" role="region" aria-label="{name}">'


_SAVE_CSV = '<button type="button" class="save" data-save="csv">↓ CSV</button>'


def _cell(cell: str | Cell) -> str:
    """The rest of a cell behind the name of its element."""
    if isinstance(cell, Cell):
        return f' data-value="{escape(cell.exact())}">{escape(cell.text)}'
    return f">{_with_pieces(cell)}"


def token_strip(tokens: Iterable[tuple[str, int]], lead: str, text: str = "") -> str:
    """Token labels with their ids, after a lead such as "… 20 earlier tokens"; they run as the text
    that they come from."""
    chips = "".join(
        f'<span class="chip"{_own(label)}><bdi>{escape(label)}</bdi>'
        f"<small>{token_id}</small></span>"
        for label, token_id in tokens
    )
    front = f'<span class="lead" dir="auto">{escape(lead)}</span>' if lead else ""
    return f'<div class="strip" dir="{direction_of(text)}">{front}{chips}</div>'


def badge(text: str, kind: str) -> str:
    """The model in one line; kind "trained", "untrained" or "counted"."""
    return f'<span class="badge {kind}">{escape(text)}</span>'


def written_token(text: str, tip: str, probability: float) -> str:
    """One generated token: tinted by its probability in five steps, with its numbers as a tip."""
    kind = f"tok {_tint(probability)}"
    kind += " spaced" * (text.startswith(" ") and len(text) <= MOST_WHOLE)
    return (
        f'<span class="{kind}" tabindex="0" data-tip="{escape(tip)}"{_language(text)}>'
        f"{_given(text)}</span>"
    )


def _tint(probability: float) -> str:
    return f"p{min(4, int(probability * 5))}"


def token_buttons(
    prompt: str, tokens: Sequence[tuple[str, float]], pressed: int, ready: bool, text: str = ""
) -> str:
    """Generated tokens (label, probability) as buttons, numbered from 1; one of them is pressed.
    ready: whether they can be pressed yet; text: what the tokens are together."""
    state = "" if ready else " disabled"
    buttons = "".join(
        f'<button type="button" class="tok {_tint(probability)}" data-place="{place}" '
        f'aria-pressed="{"true" if place == pressed else "false"}"{state}{_language(label)}>'
        f"<bdi>{escape(label)}</bdi></button>"
        for place, (label, probability) in enumerate(tokens, 1)
    )
    added = f'<div class="added" dir="{direction_of(text)}">{buttons}</div>'
    return f'<div class="written"{_flow(prompt + text)}>{_prompt(prompt)}{added}</div>'


def tint_scale(low: str, high: str) -> str:
    """What the five tints mean, from the least to the most probable."""
    steps = "".join(f'<span class="tok p{step}"></span>' for step in range(5))
    return f'<div class="scale">{escape(low)}{steps}{escape(high)}</div>'


def written_text(prompt: str, tokens: Iterable[str], text: str = "") -> str:
    """The prompt as typed and the generated tokens after it; text: what these are together."""
    added = _added(tokens)
    return f'<div class="written"{_flow(prompt + text)}>{_prompt(prompt)}{added}</div>'


def continued_text(prompt: str, tokens: Sequence[str], marked: int | None, text: str = "") -> str:
    """The end of a prompt and generated tokens, one of them marked; text: as of `written_text`."""
    pieces = [
        f'<mark class="parted">{token}</mark>' if place == marked else token
        for place, token in enumerate(tokens)
    ]
    return written_text(prompt, pieces, text)


def text_in_cell(prompt: str, tokens: Iterable[str], text: str) -> str:
    """Generated tokens alone; they run as the prompt does, which is not shown."""
    return f"<div{_flow(prompt + text)}>{_added(tokens)}</div>"


def _flow(text: str) -> str:
    """Attributes of an element around a whole text: it runs as its first letter does."""
    return f' dir="{direction_of(text)}"{_own(text)}'


def _prompt(text: str) -> str:
    return f'<span class="given" dir="auto"{_language(text)}>{_given(text)}</span>'


def _added(tokens: Iterable[str]) -> str:
    """Apart from the prompt, so that neither turns the other around."""
    return f'<div class="added" dir="auto">{"".join(tokens)}</div>'


def grid(
    corner: str, columns: Sequence[str], rows: Sequence[str], cells: Sequence[Sequence[str]]
) -> str:
    """A text in each cell, as HTML; columns and rows by their names. A button saves it as CSV."""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in columns)
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th>{"".join(f"<td>{cell}</td>" for cell in row)}</tr>'
        for name, row in zip(rows, cells, strict=True)
    )
    return (
        f'<div class="tabled">{_scroll([corner, *columns])}<table class="texts"><thead>'
        f"<tr><th>{escape(corner)}</th>{head}</tr></thead><tbody>{body}</tbody></table></div>"
        f"{_SAVE_CSV}</div>"
    )


def download(text: str, address: str) -> str:
    """A link that saves a file."""
    return f'<p><a class="download" href="{escape(address)}" download>{escape(text)}</a></p>'


def save_json(label: str, name: str, text: str) -> str:
    """A button that saves a JSON text, which travels in the page, as gpt-playground-NAME.json."""
    return (
        f'<button type="button" class="save" data-save="json" data-name="{escape(name)}" '
        f'data-json="{escape(text)}">↓ {escape(label)}</button>'
    )


def code(title: str, text: str) -> str:
    """A script, folded away under its title."""
    return (
        f'<details class="fold"><summary>{escape(title)}</summary>'
        f'<pre tabindex="0"><code>{escape(text)}</code></pre></details>'
    )


def explained(title: str, paragraphs: Iterable[tuple[str, str]]) -> str:
    """Paragraphs under their names, folded away."""
    inner = "".join(
        f'<p class="caption"><b>{escape(name)}</b> · {_with_pieces(text)}</p>'
        for name, text in paragraphs
    )
    return f'<details class="fold"><summary>{escape(title)}</summary>{inner}</details>'


def facts(items: Iterable[str]) -> str:
    """Short facts in one line."""
    return f'<p class="facts">{" · ".join(escape(item) for item in items)}</p>'
