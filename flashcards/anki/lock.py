"""`deck.lock`: what was released and when, and what must stay because learners have cards of it.

    ptquiz-lock 2
    en/term type 0f3a5c7e9b1d 2026-01-31T12:00:00Z -
    pytorch/en/dp-ddp/process compare 5b2e7d90c1fa 2026-01-31T12:00:00Z dp,ddp
    pytorch/en/leaf term 3f9a1c0b2d4e 2026-01-31T12:00:00Z -

The columns are a name, the kind of the note or `type`, a hash of the content, the time
of the release, and the things or gaps that a note's ordinals count. Of a thing that is asked about
stands how (`dp=ask`, `dp=which`), of a row without a card for the whole `=apart`, of a gap its
number and a hash of its text (`1=ab12cd`). Lines are sorted, so that two branches merge well.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import NamedTuple, TypeAlias

from flashcards.anki.content import NO_WHOLE_CARD, list_parts, note_name
from flashcards.cards import Note, list_notes
from flashcards.course.load import DECKS, LOCK_FILE
from flashcards.course.model import NOWHERE, Course
from flashcards.errors import Position, Problem, ProblemsFound, UsageError
from flashcards.fileio import COURSE_FILE, FileMissing, load_text

_HEADER = "ptquiz-lock 2"
_TYPE = "type"
"""In the place of a kind: the row of a note type."""
_NOTHING = "-"
_MAX_BYTES = 16 * 1024 * 1024
_TIME = "%Y-%m-%dT%H:%M:%SZ"


class Released(NamedTuple):
    """The last release of a note or a note type."""

    content_hash: str
    time: int
    kind: str = _TYPE
    parts: tuple[str, ...] = ()


Lock: TypeAlias = Mapping[str, Released]
"""Everything that was ever released, by name."""


def load_lock(root: str | Path) -> Lock:
    """Return the lock of a course; an empty one if there was no release yet."""
    path = Path(root, LOCK_FILE)
    try:
        return parse_lock(load_text(path, _MAX_BYTES), path.as_posix())
    except FileMissing:
        return {}


def parse_lock(text: str, file: str) -> Lock:
    """Return the lock in a text; raises ProblemsFound with every line that is not one of a lock."""
    header, *lines = text.rstrip().splitlines() or [""]
    if header != _HEADER:
        raise ProblemsFound([Problem(Position(file), f"expected '{_HEADER}' in the first line")])
    lock: dict[str, Released] = {}
    problems = []
    for number, line in enumerate(lines, 2):
        try:
            name, kind, content_hash, time, parts = line.split()
            moment = datetime.strptime(time, _TIME).replace(tzinfo=UTC)
            if name in lock:
                raise ValueError("a second line")
        except ValueError:
            message = "not a line of a lock, or a second one; of two keep the later"
            problems.append(Problem(Position(file, number), f"{message}: {line!r}"))
        else:
            listed = () if parts == _NOTHING else tuple(parts.split(","))
            lock[name] = Released(content_hash, int(moment.timestamp()), kind, listed)
    if problems:
        raise ProblemsFound(problems)
    return lock


def format_lock(lock: Lock) -> str:
    """Return the text of a lock."""
    lines = [
        f"{name} {row.kind} {row.content_hash} {datetime.fromtimestamp(row.time, UTC):{_TIME}} "
        f"{','.join(row.parts) or _NOTHING}"
        for name, row in sorted(lock.items())
    ]
    return "\n".join([_HEADER, *lines, ""])


def get_date(time: int) -> date:
    """Return the day of a time in seconds since 1970, in UTC."""
    return datetime.fromtimestamp(time, UTC).date()


def get_latest_time(lock: Lock) -> int:
    """Return the time of the last release, 0 before the first."""
    return max((row.time for row in lock.values()), default=0)


def list_lock_problems(course: Course, lock: Lock) -> list[Problem]:
    """Return a problem for each released note that has vanished or changed its kind or numbers.

    A course that was released under another id has only this one.
    """
    notes = [name for name, row in lock.items() if row.kind != _TYPE]
    released = {name.split("/", 1)[0] for name in notes} - {*course.origins.values()}
    if released and course.info.id not in released:
        message = (
            f"the id was '{min(released)}' at the last release: learners would get all cards "
            f"again; write '{min(released)}', or remove decks/deck.lock if it is a new course"
        )
        return [Problem(Position(Path(course.root, DECKS, COURSE_FILE).as_posix()), message)]
    problems = [
        Problem(course.places.get(note.entry.key, NOWHERE), message)
        for lang in course.info.languages
        for note in list_notes(course, lang, retired=True)
        if note_name(note) in lock
        for message in _list_changes(lock[note_name(note)], note)
    ]
    lines = {name: number for number, name in enumerate(lock, 2)}
    entries = {entry.key for deck in course.decks for entry in deck.entries}
    vanished: dict[str, Problem] = {}
    for name, key in _find_vanished(course, lock).items():
        entry = key.partition("/")[0]
        key = key if entry in entries else entry  # of a row alone, or of the whole entry
        message = (
            f"'{key}' was released and has vanished; learners have its cards: write it "
            "again, with 'retired: why it is gone' if it is no longer taught, or drop it with "
            f"'--release --forget {key}'"
        )
        at = Position(Path(course.root, LOCK_FILE).as_posix(), lines[name])
        vanished.setdefault(key, Problem(at, message))
    return [*problems, *vanished.values()]


def _find_vanished(course: Course, lock: Lock) -> dict[str, str]:
    """Return name and key of each released note of a key that the course does not have any more.

    A translation that is missing lags behind; what a course promises is another check.
    """
    keys = {note.key for note in list_notes(course, retired=True)}
    own = [
        name
        for name, row in lock.items()
        if name.startswith(f"{course.info.id}/") and row.kind != _TYPE
    ]
    return {name: key for name in own if (key := name.split("/", 2)[2]) not in keys}


def _list_changes(row: Released, note: Note) -> Iterator[str]:
    """Yield what learners have of a note and what is not there now."""
    key, kind, parts = note.key, note.entry.kind, list_parts(note)
    if row.kind != kind:
        yield (
            f"'{key}' was released as {row.kind}; it cannot become {kind}: "
            "retire it and write a new entry with a new key"
        )
    elif kind == "cloze":
        # From `1=aa,2=bb` to `1=cc,2=bb` a gap has another text, which is fine. To `1=bb,2=aa` they
        # would change places, and to `1=aa` the second would be lost: learners have cards of both.
        before = dict(part.split("=") for part in row.parts)
        now = dict(part.split("=") for part in parts)
        is_moved = any(
            text in now.values() and now.get(number) != text for number, text in before.items()
        )
        if is_moved or not before.keys() <= now.keys():
            message = f"'{key}' was released with the gaps {', '.join(before)}"
            yield f"{message}: each keeps its number, of which learners have a card, not its text"
    elif kind == "compare":
        if NO_WHOLE_CARD in parts and NO_WHOLE_CARD not in row.parts:
            yield (
                f"'{key}' was released with a card about all its things, which has vanished: write "
                "its 'question:'; with more than three things, give three of them different cells"
            )
        # From `dp,ddp=ask` to `dp=which,ddp=ask,fsdp` is fine: `dp` was not asked about, and a new
        # thing is last. To `ddp=ask,dp` or `dp,ddp=which` cards would ask something else.
        things = [thing for thing in row.parts if thing != NO_WHOLE_CARD]
        kept = [
            thing
            for thing, now in zip(things, parts, strict=False)
            if thing in (now, now.partition("=")[0])
        ]
        if things != kept:
            asked = (f"{thing.replace('=', ' (')})" if "=" in thing else thing for thing in things)
            yield (
                f"'{key}' was released with {', '.join(asked)} in this order: keep these and how "
                "they are asked about, and append new ones at the end"
            )


def forget_vanished(course: Course, lock: Lock, keys: Sequence[str]) -> Lock:
    """Return the lock without these keys. Raises UsageError for one that has not vanished."""
    vanished = _find_vanished(course, lock)
    for forgotten in keys:
        names = [name for name, key in vanished.items() if f"{key}/".startswith(f"{forgotten}/")]
        if not names:
            message = f"no released key '{forgotten}' has vanished from the course"
            raise UsageError(message, "--forget")
        lock = {name: row for name, row in lock.items() if name not in names}
    return lock
