"""Plain values to YAML as an author would write it; the reader gives the same values back.

A text of one line stands in its line, quoted only where it must be; one of several lines is
a block. No width is kept: a text is never folded. `DeckEditor` writes single fields of a deck
file anew; every other line stays as its author wrote it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flashcards.errors import FlashcardsError
from flashcards.source.yaml_reader import Document
from flashcards.words.message import Message

_STEP = "  "
_COMMENT = re.compile(r"(?:^|\s)#", re.MULTILINE)
_PLAIN = re.compile(
    r"(?![\s!&*?|>@%`\"'#,\[\]{}:~=<.\u201c\u201e\u00ab\u2018-])(?!.*(?::\s|:\Z|\s#|\s\Z))[^\x00-\x1f\x7f-\xa0\u2028\u2029\ufeff]+"
)
"""A text that needs no quotes behind `name: `."""
_PLAIN_IN_LIST = re.compile(r"[A-Za-z0-9_(](?:[\w().+/ -]*[\w().+/-])?", re.ASCII)
_BLOCK = re.compile(r"[^\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\r]*")
"""What a block of lines can hold."""


def write_yaml(value: Mapping[str, Any]) -> str:
    """The lines of a mapping, as a whole file."""
    lines: list[str] = []
    _write_mapping(lines, value, "")
    return "\n".join([*lines, ""])


def write_entry(entry: Mapping[str, Any], indent: str = "") -> str:
    """An entry of a list whose dashes stand behind `indent`."""
    lines: list[str] = []
    _write_item(lines, entry, indent)
    return "\n".join([*lines, ""])


def write_field(name: str, value: Any, indent: str) -> str:
    """One field of a mapping whose fields stand behind `indent`."""
    lines: list[str] = []
    _write_field(lines, name, value, indent)
    return "\n".join([*lines, ""])


def write_text(text: str) -> str:
    """A text of one line behind `name: `."""
    if _PLAIN.fullmatch(text):
        return text
    return _quote(text)


def _write_mapping(lines: list[str], value: Mapping[str, Any], indent: str) -> None:
    for name, inner in value.items():
        _write_field(lines, str(name), inner, indent)


def _write_item(lines: list[str], value: Mapping[str, Any], indent: str) -> None:
    if not value:
        lines.append(f"{indent}- {{}}")
        return
    first = len(lines)
    _write_mapping(lines, value, indent + _STEP)
    lines[first] = f"{indent}- {lines[first][len(indent) + 2 :]}"


def _write_field(lines: list[str], name: str, value: Any, indent: str) -> None:
    name = name if name.isalnum() or _PLAIN_IN_LIST.fullmatch(name) else _quote(name)
    if isinstance(value, str):
        _write_scalar(lines, f"{indent}{name}:", value, indent)
    elif isinstance(value, Mapping):
        lines.append(f"{indent}{name}:" if value else f"{indent}{name}: {{}}")
        _write_mapping(lines, value, indent + _STEP)
    elif isinstance(value, list | tuple):
        _write_list(lines, f"{indent}{name}:", value, indent)
    else:
        lines.append(f"{indent}{name}: {_make_text(value)}")


def _write_list(lines: list[str], head: str, values: Sequence[Any], indent: str) -> None:
    if all(
        "\n" not in (each if type(each) is str else str(each)) and not isinstance(each, Mapping)
        for each in values
    ):
        items = (_make_text(each) for each in values)
        shown = (each if _PLAIN_IN_LIST.fullmatch(each) else _quote(each) for each in items)
        lines.append(f"{head} [{', '.join(shown)}]")
        return
    lines.append(head)
    inner = indent + _STEP  # without it, editors offer no fields on an empty line
    for each in values:
        if isinstance(each, Mapping):
            _write_item(lines, each, inner)
        else:
            _write_scalar(lines, f"{inner}-", _make_text(each), inner)


def _write_scalar(lines: list[str], head: str, text: str, indent: str) -> None:
    if "\n" not in text or not _BLOCK.fullmatch(text) or not text.strip("\n"):
        lines.append(f"{head} {write_text(text)}")
        return
    body = text.rstrip("\n")
    ends = len(text) - len(body)
    deeper = "2" if body[0] in " \n\t" else ""
    chomping = {0: "-", 1: ""}.get(ends, "+")
    lines.append(f"{head} |{deeper}{chomping}")
    inner = indent + _STEP
    lines += [inner + line if line else "" for line in body.split("\n")]
    lines += [""] * (ends - 1)


def _make_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _quote(text: str) -> str:
    if not _BLOCK.fullmatch(text) or "\n" in text:
        return json.dumps(text)
    if "\\" not in text and '"' not in text:
        return f'"{text}"'
    return "'" + text.replace("'", "''") + "'"


# Single fields of a deck file


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
