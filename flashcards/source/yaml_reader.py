"""YAML text to plain values, each with its place in the file.

Scalars stay the text that the author wrote: `no`, `12:30` and `~` are words
here. The C parser's events are walked one by one, so nesting is limited before
it can grow, and a repeated key, an alias or a tag is told with its place.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    StreamEndEvent,
)

from flashcards.errors import Position, Problem, ProblemsFound
from flashcards.source.decoding import UNSAFE, describe_character, locate_character
from flashcards.source.field_names import NOT_PROSE
from flashcards.source.marks import Marks, find_comment, find_comment_lines, find_mark, get_mark
from flashcards.source.problem_limit import MAX_PROBLEMS, tell_too_many

MAX_DEPTH = 32
Path: TypeAlias = tuple[str | int, ...]
"""The way from the top of a document to a value in it."""

_NextEvent: TypeAlias = Callable[[], Any]
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_ANCHORS = "anchors and aliases are not allowed"
_REPEATED = "remove one of the two lines"
_WORD = re.compile(r"\S*")
_CURLY = frozenset("\u201c\u201e\u00ab\u2018")


class Document:
    """One YAML file as plain values (dict, list, str), with places and problems.

    `mend` looks for mistakes of single lines also where the parser sees none.
    """

    def __init__(self, text: str, file: str, mend: bool = False) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.flaws = 0
        """How many problems were added, those among them that are not told."""
        self.unread: Sequence[tuple[str, str, int, int]] = ()
        """Key, kind, line and column of entries that are left out for a syntax error."""
        self.is_whole = True
        """Whether nothing is left out."""
        self._mended: set[int] = set()
        self._shifts: Mapping[int, int] = {}
        self._text = text
        self._in_braces = False
        self._has_curly = any(mark in text for mark in _CURLY)
        self._counts: dict[str, int] = {}
        self._commented_lines = find_comment_lines(text)
        try:
            self.data, self._marks = self._read()
        except yaml.YAMLError:
            mend = True
        if mend:
            self._recover()

    def locate(self, path: Sequence[str | int], of_key: bool = False) -> Position:
        """Where the value at `path` begins, or its key; the suggest_nearest place known."""
        return self._position(find_mark(self._marks, path, of_key))

    def locate_line(self, path: Sequence[str | int], line: int) -> Position:
        """Where a line of the block at `path` begins, from 1; of another value, where it begins."""
        at, lines = self.locate(path), self._text.splitlines()
        if not line or self.peek(path)[:1] != "|" or at.line + line > len(lines):
            return at
        text = lines[at.line + line - 1]
        return Position(self.file, at.line + line, len(text) - len(text.lstrip()) + 1)

    def peek(self, path: Sequence[str | int], whole: bool = False) -> str:
        """The line of the value at `path`, from where it begins, or all of it."""
        at = self.locate(path)
        lines = self._text.splitlines()
        line = lines[at.line - 1] if at.line <= len(lines) else ""
        return line if whole else line[at.column - 1 :]

    def count(self, part: str) -> int:
        """How often this stands in the file: if never, nobody need look for it."""
        if part not in self._counts:
            self._counts[part] = self._text.count(part)
        return self._counts[part]

    def add_problem(
        self, path: Sequence[str | int], message: str, hint: str = "", of_key: bool = False,
        line: int = 0,
    ) -> None:  # fmt: skip
        """Add a problem with the value at `path`, with its key, or with a line of its block.

        In a line that was mended after a syntax error it may be a consequence, and is not told.
        """
        at = self.locate_line(path, line) if line else self.locate(path, of_key)
        self.flaws += 1
        if at.line not in self._mended:
            self.problems.append(Problem(at, message, hint))

    def is_given_up(self, path: Sequence[str | int]) -> bool:
        """Whether there are so many problems already that reading should end at `path`."""
        if len(self.problems) < MAX_PROBLEMS:
            return False
        self.problems.append(tell_too_many(self.locate(path)))
        return True

    def items(self, name: str) -> Iterator[tuple[Any, Position, tuple[int, int]]]:
        """Each mapping in the list `name`: it, its place, and line and column of its key."""
        listed = self.data.get(name) if isinstance(self.data, dict) else None
        if isinstance(listed, list):
            file = self.file
            for value, marks in zip(listed, self._marks.inner[name].inner, strict=True):
                if isinstance(value, dict):
                    at, key = marks.at, get_mark(marks.inner.get("key", marks))
                    place = Position(file, at.line + 1, at.column + 1)
                    yield value, place, (key.line + 1, key.column + 1)

    def find_flawed(self, name: str) -> set[str | int]:
        """Names or numbers of the members of `name` that have a problem or were mended."""
        lines = {each.at.line for each in self.problems} | self._mended
        marks = self._marks.step(name) if lines and isinstance(self._marks, Marks) else None
        if not isinstance(marks, Marks):
            return set()
        names: list[str | int] = [*(marks.keys or range(len(marks.inner)))]
        begins = marks.keys.values() if marks.keys else map(get_mark, marks.inner)
        starts = [mark.line + 1 for mark in begins]
        above = (bisect_right(starts, line) - 1 for line in lines)
        return {names[number] for number in above if number >= 0}

    def _read(self) -> tuple[Any, Any]:
        loader = _LOADER(self._text)
        try:
            return self._read_one_document(loader.get_event)
        finally:
            loader.dispose()

    def _recover(self) -> None:
        """Read what is left when syntax errors are mended or taken out."""
        from flashcards.source.recovery import recover

        found = recover(self._text, self.file)
        self._text, self._mended, self._shifts = found.text, found.mended, found.shifts
        self._commented_lines = find_comment_lines(found.text)
        self.unread, self.is_whole = found.unread, not found.left_out
        self.problems = list(found.problems)
        try:
            self.data, self._marks = self._read()
        except yaml.YAMLError as error:
            untold = Problem(Position(self.file), f"not YAML: {getattr(error, 'problem', error)}")
            raise ProblemsFound(found.problems or [untold]) from None
        except ProblemsFound:
            raise ProblemsFound(self.problems) from None

    def _read_one_document(self, next_event: _NextEvent) -> tuple[Any, Any]:
        next_event()
        if isinstance(next_event(), StreamEndEvent):
            hint = "remove the file, or begin it with 'deck: my-deck'"
            raise ProblemsFound([Problem(Position(self.file), "the file is empty", hint)])
        data, marks = self._read_value(next_event(), next_event, 0)
        next_event()
        if isinstance(event := next_event(), DocumentStartEvent):
            self._refuse(event.start_mark, "a second document begins here", "remove this line")
        return data, marks

    def _read_value(self, event: Any, next_event: _NextEvent, depth: int) -> tuple[Any, Any]:
        kind = type(event)
        if kind is ScalarEvent and event.style != '"' and not (event.anchor or event.tag):
            if self._has_curly and not event.style and event.value[:1] in _CURLY:
                self._refuse_curly(event)
            return event.value, event.start_mark  # nearly always
        if kind is AliasEvent:
            self._refuse_word(event, _ANCHORS)
            return f"*{event.anchor}", event.start_mark
        if event.anchor or event.tag:
            self._refuse_word(event, _ANCHORS if event.anchor else "tags are not allowed")
            if kind is ScalarEvent:
                return self._get_raw(event), event.start_mark
        if kind is ScalarEvent:
            return self._read_scalar(event)
        if depth >= MAX_DEPTH:
            at = self._position(event.start_mark)
            message = f"nested deeper than {MAX_DEPTH} levels"
            raise ProblemsFound([Problem(at, message, "look for brackets that are never closed")])
        if kind is MappingStartEvent:
            return self._read_mapping(event, next_event, depth + 1)
        return self._read_sequence(event, next_event, depth + 1)

    def _read_scalar(self, event: Any) -> tuple[str, Any]:
        value: str = event.value
        if event.style == '"' and "\\" in (raw := self._get_raw(event)):
            lost = self._refuse_lost_backslashes(event, raw)
            if not lost and (unsafe := UNSAFE.search(value)):
                message = f"the text has a {describe_character(unsafe[0])}"
                self._refuse(event.start_mark, message, "remove this character")
        return value, event.start_mark

    def _refuse_curly(self, event: Any) -> None:
        """Tell curly quotes around a whole text, which would be shown."""
        from flashcards.source.curly_quotes import describe_curly

        told = describe_curly(self._get_line(event.start_mark), event.start_mark.column)
        if told and event.start_mark.line + 1 not in self._mended:
            self._refuse(event.start_mark, *told)
            self._mended.add(event.start_mark.line + 1)

    def _get_raw(self, event: Any) -> str:
        return self._text[event.start_mark.index : event.end_mark.index]

    def _refuse_lost_backslashes(self, event: Any, raw: str) -> bool:
        """Tell TeX commands that double quotes turn into other characters."""
        from flashcards.source.backslashes import describe_lost

        lost = describe_lost(raw, self._get_line(event.start_mark))
        for place, message, hint in lost:
            at = locate_character(self._text, event.start_mark.index + place, self.file)
            if at.line not in self._mended:
                self.problems.append(Problem(at, message, hint))
        return bool(lost)

    def _get_line(self, mark: Any) -> str:
        start = mark.index - mark.column
        return self._text[start:].split("\n", 1)[0].rstrip("\r")

    def _read_mapping(self, start: Any, next_event: _NextEvent, depth: int) -> tuple[Any, Marks]:
        data: dict[str, Any] = {}
        keys: dict[str, Any] = {}
        inner: dict[str, Any] = {}
        last: Any = None
        outer, self._in_braces = self._in_braces, start.flow_style
        while type(key_event := next_event()) is not MappingEndEvent:
            key, key_mark = self._read_value(key_event, next_event, depth)
            event = next_event()
            value, mark = self._read_value(event, next_event, depth)
            if not value and start.flow_style:
                before = inner[last] if inner and data[last] else None
                if bare := self._read_bare(before, key_event, event):
                    key, value = bare
                    if not key:
                        data[last] = value
                        continue
            if not isinstance(key, str):
                self._refuse(key_event.start_mark, "a key must be text", "write 'key: value'")
            elif key in data:
                first = self._position(keys[key])
                self._refuse(key_mark, f"key '{key}' is repeated, first at {first}", _REPEATED)
            else:
                data[key], keys[key], inner[key], last = value, key_mark, mark, key
                if self._commented_lines:
                    self._refuse_cut_off(key, value, event)
        self._in_braces = outer
        return data, Marks(start.start_mark, keys, inner)

    def _read_bare(self, before: Any, key: Any, value: Any) -> tuple[str, str] | None:
        """Name and text that are meant by what has no colon in braces, and is told."""
        from flashcards.source.bare_members import TOLD, read_bare

        line = self._get_line(key.start_mark)
        if (bare := read_bare(self._text, line, before, key, value)) is None:
            return None
        at = self._position(key.start_mark)
        told = {each.at.line for each in self.problems if each.message in TOLD}
        if at.line not in (*told, *self._mended):
            self.problems.append(Problem(at, bare.message, bare.hint))
        return bare.name, bare.text

    def _read_sequence(self, start: Any, next_event: _NextEvent, depth: int) -> tuple[Any, Marks]:
        data: list[Any] = []
        inner: list[Any] = []
        while type(event := next_event()) is not SequenceEndEvent:
            value, mark = self._read_value(event, next_event, depth)
            data.append(value)
            inner.append(mark)
        return data, Marks(start.start_mark, None, inner)

    def _refuse_cut_off(self, key: str, value: object, event: Any) -> None:
        """A ` #` in prose without quotes is a comment to YAML and a lost text to the author."""
        end: Any = event.end_mark
        is_plain = value and type(event) is ScalarEvent and not event.style
        if not is_plain or key in NOT_PROSE or end.line not in self._commented_lines:
            return
        if (column := find_comment(self._text, end)) is not None:
            at = Position(self.file, end.line + 1, column + 1)
            message = "the text is cut off here: ' #' begins a comment"
            hint = "quote the text, or put the comment on a line of its own"
            self.problems.append(Problem(at, message, self._advise_quotes(end) or hint))

    def _refuse_word(self, event: Any, message: str) -> None:
        word = _WORD.match(self._text, event.start_mark.index)
        shown = word[0] if word else ""
        hint = self._advise_quotes(event.start_mark) or "write the text out"
        self._refuse(event.start_mark, f"{message}: '{shown}'", hint)

    def _advise_quotes(self, mark: Any) -> str:
        """A hint to put the text of this line in quotes, or those in its brackets."""
        from flashcards.source.advice import advise_quotes

        return advise_quotes(self._get_line(mark), self._in_braces)

    def _refuse(self, mark: Any, message: str, hint: str = "") -> None:
        if len(self.problems) >= MAX_PROBLEMS:
            raise ProblemsFound([*self.problems, tell_too_many(self._position(mark))])
        self.problems.append(Problem(self._position(mark), message, hint))

    def _position(self, mark: Any) -> Position:
        return Position(self.file, mark.line + 1, mark.column + 1 - self._shifts.get(mark.line, 0))
