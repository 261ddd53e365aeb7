"""A package that was given out, which a plain build must not take the place of."""

from __future__ import annotations

from pathlib import Path

from flashcards.anki.package import PackageContents
from flashcards.anki.prepared_course import PreparedCourse
from flashcards.errors import FlashcardsError
from flashcards.words.message import Message


def keep_released(target: Path, contents: PackageContents, prepared: PreparedCourse) -> None:
    """Raise FlashcardsError if a file is a released package of the course, and these are not.

    A released package is what `plan` compares with. The same notes may be written again.
    """
    own = f"{prepared.course.info.id}/"
    times = [row.time for name, row in prepared.lock.notes.items() if name.startswith(own)]
    if not times or not target.is_file():
        return
    from flashcards.anki.reader import load_package

    try:
        old = {note.guid: note.mod for note in load_package(target).notes.values()}
    except FlashcardsError:
        return  # no package, or none that anybody could compare with
    new = {note.guid: note.mod for note in contents.notes}
    if old != new and old.keys() & new.keys() and max(old.values()) <= max(times):
        raise FlashcardsError(Message("package-released", path=target))
