r"""Lists and mappings in brackets, read as their author meant them.

In brackets YAML ends a text at a comma, a brace or a ` #`, so that `{text: $\bar{x}$}` is
none. Here a text goes on to the next name behind a comma, or to the bracket that ends it all:
what stands in formulas, code, quotes and brackets in pairs does not count. `find_changes` tells
what to change so that YAML reads the same; it puts quotes around texts, never around what has
texts in it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import NamedTuple

from flashcards.source.field_names import list_field_names, list_text_fields
from flashcards.source.quoting import (
    QUOTED,
    SIGNS,
    find_lost_backslashes,
    mend_quoted,
    quote_text,
    reads_as,
    tell_curly,
    tell_lost,
    unquote_curly,
)
from flashcards.words.message import Message

CLOSERS = {"{": "}", "[": "]"}
_PAIRS = {**CLOSERS, "(": ")"}
_OPENERS = {closer: opener for opener, closer in _PAIRS.items()}
_OPTION = ("text", "why", "lock")
_MOST = 4000
"""Characters of brackets that are read; nobody writes more of them on purpose."""
_DEEPEST = 6
"""Brackets inside brackets that are read: an option of a row of a comparison is the fourth."""
_NAME = r"(?:[\w.-]+|\"[^\"\n]*\"|'[^'\n]*')"
_MEMBER = re.compile(rf"(?:^|,)\s*({_NAME})\s*:(?=\s|$)")
_MAPPING = re.compile(rf"\{{\s*({_NAME})\s*:(?:\s|$)")
_HIDDEN = re.compile(
    rf"(?:(?<=[:,\[{{]\s)|(?<![^\[{{]))(?:{QUOTED.pattern})(?=\s*(?:[,\]}}]|\Z))|\\."
    r"|(?P<ticks>`+)[^`\n]+?(?P=ticks)(?!`)"
    rf"|\$(?=\S)(?:(?!,\s+{_NAME}\s*:\s)[^$\\\n]|\\.)+?(?<!\s)\$(?!\d)",
    re.DOTALL,
)
"""What has no commas and brackets of its own: quoted texts, signs that are escaped, code,
formulas that hold no name of a member."""
_COMMENT = re.compile(r"\s+#[^\]}]*\Z")
_MEMBER_INSIDE = re.compile(r"\s(?:text|why|lock):\s|\A[^\sA-Z:]+\s+[a-z][\w-]*:\s")
"""What may be the name of the next member, whose comma is missing: `{mean: one median: two}`."""
FLOW_START = re.compile(r"\s*(?:-\s+)?(?:([\w.-]+):\s+)?(?=[\[{])")
"""A line that is brackets, or a field whose value is."""


class Change(NamedTuple):
    """Characters of a text, what stands in their place, and what is wrong with them and where."""

    start: int
    end: int
    new: str
    message: Message
    at: int


class _UnreadableError(Exception):
    """The brackets do not close, or what is in them has no name."""


def find_changes(text: str, start: int, texts: Collection[int] = ()) -> list[Change] | None:
    """What to change in the brackets that begin at `start` and end the text.

    A value that begins at one of `texts` is a text, whatever it looks like. None if the
    brackets cannot be read, or are no brackets but a text that begins with one.
    """
    end = len(_COMMENT.sub("", text).rstrip())
    try:
        return [*_Brackets(text, texts).read(start, end)] if len(text) <= _MOST else None
    except _UnreadableError:
        return None


def apply_changes(text: str, changes: Collection[Change]) -> str:
    """The text with everything changed."""
    for each in sorted(changes, key=lambda each: each.start, reverse=True):
        text = text[: each.start] + each.new + text[each.end :]
    return text


def mend_line(line: str, column: int = -1) -> tuple[Message, str] | None:
    """What is wrong first in the brackets of a line, and the line as it should be.

    What begins at `column` is a text. None if nothing is found that helps.
    """
    found = FLOW_START.match(line)
    changes = find_changes(line, found.end(), (column,)) if found else None
    if not changes:
        return None
    first = min(changes, key=lambda each: each.at)
    return first.message, apply_changes(line, changes)


def close_brackets(text: str, start: int) -> tuple[str, int]:
    """A text with what closes its brackets, and where the last that was open begins.

    A bracket of another kind is changed into the one that closes.
    """
    plain = QUOTED.sub(_blot, text)
    opened: list[int] = []
    for place in range(start, len(plain)):
        if plain[place] in CLOSERS:
            opened.append(place)
        elif opened and plain[place] in CLOSERS.values():
            text = text[:place] + CLOSERS[plain[opened.pop()]] + text[place + 1 :]
    closers = "".join(CLOSERS[plain[place]] for place in reversed(opened))
    return text + closers, opened[-1] if opened else start


def is_mapping(text: str, field: str = "") -> bool:
    """Whether a value is a mapping in braces, to its author if not to YAML."""
    found = _MAPPING.match(text)
    if found is None or field == "text":
        return False
    return field not in list_text_fields() or found[1] in (*_OPTION, "aspect")


def is_collection(text: str, field: str) -> bool:
    """Whether the value of a field is a mapping or a list, even if YAML cannot read it."""
    has_items = field in list_field_names() - list_text_fields()
    is_link = re.match(r"\[[^\]\n]*\]\(", text)
    return is_mapping(text, field) or (text[:1] == "[" and has_items and not is_link)


def describe_text(value: str) -> tuple[Message, int]:
    """Why a text in brackets needs quotes, and the place in it."""
    if value[0] in SIGNS:
        return Message("yaml-begins-with", sign=value[0]), 0
    if found := re.search(r":(?=\s|\Z)", value):
        return Message("yaml-colon-inside"), found.start()
    if found := re.search(r"\s#", value):
        return Message("yaml-cut-off"), found.start() + 1
    if found := re.search(r"[{}\[\]]", value):
        return Message("yaml-bracket-inside", sign=found[0]), found.start()
    if "," in value:
        return Message("yaml-comma-inside"), value.index(",")
    return Message("yaml-needs-quotes"), 0


class _Brackets(NamedTuple):
    """A text with brackets, and where values begin in it that are texts."""

    text: str
    texts: Collection[int]

    def read(self, start: int, end: int, depth: int = 0) -> Iterator[Change]:
        """What to change in the brackets from one place to another."""
        opener, closer = self.text[start : start + 1], self.text[end - 1 : end]
        if CLOSERS.get(opener) != closer or end - start < 2 or depth >= _DEEPEST:
            raise _UnreadableError
        plain = _hide(self.text[start + 1 : end - 1])
        members = _split_mapping(plain) if opener == "{" else _split_list(plain)
        is_option = any(name in ("text", "lock") for name, _, _ in members[:1])
        for name, first, last in members:
            inner = self.text[start + 1 + first : start + 1 + last]
            begin = start + 1 + first + len(inner) - len(inner.lstrip())
            value = inner.strip().removesuffix(",").rstrip()
            if is_option or begin in self.texts or not _may_hold(value, name):
                yield from _read_text(value, begin, opener)
            else:
                yield from self.read(begin, begin + len(value), depth + 1)


def _split_mapping(plain: str) -> list[tuple[str, int, int]]:
    """Name, begin and end of the value of each member."""
    found = list(_MEMBER.finditer(plain))
    if found and found[0][1] in ("text", "lock"):
        found = [each for each in found if each[1] in _OPTION]
    if plain.strip() and (not found or found[0].start()):
        raise _UnreadableError
    ends = [*(each.start() for each in found[1:]), len(plain)]
    return [(each[1], each.end(), end) for each, end in zip(found, ends, strict=False)]


def _split_list(plain: str) -> list[tuple[str, int, int]]:
    """Begin and end of each item, without a name."""
    commas = (each.start() for each in re.finditer(",", plain))
    items = [("", begin + 1, end) for begin, end in pairwise((-1, *commas, len(plain)))]
    return items if plain.rpartition(",")[2].strip() else items[:-1]


def _may_hold(value: str, field: str) -> bool:
    """Whether a value is brackets with values of their own; raises if only its beginning is."""
    if is_mapping(value, field):
        if not value.endswith("}"):
            raise _UnreadableError
        return True
    return value[:1] == "[" and value.endswith("]") and field not in ("text", "aspect")


def _read_text(value: str, begin: int, opener: str) -> Iterator[Change]:
    """What to change in a value that is a text."""
    if not value and opener == "[":
        raise _UnreadableError
    if QUOTED.fullmatch(value):
        inner = value[1:-1]
        if value[0] == '"' and (lost := find_lost_backslashes(inner)):
            end, new = begin + len(value), mend_quoted(value, lost)
            yield Change(begin, end, new, tell_lost(inner, lost[0]), begin + 1 + lost[0])
    elif value:
        is_plain = reads_as(value, "{x: %s}" if opener == "{" else "[%s]")
        if not is_plain or unquote_curly(value) is not None:
            yield _quote(begin, value)


def _hide(text: str) -> str:
    """A text with letters in place of what has no commas and brackets of its own."""
    plain = [*_HIDDEN.sub(_blot, text)]
    opened: dict[str, list[int]] = {opener: [] for opener in _PAIRS}
    for place, char in enumerate(plain):
        if char in opened:
            opened[char].append(place)
        elif char in _OPENERS and (starts := opened[_OPENERS[char]]):
            start = starts.pop()
            plain[start : place + 1] = "x" * (place + 1 - start)
    return "".join(plain)


def _blot(found: re.Match[str]) -> str:
    return "x" * len(found[0])


def _quote(start: int, value: str) -> Change:
    """A value in quotes; raises if it may be more than one value, or closes another bracket."""
    closes = value[-1] in "]}" and CLOSERS.get(value[0]) != value[-1]
    is_several = "\n" in value or _MEMBER_INSIDE.search(_HIDDEN.sub(_blot, value))
    if is_several or (closes and not {*value} & {*"[{(`$"}):
        raise _UnreadableError
    (message, at), inner, mark = describe_text(value), value, value[0]
    if value[:2] in ("''", '""') and value[-1] == mark:
        inner = value.strip(mark)
    if (curly := unquote_curly(value)) is not None:
        message, at, inner = tell_curly(mark), 0, curly
    elif mark in "\"'" and mark not in value[1:]:
        other = "'" if mark == '"' else '"'
        inner = value[1:-1] if value.count(other) == 1 and value[-1] == other else value[1:]
        message, at = Message("yaml-open-quote", mark=mark), 0
    return Change(start, start + len(value), quote_text(inner), message, start + at)
