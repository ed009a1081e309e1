"""A text file as text: in a wrong encoding it would train a model on rubble, without a word."""

import codecs
from pathlib import Path

from playground.errors import InputError

_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",  # before UTF-16, whose mark it begins with
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


def read_text(path: Path) -> str:
    """The text of a file in UTF-8, or in UTF-16 or UTF-32 with a byte-order mark, which is dropped.

    Line ends become "\\n". Raises InputError when there is no such file, when its bytes are not in
    that encoding, or when the text holds NUL, as UTF-16 without a mark does.
    """
    if not path.is_file():
        raise InputError("no_text_file", f"There is no text file {path}.", path=str(path))
    raw = path.read_bytes()
    marked = (name for mark, name in _MARKS.items() if raw.startswith(mark))
    encoding = next(marked, "utf-8")
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError as error:
        raise _not_unicode(path, encoding, error.start) from None
    if "\0" in text:
        raise _not_unicode(path, encoding, text.index("\0"))
    return text.replace("\r\n", "\n")


def _not_unicode(path: Path, encoding: str, position: int) -> InputError:
    name = encoding.removesuffix("-sig").upper()
    return InputError(
        "text_not_unicode",
        f"{path} is not text in {name}: its bytes make no sense from position {position} on. "
        "It may be in GBK, Windows-1252 or another encoding; save it as UTF-8.",
        path=str(path),
        encoding=name,
        position=position,
    )
