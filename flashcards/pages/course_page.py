"""The notes of a course, with what is known about them, to a page for authors or learners."""

from __future__ import annotations

from collections.abc import Container, Sequence
from pathlib import Path

from flashcards.anki.fields import Stamp
from flashcards.anki.release import load_course_notes
from flashcards.cards import Note
from flashcards.course.model import Course
from flashcards.lint import lint
from flashcards.pages.page_data import PageData
from flashcards.pages.site import make_folder, render_file


def preview_page(course: Course, notes: Sequence[Note], *, now: int) -> str:
    """Return one HTML page that shows these cards as Anki will, and needs no network.

    The notes are in one language, `now` are UTC seconds. Reads pictures, the lock and
    `verified.json` of the course. Raises ProblemsFound if the lock has some, FlashcardsError with
    the place of an entry that cannot be shown.
    """
    warnings: dict[str, list[str]] = {}
    for warning in lint(course):
        warnings.setdefault(warning.key, []).append(str(warning.message))
    stamps = _load_stamps(course, notes, now)
    return render_file(PageData(course, notes, stamps, warnings, is_author=True))


def make_study_page(
    course: Course, notes: Sequence[Note], output: Path, *, now: int
) -> dict[Path, bytes]:
    """Return the files of a page for learners: `output` itself if it is named .html, or a folder.

    Notes, `now` and what is read and raised are as in `preview_page`.
    """
    data = PageData(course, notes, _load_stamps(course, notes, now))
    if output.suffix.lower() in (".html", ".htm") and not output.is_dir():
        return {output: render_file(data).encode()}
    return {output / name: content for name, content in make_folder(data).items()}


def remove_earlier_cards(folder: Path, files: Container[Path]) -> None:
    """Remove cards that an earlier export left in the folder of a page, where all are ours."""
    for path in folder.glob("cards/*.json"):
        if path not in files:
            path.unlink()


def _load_stamps(course: Course, notes: Sequence[Note], now: int) -> dict[str, Stamp]:
    """Return when each note was released and what it was verified on, by its name."""
    lang = notes[0].lang
    loaded = load_course_notes(course, [lang], now)
    return {source.name: loaded.stamp_note(source) for source in loaded.sources[lang]}
