"""A file cut into the parts that can be wrong by themselves, and entries that have lost their dash.

The cut looks at the beginnings of lines only, so that it finds the entries of a file that no
parser can read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import NamedTuple

from flashcards.errors import Edit, Fix, Position, Problem
from flashcards.model import KINDS, Deck
from flashcards.source.slips import COLONS, SPACES, count_indent, is_blank
from flashcards.words.message import Message

_SECTION = re.compile(r"[^\s#\-]")
_LISTS = re.compile(rf"(?:entries|resources)\s*[{COLONS}]\s*(?:#.*)?$")
_DASH = re.compile(rf"([{SPACES}]*)-(?!--)")
ENTRY = re.compile(rf"[{SPACES}]*-[{SPACES}]*(?:{'|'.join(KINDS)})\s*[{COLONS}]")
_KEY = re.compile(rf"[{SPACES}]*(?:-[{SPACES}]*)?key[{SPACES}]*[{COLONS}]\W*([a-z0-9-]+)")
_KIND = re.compile(rf"[{SPACES}]*(?:-[{SPACES}]*)?({'|'.join(KINDS)})\b")
_KIND_FIELD = re.compile(rf" *(?:{'|'.join(KINDS)}):(?:\s|$)")
_NAME = re.compile(r"\s*([\w-]+)")
_PARTS_OF_OTHERS = (
    "lang words labels pictures course stages weeks goals decks quizzes purposes blocks resources "
    "quiz select picks"
)
"""Fields in the first column of files that are no deck."""


class Chunk(NamedTuple):
    """Lines of a file, from the line with this number on, counted from 0."""

    start: int
    lines: list[str]
    is_item: bool = False
    """Whether it is one entry or resource of many."""


def split_chunks(lines: Sequence[str]) -> list[Chunk]:
    """All lines of a file in parts that can be wrong by themselves, in their order.

    A part is a field of the top level with all its lines; the lists of entries and of resources
    are cut once more, into one part for each. The cut looks at the beginnings of lines only, so
    that it finds the entries of a file that no parser can read.
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
    own = {*(each.name for each in fields(Deck)), *_PARTS_OF_OTHERS.split()}
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
    dashes = (found for line in body if (found := _DASH.match(line)))
    found = _DASH.match(first) or (next(dashes, None) if _KIND_FIELD.match(first) else None)
    column = len(found[1]) if found else None
    cuts = [
        number
        for number, line in enumerate(body, 1)
        if not is_blank(line) and _begins_item(line, column, count_indent(first))
    ]
    ends = [*cuts, len(lines)]
    yield Chunk(start, lines[: ends[0]])
    for cut, end in zip(cuts, ends[1:], strict=True):
        yield Chunk(start + cut, lines[cut:end], is_item=True)


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
    line = chunk.lines[0]
    return count_indent(line) if line.lstrip().startswith("-") else None


def tell_lost_dashes(
    problems: Sequence[Problem], text: str
) -> tuple[list[Problem], list[tuple[str, str, int, int]]]:
    """The problems, those of an entry without a dash as one; and such entries.

    Of these the key, the kind, and line and column of the key.
    """
    lines = text.splitlines()
    repeated = [each.at for each in problems if each.message.id == "key-repeated"]
    found = sorted({lost for at in repeated if (lost := _find_lost_entry(lines, at))})
    kept = [each for each in problems if not any(a <= each.at.line - 1 < b for a, b in found)]
    unread = []
    for start, end in found:
        chunk = Chunk(start, lines[start:end], is_item=True)
        kept.append(tell_no_dash(start, lines[start], repeated[0].file))
        unread += [each for each in [find_entry_key(chunk)] if each and each[1]]
    return kept, unread


def tell_no_dash(number: int, line: str, file: str) -> Problem:
    """The problem of an entry whose first line, with this number from 0, has no dash."""
    column = count_indent(line)
    fix = Fix((Edit(number + 1, column - 1, "  ", "- "),)) if column > 1 else None
    at, hint = Position(file, number + 1, column + 1), line.split(":")[0].strip()
    return Problem(at, Message("yaml-no-dash"), Message("hint-dash", kind=hint), fix)


def find_undashed(chunks: Sequence[Chunk]) -> Chunk | None:
    """The line `entries:` with an entry right below it that has no dash, as others have."""
    for chunk in chunks:
        body = chunk.lines[1:2]
        if _LISTS.match(chunk.lines[0]) and body and _KIND_FIELD.match(body[0]):
            return chunk
    return None


def _find_lost_entry(lines: Sequence[str], at: Position) -> tuple[int, int] | None:
    """The lines of the entry without a dash that repeats a field here; None if it is another."""
    column, start = at.column - 1, None
    for number in range(at.line - 1, -1, -1):
        line = lines[number]
        if is_blank(line) or count_indent(line) > column:
            continue
        if count_indent(line) < column:
            item = re.match(r" *- +", line)
            if start is None or item is None or item.end() != column:
                return None
            return start, _find_lost_end(lines, start, column)
        if start is None and _KIND_FIELD.match(line):
            start = number
    return None


def _find_lost_end(lines: Sequence[str], start: int, column: int) -> int:
    for number in range(start + 1, len(lines)):
        is_field = count_indent(lines[number]) == column
        if is_field and _KIND_FIELD.match(lines[number]):
            return number
        if not is_blank(lines[number]) and count_indent(lines[number]) < column:
            return number
    return len(lines)
