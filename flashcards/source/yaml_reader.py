"""YAML text to plain values, each with its place in the file.

Scalars stay the text that the author wrote: `no`, `12:30` and `~` are words
here. The C parser's events are walked one by one, so nesting is limited before
it can grow, and a repeated key, an alias or a tag is told with its place. A syntax error
ends the reading of its file.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

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

from flashcards.errors import MAX_PROBLEMS, Position, Problem, ProblemsFound, tell_too_many
from flashcards.source.decoding import UNSAFE, describe_character, locate_character
from flashcards.source.quoting import find_lost_backslash, is_in_curly_quotes
from flashcards.source.syntax_errors import describe_syntax_error
from flashcards.words.message import Message

MAX_DEPTH = 32
Path: TypeAlias = tuple[str | int, ...]
"""The way from the top of a document to a value in it."""

_NextEvent: TypeAlias = Callable[[], Any]
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_HARMLESS = (
    "as_of case count deck difficulty from id key kind lang language lock minutes needs pass_mark "
    "points quiz seed shuffle stage status url"
)
_NOT_PROSE = frozenset(_HARMLESS.split())
"""Fields in which a comment after the value is harmless."""
_COMMENT = re.compile(r"[ \t]+(?=#)")


class Marks:
    """The place of a collection, of its keys, and of what is in it."""

    __slots__ = ("at", "inner", "keys")

    def __init__(self, at: Any, keys: dict[str, Any] | None, inner: Any) -> None:
        self.at = at
        self.keys = keys
        self.inner = inner

    def step(self, name: str | int) -> Any:
        """The marks of one member, or None if there is no such member."""
        if self.keys is not None:
            return self.inner.get(str(name))
        if isinstance(name, int) and 0 <= name < len(self.inner):
            return self.inner[name]
        return None


def get_mark(marks: Any) -> Any:
    """The place of a value: of a collection where it begins."""
    return marks.at if isinstance(marks, Marks) else marks


def find_mark(marks: Any, path: Sequence[str | int], of_key: bool = False) -> Any:
    """The place of the value at `path` below these marks, or of its key; the nearest known."""
    key_mark = None
    for name, written in zip(path, _find_written(path), strict=True):
        if not isinstance(marks, Marks):
            break
        if marks.keys is not None and written in marks.keys:
            name = written
        key_mark = None if marks.keys is None else marks.keys.get(str(name))
        inner = marks.step(name)
        if inner is None:
            break
        marks = inner
    return key_mark if of_key and key_mark is not None else get_mark(marks)


def _find_written(path: Sequence[str | int]) -> Iterator[str | int]:
    """What stands in a file in place of each name: options of one list are right and wrong."""
    for place, name in enumerate(path):
        inside = name in ("right", "wrong") and place + 1 < len(path)
        yield "options" if inside else name


class Document:
    """One YAML file as plain values (dict, list, str), with places and problems."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.text = text
        try:
            self.data, self._marks = self._read()
        except yaml.YAMLError as error:
            found = describe_syntax_error(error, text, file)
            raise ProblemsFound([*self.problems, found]) from None

    def locate(self, path: Sequence[str | int], of_key: bool = False) -> Position:
        """Where the value at `path` begins, or its key; the nearest place known."""
        return self.position(find_mark(self._marks, path, of_key))

    @cached_property
    def _lines(self) -> list[str]:
        return self.text.splitlines()

    def locate_line(self, path: Sequence[str | int], line: int) -> Position:
        """Where a line of the block at `path` begins, from 1; of another value, where it begins."""
        at, lines = self.locate(path), self._lines
        if not line or at.line + line > len(lines) or lines[at.line - 1][at.column - 1] != "|":
            return at
        text = lines[at.line + line - 1]
        return Position(self.file, at.line + line, len(text) - len(text.lstrip()) + 1)

    def is_folded(self, path: Sequence[str | int]) -> bool:
        """Whether the value at `path` is lines without quotes, which YAML makes one of."""
        mark, key = find_mark(self._marks, path), find_mark(self._marks, path, of_key=True)
        begin, end = self.text[mark.index], self.text.find("\n", mark.index)
        if begin == ">":
            end = self.text.find("\n", end + 1)
        if end < 0 or begin in "|'\"[{":
            return False
        below = self.text[end + 1 : self.text.find("\n", end + 1)]
        return bool(below.strip()) and len(below) - len(below.lstrip(" ")) > key.column

    def add_problem(
        self,
        path: Sequence[str | int],
        message: Message,
        hint: Message | None = None,
        of_key: bool = False,
        line: int = 0,
    ) -> None:
        """Add a problem with the value at `path`, with its key, or with a line of its block."""
        at = self.locate_line(path, line) if line else self.locate(path, of_key)
        self.problems.append(Problem(at, message, hint))

    def list_names(self, path: Sequence[str | int]) -> list[str]:
        """The names in the mapping at `path` as it was written; none if it is no mapping."""
        value: Any = self.data
        for name in path:
            try:
                value = value[name]
            except (KeyError, IndexError, TypeError):
                return []
        return list(value) if isinstance(value, dict) else []

    def list_members(
        self, name: str, message: Message, hint: Message
    ) -> Iterator[tuple[str, Any, tuple[str, str]]]:
        """Each name below `name` with its value and path; tells if that is no mapping."""
        members = self.data.get(name, {})
        if not isinstance(members, dict):
            self.add_problem((name,), message, hint)
            return
        for key, value in members.items():
            if self.is_given_up((name, key)):
                return
            yield key, value, (name, key)

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
        """Names or numbers of the members of `name` that have a problem."""
        lines = {each.at.line for each in self.problems}
        marks = self._marks.step(name) if lines and isinstance(self._marks, Marks) else None
        if not isinstance(marks, Marks):
            return set()
        names: list[str | int] = [*(marks.keys or range(len(marks.inner)))]
        begins = marks.keys.values() if marks.keys else map(get_mark, marks.inner)
        starts = [mark.line + 1 for mark in begins]
        above = (bisect_right(starts, line) - 1 for line in lines)
        return {names[number] for number in above if number >= 0}

    def _read(self) -> tuple[Any, Any]:
        loader = _LOADER(self.text)
        try:
            return self._read_one_document(loader.get_event)
        finally:
            loader.dispose()

    def _read_one_document(self, next_event: _NextEvent) -> tuple[Any, Any]:
        next_event()
        if isinstance(next_event(), StreamEndEvent):
            told, hint = Message("file-empty"), Message("hint-begin-file")
            raise ProblemsFound([Problem(Position(self.file), told, hint)])
        data, marks = self._read_value(next_event(), next_event, 0)
        next_event()
        if isinstance(event := next_event(), DocumentStartEvent):
            at = self.position(event.start_mark)
            self.refuse(at, Message("yaml-second-document"), Message("hint-remove-this-line"))
        return data, marks

    def _read_value(self, event: Any, next_event: _NextEvent, depth: int) -> tuple[Any, Any]:
        kind = type(event)
        if kind is ScalarEvent and not (event.anchor or event.tag):  # nearly always
            self._check_quotes(event)
            return event.value, event.start_mark
        at = self.position(event.start_mark)
        if event.anchor or event.tag:
            written = self.text[event.start_mark.index : event.end_mark.index]
            word = written.split()[0] if written else ""
            told = Message("yaml-anchor" if event.anchor else "yaml-tag", word=word)
            self.refuse(at, told, Message("hint-write-out"))
            if kind is AliasEvent or kind is ScalarEvent:
                return written, event.start_mark
        if depth >= MAX_DEPTH:
            told = Message("yaml-too-deep", n=MAX_DEPTH)
            raise ProblemsFound([Problem(at, told, Message("hint-open-brackets"))])
        if kind is MappingStartEvent:
            return self._read_mapping(event, next_event, depth + 1)
        return self._read_sequence(event, next_event, depth + 1)

    def _check_quotes(self, event: Any) -> None:
        """Tell curly quotes, and backslashes that double quotes turn into other characters."""
        at = self.position(event.start_mark)
        if not event.style and is_in_curly_quotes(event.value):
            told = Message("yaml-curly", mark=event.value[0])
            self.refuse(at, told, Message("hint-put-in-quotes"))
        if event.style != '"':
            return
        start = event.start_mark.index
        if lost := find_lost_backslash(self.text[start : event.end_mark.index]):
            at = locate_character(self.text, start + lost.start(), self.file)
            told = Message("yaml-backslash", shown=lost[0])
            self.refuse(at, told, Message("hint-double-backslash"))
        elif unsafe := UNSAFE.search(event.value):
            told = Message("text-has-character", character=describe_character(unsafe[0]))
            self.refuse(at, told, Message("hint-remove-character"))

    def _read_mapping(self, start: Any, next_event: _NextEvent, depth: int) -> tuple[Any, Marks]:
        data: dict[str, Any] = {}
        keys: dict[str, Any] = {}
        inner: dict[str, Any] = {}
        before: Any = None
        while type(key_event := next_event()) is not MappingEndEvent:
            key, key_mark = self._read_value(key_event, next_event, depth)
            event = next_event()
            value, mark = self._read_value(event, next_event, depth)
            at = self.position(key_event.start_mark)
            if not isinstance(key, str):
                self.refuse(at, Message("yaml-key-not-text"), Message("hint-key-value"))
            elif before and start.flow_style and event.start_mark.index == key_event.end_mark.index:
                if ":" in key:
                    self.refuse(at, Message("yaml-no-space-after-colon"))
                else:
                    self.refuse(at, Message("yaml-comma-inside"), Message("hint-quote-it"))
            elif key in data:
                told = Message("key-repeated", key=key, first=str(self.position(keys[key])))
                self.refuse(at, told, Message("hint-remove-one-line"))
            else:
                data[key], keys[key], inner[key], before = value, key_mark, mark, value
                if key not in _NOT_PROSE and type(event) is ScalarEvent:
                    self._check_comment(event)
        return data, Marks(start.start_mark, keys, inner)

    def _check_comment(self, event: Any) -> None:
        """A ` #` in prose without quotes is a comment to YAML and a lost text to the author."""
        comment = _COMMENT.match(self.text, event.end_mark.index)
        if comment and event.value and not event.style:
            end = self.position(event.end_mark)
            at = end._replace(column=end.column + len(comment[0]))
            self.refuse(at, Message("yaml-cut-off"), Message("hint-quote-or-own-line"))

    def _read_sequence(self, start: Any, next_event: _NextEvent, depth: int) -> tuple[Any, Marks]:
        data: list[Any] = []
        inner: list[Any] = []
        while type(event := next_event()) is not SequenceEndEvent:
            value, mark = self._read_value(event, next_event, depth)
            data.append(value)
            inner.append(mark)
        return data, Marks(start.start_mark, None, inner)

    def refuse(self, at: Position, message: Message, hint: Message | None = None) -> None:
        """Add a problem of a place."""
        if len(self.problems) >= MAX_PROBLEMS:
            raise ProblemsFound([*self.problems, tell_too_many(at)])
        self.problems.append(Problem(at, message, hint))

    def position(self, mark: Any) -> Position:
        """A place as its author sees it."""
        return Position(self.file, mark.line + 1, mark.column + 1)


class Place(NamedTuple):
    """A value of a document, for rules that tell what is wrong in it."""

    document: Document
    path: Path = ()

    def tell(
        self,
        path: Path,
        message: Message,
        hint: Message | None = None,
        of_key: bool = False,
        line: int = 0,
    ) -> None:
        """Add a problem with what is at a path from here, or with its key or a line of it."""
        self.document.add_problem((*self.path, *path), message, hint, of_key, line)

    def enter(self, *names: str | int) -> Place:
        """What is at these names from here."""
        return Place(self.document, (*self.path, *names))
