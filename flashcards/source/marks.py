"""The places of plain values in their file, in the shape of the values."""

from __future__ import annotations

from typing import Any


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
