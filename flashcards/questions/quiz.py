"""The quiz that an option names: one of the course, or a file."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from flashcards.errors import FlashcardsError, ProblemsFound

if TYPE_CHECKING:
    from flashcards.cards import Note
    from flashcards.model import Course, Quiz, Selection


def quiz_named(course: Course, name: str) -> Quiz:
    """The quiz of that name, or in that file."""
    if name in course.quizzes:
        return course.quizzes[name]
    path = Path(name)
    if path.suffix in (".yaml", ".yml") or path.is_file():
        return _load_quiz(path, course)
    known = ", ".join(sorted(course.quizzes)) or "none"
    raise FlashcardsError(f"there is no quiz '{name}'; the course has: {known}")


def seed_of(quiz: Quiz, seed: str | None = None) -> str:
    """What the cards of a quiz are drawn with: never chance, so that it can be made again."""
    return seed or quiz.seed or quiz.quiz


def asked_notes(
    quiz: Quiz, every: Sequence[Note], choice: Selection, count: int | None, seed: str | None
) -> list[Note]:
    """The notes of the questions that an export takes, in teaching order; too few is an error.

    A number stands for the quiz's own; of a quiz with blocks, it takes so many.
    """
    from flashcards.questions import Neighbours
    from flashcards.questions.draw import drawn, enough

    if not quiz.picks:
        quiz = replace(quiz, count=count or quiz.count)
    made = enough(drawn(quiz, every, seed_of(quiz, seed), Neighbours(every), choice))
    asked = {card.note.key for block in made for card in block.cards}
    notes = [note for note in every if note.key in asked]
    return _some(notes, count, quiz, seed_of(quiz, seed)) if count and quiz.picks else notes


def _some(notes: list[Note], count: int, quiz: Quiz, seed: str) -> list[Note]:
    from flashcards.selection import TooFewCards, sample

    if len(notes) < count:
        found = len(notes)
        raise TooFewCards(
            f"asked for {count} notes, found {found}: --quiz {quiz.quiz} left {found}"
        )
    return [card.note for card in sample([note.cards[0] for note in notes], count, seed)]


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
    from flashcards.fileio import load_bytes
    from flashcards.source.decoding import decode_source
    from flashcards.source.folder import MAX_FILE_BYTES
    from flashcards.source.quiz_file import check_quiz, read_quiz
    from flashcards.source.yaml_reader import Document

    raw = load_bytes(path, MAX_FILE_BYTES)
    document = Document(decode_source(raw, str(path)), str(path))
    quiz = read_quiz(document)
    check_quiz(document, names_of(course))
    if quiz is None or document.problems:
        raise ProblemsFound(document.problems)
    return quiz
