"""`deck.lock`: what was released, and when; one line for each note and note type.

    ptquiz-lock 1
    type concept 0f3a5c7e9b1d 2026-01-31T12:00:00Z
    note term pytorch/en/leaf 3f9a1c0b2d4e 2026-01-31T12:00:00Z 2.9.0 -
    note compare pytorch/en/dp-ddp/process 5b…  2026-01-31T12:00:00Z - dp,ddp

The columns of a note are its kind, its name, the fingerprint of its content,
the time of its release, the PyTorch it was verified on then, and the things or
gaps that its ordinals count. Lines are sorted, so that two branches merge well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from flashcards.errors import Position, Problem, ProblemsFound
from flashcards.fileio import FileMissing, FileRefused, load_text

HEADER = "ptquiz-lock 1"
_NOTHING = "-"
_LARGEST = 16 * 1024 * 1024
_TIME = "%Y-%m-%dT%H:%M:%SZ"


@dataclass(frozen=True)
class ReleasedType:
    """The last release of a note type."""

    fingerprint: str
    time: int


@dataclass(frozen=True)
class ReleasedNote:
    """The last release of a note."""

    kind: str
    fingerprint: str
    time: int
    verified: str | None = None
    parts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lock:
    """Everything that was ever released."""

    notes: Mapping[str, ReleasedNote] = field(default_factory=dict)
    types: Mapping[str, ReleasedType] = field(default_factory=dict)

    @property
    def latest(self) -> int:
        """The time of the last release, 0 before the first."""
        times = [row.time for row in self.notes.values()]
        return max([*times, *(row.time for row in self.types.values())], default=0)


def parse_lock(text: str, file: str) -> Lock:
    """The lock in a text; raises `ProblemsFound` with every line that is not one of a lock."""
    lines = text.split("\n")
    if lines[0].rstrip("\r") != HEADER:
        raise ProblemsFound([Problem(Position(file), f"expected '{HEADER}' in the first line")])
    notes: dict[str, ReleasedNote] = {}
    types: dict[str, ReleasedType] = {}
    problems = []
    for number, row in enumerate(lines[1:], 2):
        if row.strip() and not _parse_row(row.split(), notes, types):
            hint = "merge conflicts are mended by keeping the newer of two lines"
            at = Position(file, number)
            problems.append(Problem(at, f"not a line of a lock, or a second one: {row!r}", hint))
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
    return "\n".join([HEADER, *_type_lines(lock), *_note_lines(lock), ""])


def format_time(time: int) -> str:
    """A time in seconds since 1970 as the lock writes it, in UTC."""
    return datetime.fromtimestamp(time, UTC).strftime(_TIME)


def format_date(time: int) -> str:
    """The day of a time in seconds since 1970, in UTC: `2026-01-31`."""
    return format_time(time)[:10]


def _parse_row(
    cells: list[str], notes: dict[str, ReleasedNote], types: dict[str, ReleasedType]
) -> bool:
    """Add the row of these cells; False if it is none, has no time or is a second one."""
    match cells:
        case ["type", kind, fingerprint, time] if kind not in types:
            seconds = _parse_time(time)
            types[kind] = ReleasedType(fingerprint, seconds)
        case ["note", kind, name, fingerprint, time, verified, parts] if name not in notes:
            seconds = _parse_time(time)
            numbers = () if parts == _NOTHING else tuple(parts.split(","))
            known = None if verified == _NOTHING else verified
            notes[name] = ReleasedNote(kind, fingerprint, seconds, known, numbers)
        case _:
            return False
    return seconds > 0


def _parse_time(time: str) -> int:
    """Seconds since 1970; 0 if it is not a time. `strptime` is many times slower."""
    try:
        moment = datetime.fromisoformat(time)
    except ValueError:
        return 0
    return int(moment.timestamp()) if moment.tzinfo else 0


def _type_lines(lock: Lock) -> Iterator[str]:
    for kind, row in sorted(lock.types.items()):
        yield f"type {kind} {row.fingerprint} {format_time(row.time)}"


def _note_lines(lock: Lock) -> Iterator[str]:
    for name, row in sorted(lock.notes.items()):
        parts = ",".join(row.parts) or _NOTHING
        verified = row.verified or _NOTHING
        time = format_time(row.time)
        yield f"note {row.kind} {name} {row.fingerprint} {time} {verified} {parts}"
