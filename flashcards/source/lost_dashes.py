"""Entries that begin without a dash: to YAML their fields are those of the entry above, again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from flashcards.errors import Position, Problem
from flashcards.model import KINDS
from flashcards.source.chunks import count_indent, is_blank

MESSAGE = "an entry begins without a dash"
_REPEATED = re.compile(r"key '[^']*' is repeated, first at ")
_KIND = re.compile(rf" *({'|'.join(KINDS)}):(?:\s|$)")
_KEY = re.compile(r" *key: +([\w-]+)\s*$")
_ITEM = re.compile(r" *- +")


class _Lost(NamedTuple):
    start: int
    end: int
    """Its lines, from 0, without the one at the end."""


def tell_lost_dashes(
    problems: Sequence[Problem], text: str
) -> tuple[list[Problem], list[tuple[str, str, int, int]]]:
    """The problems, those of an entry without a dash as one; and such entries.

    Of these the key, the kind, and line and column of the key.
    """
    lines = text.splitlines()
    repeated = [each.at for each in problems if _REPEATED.match(each.message)]
    found = sorted({lost for at in repeated if (lost := _find_entry(lines, at))})
    kept = [
        each for each in problems if not any(a <= each.at.line - 1 < b for a, b in found)
    ]  # fmt: skip
    for lost in found:
        kept.append(_tell(lines[lost.start], Position(repeated[0].file, lost.start + 1, 1)))
    return kept, [each for lost in found for each in _list_keys(lines, lost)]


def _find_entry(lines: Sequence[str], at: Position) -> _Lost | None:
    """The lines of the entry without a dash that repeats a field here; None if it is another."""
    column, start = at.column - 1, None
    for number in range(at.line - 1, -1, -1):
        line = lines[number]
        if is_blank(line) or count_indent(line) > column:
            continue
        if count_indent(line) < column:
            item = _ITEM.match(line)
            if start is None or item is None or item.end() != column:
                return None
            return _Lost(start, _find_end(lines, start, column))
        if start is None and _KIND.match(line):
            start = number
    return None


def _find_end(lines: Sequence[str], start: int, column: int) -> int:
    for number in range(start + 1, len(lines)):
        is_field = count_indent(lines[number]) == column
        if is_field and _KIND.match(lines[number]):
            return number
        if not is_blank(lines[number]) and count_indent(lines[number]) < column:
            return number
    return len(lines)


def _tell(line: str, at: Position) -> Problem:
    kind = line.split(":")[0].strip()
    hint = f"write '- ' in place of the two spaces before '{kind}'"
    return Problem(at._replace(column=count_indent(line) + 1), MESSAGE, hint)


def _list_keys(lines: Sequence[str], lost: _Lost) -> list[tuple[str, str, int, int]]:
    kind = lines[lost.start].split(":")[0].strip()
    own = ((number, _KEY.match(lines[number])) for number in range(lost.start, lost.end))
    return [(key[1], kind, number + 1, key.start(1) + 1) for number, key in own if key]
