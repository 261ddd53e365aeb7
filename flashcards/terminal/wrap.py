"""Where lines are broken: at spaces, and in Chinese between any two signs.

A line never begins with a closing mark and never ends with an opening one. By itself
rich takes Chinese without spaces for one long word: it leaves lines half empty, breaks the
Latin words inside, and cuts the end off in tables. `teach_rich` mends that; `fold` is for
lines that are printed without rich. A word that is wider than the line stays whole and is
left to the terminal.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator

_FIRST_SIGN = "\u2e80"
"""Letters before it are Latin, Greek, Cyrillic …, which have spaces between words and take one
column each."""
_SIGN = f"{_FIRST_SIGN}-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
_NO_BREAK = "\u00a0\u202f"
"""Spaces at which no line ends, as French has one before a colon."""
_OPENING = "（《「『【〈〔"
_CLOSING = "，。、；：？！）》」』】〉〕"
UNBROKEN = (
    rf"(?:(?:ptquiz(?: [!-~]+){{1,5}}[{_CLOSING}]*"
    rf"|[{_OPENING}“‘]*(?:\d[\d.,/–-]* )?(?![{_OPENING}{_CLOSING}])[{_SIGN}][{_CLOSING}”’…]*"
    rf"|[{_OPENING}]*(?:[^\s{_SIGN}]|[{_NO_BREAK}])+[{_CLOSING}]*|\S)(?: ·(?= ))?)"
)
"""A pattern of what stays together: a Latin word or one Chinese sign, with its marks.

A command stays whole, a number with the sign that it counts, and a dot between two parts
of a line at the end of the first."""
_NARROW = re.compile("[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u202f]*")
"""Latin letters and marks that take one column each."""
_SPACE = rf"[^\S\n{_NO_BREAK}]+|\n|"


def teach_rich() -> None:
    """Replaces rich's private pattern of a word; a rich without it only wraps less well."""
    with contextlib.suppress(ImportError):
        import rich._wrap

        rich._wrap.re_word = re.compile(rf"\s*{UNBROKEN}\s*")


def fold(text: str, width: int, indent: int, start: int) -> str:
    """The text with line breaks; it begins at column `start`, and further lines at `indent`."""
    lines, begin = [], 0
    for end, next_begin in _find_breaks(text, width, indent, start):
        lines.append(text[begin:end])
        begin = next_begin
    return f"\n{' ' * indent}".join([*lines, text[begin:]])


def has_signs(text: str) -> bool:
    """Whether a text has Chinese signs, or others that take two columns."""
    return max(text, default="") >= _FIRST_SIGN


def measure_width(text: str) -> int:
    """How many columns a text takes; Chinese letters take two."""
    if _NARROW.fullmatch(text):
        return len(text)
    from prompt_toolkit.utils import get_cwidth  # importing it takes longer than a page of help

    return get_cwidth(text)


def _find_breaks(text: str, width: int, indent: int, start: int) -> Iterator[tuple[int, int]]:
    """What is replaced by a line break: a line's end as written, or the space before a word."""
    column, end = start, 0
    unbroken = UNBROKEN if has_signs(text) else rf"[\S{_NO_BREAK}]+"  # made only for Chinese
    for found in re.finditer(_SPACE + unbroken, text):
        piece, size = found[0], measure_width(found[0])
        if piece == "\n":
            yield found.span()
            column, end = indent, found.end()
        elif piece.isspace():
            column += size
        else:
            if column + size > width and column > indent:
                yield end, found.start()
                column = indent
            column, end = column + size, found.end()
