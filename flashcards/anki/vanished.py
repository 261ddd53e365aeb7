"""What was released and is not there any more: told as a rename wherever it can be one."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import replace

from flashcards.anki.content import (
    collect_text_rows,
    content_digest,
    find_picture_names,
    shorten_digest,
)
from flashcards.anki.lock import Lock, ReleasedNote
from flashcards.anki.media import load_media
from flashcards.anki.release import NoteSource
from flashcards.errors import Position, Problem
from flashcards.model import Course

_RETIRE = "learners have its cards: write it again, with a line 'retired: why it is gone'"
_KEEP_ROW = "learners have its card: write the row again, or retire the whole entry"


def find_vanished(
    course: Course, lock: Lock, sources: Sequence[NoteSource], languages: Sequence[str], file: str
) -> list[Problem]:
    """A problem for each entry, row or translation that was released and has vanished.

    It stands at the entry that may be the same under another name, else in the lock `file`.
    """
    lines = {name: number for number, name in enumerate(sorted(lock.notes), len(lock.types) + 2)}
    present = {source.name for source in sources}
    entries = {source.note.entry.key for source in sources}
    problems: dict[str, Problem] = {}
    for lang in sorted(languages, key=lambda each: each != course.source):
        prefix = f"{course.info.id}/{lang}/"
        for name in (n for n in sorted(lock.notes) if n.startswith(prefix) and n not in present):
            key, at = name.removeprefix(prefix), Position(file, lines[name])
            entry = key.partition("/")[0]
            if f"{course.info.id}/{course.source}/{key}" in present:
                problems[name] = _report_translation(key, lang, at)
            elif (told := key if entry in entries else entry) not in problems:
                new = _find_renamed(course, lock, name, sources, lang)
                problems[told] = _report(told, new, at)
    return list(problems.values())


def _report(told: str, new: NoteSource | None, at: Position) -> Problem:
    is_row = "/" in told
    if new is None:
        hint = _KEEP_ROW if is_row else _RETIRE
        return Problem(at, f"'{told}' was released and has vanished", hint)
    name = new.note.key if is_row else new.note.entry.key
    message = f"'{name}' is new, and '{told}', which was released, has vanished"
    same = f"call the row '{told.partition('/')[2]}'" if is_row else f"write 'key: {told}'"
    other = "the row" if is_row else f"'{told}'"
    reason = "" if is_row else ", with a line 'retired: why it is gone'"
    hint = f"if it is the same, {same} again; if not, write {other} again too{reason}"
    return Problem(new.at, message, f"{hint}: learners have its cards")


def _report_translation(key: str, lang: str, at: Position) -> Problem:
    message = f"'{key}' was released in '{lang}', and its translation has vanished"
    return Problem(at, message, f"write it again in decks/{lang}: learners have its cards")


def _find_renamed(
    course: Course, lock: Lock, name: str, sources: Sequence[NoteSource], lang: str
) -> NoteSource | None:
    """The note that is new and has the content of one that vanished, or a name like it."""
    row = lock.notes[name]
    new = [
        source
        for source in sources
        if source.note.lang == lang
        and source.name not in lock.notes
        and source.note.entry.kind == row.kind
    ]
    key = name.split("/", 2)[2]
    same = next((each for each in new if _digest_as(course, each, key, row)), None)
    near = difflib.get_close_matches(key, [each.note.key for each in new], n=1)
    return same or next((each for each in new if each.note.key in near), None)


def _digest_as(course: Course, source: NoteSource, key: str, row: ReleasedNote) -> bool:
    """Whether a note would be what was released, if it had that key."""
    rows = collect_text_rows(source.note)
    pictures = load_media(course, find_picture_names(rows))
    digests = {name: picture.digest for name, picture in pictures.items()}
    renamed, before = replace(source.note, key=key), f"rows/{source.note.row}/"
    after = f"rows/{key.partition('/')[2]}/"
    rows = [
        (after + path.removeprefix(before) if path.startswith(before) else path, leaf)
        for path, leaf in rows
    ]
    return shorten_digest(content_digest(renamed, rows, course, digests)) == row.fingerprint
