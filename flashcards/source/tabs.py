"""Tabs that indent, which YAML refuses: how many spaces each of them stands for.

Editors show a tab as they like. The number is taken that gives the fewest lines which do not
fit the others, so that the file is read on as its author sees it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from flashcards.source.chunks import count_indent, is_blank, split_chunks
from flashcards.source.fault import KEY_LINE, find_fault

MESSAGE = "a tab cannot indent"
_SPACES = {2: "two", 4: "four", 8: "eight", 6: "six", 3: "three", 1: "one"}
"""What a tab may stand for, the likeliest first, in words."""
_LEAD = re.compile(r" *\t[ \t]*(?=\S)")
_BLOCK = re.compile(r"(\s*(?:-\s+)?)[\w.-]+:\s*[|>][-+0-9]*\s*$")
_DASH = re.compile(r"-\s")


class Untabbed(NamedTuple):
    """Lines with spaces in place of tabs, where the first tab was, and a hint."""

    lines: list[str]
    line: int
    column: int
    hint: str
    shifts: Mapping[int, int]
    """Columns by which lines have grown, by their numbers from 0."""


def replace_tabs(lines: Sequence[str]) -> Untabbed | None:
    """The lines without tabs that indent; None if there are none."""
    leads = dict(_find_leads(lines))
    if not leads:
        return None
    made = {width: _fill(lines, leads, width) for width in _SPACES}
    width = min(made, key=lambda each: _count_misfits(made[each], leads))
    first = min(leads)
    hint = "use spaces: in the whole file, replace each tab that begins a line with "
    hint += f"{_SPACES[width]} space{'s' if width > 1 else ''}"
    shifts = {number: lead.count("\t") * (width - 1) for number, lead in leads.items()}
    return Untabbed(made[width], first, leads[first].index("\t"), hint, shifts)


def _find_leads(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Lines that a tab indents, and what they begin with; a block of lines may have tabs in it."""
    owner = -1
    for number, line in enumerate(lines):
        spaces = len(line) - len(line.lstrip(" "))
        if owner >= 0 and (not line.strip() or spaces > owner):
            continue
        found = _LEAD.match(line)
        rest = line[found.end() :] if found else ""
        if found and (not spaces or _DASH.match(rest) or KEY_LINE.match(rest)):
            yield number, found[0]
        elif not found or owner < 0:
            block = _BLOCK.match(line)
            owner = len(block[1]) if block else -1


def _fill(lines: Sequence[str], leads: Mapping[int, str], width: int) -> list[str]:
    filled = {at: lead.replace("\t", " " * width) for at, lead in leads.items()}
    return [
        filled[at] + line[len(leads[at]) :] if at in leads else line
        for at, line in enumerate(lines)
    ]


def _count_misfits(lines: Sequence[str], tabbed: Mapping[int, str]) -> tuple[int, int]:
    """Parts that are not YAML and lines that do not fit; fields in columns that no other has."""
    chunks = split_chunks(lines)
    dashes = [count_indent(chunk.lines[0]) for chunk in chunks if chunk.is_item]
    broken = sum(find_fault(chunk.lines) is not None for chunk in chunks)
    broken += sum(column != dashes[0] for column in dashes)
    broken += sum(_is_flat(lines, number) for number in tabbed)
    known = {
        column for at, line in enumerate(lines) if at not in tabbed for column in _places(line)
    }
    strange = sum(not known & set(_places(lines[at])) for at in tabbed if _places(lines[at]))
    return broken, strange


def _is_flat(lines: Sequence[str], number: int) -> bool:
    """Whether a line below a field without a value is not indented further than that field."""
    filled = (lines[at] for at in range(number - 1, -1, -1) if not is_blank(lines[at]))
    above = next(filled, "")
    places = _places(above)
    if not places or not above.rstrip().endswith((":", "|", ">")):
        return False
    is_item = bool(_DASH.match(lines[number].lstrip()))
    return count_indent(lines[number]) < places[-1] + (not is_item)


def _places(line: str) -> list[int]:
    """The column of a line's dash, and that of its field, as far as it has them."""
    if not KEY_LINE.match(line):
        return []
    dash = re.match(r"\s*(-\s+)?", line)
    column = count_indent(line)
    return [column, dash.end()] if dash and dash[1] else [column]
