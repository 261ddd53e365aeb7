"""Commas in braces that split a text which has no quotes: `{a: one, two}`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from yaml.events import ScalarEvent

from flashcards.source.fault import show_line
from flashcards.source.line_repairs import quote_text
from flashcards.source.marks import Marks

SPLIT = "a comma ends a text in braces that has no quotes"
_QUOTED = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'")
_FIELD = re.compile(r"(\s*(?:[\w.-]+|\"[^\"]*\"|'[^']*')\s*:\s+)(\S.*)", re.DOTALL)


def is_split(text: str, before: Any, key: Any, value: Any) -> bool:
    """Whether the event `key` has no colon and is the rest of the text that begins at `before`."""
    plain = isinstance(key, ScalarEvent) and not key.style and not isinstance(before, Marks)
    if not plain or value.start_mark.index != key.end_mark.index:
        return False
    return text[before.index] not in "\"'"


def advise_quotes_in_braces(line: str, whole: str) -> str:
    """A hint with the line as it should be, or the text if the braces do not end in the line."""
    quoted = quote_split_texts(line)
    return show_line(quoted) if quoted != line else f"put it in quotes: {quote_text(whole)}"


def quote_split_texts(line: str) -> str:
    """The line with quotes around every text in braces that a comma splits."""
    for start, end in reversed(list(_find_braces(line))):
        line = line[:start] + _quote_members(line[start:end]) + line[end:]
    return line


def _find_braces(line: str) -> Iterator[tuple[int, int]]:
    """Start and end of what stands between braces, the inner ones after the outer ones."""
    opened: list[tuple[str, int]] = []
    found = []
    at = 0
    while at < len(line):
        if quoted := _QUOTED.match(line, at):
            at = quoted.end()
            continue
        if line[at] in "{[":
            opened.append((line[at], at + 1))
        elif line[at] in "}]" and opened:
            mark, start = opened.pop()
            if mark == "{":
                found.append((start, at))
        at += 1
    inner = [(a, b) for a, b in found if not any(a < x and y < b for x, y in found)]
    yield from sorted(inner)


def _quote_members(inside: str) -> str:
    """Members of a mapping in braces; what is no field belongs to the text before it."""
    members: list[str] = []
    for part in _split_at_commas(inside):
        if members and not _FIELD.match(part):
            members[-1] += f",{part}"
        else:
            members.append(part)
    return ",".join(map(_quote_member, members))


def _split_at_commas(inside: str) -> list[str]:
    parts, start, at, depth = [], 0, 0, 0
    while at < len(inside):
        if quoted := _QUOTED.match(inside, at):
            at = quoted.end()
            continue
        depth += (inside[at] in "[{") - (inside[at] in "]}")
        if inside[at] == "," and not depth:
            parts.append(inside[start:at])
            start = at + 1
        at += 1
    return [*parts, inside[start:]]


def _quote_member(member: str) -> str:
    found = _FIELD.fullmatch(member)
    if found is None or "," not in found[2] or found[2][0] in "\"'[{":
        return member
    return found[1] + quote_text(found[2].rstrip())
