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

from flashcards.errors import (
    MAX_PROBLEMS,
    Edit,
    Fix,
    Position,
    Problem,
    ProblemsFound,
    tell_too_many,
)
from flashcards.source.decoding import UNSAFE, describe_character, locate_character
from flashcards.source.field_names import NOT_PROSE
from flashcards.source.marks import Marks, find_comment, find_comment_lines, find_mark, get_mark
from flashcards.words.message import Message

MAX_DEPTH = 32
Path: TypeAlias = tuple[str | int, ...]
"""The way from the top of a document to a value in it."""

_NextEvent: TypeAlias = Callable[[], Any]
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_WORD = re.compile(r"\S*")
_WORD_HINTS = ("hint-did-you-mean", "hint-invisible", "hint-several")
"""Hints that another word was meant; the first is a guess."""
_BARE = ("yaml-comma-inside", "yaml-no-space-after-colon")
_IDENTITY = re.compile(r"\s*(?:-\s+)?(?:key|deck|quiz|id)\s*:")
"""A line whose value is a name for good."""
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
        """Where the value at `path` begins, or its key; the nearest place known."""
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

    def is_folded(self, path: Sequence[str | int]) -> bool:
        """Whether the value at `path` is lines without quotes, which YAML makes one of."""
        mark, key = find_mark(self._marks, path), find_mark(self._marks, path, of_key=True)
        end = self._text.find("\n", mark.index)
        if end < 0 or mark.line != key.line or self._text[mark.index] in "|'\"[{":
            return False
        below = self._text[end + 1 : self._text.find("\n", end + 1)]
        return bool(below.strip()) and len(below) - len(below.lstrip(" ")) > key.column

    def count(self, part: str) -> int:
        """How often this stands in the file: if never, nobody need look for it."""
        if part not in self._counts:
            self._counts[part] = self._text.count(part)
        return self._counts[part]

    def add_problem(
        self,
        path: Sequence[str | int],
        message: Message,
        hint: Message | None = None,
        of_key: bool = False,
        line: int = 0,
        mended: str = "",
    ) -> None:
        """Add a problem with the value at `path`, with its key, or with a line of its block.

        `mended` is the line of the value as it should be. In a line that was mended after a
        syntax error a problem may be a consequence, and is not told.
        """
        at = self.locate_line(path, line) if line else self.locate(path, of_key)
        self.flaws += 1
        if at.line in self._mended:
            return
        fix = self._replace_word(path, at, hint, of_key)
        if mended and at.line - 1 not in self._shifts:
            from flashcards.source.edits import make_edits, tell_edits

            before = {at.line: self.peek(path, whole=True)}
            fix = Fix(make_edits(before, {at.line: mended}, 0))
            hint = tell_edits(before, {at.line: mended}, 0, at.line)
        self.problems.append(Problem(at, message, hint, fix))

    def _replace_word(
        self, path: Sequence[str | int], at: Position, hint: Message | None, of_key: bool
    ) -> Fix | None:
        """Another word for the key or the value at `path`, if the hint is that it was meant."""
        if hint is None or hint.id not in _WORD_HINTS or at.line - 1 in self._shifts:
            return None
        given = path[-1] if of_key and path else self._find_value(path)
        line = self._text.splitlines()[at.line - 1]
        column = at.column - 1 + (line[at.column - 1 : at.column] in ("'", '"'))
        if not isinstance(given, str) or not given or not line.startswith(given, column):
            return None
        edit = Edit(at.line, column + 1, given, dict(hint.values)["name"])
        return Fix((edit,), is_guess=hint.id == "hint-did-you-mean")

    def list_names(self, path: Sequence[str | int]) -> list[str]:
        """The names in the mapping at `path` as it was written; none if it is no mapping."""
        value = self._find_value(path)
        return list(value) if isinstance(value, dict) else []

    def _find_value(self, path: Sequence[str | int]) -> object:
        value: Any = self.data
        for name in path:
            try:
                value = value[name]
            except (KeyError, IndexError, TypeError):
                return None
        return value

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
        from flashcards.source.broken_yaml import recover

        found = recover(self._text, self.file)
        self._text, self._mended, self._shifts = found.text, found.mended, found.shifts
        self._commented_lines = find_comment_lines(found.text)
        self.unread, self.is_whole = found.unread, not found.left_out
        self.problems = list(found.problems)
        try:
            self.data, self._marks = self._read()
        except yaml.YAMLError as error:
            other = Message("yaml-other", problem=str(getattr(error, "problem", error)))
            untold = Problem(Position(self.file), other)
            raise ProblemsFound(found.problems or [untold]) from None
        except ProblemsFound:
            raise ProblemsFound(self.problems) from None

    def _read_one_document(self, next_event: _NextEvent) -> tuple[Any, Any]:
        next_event()
        if isinstance(next_event(), StreamEndEvent):
            told, hint = Message("file-empty"), Message("hint-begin-file")
            raise ProblemsFound([Problem(Position(self.file), told, hint)])
        data, marks = self._read_value(next_event(), next_event, 0)
        next_event()
        if isinstance(event := next_event(), DocumentStartEvent):
            self._refuse_document(event.start_mark)
        return data, marks

    def _read_value(self, event: Any, next_event: _NextEvent, depth: int) -> tuple[Any, Any]:
        kind = type(event)
        if kind is ScalarEvent and event.style != '"' and not (event.anchor or event.tag):
            if self._has_curly and not event.style and event.value[:1] in _CURLY:
                self._refuse_curly(event)
            return event.value, event.start_mark  # nearly always
        if kind is AliasEvent:
            self._refuse_word(event, "yaml-anchor")
            return f"*{event.anchor}", event.start_mark
        if event.anchor or event.tag:
            self._refuse_word(event, "yaml-anchor" if event.anchor else "yaml-tag")
            if kind is ScalarEvent:
                return self._get_raw(event), event.start_mark
        if kind is ScalarEvent:
            return self._read_scalar(event)
        if depth >= MAX_DEPTH:
            at = self._position(event.start_mark)
            told = Message("yaml-too-deep", n=MAX_DEPTH)
            raise ProblemsFound([Problem(at, told, Message("hint-open-brackets"))])
        if kind is MappingStartEvent:
            return self._read_mapping(event, next_event, depth + 1)
        return self._read_sequence(event, next_event, depth + 1)

    def _read_scalar(self, event: Any) -> tuple[str, Any]:
        value: str = event.value
        if event.style == '"' and "\\" in (raw := self._get_raw(event)):
            lost = self._refuse_lost_backslashes(event, raw)
            if not lost and (unsafe := UNSAFE.search(value)):
                told = Message("text-has-character", character=describe_character(unsafe[0]))
                self._refuse(event.start_mark, told, Message("hint-remove-character"))
        return value, event.start_mark

    def _refuse_curly(self, event: Any) -> None:
        """Tell curly quotes around a whole text, which would be shown."""
        from flashcards.source.quoting import mend_curly, tell_curly

        mark = event.start_mark
        line = self._get_line(mark)
        mended = mend_curly(line, mark.column)
        if mended is not None and mark.line + 1 not in self._mended:
            is_guess = bool(_IDENTITY.match(line))
            self._refuse_line(mark, tell_curly(line[mark.column]), mended, is_guess)
            self._mended.add(mark.line + 1)

    def _get_raw(self, event: Any) -> str:
        return self._text[event.start_mark.index : event.end_mark.index]

    def _refuse_lost_backslashes(self, event: Any, raw: str) -> bool:
        """Tell TeX commands that double quotes turn into other characters."""
        from flashcards.source.quoting import find_lost_backslashes, mend_quoted, tell_lost

        lost = find_lost_backslashes(raw[1:-1])
        if not lost or event.start_mark.line + 1 in self._mended:
            return bool(lost)
        at = locate_character(self._text, event.start_mark.index + lost[0] + 1, self.file)
        told = tell_lost(raw[1:-1], lost[0])
        line = self._get_line(event.start_mark)
        if raw in line:
            mended = line.replace(raw, mend_quoted(raw, lost), 1)
            self._refuse_line(event.start_mark, told, mended, at=at)
        else:
            self.problems.append(Problem(at, told, Message("hint-double-backslash")))
        return True

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
                told, hint = Message("yaml-key-not-text"), Message("hint-key-value")
                self._refuse(key_event.start_mark, told, hint)
            elif key in data:
                first = self._position(keys[key])
                told = Message("key-repeated", key=key, first=str(first))
                fix = self._remove_same_line(keys[key], key_mark)
                self._refuse(key_mark, told, Message("hint-remove-one-line"), fix)
            else:
                data[key], keys[key], inner[key], last = value, key_mark, mark, key
                if self._commented_lines:
                    self._refuse_cut_off(key, value, event)
        self._in_braces = outer
        return data, Marks(start.start_mark, keys, inner)

    def _remove_same_line(self, first: Any, second: Any) -> Fix | None:
        """A line that stands there twice, once; also a second `entries:` in one list of them."""
        line = self._get_line(second)
        is_list = line.rstrip() == "entries:"
        if line != self._get_line(first) or (
            line.rstrip().endswith((":", "|", ">")) and not is_list
        ):
            return None
        return Fix((Edit(second.line + 1, 1, f"{line}\n", ""),))

    def _read_bare(self, before: Any, key: Any, value: Any) -> tuple[str, str] | None:
        """Name and text that are meant by what has no colon in braces, and is told.

        Without a name it is the whole of the text before. `before` is where the value before
        it begins, None if that is empty.
        """
        from flashcards.source.braces import TIGHT_NAME, mend_line

        is_plain = isinstance(key, ScalarEvent) and not key.style
        end: Any = key.end_mark
        if not is_plain or value.start_mark.index != end.index:
            return None
        name, told, hint = "", Message("yaml-comma-inside"), Message("hint-quote-it")
        if (
            before is not None
            and not isinstance(before, Marks)
            and (self._text[before.index] not in "\"'")
        ):
            text = self._text[before.index : end.index]
        elif found := TIGHT_NAME.match(key.value):
            name, text = found[1], key.value[found.end() :]
            told, hint = Message("yaml-no-space-after-colon"), Message("hint-space-after")
        else:
            return None
        mark = key.start_mark
        told_lines = {each.at.line for each in self.problems if each.message.id in _BARE}
        if mark.line + 1 not in (*told_lines, *self._mended):
            if mended := mend_line(self._get_line(mark), is_member=True):
                self._refuse_line(mark, *mended)
            else:
                self._refuse(mark, told, hint)
        return name, text

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
            told = Message("yaml-cut-off")
            if mended := self._quote_line(end):
                self._refuse_line(end, told, mended, is_guess=True, at=at)
            else:
                self.problems.append(Problem(at, told, Message("hint-quote-or-own-line")))

    def _refuse_document(self, mark: Any) -> None:
        line = self._get_line(mark)
        edit = Edit(mark.line + 1, 1, f"{line}\n", "")
        fix = Fix((edit,)) if line.strip() == "---" else None
        told = Message("yaml-second-document")
        self._refuse(mark, told, Message("hint-remove-this-line"), fix)

    def _refuse_word(self, event: Any, id: str) -> None:
        word = _WORD.match(self._text, event.start_mark.index)
        told = Message(id, word=word[0] if word else "")
        if mended := self._quote_line(event.start_mark):
            self._refuse_line(event.start_mark, told, mended)
        else:
            self._refuse(event.start_mark, told, Message("hint-write-out"))

    def _quote_line(self, mark: Any) -> str:
        """The line with its text in quotes, or those in its brackets; empty if it has none."""
        from flashcards.source.braces import mend_line
        from flashcards.source.quoting import quote_text
        from flashcards.source.slips import find_field

        line = self._get_line(mark)
        if mended := mend_line(line, is_member=self._in_braces):
            return mended[1]
        field = find_field(line)
        if field is None or field.value[:1] in "[{\"'|>":
            return ""
        return field.prefix + quote_text(field.value)

    def _refuse_line(
        self,
        mark: Any,
        told: Message,
        mended: str,
        is_guess: bool = False,
        at: Position | None = None,
    ) -> None:
        """Tell what is wrong in a line, with the line as it should be."""
        from flashcards.source.edits import make_edits, tell_edits

        number = mark.line
        before, after = {number: self._get_line(mark)}, {number: mended}
        fix = Fix(make_edits(before, after, 1), is_guess or bool(self._shifts))
        self._refuse(mark, told, tell_edits(before, after, 1, number), fix, at)

    def _refuse(
        self,
        mark: Any,
        message: Message,
        hint: Message | None = None,
        fix: Fix | None = None,
        at: Position | None = None,
    ) -> None:
        if len(self.problems) >= MAX_PROBLEMS:
            raise ProblemsFound([*self.problems, tell_too_many(self._position(mark))])
        self.problems.append(Problem(at or self._position(mark), message, hint, fix))

    def _position(self, mark: Any) -> Position:
        return Position(self.file, mark.line + 1, mark.column + 1 - self._shifts.get(mark.line, 0))
