"""`deck.lock`: what was released, and when; one line for each note and note type.

    ptquiz-lock 1
    type en/concept 0f3a5c7e9b1d 2026-01-31T12:00:00Z
    note term pytorch/en/leaf 3f9a1c0b2d4e 2026-01-31T12:00:00Z 2.9.0 -
    note compare pytorch/en/dp-ddp/process 5b…  2026-01-31T12:00:00Z - dp,ddp

The columns of a note are its kind, its name, the fingerprint of its content,
the time of its release, the PyTorch it was verified on then, and the things or
gaps that its ordinals count. A note type is that of a language and a kind; a line `type concept`
is from when all languages shared one, and tells only a time. Lines are sorted, so that two
branches merge well.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from flashcards.errors import Position, Problem, ProblemsFound
from flashcards.fileio import FileMissing, FileRefused, load_text
from flashcards.words.message import Message

if TYPE_CHECKING:
    from flashcards.anki.content import NoteSource
    from flashcards.anki.note_types import NoteType

HEADER = "ptquiz-lock 1"
_NOTHING = "-"
_LARGEST = 16 * 1024 * 1024
_TIME = "%Y-%m-%dT%H:%M:%SZ"


class Released(NamedTuple):
    """The last release of a note or a note type; what follows the time is of notes alone."""

    fingerprint: str
    time: int
    kind: str = ""
    verified: str | None = None
    parts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lock:
    """Everything that was ever released."""

    notes: Mapping[str, Released] = field(default_factory=dict)
    types: Mapping[str, Released] = field(default_factory=dict)

    @property
    def latest(self) -> int:
        """The time of the last release, 0 before the first."""
        rows = chain(self.notes.values(), self.types.values())
        return max((row.time for row in rows), default=0)

    def find_next_time(self, now: int) -> int:
        """The time of a release in seconds since 1970: `now`, or just after the latest one."""
        return max(now, self.latest + 1)

    def find_note(self, source: NoteSource) -> Released | None:
        """The release of a note, if its content is still the one that was released."""
        row = self.notes.get(source.name)
        return row if row and row.fingerprint == source.fingerprint else None

    def find_type(self, note_type: NoteType) -> Released | None:
        """The release of a note type, if learners have this layout and style."""
        row = self.types.get(note_type.lock_name)
        return row if row and row.fingerprint == note_type.fingerprint else None


def parse_lock(text: str, file: str) -> Lock:
    """The lock in a text; raises `ProblemsFound` with every line that is not one of a lock."""
    lines = text.split("\n")
    if lines[0].rstrip("\r") != HEADER:
        raise ProblemsFound([Problem(Position(file), Message("lock-unmarked", header=HEADER))])
    notes: dict[str, Released] = {}
    types: dict[str, Released] = {}
    problems = []
    for number, row in enumerate(lines[1:], 2):
        if row.strip() and not _parse_row(row.split(), notes, types):
            message = Message("lock-line", line=repr(row))
            problems.append(Problem(Position(file, number), message, Message("hint-lock-merge")))
    if problems:
        raise ProblemsFound(problems)
    return Lock(notes, types)


def load_lock(path: Path, shown: str) -> Lock:
    """The lock in a file; an empty one if there was no release yet.

    Raises FlashcardsError if it cannot be read; `shown` is its name in the message.
    """
    try:
        return parse_lock(load_text(path, _LARGEST, links=False), shown)
    except FileMissing:
        return Lock()
    except FileRefused as refused:
        raise FileRefused(shown, refused.reason) from None


def format_lock(lock: Lock) -> str:
    """The text of a lock."""
    lines = [HEADER]
    for name, row in sorted(lock.types.items()):
        lines.append(f"type {name} {row.fingerprint} {format_time(row.time)}")
    for name, row in sorted(lock.notes.items()):
        released = f"{row.fingerprint} {format_time(row.time)} {row.verified or _NOTHING}"
        lines.append(f"note {row.kind} {name} {released} {','.join(row.parts) or _NOTHING}")
    return "\n".join([*lines, ""])


def format_time(time: int) -> str:
    """A time in seconds since 1970 as the lock writes it, in UTC."""
    return datetime.fromtimestamp(time, UTC).strftime(_TIME)


def format_date(time: int) -> str:
    """The day of a time in seconds since 1970, in UTC: `2026-01-31`."""
    return format_time(time)[:10]


def _parse_row(cells: list[str], notes: dict[str, Released], types: dict[str, Released]) -> bool:
    """Add the row of these cells; False if it is none, has no time or is a second one."""
    match cells:
        case ["type", name, fingerprint, time] if name not in types:
            seconds = _parse_time(time)
            types[name] = Released(fingerprint, seconds)
        case ["note", kind, name, fingerprint, time, verified, parts] if name not in notes:
            seconds = _parse_time(time)
            numbers = () if parts == _NOTHING else tuple(parts.split(","))
            known = None if verified == _NOTHING else verified
            notes[name] = Released(fingerprint, seconds, kind, known, numbers)
        case _:
            return False
    return seconds > 0


@cache
def _parse_time(time: str) -> int:
    """Seconds since 1970; 0 if it is not a time. A lock has as many times as there were releases.

    `strptime` is many times slower.
    """
    try:
        moment = datetime.fromisoformat(time)
    except ValueError:
        return 0
    return int(moment.timestamp()) if moment.tzinfo else 0
