"""PyTorch flashcards, written once in YAML, studied in Anki, in a terminal and in class.

`__all__` names the public API; each name is imported when it is first used, as starts must be fast.

    from flashcards import BuildRequest, build_package, load_course
"""

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
    "pages.site": "preview_page",
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
