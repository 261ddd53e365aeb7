"""A quiz to the files of a format, and what to know before they are written."""

from collections.abc import Callable, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from flashcards.cards import find_picture_names, list_notes
from flashcards.course.model import Course, Quiz, Selection
from flashcards.course.pictures import load_pictures
from flashcards.export.canvas import export_canvas
from flashcards.export.data_files import export_csv, export_json
from flashcards.export.moodle import export_moodle
from flashcards.export.quiz_plan import Exported, QuizPlan
from flashcards.export.sheet import export_sheet
from flashcards.fileio import write_outputs
from flashcards.questions.draw import draw_whole_quiz
from flashcards.selection import EVERYTHING, require_notes
from flashcards.words import Words

EXPORT_FORMATS: Mapping[str, Callable[..., Exported]] = {
    "moodle": export_moodle,
    "canvas": export_canvas,
    "sheet": export_sheet,
    "csv": export_csv,
    "json": export_json,
}
"""The formats by the names that people type."""


def export_quiz(
    course: Course,
    quiz: Quiz,
    format_name: str,
    selection: Selection = EVERYTHING,
    printing: Mapping[str, Any] | None = None,
) -> Exported:
    """Return the files of a quiz in a format, and what became of each question.

    Formats: moodle, canvas, sheet, csv, json. The language is the quiz's own, else
    the source. `selection` leaves out cards, `printing` has more for the
    format. Reads the pictures that the questions show. Raises TooFewCards.
    """
    return EXPORT_FORMATS[format_name](make_plan(course, quiz, selection), **printing or {})


def make_plan(course: Course, quiz: Quiz, selection: Selection = EVERYTHING) -> QuizPlan:
    """Return what the formats are given. Raises TooFewCards."""
    lang = quiz.lang or course.source
    require_notes(list_notes(course, lang), selection)
    drawn = draw_whole_quiz(course, quiz, lang, selection=selection)
    notes = [asked.question.card.note for asked in drawn.questions]
    return QuizPlan(
        drawn.quiz,
        drawn.questions,
        drawn.seed,
        course=quiz.course or _find_title(course, lang),
        author=quiz.author or course.info.author,
        words=Words(lang),
        pictures=load_pictures(course, chain(*map(find_picture_names, notes)), lang),
    )


def make_quiz(course: Course, selection: Selection = EVERYTHING, lang: str | None = None) -> Quiz:
    """Return a quiz of all cards that match, with the id and the title of the course."""
    return Quiz(quiz=course.info.id, title=_find_title(course, lang), select=selection, lang=lang)


def _find_title(course: Course, lang: str | None) -> str:
    """Return the course's title in the language of the cards, if it has been translated."""
    return course.titles.get(lang or "", {}).get("course", course.info.title)


def write_exported(
    exported: Exported, quiz: Quiz, output: Path | None, *, force: bool = False
) -> list[Path]:
    """Write all files or none: a key must fit its sheet.

    `output` is a file or a folder, `build` by default. Files that are there are replaced only by
    `force`, or where no output was named and none is a key. Raises FlashcardsError.
    """
    has_key = any(ending.startswith("-key") for ending in exported.files)
    if output is None or output.is_dir():
        base = (output or Path("build")) / quiz.quiz
    elif output.suffix.lower() in (".html", ".htm", ".pdf"):
        base = output.with_suffix("")
    else:
        base = output
    files = {base.with_name(f"{base.name}{end}"): data for end, data in exported.files.items()}
    if len(files) == 1 and output and not output.is_dir():
        files = dict.fromkeys([output], *files.values())  # the name as it was typed
    write_outputs(files, force=force or (output is None and not has_key))
    return [*files]
