"""Single fields of a deck file written anew; every other line stays as its author wrote it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flashcards.errors import FlashcardsError
from flashcards.source.yaml_reader import Document
from flashcards.source.yaml_writer import write_entry, write_field
from flashcards.words.message import Message

_COMMENT = re.compile(r"(?:^|\s)#", re.MULTILINE)


class NotEditable(FlashcardsError):
    """The place is written in a way that cannot be changed without losing something."""


@dataclass(frozen=True)
class EntryEdit:
    """What becomes of one entry: its values before and after, as an author would write them."""

    index: int
    """Its place in the list of entries, from 0."""
    before: Mapping[str, Any]
    after: Mapping[str, Any]


class DeckEditor:
    """A deck file in which single entries are changed."""

    def __init__(self, text: str) -> None:
        self._document = Document(text, "")
        self._lines = text.splitlines(keepends=True)
        if self._lines and not self._lines[-1].endswith("\n"):
            self._lines[-1] += "\n"

    def edit(self, edits: Sequence[EntryEdit]) -> str:
        """The text with some entries changed. Raises NotEditable."""
        lines = list(self._lines)
        for edit in sorted(edits, key=lambda each: -each.index):
            _edit_entry(self._document, lines, edit)
        return "".join(lines)


def append_entries(text: str, entries: Sequence[Mapping[str, Any]]) -> str:
    """The text with entries at the end of its list. Raises NotEditable."""
    document = Document(text, "")
    listed = document.data["entries"]
    if list(document.data)[-1] != "entries" or not listed:
        raise NotEditable(Message("entries-not-last"))
    column = _find_dash(text.splitlines(), document, 0)
    if not text.endswith("\n"):
        text += "\n"
    return text + "".join(write_entry(entry, " " * column) for entry in entries)


def _find_dash(lines: Sequence[str], document: Document, index: int) -> int:
    at = document.locate(("entries", index))
    column = lines[at.line - 1].find("-")
    before = lines[at.line - 1][: at.column - 1]
    if before.strip() != "-":
        raise NotEditable(Message("entries-in-line"))
    return column


def _edit_entry(document: Document, lines: list[str], edit: EntryEdit) -> None:
    first, end = _find_span(document, lines, edit.index)
    dash = _find_dash(lines, document, edit.index)
    kinds = [next(iter(values)) for values in (edit.before, edit.after)]
    is_flow = lines[first][dash + 1 :].lstrip().startswith("{")
    if is_flow or kinds[0] != kinds[1]:
        if _COMMENT.search("".join(lines[first:end])):
            raise NotEditable(Message("entry-has-comment"))
        lines[first:end] = [write_entry(edit.after, " " * dash)]
        return
    spans = _find_fields(document, lines, edit.index, end)
    column = document.locate(("entries", edit.index)).column - 1
    added = [
        write_field(name, value, " " * column)
        for name, value in edit.after.items()
        if name not in spans
    ]
    lines[end:end] = added
    for name, (begin, stop) in sorted(spans.items(), key=lambda each: -each[1][0]):
        if name not in edit.after or edit.after[name] != edit.before.get(name):
            _replace_field(lines, (begin, stop), name, edit, column)


def _find_span(document: Document, lines: Sequence[str], index: int) -> tuple[int, int]:
    """The first line of an entry, and the line behind its last, from 0."""
    first = document.locate(("entries", index)).line - 1
    if index + 1 < len(document.data["entries"]):
        end = document.locate(("entries", index + 1)).line - 1
    else:
        names = [document.locate((name,), of_key=True).line - 1 for name in document.data]
        end = min((line for line in names if line > first), default=len(lines))
    return first, _trim(lines, first, end, lines[first].find("-") + 1)


def _trim(lines: Sequence[str], first: int, end: int, column: int) -> int:
    """The end without empty lines and comments that stand before what follows."""
    while end - 1 > first:
        line = lines[end - 1]
        indent = len(line) - len(line.lstrip())
        if line.strip() and not (line.lstrip().startswith("#") and indent <= column):
            break
        end -= 1
    return end


def _find_fields(
    document: Document, lines: Sequence[str], index: int, end: int
) -> dict[str, tuple[int, int]]:
    """Each field of an entry to its first line and the line behind its last."""
    path = ("entries", index)
    begins = {
        name: document.locate((*path, name), of_key=True).line - 1
        for name in document.data["entries"][index]
    }
    order = sorted(begins.values())
    if len(set(order)) < len(order):
        raise NotEditable(Message("fields-in-line"))
    column = document.locate(path).column - 1
    following = dict(zip(order, [*order[1:], end], strict=True))
    return {
        name: (begin, _trim(lines, begin, following[begin], column))
        for name, begin in begins.items()
    }


def _replace_field(
    lines: list[str], span: tuple[int, int], name: str, edit: EntryEdit, column: int
) -> None:
    begin, stop = span
    old = "".join(lines[begin:stop])
    written = write_field(name, edit.before.get(name), " " * column)
    if _COMMENT.search(old) and old[column:] != written[column:]:
        raise NotEditable(Message("field-has-comment", name=name))
    if name in edit.after:
        new = write_field(name, edit.after[name], " " * column)
        lines[begin:stop] = [old[:column] + new[column:]]
    elif old[:column].strip():
        raise NotEditable(Message("field-begins-entry", name=name))
    else:
        lines[begin:stop] = []
