"""The quiz that an option names: one of the course, or a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from flashcards.problems import FlashcardsError, ProblemsFound

if TYPE_CHECKING:
    from flashcards.model import Course, Quiz


def quiz_named(course: Course, name: str) -> Quiz:
    """The quiz of that name, or in that file."""
    if name in course.quizzes:
        return course.quizzes[name]
    path = Path(name)
    if path.suffix in (".yaml", ".yml"):
        return _load_quiz(path)
    known = ", ".join(sorted(course.quizzes)) or "none"
    raise FlashcardsError(f"there is no quiz '{name}'; the course has: {known}")


def _load_quiz(path: Path) -> Quiz:
    from flashcards.source.files import load_bytes, read_text
    from flashcards.source.nodes import Document
    from flashcards.source.quizzes import read_quiz

    raw = load_bytes(path, path.parent, str(path))
    document = Document(read_text(raw, str(path)), str(path))
    quiz = read_quiz(document)
    if quiz is None or document.problems:
        raise ProblemsFound(document.problems)
    return quiz
