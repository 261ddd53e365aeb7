"""`deck.lock`: what was released, and when; one line for each note and note type.

    ptquiz-lock 2
    en/term type 0f3a5c7e9b1d 2026-01-31T12:00:00Z -
    pytorch/en/dp-ddp/process compare 5b2e7d90c1fa 2026-01-31T12:00:00Z dp,ddp
    pytorch/en/leaf term 3f9a1c0b2d4e 2026-01-31T12:00:00Z -

The columns are a name, the kind of the note or `type`, the fingerprint of the content, the time
of the release, and the things or gaps that a note's ordinals count; a gap has its number and a
hash of its text. Lines are sorted, so that two branches merge well.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, TypeAlias

from flashcards.errors import Position, Problem, ProblemsFound
from flashcards.fileio import FileMissing, FileRefused, load_text

HEADER = "ptquiz-lock 2"
TYPE = "type"
"""In the place of a kind: the row of a note type."""
_NOTHING = "-"
_MAX_BYTES = 16 * 1024 * 1024
_TIME = "%Y-%m-%dT%H:%M:%SZ"


class Released(NamedTuple):
    """The last release of a note or a note type."""

    fingerprint: str
    time: int
    kind: str = TYPE
    parts: tuple[str, ...] = ()


Lock: TypeAlias = Mapping[str, Released]
"""Everything that was ever released, by name."""


def find_latest_time(lock: Lock) -> int:
    """Return the time of the last release, 0 before the first."""
    return max((row.time for row in lock.values()), default=0)


def load_lock(path: Path, shown: str) -> Lock:
    """Return the lock in a file; an empty one if there was no release yet.

    Raises FlashcardsError if it cannot be read; `shown` is its name in the message.
    """
    try:
        return parse_lock(load_text(path, _MAX_BYTES, links=False), shown)
    except FileMissing:
        return {}
    except FileRefused as refused:
        raise FileRefused(shown, refused.reason) from None


def parse_lock(text: str, file: str) -> Lock:
    """Return the lock in a text; raises ProblemsFound with every line that is not one of a lock."""
    header, *lines = text.splitlines() or [""]
    if header != HEADER:
        raise ProblemsFound([Problem(Position(file), f"expected '{HEADER}' in the first line")])
    lock: dict[str, Released] = {}
    problems = []
    for number, line in enumerate(lines, 2):
        if not line.strip():
            continue
        try:
            name, kind, fingerprint, time, parts = line.split()
            moment = datetime.strptime(time, _TIME).replace(tzinfo=UTC)
            if name in lock:
                raise ValueError("a second line")
        except ValueError:
            message = (
                "not a line of a lock, or a second one; of two keep the one with the later time"
            )
            problems.append(Problem(Position(file, number), f"{message}: {line!r}"))
            continue
        listed = () if parts == _NOTHING else tuple(parts.split(","))
        lock[name] = Released(fingerprint, int(moment.timestamp()), kind, listed)
    if problems:
        raise ProblemsFound(problems)
    return lock


def format_lock(lock: Lock) -> str:
    """Return the text of a lock."""
    lines = [
        f"{name} {row.kind} {row.fingerprint} {_format_time(row.time)} "
        f"{','.join(row.parts) or _NOTHING}"
        for name, row in sorted(lock.items())
    ]
    return "\n".join([HEADER, *lines, ""])


def format_date(time: int) -> str:
    """Return the day of a time in seconds since 1970, in UTC: `2026-01-31`."""
    return _format_time(time)[:10]


def _format_time(time: int) -> str:
    return datetime.fromtimestamp(time, UTC).strftime(_TIME)
