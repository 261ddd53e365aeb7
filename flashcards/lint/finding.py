"""One weakness of an entry, or of one of its texts, as a value."""

from __future__ import annotations

from typing import NamedTuple


class Finding(NamedTuple):
    """One weakness of an entry, at a path in it."""

    key: str
    path: tuple[str, ...]
    message: str
    hint: str = ""
    lang: str = ""
    """The language, if a translation is meant and not the entry itself."""
    line: int = 0
    """The line of a text of several lines that is meant, from 1; 0 if all of it is."""


class Fault(NamedTuple):
    """What is wrong with a text, how it is written here, and the letter of it where it stands."""

    message: str
    hint: str
    place: int = 0
