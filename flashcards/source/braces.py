r"""Lists and mappings in brackets, read as their author meant them.

In brackets YAML ends a text at a comma, a brace or a ` #`, so that `{text: $\bar{x}$}` is
none. Here a text goes on to the next name or to the bracket that closes it: commas and
brackets in pairs, formulas and code belong to it. `find_changes` tells what to change so
that YAML reads the same; it puts quotes around texts, never around what has texts in it.
"""

from __future__ import annotations

import re
import string
from collections.abc import Collection, Iterator
from functools import cached_property
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

CLOSERS = {"{": "}", "[": "]", "(": ")"}
_OPTION = ("text", "why", "lock")
_MOST = 4000
"""Characters of brackets that are read; nobody writes more of them on purpose."""
_DEEPEST = 6
"""Brackets inside brackets that are read: an option of a row of a comparison is the fourth."""
_NAME = r"(?:[\w.-]+|\"[^\"\n]*\"|'[^'\n]*')"
_MEMBER = re.compile(rf"({_NAME})\s*:(?=\s|$)")
TIGHT_NAME = re.compile(r"([A-Za-z][\w-]*):(?=[^\s:/,}])")
"""A name whose colon no space follows; `::` and `://` are no such colons."""
_UNPARTED = re.compile(r"\s+([A-Za-z][\w-]*):(?=\s)")
_MAPPING = re.compile(rf"\{{\s*({_NAME})\s*:(?:\s|$)")
_BLANK = re.compile(r"\s*")
_SPACE = re.compile(r"\s*(?:#[^\n]*\n\s*)*")
_ENDS = re.compile(r"\s*(?:[,}\]]|#|\Z)")
_TAIL = re.compile(r"\s*(?:#.*)?\Z")
_CODE = re.compile(r"(`+)[^`\n]+?\1(?!`)")
_FORMULA = re.compile(r"\$\$[^$]+\$\$|\$(?=\S)(?:[^$\\\n]|\\.)+?(?<!\s)\$(?!\d)")
_NEXT_NAME = re.compile(rf",\s+{_NAME}\s*:\s")
_MEMBER_BEHIND = re.compile(r"[^\sA-Z:]+\s+([a-z][\w-]*):\s+\S")
"""One word, and then what may be the name of the next member: `{mean: one median: two}`."""
_WRONG_COLON = re.compile(rf",\s+(?:{'|'.join(list_field_names())})[;=]\s")
FLOW_START = re.compile(r"\s*(?:-\s+)?(?:([\w.-]+):\s+)?(?=[\[{])")
"""A line that is brackets, or a field whose value is."""


class Change(NamedTuple):
    """Characters of a text, what stands in their place, and what is wrong with them and where."""

    start: int
    end: int
    new: str
    message: Message
    at: int


class _Level(NamedTuple):
    """What closes the brackets that a value stands in, and the names that they may have."""

    closer: str
    known: Collection[str] = ()
    """All names, if they are those of an option."""
    likely: Collection[str] = ()
    """Names that begin a member also where a comma is missing."""


_ITEMS = _Level("]")


class _UnreadableError(Exception):
    """The brackets do not close, or what is in them has no name."""


def find_changes(text: str, start: int, texts: Collection[int] = ()) -> list[Change] | None:
    """What to change in the brackets that begin at `start` and end the text.

    A value that begins at one of `texts` is a text, whatever it looks like. None if the
    brackets cannot be read, or are no brackets but a text that begins with one.
    """
    if len(text) > _MOST:
        return None
    for in_pairs in (True, False):
        reader = _Reader(text, in_pairs, texts)
        try:
            end = reader.read_brackets(start)
        except _UnreadableError:
            continue
        if _TAIL.match(text, end):
            return reader.changes
    return None


def apply_changes(text: str, changes: Collection[Change]) -> str:
    """The text with everything changed."""
    for each in sorted(changes, key=lambda each: each.start, reverse=True):
        text = text[: each.start] + each.new + text[each.end :]
    return text


def mend_brackets(text: str) -> str:
    """A text that is brackets, so that YAML reads them; empty if it is none."""
    changes = find_changes(text, 0) if text[:1] in ("{", "[") else None
    return "" if changes is None else apply_changes(text, changes)


def mend_line(line: str, column: int = -1, is_member: bool = False) -> tuple[Message, str] | None:
    """What is wrong first in the brackets of a line, and the line as it should be.

    What begins at `column` is a text. The brackets may end below the line, and those of a
    member have begun above it. None if nothing is found that helps.
    """
    line = line.rstrip()
    for text, start in _list_brackets(line, is_member):
        if changes := find_changes(text, start, (column,)):
            first = min(changes, key=lambda each: each.at)
            return first.message, apply_changes(line, changes)
    return None


def _list_brackets(line: str, is_member: bool) -> Iterator[tuple[str, int]]:
    """Whole brackets that a line may stand for, with where they begin; its places stay."""
    if found := FLOW_START.match(line):
        yield line, found.end()
        yield line + find_open_brackets(line, found.end())[0], found.end()
    indent = len(line) - len(line.lstrip())
    if is_member and indent:
        body = f"{line[: indent - 1]}{{{line[indent:]}"
        yield body + "}", indent - 1
        while body[-1] in "}], ":
            body = body[:-1]
            yield body + "}", indent - 1


def find_open_brackets(line: str, start: int) -> tuple[str, int]:
    """The brackets that close what is open at the end of a line, and where the last one opens."""
    plain = QUOTED.sub(lambda found: "x" * len(found[0]), line)
    opened: list[int] = []
    for place in range(start, len(plain)):
        if plain[place] in "[{":
            opened.append(place)
        elif opened and plain[place] == CLOSERS[plain[opened[-1]]]:
            opened.pop()
    closers = "".join(CLOSERS[plain[place]] for place in reversed(opened))
    return closers, opened[-1] if opened else start


def close_brackets(text: str, start: int) -> str:
    """A text with what closes its brackets: at its end, or in place of another bracket."""
    plain = list(QUOTED.sub(lambda found: "x" * len(found[0]), text))
    opened: list[str] = []
    for place in range(start, len(plain)):
        if plain[place] in CLOSERS:
            opened.append(CLOSERS[plain[place]])
        elif opened and plain[place] in CLOSERS.values():
            closer = opened.pop()
            text = text[:place] + closer + text[place + 1 :]
    return text + "".join(reversed(opened))


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
        if member := _MEMBER_BEHIND.match(value):
            return Message("yaml-colon-or-comma", name=member[1]), found.start()
        return Message("yaml-colon-inside"), found.start()
    if found := re.search(r"\s#", value):
        return Message("yaml-cut-off"), found.start() + 1
    if found := re.search(r"[{}\[\]]", value):
        return Message("yaml-bracket-inside", sign=found[0]), found.start()
    if "," in value:
        return Message("yaml-comma-inside"), value.index(",")
    return Message("yaml-needs-quotes"), 0


class _Reader:
    """Brackets while they are read; `in_pairs` is whether braces in texts come in pairs."""

    def __init__(self, text: str, in_pairs: bool, texts: Collection[int]) -> None:
        self.changes: list[Change] = []
        self._text = text
        self._in_pairs = in_pairs
        self._texts = texts
        self._depth = 0

    def read_brackets(self, at: int) -> int:
        """Read a list or a mapping; the place behind it."""
        if self._depth >= _DEEPEST:
            raise _UnreadableError
        self._depth += 1
        try:
            return self._read_mapping(at) if self._text[at] == "{" else self._read_list(at)
        finally:
            self._depth -= 1

    def _read_mapping(self, at: int) -> int:
        at = self._skip_space(at + 1)
        first = _MEMBER.match(self._text, at) or TIGHT_NAME.match(self._text, at)
        level = _find_level(first[1] if first else "")
        while self._text[at : at + 1] != "}":
            found = _MEMBER.match(self._text, at) or TIGHT_NAME.match(self._text, at)
            if found is None:
                raise _UnreadableError
            if found.re is TIGHT_NAME:
                tight = Message("yaml-no-space-after-colon")
                self.changes.append(Change(found.end(), found.end(), " ", tight, found.end(1)))
            blank = _BLANK.match(self._text, found.end())
            at = self._read_value(blank.end() if blank else 0, found[1], level)
            at = self._skip_space(at)
            if self._text[at : at + 1] == ",":
                at = self._skip_space(at + 1)
        return at + 1

    def _read_list(self, at: int) -> int:
        at = self._skip_space(at + 1)
        while self._text[at : at + 1] != "]":
            at = self._skip_space(self._read_value(at, "", _ITEMS))
            if self._text[at : at + 1] == ",":
                at = self._skip_space(at + 1)
        return at + 1

    def _skip_space(self, at: int) -> int:
        found = _SPACE.match(self._text, at)
        return found.end() if found else at

    def _read_value(self, at: int, field: str, level: _Level) -> int:
        """Read what follows a name, or an item of a list; the place behind it."""
        begin = self._text[at : at + 1]
        if not begin or (begin == "," and level is _ITEMS):
            raise _UnreadableError
        if begin in (",", level.closer):
            return at
        quoted = QUOTED.match(self._text, at)
        if quoted and _ENDS.match(self._text, quoted.end()):
            self._mend_backslashes(quoted)
            return quoted.end()
        if quoted and (name := self._find_unparted(quoted.end(), level)):
            message = Message("yaml-no-comma", name=name)
            self.changes.append(Change(quoted.end(), quoted.end(), ",", message, quoted.end()))
            return quoted.end()
        if at not in self._texts and not level.known:
            is_list = begin == "[" and field not in ("text", "aspect")
            end = self._try_brackets(at) if is_list or is_mapping(self._text[at:], field) else 0
            if end:
                return end
        return self._read_text(at, level)

    def _try_brackets(self, at: int) -> int:
        """The place behind brackets that are all of a value; 0 if a text begins with them."""
        before = len(self.changes)
        try:
            end = self.read_brackets(at)
        except _UnreadableError:
            end = 0
        if not end or not _ENDS.match(self._text, end):
            del self.changes[before:]
            return 0
        return end

    def _read_text(self, start: int, level: _Level) -> int:
        at = start
        while not self._ends_text(at, level):
            if at >= len(self._text):
                raise _UnreadableError
            at = self._skip_part(at)
        value = self._text[start:at].rstrip()
        if "\n" in value:
            raise _UnreadableError
        is_plain = reads_as(value, "{x: %s}" if level.closer == "}" else "[%s]")
        if not is_plain or unquote_curly(value) is not None:
            self.changes.append(_quote(start, value))
        if self._text[at : at + 1].isspace():
            end = start + len(value)
            name = self._text[at:].split(":", 1)[0].strip()
            message = Message("yaml-no-comma", name=name)
            begin = end - value.endswith(";")
            self.changes.append(Change(begin, end, ",", message, self._skip_space(at)))
        return at

    def _ends_text(self, at: int, level: _Level) -> bool:
        char = self._text[at : at + 1]
        if char == "," and _WRONG_COLON.match(self._text, at):
            raise _UnreadableError
        if char == level.closer:
            return bool(_ENDS.match(self._text, at + 1))
        if char == ",":
            return level is _ITEMS or self._begins_member(self._skip_space(at + 1), level)
        return bool(self._find_unparted(at, level))

    def _find_unparted(self, at: int, level: _Level) -> str:
        """The name of the next member, if it begins here without a comma before it."""
        found = _UNPARTED.match(self._text, at) if level.likely else None
        return found[1] if found and found[1] in level.likely else ""

    def _begins_member(self, at: int, level: _Level) -> bool:
        if self._text[at : at + 1] == "}":
            return bool(_ENDS.match(self._text, at + 1))
        if found := _MEMBER.match(self._text, at):
            return not level.known or found[1] in level.known
        found = TIGHT_NAME.match(self._text, at)
        return bool(found and found[1] in (level.likely or list_field_names()))

    def _skip_part(self, at: int) -> int:
        """The place behind a character, or behind a formula, code or brackets that begin here."""
        if self._text[at] == "\\":
            return at + 2
        if found := _CODE.match(self._text, at):
            return found.end()
        found = _FORMULA.match(self._text, at)
        if found and not _NEXT_NAME.search(found[0]):
            return found.end()
        return self._pairs.get(at, 0) or at + 1

    @cached_property
    def _pairs(self) -> dict[int, int]:
        """Where brackets begin that are closed in the right order, and the places behind them."""
        opened: list[int] = []
        found: dict[int, int] = {}
        for place, char in enumerate(self._text):
            is_brace = char in "{}"
            if is_brace and self._text[place - 1 : place] == "\\":
                continue
            if char in "([" or (char == "{" and self._in_pairs):
                opened.append(place)
            elif char in ")]}" and opened:
                if (is_brace and not self._in_pairs) or CLOSERS[self._text[opened[-1]]] != char:
                    opened.clear()  # nothing that is open here is closed in the right order
                else:
                    found[opened.pop()] = place + 1
        return found

    def _mend_backslashes(self, quoted: re.Match[str]) -> None:
        inner = quoted[0][1:-1]
        if quoted[0][0] == '"' and (lost := find_lost_backslashes(inner)):
            new = mend_quoted(quoted[0], lost)
            at = quoted.start() + 1 + lost[0]
            self.changes.append(Change(*quoted.span(), new, tell_lost(inner, lost[0]), at))


def _find_level(first: str) -> _Level:
    """What is known of a mapping in braces by the first of its names."""
    if first in ("text", "lock"):
        return _Level("}", _OPTION, _OPTION)
    if first in list_field_names():
        return _Level("}", (), list_field_names())
    return _Level("}", (), string.ascii_lowercase if len(first) == 1 else ())


def _quote(start: int, value: str) -> Change:
    if value[-1] in "]}" and CLOSERS.get(value[0]) != value[-1] and not set(value) & {*"[{(`$"}:
        raise _UnreadableError  # it would close another bracket than the one that is open
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
