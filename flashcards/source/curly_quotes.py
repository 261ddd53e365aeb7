"""Curly quotes around a whole text: YAML takes them for letters, and learners would see them."""

from __future__ import annotations

import re

from flashcards.source.fault import show_line
from flashcards.source.flow_scalars import quote_text

_OPENING = "\u201c\u201e\u00ab\u2018"
_CLOSING = "\u201d\u201c\u00bb\u2019"
_WHOLE = re.compile(rf"[{_OPENING}]([^{_OPENING}{_CLOSING}\n]*)[{_CLOSING}]")
_BEFORE = re.compile(r"(?:[:,-]\s+|[\[{,]|^\s*)\Z")
_BEHIND = re.compile(r"\s*(?:[,}\]]|\Z|#(?<=\s#))")


def unquote_curly(text: str) -> str | None:
    """What is between the curly quotes that begin and end a text; None if there are none."""
    found = _WHOLE.fullmatch(text)
    return found[1] if found else None


def tell_curly(mark: str) -> str:
    """What is wrong with a text that begins with this mark."""
    return f"curly quotes such as '{mark}' do not quote a text"


def describe_curly(line: str, column: int) -> tuple[str, str] | None:
    """What is wrong with the text at a column of a line, and a hint with the line as it should be.

    One hint mends all such texts of the line; it is given for the first one, None for others.
    """
    found = [each for each in _WHOLE.finditer(line) if _is_value(line, each)]
    if not found or found[0].start() != column:
        return None
    mended = line
    for each in reversed(found):
        mended = mended[: each.start()] + quote_text(each[1]) + mended[each.end() :]
    return tell_curly(line[column]), show_line(mended.rstrip(), in_brackets=True)


def _is_value(line: str, found: re.Match[str]) -> bool:
    """Whether the quotes are around all of a value: of a field, in brackets or behind a dash."""
    before = _BEFORE.search(line, 0, found.start())
    return before is not None and bool(_BEHIND.match(line, found.end()))
