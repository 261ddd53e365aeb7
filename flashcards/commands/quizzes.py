"""The quiz that an option names: one of the course, or a file."""

from __future__ import annotations

from collections.abc import Collection, Mapping
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
    if path.suffix in (".yaml", ".yml") or path.is_file():
        return _load_quiz(path, course)
    known = ", ".join(sorted(course.quizzes)) or "none"
    raise FlashcardsError(f"there is no quiz '{name}'; the course has: {known}")


def names_of(course: Course) -> Mapping[str, Collection[str]]:
    """What a choice of cards can name in a course, by the field that names it."""
    entries = [entry for deck in course.decks for entry in deck.entries]
    rows = {f"{entry.key}/{row}" for entry in entries for row in getattr(entry, "rows", ())}
    keys = {entry.key for entry in entries} | rows
    return {
        "tag": {tag for entry in entries for tag in entry.tags},
        "deck": {deck.deck for deck in course.decks},
        "key": keys,
        "exclude": keys,
        "about": {entry.key for entry in entries if entry.kind == "concept"},
    }


def _load_quiz(path: Path, course: Course) -> Quiz:
    from flashcards.source.files import load_bytes, read_text
    from flashcards.source.nodes import Document
    from flashcards.source.quizzes import check_quiz, read_quiz

    raw = load_bytes(path, path.parent, str(path))
    document = Document(read_text(raw, str(path)), str(path))
    quiz = read_quiz(document)
    check_quiz(document, names_of(course))
    if quiz is None or document.problems:
        raise ProblemsFound(document.problems)
    return quiz
