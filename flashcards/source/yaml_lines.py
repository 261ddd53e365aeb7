"""Lines of a YAML file as an author sees them: fields and columns, and the parts of a file.

All of it looks at the lines only, so that it finds the fields and entries of a file that no
parser can read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from flashcards.model import KINDS
from flashcards.source.field_names import DECK_FIELDS

SPACES = " \t\u00a0\u2007\u2009\u202f\u3000\u200b"
"""What looks like a space; to YAML only the first two are."""
COLONS = ":\uff1a"
BLOCK_MARK = re.compile(r"[|>][-+0-9]*\s*")
"""What stands in the place of a value that is the lines below."""
BAR_LOOKALIKE = "\\\\\\||[/\\\\\u00a6\uff5c\u2502]"
"""What is written, or pasted, in place of the bar of a block."""
LEAD = rf"[{SPACES}]*(?:-[{SPACES}]+)?"
"""What may stand before the name of a field."""
_FIELD = re.compile(rf"(({LEAD})([\w.-]+|\"[^\"]*\")[ \t]*:(?:[ \t]+|$))(.*)$")
_ITEM = re.compile(r"((\s*-\s+)())(\S.*)$")
_SECTION = re.compile(r"[^\s#\-]")
_LISTS = re.compile(rf"(?:entries|resources)\s*[{COLONS}]\s*(?:#.*)?$")
_DASH = re.compile(rf"([{SPACES}]*)-(?!--)")
ENTRY = re.compile(rf"[{SPACES}]*-[{SPACES}]*(?:{'|'.join(KINDS)})\s*[{COLONS}]")
_KEY = re.compile(rf"[{SPACES}]*(?:-[{SPACES}]*)?key[{SPACES}]*[{COLONS}]\W*([a-z0-9-]+)")
_KIND = re.compile(rf"[{SPACES}]*(?:-[{SPACES}]*)?({'|'.join(KINDS)})\b")
_NAME = re.compile(r"\s*([\w-]+)")
_PARTS_OF_OTHERS = (
    "lang words labels pictures course stages weeks goals decks quizzes purposes blocks resources "
    "quiz select picks"
)
"""Fields in the first column of files that are no deck."""


class Field(NamedTuple):
    """A line that begins with a field: up to its value, where and what its name is, its value."""

    prefix: str
    column: int
    name: str
    value: str


class Chunk(NamedTuple):
    """Lines of a file, from the line with this number on, counted from 0."""

    start: int
    lines: list[str]
    is_item: bool = False
    """Whether it is one entry or resource of many."""


def find_field(line: str) -> Field | None:
    """The field that a line begins with; None if it is another line."""
    return _split(_FIELD.match(line.rstrip()))


def find_item(line: str) -> Field | None:
    """The text behind the dash of a line, as a field without a name; None if there is none."""
    return _split(_ITEM.match(line.rstrip()))


def _split(found: re.Match[str] | None) -> Field | None:
    return Field(found[1], len(found[2]), found[3].strip('"'), found[4]) if found else None


def count_indent(line: str) -> int:
    """Columns before the first character that is not a space or looks like one."""
    return len(line) - len(line.lstrip(SPACES))


def is_blank(line: str) -> bool:
    """Whether a line has nothing for the parser."""
    return not line.strip() or line.lstrip().startswith("#")


def shift_line(line: str, by: int) -> str:
    """A line moved by so many columns."""
    if not line.strip():
        return line
    return " " * by + line if by > 0 else line[min(-by, count_indent(line)) :]


def shift_hanging(lines: Sequence[str], first: int, by: int) -> dict[int, str]:
    """A line, and those below that hang on it, moved by so many columns."""
    end = find_end(lines, first, count_indent(lines[first]))
    return {at: shift_line(lines[at], by) for at in range(first, end + 1) if lines[at].strip()}


def find_end(lines: Sequence[str], first: int, column: int) -> int:
    """The last line below the first that is indented further than this column."""
    end = first
    for number in range(first + 1, len(lines)):
        if lines[number].strip() and count_indent(lines[number]) <= column:
            break
        end = number if lines[number].strip() else end
    return end


# The parts of a file


def split_chunks(lines: Sequence[str]) -> list[Chunk]:
    """All lines of a file in parts that can be wrong by themselves, in their order.

    A part is a field of the top level with all its lines; the lists of entries and of resources
    are cut once more, into one part for each.
    """
    starts = list(_find_sections(lines))
    if not starts or starts[0] > 0:
        starts = [0, *starts]
    chunks: list[Chunk] = []
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        section = list(lines[start:end])
        chunks += _split_section(start, section) if section else []
    return chunks


def _find_sections(lines: Sequence[str]) -> Iterator[int]:
    """Lines in the first column; below `entries:` a field of an entry is not meant to be there."""
    own = {*DECK_FIELDS, *_PARTS_OF_OTHERS.split()}
    below = False
    for number, line in enumerate(lines):
        if not _SECTION.match(line):
            continue
        name = _NAME.match(line)
        if not below or (name and name[1] in own):
            yield number
        below = below or bool(_LISTS.match(line))


def _split_section(start: int, lines: list[str]) -> Iterator[Chunk]:
    body = lines[1:]
    if not _LISTS.match(lines[0]) and not ENTRY.match(next(iter(body), "")):
        yield Chunk(start, lines)
        return
    first = next((line for line in body if not is_blank(line)), "")
    found = _DASH.match(first)
    column = len(found[1]) if found else None
    cuts = list(_find_items(body, column, count_indent(first)))
    ends = [*cuts, len(lines)]
    yield Chunk(start, lines[: ends[0]])
    for cut, end in zip(cuts, ends[1:], strict=True):
        yield Chunk(start + cut, lines[cut:end], is_item=True)


def _find_items(body: Sequence[str], column: int | None, indent: int) -> Iterator[int]:
    """Numbers of the lines, from 1, that begin an entry or a resource."""
    for number, line in enumerate(body, 1):
        if not is_blank(line) and _begins_item(line, column, indent):
            yield number


def _begins_item(line: str, column: int | None, indent: int) -> bool:
    if column is None:
        return count_indent(line) <= indent and not line.lstrip(" ").startswith(tuple(SPACES))
    found = _DASH.match(line)
    if found is None:
        return False
    return len(found[1]) == column or bool(ENTRY.match(line) and len(found[1]) <= column + 4)


def find_entry_key(chunk: Chunk) -> tuple[str, str, int, int] | None:
    """Key, kind, line and column (from 1) of an entry that cannot be read, if it says them."""
    kinds = (found[1] for line in chunk.lines if (found := _KIND.match(line)))
    kind = next(kinds, "")
    for number, line in enumerate(chunk.lines, chunk.start + 1):
        if found := _KEY.match(line):
            return found[1], kind, number, found.start(1) + 1
    name = _NAME.match(chunk.lines[0])
    return (name[1], "", chunk.start + 1, name.start(1) + 1) if name and not kind else None


def find_dash(chunk: Chunk) -> int | None:
    """The column of the dash that a part of a file begins with."""
    line = chunk.lines[0]
    return count_indent(line) if line.lstrip().startswith("-") else None
