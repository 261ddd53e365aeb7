"""The places of plain values in their file, in the shape of the values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

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


def find_comment_lines(text: str) -> frozenset[int]:
    """Lines, from 0, that may have a comment."""
    if " #" not in text and "\t#" not in text:
        return frozenset()
    lines = enumerate(text.splitlines())
    return frozenset(number for number, line in lines if " #" in line or "\t#" in line)


def find_comment(text: str, end: Any) -> int | None:
    """The column, from 0, of a comment that follows what ends at `end`; None if there is none."""
    comment = _COMMENT.match(text, end.index)
    return end.column + len(comment[0]) if comment else None
