"""PyTorch flashcards, written once in YAML, studied in Anki, in a terminal and in class.

`__all__` names the public API; each name is imported when it is first used.

    from flashcards import BuildRequest, build_package, load_course

The packages and modules, from the command line inwards; imports run one way, downwards:

    cli          the typer app: commands, options, help, exit codes
    commands     what commands do; they read the clock, folders and terminal
    importing    existing material in: tables, Anki packages, question banks
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
    course       what an author writes: models, and YAML with the place of every mistake
    lint         what makes a card bad
    selection    which cards
    cards        entries to notes and cards with permanent names
    text         Markdown, code, pictures, the texts of an entry by path
    words        what the program itself says, in each language
    paths        where things are: the folders of the learner, the curriculum
    fileio       files written whole or not at all, read up to a limit
    seeding      seeded shuffles and samples
    errors       what can be wrong, and where
"""

from __future__ import annotations

from importlib import import_module

__version__ = "0.1.0"

_MODULES = {
    "anki.build": "BuildRequest build_package",
    "cards": "Card Note list_cards list_notes",
    "commands.check": "check_course",
    "course.load": "load_course",
    "course.model": "Choose Cloze Code Compare Concept Course Order Quiz Recall Selection Term",
    "course.new_course": "write_new_course",
    "errors": "FlashcardsError Problem ProblemsFound",
    "export.quiz_export": "export_quiz write_exported",
    "importing.import_material": "import_material",
    "pages.course_page": "preview_page",
    "questions.build": "make_question",
    "questions.draw": "draw_quiz",
    "questions.question": "Question",
}
"""Module to the public names in it; `__init__.pyi` has them for type checkers."""

__all__ = [name for names in _MODULES.values() for name in names.split()]


def __getattr__(name: str) -> object:
    """Return a public name, imported from its module."""
    for module, names in _MODULES.items():
        if name in names.split():
            return getattr(import_module(f"flashcards.{module}"), name)
    raise AttributeError(f"module 'flashcards' has no attribute '{name}'")


def __dir__() -> list[str]:
    """Return the public names, imported or not."""
    return sorted({*globals(), *__all__})
