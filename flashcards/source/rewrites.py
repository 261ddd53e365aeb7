"""Other ways to write lines that have problems, for slips of which no single line shows the cure.

A rewrite may suspect more than is wrong: `cures` tries each on the file. It counts only if
nothing is wrong any more in the lines, and no other one of its group does as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

from flashcards.model import KINDS
from flashcards.source.field_names import DECK_FIELDS, FREE_NAMES, list_field_names
from flashcards.source.slips import mend_spaces
from flashcards.source.yaml_lines import LEAD, count_indent, find_end, find_field, shift_line

Rewrite: TypeAlias = Mapping[int, str | None]
"""Lines by their numbers as they are written then, more than one perhaps; None for no line."""
_KEPT = ("code", "setup", "prints", "answer", "why")
"""Texts whose lines are kept as they are; other ones hardly have a list or a table in them."""
_OPENED = re.compile(r"(?P<mark>```\w*$|\"{3}|'{3}|[|>][-+]?(?=\s|$)|)\s*(?P<rest>.*)$")
_JUNK = re.compile(
    r"\s*(?:<{7}.*|={7}.*|>{7}.*|```\w*|---|entries:|-|[\w-]+:\s+(?i:none|null|n/a|~))\s*$"
)
"""What tools leave behind, dashes without an entry, and what other languages write for nothing."""
_LINES = (
    (re.compile(rf"({LEAD}[\w-]+)[ \t]*[=\uff1a][ \t]*(?!=)"), r"\1: "),
    (re.compile(r"(\s*)//+ ?"), r"\1# "),
    (re.compile(r"> ?(?=.*[:-])"), ""),
    (re.compile(r"\+(?= )"), ""),
    (re.compile("(\\s*)[*\u2022\u25e6\u25aa\u00b7\u2013\u2014]\\s+"), r"\1- "),
    (re.compile(r"(\s*)- (?:key|id|name):\s+([\w-]+)$"), r"\1\2:"),
    (re.compile(rf"(\s*)  (?=(?:{'|'.join(KINDS)}):\s)"), r"\1- "),
    (re.compile(rf"(\s*)- (?!(?:{'|'.join(KINDS)}):)(?=[\w-]+:\s)"), r"\1  "),
    (re.compile(r"(\s*)(?:- )?([a-z])[).] +"), r"\1\2: "),
)
"""What lines of mails, of changes, of other lists and languages begin with, and what is meant."""


def _clean_lines(lines: Sequence[str]) -> Iterator[Rewrite]:
    """Lines without what only looks like a space, and each line that nobody means to be there."""
    leads = {number: line[: count_indent(line)] for number, line in enumerate(lines)}
    odd = {number: lead for number, lead in leads.items() if lead.strip(" \t")}
    yield {at: mend_spaces(lead) + lines[at][len(lead) :] for at, lead in odd.items()}
    for number, line in enumerate(lines):
        is_doubled = line in lines[:number] and not line.endswith((":", "|", ">"))
        if _JUNK.match(line) or (is_doubled and find_field(line)):
            yield {number: None}


def _begin_otherwise(lines: Sequence[str]) -> Iterator[Rewrite]:
    """Lines of one field, or all of them, that begin with the signs of other lists."""
    owners = [at for at, line in enumerate(lines) if (own := find_field(line)) and not own.value]
    regions = [range(at + 1, find_end(lines, at, count_indent(lines[at])) + 1) for at in owners]
    for pattern, new in _LINES:
        for region in (*regions, range(1, len(lines))):
            meant = [at for at in region if pattern.match(lines[at])]
            yield {at: pattern.sub(new, lines[at], count=1) for at in meant}


def _move_fields(lines: Sequence[str]) -> Iterator[Rewrite]:
    """A field, with those below it or without, in the column of others."""
    found = {number: field for number, line in enumerate(lines) if (field := find_field(line))}
    columns = {field.column for field in found.values()}
    for first, field in found.items():
        indent = count_indent(lines[first])
        for end in _find_ends(lines, first) if field.column == indent else ():
            moved = range(first, end + 1)
            names = {found[at].name for at in moved if at in found and found[at].column == indent}
            for column in sorted({*columns, indent + 2} - {indent}):
                if column > indent and names & DECK_FIELDS:
                    continue  # it may be meant for the whole deck
                if _may_hold(lines[:first], column, names):
                    yield {at: shift_line(lines[at], column - indent) for at in moved}


def _find_ends(lines: Sequence[str], first: int) -> Iterator[int]:
    """The last line of a field, and of each that follows it in the same column."""
    indent, end = count_indent(lines[first]), first - 1
    while end + 1 < len(lines) and (field := find_field(lines[end + 1])):
        if field.column != indent:
            return
        end = find_end(lines, end + 1, indent)
        yield end


def _may_hold(above: Sequence[str], column: int, names: Collection[str]) -> bool:
    """Whether fields in this column are part of the whole, or of a field that has such names."""
    for line in reversed(above):
        field = find_field(line)
        if line.strip() and (field.column if field else count_indent(line)) < column:
            if field is None or field.value or field.name not in FREE_NAMES:
                return bool(field and not field.value)
            return line is above[-1] and (list_field_names() - {*KINDS}).isdisjoint(names)
    return True


def _write_blocks(lines: Sequence[str]) -> Iterator[Rewrite]:
    """A text of several lines below a bar, whatever its author put in the place of the bar."""
    for number, line in enumerate(lines):
        field = find_field(line)
        found = _OPENED.match(field.value) if field and field.name in _KEPT else None
        if field is None or found is None:
            continue
        mark, rest, end = found["mark"], found["rest"], find_end(lines, number, field.column)
        changed: dict[int, str | None] = {}
        if len(mark) > 2:
            below = range(number + 1, len(lines))
            end = next((at for at in below if lines[at].rstrip().endswith(mark[:3])), number)
            last = lines[end].rstrip().removesuffix(mark[:3])
            changed[end] = last if last.strip() else None
        elif rest[:1] in (*"'\"|>",) or (mark[:1] == "|" and not rest):
            continue
        elif mark[:1] == ">" and rest:
            continue  # a sentence may begin with it
        if mark or end > number:
            indent = count_indent(lines[number + 1]) if end > number else 0
            body = f"\n{' ' * max(indent, field.column + 2)}{rest}" if rest else ""
            yield {**changed, number: f"{field.prefix.rstrip()} |{body}"}


RewriteGroup: TypeAlias = Callable[[Sequence[str]], Iterator[Rewrite]]
REWRITES: tuple[RewriteGroup, ...] = (
    _begin_otherwise,
    _clean_lines,
    _move_fields,
    _write_blocks,
)
"""Groups for the lines of an entry, the most certain first; the first for a whole file too."""
