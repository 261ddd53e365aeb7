"""The notes of a course, with what is known about them, to a page for authors or learners."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from pathlib import Path

from flashcards.anki.fields import Stamp
from flashcards.anki.release import load_course_notes
from flashcards.cards import Note, list_notes
from flashcards.course.model import Course, Selection
from flashcards.errors import ProblemsFound
from flashcards.lint import lint
from flashcards.names import check_names, find_language, find_quiz
from flashcards.pages.course_data import CourseData, PageDetails
from flashcards.pages.site import make_folder, render_file
from flashcards.questions.draw import require_translation, select_notes
from flashcards.selection import EVERYTHING, TooFewCards

_ALL = "all"
"""In the place of a language: every one of the course."""
Notice = Callable[[str], object]
"""Called with a message about something that the page cannot show."""


def select_notes_to_show(
    course: Course,
    *,
    selection: Selection = EVERYTHING,
    quiz: str | None = None,
    lang: str | None = None,
    count: int | None = None,
    seed: str | None = None,
    notice: Notice = lambda message: None,
) -> list[Note]:
    """The notes of a selection or of a quiz, or `count` of them.

    They are in the language asked for, else in the quiz's or the source language; `"all"` is
    every language of the course. Raises TooFewCards if there are too few in the first
    language; another language that has too few is left out.
    """
    check_names(course, selection)
    named = None if quiz is None else find_quiz(course, quiz)
    lang = lang or (named.lang if named else None)
    languages = course.info.languages if lang == _ALL else (find_language(course, lang),)
    found: list[Note] = []
    for each in languages:
        notes = list_notes(course, each)
        try:
            if named is not None:
                require_translation(course, named, each)
            found += select_notes(notes, named, selection, count, seed)
        except TooFewCards as error:
            if each == languages[0]:
                raise
            if named or count:
                notice(f"not shown in '{each}': {error}")
    return found


def preview_page(
    course: Course,
    notes: Sequence[Note],
    *,
    now: int,
    notice: Notice = lambda message: None,
) -> str:
    """One HTML page that shows the cards of these notes as Anki will, and needs no network.

    `now` are UTC seconds. Reads pictures, the lock and `verified.json` of the course. Raises
    FlashcardsError with the place of an entry that cannot be shown.
    """
    warnings: dict[str, list[str]] = {}
    for found in lint(course):
        warnings.setdefault(found.key, []).append(str(found.message))
    stamps = _load_stamps(course, now, notice)
    details = PageDetails(stamps, warnings=warnings)
    return render_file(CourseData(course, notes, details))


def make_study_data(
    course: Course,
    notes: Sequence[Note],
    *,
    now: int,
    notice: Notice = lambda message: None,
) -> CourseData:
    """What learners get of these notes, all in one language.

    `now` are UTC seconds. Reads the lock and `verified.json` of the course.
    """
    stamps = _load_stamps(course, now, notice)
    return CourseData(course, notes, PageDetails(stamps, is_author=False))


def list_page_files(data: CourseData, output: Path) -> dict[Path, bytes]:
    """The files of a page for learners: one if `output` is named as one, else those of a folder.

    Raises FlashcardsError with the place of an entry that cannot be shown.
    """
    if output.suffix.lower() in (".html", ".htm") and not output.is_dir():
        return {output: render_file(data).encode()}
    return {output / name: made for name, made in make_folder(data).items()}


def remove_earlier_cards(folder: Path, files: Container[Path]) -> None:
    """Remove cards that an earlier export left in the folder of a page, where all are ours."""
    for path in folder.glob("cards/*.json"):
        if path not in files:
            path.unlink()


def _load_stamps(course: Course, now: int, notice: Notice) -> dict[str, Stamp]:
    """When each note was released and what it was verified on, if the lock is sound."""
    try:
        notes = load_course_notes(course, course.info.languages, now)
        every = (source for found in notes.sources.values() for source in found)
        return {source.name: notes.stamp_note(source) for source in every}
    except ProblemsFound as found:
        notice(f"not shown: when cards were released. {found}")
        return {}
