"""A YAML file cut into the parts that can be wrong by themselves.

A part is a field of the top level with all its lines; the lists of entries and of
resources are cut once more, into one part for each. The cut looks at the beginnings of
lines only, so that it finds the entries of a file that no parser can read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import NamedTuple

from flashcards.model import KINDS, Deck
from flashcards.source.field_names import list_field_names

SPACES = " \t\u00a0\u2007\u2009\u202f\u3000\u200b"
"""What looks like a space; to YAML only the first two are."""
COLONS = ":\uff1a"
LINE_BREAK = re.compile(r"\r\n|\n|\r")

_SECTION = re.compile(r"[^\s#\-]")
_LISTS = re.compile(rf"(?:entries|resources)\s*[{COLONS}]\s*(?:#.*)?$")
_DASH = re.compile(rf"([{SPACES}]*)-(?!--)")
_ENTRY = re.compile(rf"[{SPACES}]*-[{SPACES}]*(?:{'|'.join(KINDS)})\s*[{COLONS}]")
_KEY = re.compile(rf"[{SPACES}]*(?:-[{SPACES}]*)?key[{SPACES}]*[{COLONS}]\W*([a-z0-9-]+)")
_KIND = re.compile(rf"[{SPACES}]*(?:-[{SPACES}]*)?({'|'.join(KINDS)})\b")
_NAME = re.compile(r"\s*([\w-]+)")


class Chunk(NamedTuple):
    """Lines of a file, from the line with this number on, counted from 0."""

    start: int
    lines: list[str]
    is_item: bool = False
    """Whether it is one entry or resource of many."""


def split_chunks(lines: Sequence[str]) -> list[Chunk]:
    """All lines of a file in chunks, in their order."""
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
    own = {each.name for each in fields(Deck)}
    below = False
    for number, line in enumerate(lines):
        if not _SECTION.match(line):
            continue
        name = _NAME.match(line)
        if not below or not name or name[1] in own or name[1] not in list_field_names():
            yield number
        below = below or bool(_LISTS.match(line))


def count_indent(line: str) -> int:
    """Columns before the first character that is not a space or looks like one."""
    return len(line) - len(line.lstrip(SPACES))


def is_blank(line: str) -> bool:
    """Whether a line has nothing for the parser."""
    return not line.strip() or line.lstrip().startswith("#")


def find_entry_key(chunk: Chunk) -> tuple[str, str, int, int] | None:
    """Key, kind, line and column (from 1) of an entry that cannot be read, if it says them."""
    kinds = (found[1] for line in chunk.lines if (found := _KIND.match(line)))
    kind = next(kinds, "")
    for number, line in enumerate(chunk.lines, chunk.start + 1):
        if found := _KEY.match(line):
            return found[1], kind, number, found.start(1) + 1
    name = _NAME.match(chunk.lines[0])
    return (name[1], "", chunk.start + 1, name.start(1) + 1) if name and not kind else None


def find_item_column(lines: Sequence[str]) -> int | None:
    """The column of the first dash below `entries:`, counted from 0; None without a dash."""
    first = next((line for line in lines if not is_blank(line)), "")
    found = _DASH.match(first)
    return len(found[1]) if found else None


def _split_section(start: int, lines: list[str]) -> Iterator[Chunk]:
    body = lines[1:]
    if not _LISTS.match(lines[0]) and not _ENTRY.match(next(iter(body), "")):
        yield Chunk(start, lines)
        return
    column = find_item_column(body)
    first = next((line for line in body if not is_blank(line)), "")
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
        return count_indent(line) <= indent
    found = _DASH.match(line)
    if found is None:
        return False
    return len(found[1]) == column or bool(_ENTRY.match(line) and len(found[1]) <= column + 4)
