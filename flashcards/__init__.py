"""PyTorch flashcards, written once in YAML, studied in Anki, in a terminal and in class.

What `__all__` names is the public API; rooms and commands import from each other's modules.
Every name is imported when it is first used, so `import flashcards` costs nothing.

    from flashcards import BuildRequest, build_package, load_course

The rooms, from the door inwards; imports run one way, downwards:

    cli          the typer app: commands, options, help, exit codes
    commands     what commands do; they read the clock, folders and terminal
    importing    existing material in: tables, Anki packages, question banks
    check        every problem and warning of a course
    counts       what there is to learn, counted
    pages        decks to what opens in a browser: study, preview
    anki         decks to .apkg packages that can be upgraded for years
    export       one file per format for classrooms
    verify       code entries run on the real PyTorch
    results      what a class answered: scores, item analysis, reliability
    terminal     screen and line interfaces, and what they show
    progress     statistics, checklist
    study        plan of the day, session, grading, exams
    reviews      every answer kept: log, database, backups, memory, scheduler
    questions    card to question; drawing a quiz
    paths        the learner's folders
    course       what an author writes: models, and YAML with the place of every mistake
    lint         what makes a card bad
    selection    which cards
    cards        entries to notes and cards with permanent names
    text         Markdown, code, pictures, the texts of an entry by path
    words        what the program itself says, in each language
    fileio       files written whole or not at all, read up to a limit
    seeding      seeded shuffles and samples
    errors       what can be wrong, and where
"""

from __future__ import annotations

TYPE_CHECKING = False  # mypy takes it for true; importing typing would cost 5 ms
if TYPE_CHECKING:
    from flashcards.anki.build import BuildRequest as BuildRequest
    from flashcards.anki.build import build_package as build_package
    from flashcards.cards import Card as Card
    from flashcards.cards import Note as Note
    from flashcards.cards import list_notes as list_notes
    from flashcards.check import check_course as check_course
    from flashcards.counts import count_course as count_course
    from flashcards.counts import list_keys as list_keys
    from flashcards.course.load import load_course as load_course
    from flashcards.course.model import Course as Course
    from flashcards.course.model import Quiz as Quiz
    from flashcards.course.model import Selection as Selection
    from flashcards.course.new_course import write_new_course as write_new_course
    from flashcards.course.review import accept_translations as accept_translations
    from flashcards.course.review import make_translation_template as make_translation_template
    from flashcards.course.review import translation_status as translation_status
    from flashcards.course.schema import course_schema as course_schema
    from flashcards.errors import FlashcardsError as FlashcardsError
    from flashcards.errors import Problem as Problem
    from flashcards.errors import ProblemsFound as ProblemsFound
    from flashcards.export.quiz_export import export_quiz as export_quiz
    from flashcards.export.quiz_export import write_exported as write_exported
    from flashcards.importing.import_material import import_material as import_material
    from flashcards.pages.course_page import preview_page as preview_page
    from flashcards.progress.checklist import make_checklist as make_checklist
    from flashcards.progress.glossary import make_glossary as make_glossary
    from flashcards.progress.path import make_path as make_path
    from flashcards.progress.stats import compute_stats as compute_stats
    from flashcards.questions.build import list_forms as list_forms
    from flashcards.questions.build import make_question as make_question
    from flashcards.questions.draw import draw_quiz as draw_quiz
    from flashcards.questions.names import find_quiz as find_quiz
    from flashcards.questions.neighbours import Neighbours as Neighbours
    from flashcards.questions.question import Question as Question
    from flashcards.reviews.review import Review as Review
    from flashcards.reviews.store import ReviewLog as ReviewLog
    from flashcards.reviews.store import open_reviews as open_reviews
    from flashcards.selection import select_cards as select_cards
    from flashcards.study.exam import start_exam as start_exam
    from flashcards.study.exam import take_exam as take_exam
    from flashcards.study.grading import Verdict as Verdict
    from flashcards.study.grading import grade_answer as grade_answer
    from flashcards.study.session import StudyRequest as StudyRequest
    from flashcards.study.standing import Moment as Moment
    from flashcards.study.standing import find_standing as find_standing
    from flashcards.study.start import start_study as start_study
    from flashcards.study.ui import Answer as Answer
    from flashcards.study.ui import UserInterface as UserInterface

__version__ = "0.1.0"

_MODULES = {
    "anki.build": "BuildRequest build_package",
    "cards": "Card Note list_notes",
    "check": "check_course",
    "counts": "count_course list_keys",
    "errors": "FlashcardsError Problem ProblemsFound",
    "export.quiz_export": "export_quiz write_exported",
    "importing.import_material": "import_material",
    "pages.course_page": "preview_page",
    "progress.checklist": "make_checklist",
    "progress.glossary": "make_glossary",
    "progress.path": "make_path",
    "progress.stats": "compute_stats",
    "questions.build": "list_forms make_question",
    "questions.draw": "draw_quiz",
    "questions.names": "find_quiz",
    "questions.neighbours": "Neighbours",
    "questions.question": "Question",
    "reviews.review": "Review",
    "reviews.store": "ReviewLog open_reviews",
    "selection": "select_cards",
    "course.load": "load_course",
    "course.model": "Course Quiz Selection",
    "course.new_course": "write_new_course",
    "course.review": "accept_translations make_translation_template translation_status",
    "course.schema": "course_schema",
    "study.exam": "start_exam take_exam",
    "study.grading": "Verdict grade_answer",
    "study.session": "StudyRequest",
    "study.standing": "Moment find_standing",
    "study.start": "start_study",
    "study.ui": "Answer UserInterface",
}
"""Module to the public names in it: those of the imports above, which only type checkers read."""

__all__ = [name for names in _MODULES.values() for name in names.split()]


if not TYPE_CHECKING:  # so that type checkers know the public names and no others

    def __getattr__(name: str) -> object:
        """A public name, imported from its module."""
        from importlib import import_module

        for module, names in _MODULES.items():
            if name in names.split():
                return getattr(import_module(f"flashcards.{module}"), name)
        raise AttributeError(f"module 'flashcards' has no attribute '{name}'")


def __dir__() -> list[str]:
    """The public names, imported or not."""
    return sorted({*globals(), *__all__})
