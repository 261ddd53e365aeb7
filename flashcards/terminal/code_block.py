"""Blocks of code and of output in the columns that there are.

A line that is too long goes on below, deeper than it begins, so that no line of Python seems
to belong to another block. A table of text first gives up what is empty in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

_INDENT = 4
"""Columns to the left of a block, where there is room."""
_DEEPER = 6
"""Columns that a line goes on to the right of where it began: no step of an indentation."""
_SLIGHTLY = 2
"""The same where that leaves too little room."""
_FEWEST = 16
"""Columns that the rest of a line needs to be set in that deep."""
_GOOD_BREAK = re.compile(r"[,;]\s*|\s+|(?<=[⺀-鿿＀-￯])(?![，。、；：？！）》」』】])")
_POOR_BREAK = re.compile(r"[(\[{=:]|(?=[.)\]}])|[/_-](?=\w)")
_RULE = re.compile(r"[-=─━+|\s]*")
_FEWEST_ROWS = 3


class CodeBlock:
    """Code or output, set in; `is_table` if its columns may move together."""

    def __init__(self, text: Text, is_table: bool = False) -> None:
        self._text = text
        self._is_table = is_table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines, width = list(self._text.split("\n", allow_blank=True)), options.max_width
        room = width - _INDENT
        if self._is_table and _measure(lines) > room:
            lines = _narrow_columns(lines, room)
        indent = max(0, min(_INDENT, width - _measure(lines))) if self._is_table else _INDENT
        if _measure(lines) > width - indent:
            indent = _INDENT
        for line in lines:
            for row in wrap_line(line, max(1, width - indent)):
                shown = Text(" " * indent) + row
                shown.rstrip()
                yield shown


def wrap_line(line: Text, width: int) -> Iterator[Text]:
    """The line in rows; the rest of it is set in deeper than its beginning."""
    plain = line.plain
    indent = len(plain) - len(plain.lstrip())
    hang = indent + (_DEEPER if width - indent - _DEEPER >= _FEWEST else _SLIGHTLY)
    hang = hang if hang < width - 1 else 0  # the window is narrower than the indentation
    begin, room = 0, width
    while cell_len(plain[begin:]) > room:
        end = _find_break(plain, begin, room, indent if begin == 0 else begin)
        yield _set_in(line[begin:end], 0 if begin == 0 else hang)
        begin = end + len(plain[end:]) - len(plain[end:].lstrip())
        room = width - hang
    yield _set_in(line[begin:], 0 if begin == 0 else hang)


def _set_in(row: Text, columns: int) -> Text:
    row.rstrip()
    return Text(" " * columns) + row


def _find_break(plain: str, begin: int, room: int, least: int) -> int:
    """Where the row from `begin` on ends: at a separator in its second half, else where it must."""
    end = begin
    while cell_len(plain[begin : end + 1]) <= room:
        end += 1
    end = max(end, begin + 1)
    half = max(least + 1, begin + (end - begin) // 2)
    for pattern in (_GOOD_BREAK, _POOR_BREAK):
        found = [each.end() for each in pattern.finditer(plain, begin) if each.start() <= end]
        fitting = [min(each, end) for each in found if half <= min(each, end)]
        if fitting and plain[fitting[-1] - 1 :][:1] != "\\":
            return fitting[-1]
    return end


def _narrow_columns(lines: Sequence[Text], width: int) -> list[Text]:
    """A table with two spaces between its columns, or one if need be; else in two parts."""
    gaps = _find_gaps([line.plain for line in lines])
    for kept in (2, 1):
        narrow = [_without(line, gaps, kept) for line in lines]
        if gaps and _measure(narrow) <= width + (_INDENT if kept == 1 else 0):
            return narrow
    return _divide_rows(lines, gaps, width)


def _divide_rows(lines: Sequence[Text], gaps: Sequence[tuple[int, int]], width: int) -> list[Text]:
    """Each row in two, so that columns still stand below each other; as it was if that is no help.

    A line that is drawn is left out: it would be drawn between the parts.
    """
    rest = max((len(line.plain) for line in lines), default=0)
    for first, last in gaps:
        if first <= width and rest - last + _DEEPER <= width:
            rows = [line for line in lines if not _RULE.fullmatch(line.plain)]
            parts = ((line[:first], Text(" " * _DEEPER) + line[last:]) for line in rows)
            return [part for pair in parts for part in pair if part.plain.strip()]
    return list(lines)


def _find_gaps(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Where all rows but lines that are drawn are empty, inside the table."""
    rows = [line for line in lines if line.strip() and not _RULE.fullmatch(line)]
    if len(rows) < _FEWEST_ROWS or any(cell_len(row) != len(row) for row in rows):
        return []
    widest = max(map(len, rows))
    mask = "".join(
        " " if all(row[place : place + 1] in ("", " ") for row in rows) else "x"
        for place in range(widest)
    )
    return [found.span() for found in re.finditer(r"(?<=x) {2,}(?=x)", mask)]


def _without(line: Text, gaps: Sequence[tuple[int, int]], kept: int) -> Text:
    """The line without what is empty in all of them, but for some columns."""
    parts, begin = [], 0
    for first, last in gaps:
        parts.append(line[begin : first + kept])
        begin = max(last, first + kept)
    return Text("").join([*parts, line[begin:]])


def _measure(lines: Sequence[Text]) -> int:
    return max((line.cell_len for line in lines), default=0)
